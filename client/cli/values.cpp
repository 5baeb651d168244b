#include "client/cli/values.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <fmt/ranges.h>
#include <openssl/evp.h>
#include <unistd.h>

#include "base/error.hpp"
#include "base/nearest_word.hpp"
#include "base/posix.hpp"
#include "base/units.hpp"

namespace joust::client::cli {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

int parse_number(std::string_view text, int low, int high) {
  int number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc{} || end != text.data() + text.size() || number < low || number > high)
    throw user_error("'{}': expected numbers from {} to {}, such as {} or {}-{}", text, low, high,
                     low, low, low + 1);
  return number;
}

std::string target_of_line(std::string_view line, const Url& url) {
  if (line.front() == '/') {
    // Read as a URL's, so that the same is refused and the fragment is left out.
    return parse_url("http://host" + std::string(line)).target;
  }
  const Url other = parse_url(line);
  if (other.host != url.host || other.port != url.port || other.unix_path != url.unix_path)
    throw user_error("'{}' is another server than the URL's; one load has one server", line);
  return other.target;
}

}  // namespace

std::vector<int> parse_numbers(std::string_view text, int low, int high) {
  std::vector<int> numbers;
  while (true) {
    const auto comma = text.find(',');
    const std::string_view part = trimmed(text.substr(0, comma));
    const auto dash = part.find('-', 1);
    const int first = parse_number(part.substr(0, dash), low, high);
    const int last =
        dash == std::string_view::npos ? first : parse_number(part.substr(dash + 1), low, high);
    if (last < first) throw user_error("'{}': the range runs backwards", part);
    for (int number = first; number <= last; ++number) numbers.push_back(number);
    if (comma == std::string_view::npos) return numbers;
    text.remove_prefix(comma + 1);
  }
}

Header parse_header(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0)
    throw user_error("'{}': expected 'Name: value'", text);
  return {std::string(text.substr(0, colon)), std::string(trimmed(text.substr(colon + 1)))};
}

std::vector<std::string> parse_words(std::string_view text) {
  std::vector<std::string> words;
  while (true) {
    const auto comma = text.find(',');
    const std::string_view word = trimmed(text.substr(0, comma));
    if (word.empty()) throw user_error("'{}': expected words with commas between them", text);
    words.emplace_back(word);
    if (comma == std::string_view::npos) return words;
    text.remove_prefix(comma + 1);
  }
}

std::uint32_t parse_small_count(const std::string& text) {
  const std::uint64_t count = parse_count(text);
  if (count > 0xffffffffU) throw user_error("'{}' is too many", text);
  return static_cast<std::uint32_t>(count);
}

Arrivals parse_arrivals(const std::string& text) {
  if (text == "constant") return Arrivals::constant;
  if (text == "poisson") return Arrivals::poisson;
  throw user_error("'{}': expected constant or poisson{}", text,
                   did_you_mean(text, {"constant", "poisson"}));
}

int parse_pid(const std::string& text) {
  constexpr int largest = 1 << 22;  // PID_MAX_LIMIT
  const std::vector<int> numbers = parse_numbers(text, 1, largest);
  if (numbers.size() != 1) throw user_error("'{}': expected one process id", text);
  return numbers.front();
}

Header basic_authorization(std::string_view text) {
  if (text.find(':') == std::string_view::npos || text.front() == ':')
    throw user_error("expected NAME:PASSWORD, found no name before a ':'");
  std::string encoded((text.size() + 2) / 3 * 4 + 1, '\0');  // and the zero that OpenSSL appends
  const int length = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(encoded.data()),
                                     reinterpret_cast<const unsigned char*>(text.data()),
                                     static_cast<int>(text.size()));
  encoded.resize(static_cast<std::size_t>(length));
  return {"Authorization", "Basic " + encoded};
}

HttpVersion parse_http(std::string_view text) {
  if (text == "1.0") return HttpVersion::http_1_0;
  if (text == "1.1") return HttpVersion::http_1_1;
  throw user_error("'{}': expected 1.0 or 1.1", text);
}

CheckLevel parse_check(const std::string& text) {
  if (text == "none") return CheckLevel::none;
  if (text == "length") return CheckLevel::length;
  if (text == "full") return CheckLevel::full;
  throw user_error("'{}': expected none, length or full{}", text,
                   did_you_mean(text, {"none", "length", "full"}));
}

Format parse_format(const std::string& text) {
  const auto format = format_from(text);
  if (format) return *format;
  throw user_error("'{}': expected {}{}", text, fmt::join(format_names(), " or "),
                   did_you_mean(text, format_names()));
}

std::string lower_case_hex(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) {
    return c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return text;
}

std::string text_of_file(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) throw user_error("'{}': no such file", path);
  if (std::filesystem::is_directory(path, ignored))
    throw user_error("'{}' is a folder; expected a file", path);
  return posix::read_file(path);
}

void require_writable_place(const std::filesystem::path& file) {
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored))
    throw user_error("'{}' is a folder; expected a file", file.string());
  if (!std::filesystem::is_directory(folder, ignored))
    throw user_error("there is no folder '{}'", folder.string());
  const bool replaced =
      !std::filesystem::exists(file, ignored) || std::filesystem::is_regular_file(file, ignored);
  const std::filesystem::path& written = replaced ? folder : file;
  if (access(written.c_str(), W_OK) != 0) throw os_error(errno, "write '" + file.string() + "'");
}

void require_allowed(const std::vector<int>& cpus) {
  const std::vector<int> allowed = posix::allowed_cpus();
  for (const int cpu : cpus)
    if (std::find(allowed.begin(), allowed.end(), cpu) == allowed.end())
      throw user_error("--cpus {}: this process may run on {} only", cpu, fmt::join(allowed, ","));
}

std::vector<std::string> targets_of_file(const std::string& path, const Url& url) {
  const std::string text = text_of_file(path);
  std::vector<std::string> targets;
  std::string_view rest = text;
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const auto end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    line = trimmed(line);
    if (line.empty() || line.front() == '#') continue;
    with_context(path + ":" + std::to_string(number),
                 [&] { targets.push_back(target_of_line(line, url)); });
  }
  if (targets.empty()) throw user_error("'{}': no line of it names a path", path);
  return targets;
}

}  // namespace joust::client::cli
