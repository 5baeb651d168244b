// One condition without the contender: document x connections x protocol options x mode.
#pragma once

#include <cstdint>
#include <string>

#include "base/units.hpp"

namespace joust {

/// What is requested. Content of static and bytes documents: base/document_bytes.
struct Document {
  std::string route = "static";  // static, bytes, echo, hello: the catalogue maps it to a path
  std::string method = "GET";
  Bytes size{0};       // of the answer's body
  Bytes body_size{0};  // of the request's body (echo: sent and expected back)

  std::string id() const;     // "static-52", "echo-post-1024"
  std::string label() const;  // "52 B", "POST 1024 B"
  bool operator==(const Document&) const = default;
};

struct Cell {
  Document document;
  std::uint32_t connections = 1;
  bool keepalive = true;
  std::uint32_t client_threads = 1;
  std::uint32_t server_threads = 1;

  /// Unique in a run, stable across runs: "static-52/c10", "/close", "/ct2", "/st2" added where
  /// they differ from the default.
  std::string id() const;
  std::string label() const;  // "52 B, c = 10"
  /// What `label` adds after the connections: ", close, 2 server threads"; "" for the defaults.
  std::string options_label() const;
  bool operator==(const Cell&) const = default;
};

}  // namespace joust
