#include "suites/plan/suite_documents.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

#include "suites/catalogue/routes.hpp"

namespace joust::suites {
namespace {

constexpr Bytes largest_document{1ULL << 30};

std::optional<Bytes> read_size(const TomlTable& entry, const char* key) {
  const auto size = entry.bytes(key);
  if (size && *size > largest_document) {
    entry.complain(key, fmt::format("documents: {}: {} is more than {}", key, format_bytes(*size),
                                    format_bytes(largest_document)));
    return std::nullopt;
  }
  return size;
}

std::vector<std::string> methods_of(const std::string& route) {
  if (route == "echo") return {"POST", "PUT", "GET"};
  return {"GET", "HEAD"};
}

/// An echo's answer is its request's body: one size, under either name.
void read_echo_sizes(const TomlTable& entry, Document& document) {
  const auto bytes = read_size(entry, "bytes");
  const auto body = read_size(entry, "body");
  if (bytes && body && *bytes != *body) {
    entry.complain("body", fmt::format("documents: body: an echo answers with its body: bytes ({}) "
                                       "and body ({}) must be the same",
                                       bytes->value, body->value));
  }
  const bool sized = entry.has("bytes") || entry.has("body");
  if (document.method == "GET") {
    if (sized) entry.complain("", "documents: GET on echo has no body, so no bytes either");
    return;
  }
  if (!sized) entry.require("bytes");
  document.size = body ? *body : bytes.value_or(Bytes{0});
  document.body_size = document.size;
}

Document read_document(const TomlTable& entry) {
  Document document;
  document.route = entry.one_of("route", known_routes()).value_or("static");
  const std::vector<std::string> methods = methods_of(document.route);
  document.method = entry.one_of("method", methods).value_or(methods.front());
  if (document.route == "echo") {
    read_echo_sizes(entry, document);
  } else {
    if (entry.has("body")) {
      entry.complain("body", "documents: body: only route = \"echo\" takes a body");
    }
    if (document.route == "hello") {
      if (entry.has("bytes")) {
        entry.complain("bytes", "documents: bytes: the size of a hello page is the server's own");
      }
    } else if (entry.require("bytes")) {
      document.size = read_size(entry, "bytes").value_or(Bytes{0});
    }
  }
  entry.finish();
  return document;
}

}  // namespace

std::vector<Document> read_documents(const TomlTable& table) {
  std::vector<Document> documents;
  for (const TomlTable& entry : table.tables("documents")) {
    const Document document = read_document(entry);
    if (std::find(documents.begin(), documents.end(), document) != documents.end()) {
      table.complain_at_line("documents", entry.line(),
                             fmt::format("documents: {} is listed twice", document.id()));
    } else {
      documents.push_back(document);
    }
  }
  return documents;
}

}  // namespace joust::suites
