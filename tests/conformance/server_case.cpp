#include "tests/conformance/server_case.hpp"

#include <regex>

#include "base/posix.hpp"

namespace joust::test {
namespace {

constexpr int machine_factor = 4;

// In the file one character is one byte: characters beyond ASCII stand for the bytes 128 to 255.
std::string latin1(const std::string& utf8) {
  std::string bytes;
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    const auto c = static_cast<unsigned char>(utf8[i]);
    if (c < 0x80) {
      bytes.push_back(utf8[i]);
    } else {
      const auto next = static_cast<unsigned char>(utf8[++i]);
      bytes.push_back(static_cast<char>((c << 6) | (next & 0x3f)));
    }
  }
  return bytes;
}

RequestPart read_part(const nlohmann::json& json) {
  RequestPart part;
  const auto text = latin1(json.at("text"));
  for (int i = json.value("repeat", 1); i > 0; --i) part.bytes += text;
  part.delay = Milliseconds(json.value("delay_ms", 0));
  part.wait_for_continue = json.contains("wait_for");
  return part;
}

std::vector<std::string> methods_in(const std::vector<RequestPart>& parts) {
  static const std::regex request_line("([A-Z]+) [^ \r\n]+ HTTP/1");
  std::vector<std::string> methods;
  for (const auto& part : parts) {
    // Long parts are bodies and field values, not heads.
    const auto text = part.bytes.substr(0, 8192);
    for (std::sregex_iterator found(text.begin(), text.end(), request_line), end; found != end;
         ++found) {
      methods.push_back((*found)[1]);
    }
  }
  return methods;
}

ServerCase read_case(const nlohmann::json& json) {
  ServerCase read;
  read.id = json.at("id");
  read.description = json.at("description");
  if (json.contains("request_parts")) {
    for (const auto& part : json["request_parts"]) read.parts.push_back(read_part(part));
  } else {
    read.parts.push_back({latin1(json.at("request_bytes")), Milliseconds(0), false});
  }
  read.methods = methods_in(read.parts);
  if (json.contains("byte_interval_ms")) {
    read.byte_interval = Milliseconds(json["byte_interval_ms"].get<int>());
  }
  const std::string after = json.value("after", "");
  read.half_close = after == "half_close";
  read.reset_after_1000_bytes = after == "reset_after_1000_bytes";
  read.repeat = json.value("repeat", 1U);
  read.expected = json.at("expected");
  return read;
}

}  // namespace

std::size_t ServerCase::most_responses() const { return expected.value("responses", 1U); }

bool ServerCase::must_close() const {
  return expected.contains("must_close") && expected["must_close"].is_boolean() &&
         expected["must_close"].get<bool>();
}

Milliseconds ServerCase::limit() const {
  return Milliseconds(expected.value("finish_within_ms", 1000) * machine_factor);
}

std::vector<ServerCase> load_server_cases() {
  const auto text =
      posix::read_file(std::string(JOUST_SOURCE_DIR) + "/tests/conformance/server_cases.json");
  std::vector<ServerCase> cases;
  for (const auto& json : nlohmann::json::parse(text)) cases.push_back(read_case(json));
  return cases;
}

}  // namespace joust::test
