// What the reference servers answer: one function for all of them, so that a comparison of servers
// is not one of what they send. No clock, no socket, no thread in here.
#pragma once

#include <ctime>
#include <filesystem>
#include <optional>

#include "servers/site/documents.hpp"
#include "servers/site/request.hpp"
#include "servers/site/response.hpp"

namespace joust::site {

/// What can be asked for. One object a thread.
struct Site {
  explicit Site(const std::optional<std::filesystem::path>& root) : documents(root) {}

  Documents documents;
  ByteDocuments byte_documents;
};

/// The answer to a request whose body, if it has one, is `body_length` bytes long. `now` is the
/// second in which cached documents count as fresh. Routes: files below the root, /bytes/N, /echo,
/// /hello.
Response respond(const Request& request, std::uint64_t body_length, Site& site, std::time_t now);

/// Uploads up to this size are read before they are answered; longer ones are echoed while they
/// come in, where their length is known. Of chunks it is not, and what turns out to be above the
/// limit must still be refused: they are read whole.
constexpr std::uint64_t held_upload = 65536;

/// Whether the answer to a request that is not refused is its own body; other bodies are read and
/// forgotten.
bool echoes(const Request& request);

/// The answer for a head that was not even read to its end, or a body above the limit. `to_head`:
/// the method is HEAD, which never gets a body.
Response refusal(int status, bool to_head);

/// Whether a head that cannot be read, as far as it has come, is one of HEAD.
bool is_begin_of_head(std::string_view text);

}  // namespace joust::site
