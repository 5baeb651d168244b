#include "servers/null/answers.hpp"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/document_bytes.hpp"
#include "base/error.hpp"
#include "base/posix.hpp"
#include "base/unique_fd.hpp"

namespace joust::null_server {
namespace {

constexpr std::string_view bytes_route = "/bytes/";
constexpr std::size_t largest_bytes = std::size_t{64} << 20;
constexpr std::size_t most_made_bytes = std::size_t{256} << 20;  // of all sizes, in a thread
constexpr std::string_view date_placeholder = "Thu, 01 Jan 1970 00:00:00 GMT";
constexpr std::string_view before_date = "HTTP/1.1 xxx ";

// "Sun, 06 Nov 1994 08:49:37 GMT", whatever the locale.
std::string date_text(std::time_t at) {
  constexpr std::string_view days = "SunMonTueWedThuFriSat";
  constexpr std::string_view months = "JanFebMarAprMayJunJulAugSepOctNovDec";
  std::tm utc{};
  gmtime_r(&at, &utc);
  const auto day = days.substr(static_cast<std::size_t>(utc.tm_wday) * 3, 3);
  const auto month = months.substr(static_cast<std::size_t>(utc.tm_mon) * 3, 3);
  return fmt::format("{}, {:02} {} {:04} {:02}:{:02}:{:02} GMT", day, utc.tm_mday, month,
                     utc.tm_year + 1900, utc.tm_hour, utc.tm_min, utc.tm_sec);
}

std::unique_ptr<Answer> make_answer(std::string_view status, std::string_view type,
                                    std::string_view body, Connection connection) {
  std::string_view connection_field;
  if (connection == Connection::close) connection_field = "Connection: close\r\n";
  if (connection == Connection::keep_http10) connection_field = "Connection: keep-alive\r\n";
  auto answer = std::make_unique<Answer>();
  answer->bytes = fmt::format(
      "HTTP/1.1 {}\r\nServer: joust\r\nDate: {}\r\nContent-Type: {}\r\nContent-Length: "
      "{}\r\n{}\r\n",
      status, date_placeholder, type, body.size(), connection_field);
  answer->head_size = answer->bytes.size();
  answer->close = connection == Connection::close;
  if (body.size() <= Answers::joined_limit) {
    answer->bytes += body;
  } else {
    answer->rest = body;
  }
  return answer;
}

}  // namespace

FileContent::FileContent(const std::filesystem::path& path, std::size_t copied_up_to) {
  // O_NONBLOCK: a FIFO must not hold up the start.
  const UniqueFd fd(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  if (!fd || fstat(fd.get(), &status) != 0) {
    throw user_error("cannot open {}: {}", path.string(), std::strerror(errno));
  }
  if (!S_ISREG(status.st_mode)) throw user_error("{} is not a regular file", path.string());
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size <= copied_up_to) {
    copy_ = posix::read_file(path);
    return;
  }
  void* address = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd.get(), 0);
  if (address == MAP_FAILED) throw os_error(errno, "cannot map " + path.string());
  mapped_ = {static_cast<const char*>(address), size};
}

FileContent::~FileContent() {
  if (!mapped_.empty()) munmap(const_cast<char*>(mapped_.data()), mapped_.size());
}

Documents load_documents(const Options& options) {
  namespace fs = std::filesystem;
  Documents documents;
  for (const auto& [target, file] : options.serve)
    documents.emplace_back(target, FileContent(file, Answers::joined_limit));
  if (options.root) {
    std::error_code error;
    fs::recursive_directory_iterator entries(*options.root, error);
    for (; !error && entries != fs::recursive_directory_iterator(); entries.increment(error)) {
      if (entries->symlink_status().type() != fs::file_type::regular) continue;
      const auto target = "/" + entries->path().lexically_relative(*options.root).generic_string();
      documents.emplace_back(target, FileContent(entries->path(), Answers::joined_limit));
    }
    if (error) throw user_error("--root {}: {}", options.root->string(), error.message());
  }
  return documents;
}

Answers::Answers(const Documents& documents)
    : bad_request_(
          make_answer("400 Bad Request", "text/plain", "400 Bad Request\n", Connection::close)) {
  for (const auto& [target, file] : documents) {
    auto prepared = std::make_unique<Prepared>();
    prepared->body = file.bytes();
    prepared->by_connection[0] =
        make_answer("200 OK", "application/octet-stream", prepared->body, Connection::keep);
    prepared_.emplace(target, std::move(prepared));
  }
  not_found_.body = "404 Not Found\n";
}

Answer& Answers::answer_to(const RequestHead& request) {
  Prepared* found = find(request.target);
  if (found == nullptr) found = &not_found_;
  auto& answer = found->by_connection[static_cast<std::size_t>(request.connection)];
  if (!answer) {
    answer =
        found == &not_found_
            ? make_answer("404 Not Found", "text/plain", found->body, request.connection)
            : make_answer("200 OK", "application/octet-stream", found->body, request.connection);
  }
  return *answer;
}

Answers::Prepared* Answers::find(std::string_view target) {
  const auto found = prepared_.find(target);
  if (found != prepared_.end()) return found->second.get();
  return target.starts_with(bytes_route) ? make_bytes(target) : nullptr;
}

Answers::Prepared* Answers::make_bytes(std::string_view target) {
  const auto digits = target.substr(bytes_route.size());
  std::size_t size = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), size);
  const bool exact = error == std::errc{} && end == digits.data() + digits.size();
  if (!exact || size > largest_bytes || made_bytes_ + size > most_made_bytes) return nullptr;
  made_bytes_ += size;
  auto prepared = std::make_unique<Prepared>();
  prepared->own_body = document_bytes(size);
  prepared->body = prepared->own_body;
  return prepared_.emplace(std::string(target), std::move(prepared)).first->second.get();
}

void Answers::write_date(Answer& answer, std::time_t now) {
  if (second_ != now) {
    second_ = now;
    date_ = date_text(now);
  }
  // Behind the status line, whose length varies with the phrase.
  const auto field = answer.bytes.find("\r\nDate: ", before_date.size());
  answer.bytes.replace(field + 8, date_placeholder.size(), date_);
  answer.second = now;
}

}  // namespace joust::null_server
