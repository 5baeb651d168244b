// Verify, then measure: asks for a document once and compares every byte. Also what the server is
// asked before it counts as ready, and again after the load.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "client/http/fetch.hpp"
#include "results/model/cell.hpp"

namespace joust::suites {

/// The body a right answer has; nothing where only the server knows it (hello).
std::optional<std::string> expected_body(const Document& document);

/// The request that the load will repeat.
client::FetchRequest request_for(const Document& document, const std::string& url);

/// What is wrong with the answer, each a sentence; empty: nothing.
std::vector<std::string> reasons_against(const client::FetchedAnswer& answer,
                                         const Document& document);

struct Verified {
  std::vector<std::string> reasons;  // empty: the answer is right
  std::optional<client::FetchedAnswer> answer;
};
Verified verify_document(const Document& document, const std::string& url,
                         Nanoseconds timeout = std::chrono::seconds{5});

/// What the answer after the load has differently from the one before: header names come and go,
/// lengths and types change. Values that may change from answer to answer (Date) are left alone.
std::vector<std::string> changes_between(const client::FetchedAnswer& before,
                                         const client::FetchedAnswer& after);

}  // namespace joust::suites
