#include "tests/conformance/judge.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace joust::test {
namespace {

using Json = nlohmann::json;
using Complaints = std::vector<std::string>;

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::string shortened(const std::string& text) {
  return text.size() <= 60 ? text : fmt::format("{}… ({} bytes)", text.substr(0, 60), text.size());
}

bool allows_status(const Json& list, int status) {
  return std::any_of(list.begin(), list.end(),
                     [&](const Json& one) { return one.is_number() && one.get<int>() == status; });
}

void check_fields(const Json& expected, const WireResponse& response, Complaints& complaints) {
  for (const auto& [name, value] : expected.items()) {
    const auto found = response.field(lower(name));
    const std::string wanted = value;
    if (!found || (wanted != "present" && *found != wanted)) {
      complaints.push_back(
          fmt::format("{}: {} instead of {}", name, found.value_or("nothing"), wanted));
    }
  }
}

void check_response(const Json& expected, const WireResponse& response, Complaints& complaints);

bool meets_one_of(const Json& alternatives, const WireResponse& response) {
  return std::any_of(alternatives.begin(), alternatives.end(), [&](const Json& one) {
    Complaints found;
    check_response(one, response, found);
    return found.empty();
  });
}

// The conditions that hold for an answer by itself.
void check_response(const Json& expected, const WireResponse& response, Complaints& complaints) {
  if (expected.contains("body") && response.body != expected["body"].get<std::string>()) {
    complaints.push_back("body " + shortened(response.body));
  }
  if (expected.contains("body_bytes") &&
      response.body.size() != expected["body_bytes"].get<std::size_t>()) {
    complaints.push_back(fmt::format("{} bytes of body", response.body.size()));
  }
  if (expected.value("no_body", false) && !response.body.empty()) {
    complaints.push_back("a body where none may be");
  }
  if (expected.contains("headers")) check_fields(expected["headers"], response, complaints);
  for (const auto& name : expected.value("headers_absent", Json::array())) {
    if (response.field(lower(name))) complaints.push_back("has " + name.get<std::string>());
  }
  if (expected.contains("content_type_prefix")) {
    const auto type = response.field("content-type").value_or("");
    if (!type.starts_with(expected["content_type_prefix"].get<std::string>())) {
      complaints.push_back("Content-Type " + type);
    }
  }
  for (const auto& part : expected.value("parts", Json::array())) {
    const auto text = "\r\n\r\n" + part.get<std::string>() + "\r\n";
    if (response.body.find(text) == std::string::npos) complaints.push_back("a part is missing");
  }
  if (expected.contains("any_of") && !meets_one_of(expected["any_of"], response)) {
    complaints.push_back("none of the allowed forms");
  }
  const auto condition = fmt::format("if_{}", response.status);
  if (expected.contains(condition)) check_response(expected[condition], response, complaints);
}

void check_status(const Json& expected, const WireResponse& response, Complaints& complaints) {
  if (!allows_status(expected["status"], response.status)) {
    complaints.push_back(
        fmt::format("status {} instead of {}", response.status, expected["status"].dump()));
  }
}

// After some answers the server may close instead of giving the others.
bool may_end_after(const Json& expected, const WireResponse& last, const Transcript& transcript) {
  const auto codes = expected.value("may_close_after", Json::array());
  return transcript.closed && allows_status(codes, last.status) &&
         lower(last.field("connection").value_or("")) == "close";
}

void check_number(const Json& expected, const std::vector<WireResponse>& answers,
                  std::size_t wanted, const Transcript& transcript, Complaints& complaints) {
  if (answers.size() == wanted) return;
  if (answers.size() < wanted && may_end_after(expected, answers.back(), transcript)) return;
  complaints.push_back(fmt::format("{} answers instead of {}", answers.size(), wanted));
}

void check_answers(const ServerCase& server_case, const Transcript& transcript,
                   Complaints& complaints) {
  const Json& expected = server_case.expected;
  const auto answers = transcript.responses.final_ones();
  if (answers.empty()) {
    const auto& codes = expected["status"];
    const bool silent_close =
        transcript.closed &&
        std::any_of(codes.begin(), codes.end(), [](const Json& one) { return one.is_null(); });
    const bool bare_body = transcript.closed && expected.contains("http09_ok") &&
                           transcript.received == expected["http09_ok"].get<std::string>();
    if (!silent_close && !bare_body) complaints.push_back("no whole answer");
    return;
  }
  check_status(expected, answers[0], complaints);
  check_response(expected, answers[0], complaints);
  const auto next = expected.value("next", Json::array());
  for (std::size_t i = 0; i < next.size() && i + 1 < answers.size(); ++i) {
    check_status(next[i], answers[i + 1], complaints);
    check_response(next[i], answers[i + 1], complaints);
  }
  check_number(expected, answers, server_case.most_responses(), transcript, complaints);
  if (!transcript.responses.rest.empty()) {
    complaints.push_back("bytes that are no answer: " + shortened(transcript.responses.rest));
  }
}

void check_interim(const Json& expected, const Transcript& transcript, Complaints& complaints) {
  const auto allowed = expected.value("interim", Json::array());
  for (const auto& response : transcript.responses.all) {
    if (response.interim() && !allows_status(allowed, response.status)) {
      complaints.push_back(fmt::format("an interim {}", response.status));
    }
  }
  if (!allowed.empty() && !transcript.continued) complaints.push_back("no 100 before the body");
}

void check_connection(const Json& expected, const Transcript& transcript, Complaints& complaints) {
  if (!expected.contains("must_close") || expected["must_close"].is_null()) return;
  const bool wanted = expected["must_close"];
  if (wanted && !transcript.closed) complaints.push_back("the connection stays open");
  if (!wanted && transcript.closed) complaints.push_back("the connection is closed");
}

}  // namespace

Complaints judge(const ServerCase& server_case, const Transcript& transcript) {
  const Json& expected = server_case.expected;
  Complaints complaints;
  if (!server_case.reset_after_1000_bytes) {
    check_answers(server_case, transcript, complaints);
    check_interim(expected, transcript, complaints);
    check_connection(expected, transcript, complaints);
  }
  for (const auto& text : expected.value("never_contains", Json::array())) {
    if (transcript.received.find(text.get<std::string>()) != std::string::npos) {
      complaints.push_back("contains " + text.get<std::string>());
    }
  }
  if (!transcript.in_time) complaints.push_back("not finished in time");
  if (!transcript.meanwhile_answered) complaints.push_back("others had to wait");
  if (!transcript.afterwards_answered) complaints.push_back("no answer to the next client");
  return complaints;
}

}  // namespace joust::test
