#include "suites/run/preflight.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <string_view>

#include "base/document_bytes.hpp"
#include "base/sha256.hpp"

namespace joust::suites {
namespace {

std::string lower(std::string_view text) {
  std::string result{text};
  std::transform(result.begin(), result.end(), result.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return result;
}

std::map<std::string, std::string> headers_of(const client::FetchedAnswer& answer) {
  std::map<std::string, std::string> headers;
  for (const Header& header : answer.headers) headers.emplace(lower(header.name), header.value);
  return headers;
}

bool keeps_its_value(const std::string& name) {
  return name == "content-length" || name == "content-type" || name == "content-encoding" ||
         name == "transfer-encoding" || name == "server";
}

std::string length_reason(std::size_t got, std::size_t expected) {
  if (got > expected) {
    return fmt::format("the body has {} bytes, {} too many", got, got - expected);
  }
  return fmt::format("the body has {} bytes, {} are missing", got, expected - got);
}

std::string content_reason(const std::string& got, const std::string& expected) {
  const auto [at, unused] = std::mismatch(got.begin(), got.end(), expected.begin());
  return fmt::format("the body is wrong from byte {} on (SHA-256 {}, expected {})",
                     at - got.begin(), sha256_hex(got), sha256_hex(expected));
}

}  // namespace

std::optional<std::string> expected_body(const Document& document) {
  if (document.method == "HEAD") return std::string{};
  if (document.route == "hello") return std::nullopt;
  if (document.route == "echo") return document_bytes(document.body_size.value);
  return document_bytes(document.size.value);
}

client::FetchRequest request_for(const Document& document, const std::string& url) {
  client::FetchRequest request;
  request.url = url;
  request.method = document.method;
  if (document.body_size.value > 0) request.body = document_bytes(document.body_size.value);
  return request;
}

std::vector<std::string> reasons_against(const client::FetchedAnswer& answer,
                                         const Document& document) {
  std::vector<std::string> reasons;
  if (answer.status != 200) {
    reasons.push_back(fmt::format("the status is {}, expected 200", answer.status));
    return reasons;  // the body of another status is another page
  }
  const std::optional<std::string> expected = expected_body(document);
  if (!expected) {
    if (answer.body.empty()) reasons.emplace_back("the body is empty");
  } else if (answer.body.size() != expected->size()) {
    reasons.push_back(length_reason(answer.body.size(), expected->size()));
  } else if (answer.body != *expected) {
    reasons.push_back(content_reason(answer.body, *expected));
  }
  return reasons;
}

Verified verify_document(const Document& document, const std::string& url, Nanoseconds timeout) {
  client::FetchRequest request = request_for(document, url);
  request.timeout = timeout;
  client::FetchOutcome outcome = client::fetch(request);
  Verified verified;
  if (outcome.answer) {
    verified.reasons = reasons_against(*outcome.answer, document);
  } else {
    verified.reasons.push_back(outcome.problem);
  }
  for (std::string& reason : verified.reasons) {
    reason = fmt::format("{} {}: {}", document.method, url, reason);
  }
  verified.answer = std::move(outcome.answer);
  return verified;
}

std::vector<std::string> changes_between(const client::FetchedAnswer& before,
                                         const client::FetchedAnswer& after) {
  const auto earlier = headers_of(before);
  const auto later = headers_of(after);
  std::vector<std::string> changes;
  for (const auto& [name, value] : earlier) {
    const auto found = later.find(name);
    if (found == later.end()) {
      changes.push_back(fmt::format("the header {} is gone after the load", name));
    } else if (keeps_its_value(name) && found->second != value) {
      changes.push_back(fmt::format("the header {} was '{}' and is '{}' after the load", name,
                                    value, found->second));
    }
  }
  for (const auto& [name, value] : later) {
    if (!earlier.contains(name)) {
      changes.push_back(fmt::format("the header {} is new after the load", name));
    }
  }
  return changes;
}

}  // namespace joust::suites
