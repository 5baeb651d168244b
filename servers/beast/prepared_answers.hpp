// Answers kept as they go over the wire, for requests that ask for a document and nothing else:
// written once a document and second, for the Date. Never older than what the site would answer.
// What they hold is bounded, descriptors too: once it is full, the rest of the second goes without.
// Knows no sockets. One object a thread, no locks.
#pragma once

#include <cstddef>
#include <ctime>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "servers/site/request.hpp"
#include "servers/site/response.hpp"

namespace joust::beast {

struct PreparedAnswer {
  std::string text;  // the head, and the body where it is small
  site::Body rest;   // what follows; an empty string: nothing
};

class PreparedAnswers {
 public:
  /// A body up to this size is copied behind its head, to be sent as one piece.
  static constexpr std::size_t small_body = 65536;
  /// Answers with a larger one, each of which may hold a descriptor: with the site's own documents
  /// they stay below what is set aside for a thread (site::most_connections).
  static constexpr std::size_t most_large = 32;
  /// Of everything that is kept, bodies that lie elsewhere included.
  static constexpr std::size_t most_bytes = std::size_t{64} << 20;

  /// A GET that may be answered from here: nothing but the target decides what it gets.
  static bool is_plain(const site::Request& request);

  /// Null: ask the site.
  std::shared_ptr<const PreparedAnswer> find(std::string_view target, std::time_t now) const;
  /// What the site has answered to a plain request. Null: not one to be kept, or no room for it.
  std::shared_ptr<const PreparedAnswer> keep(std::string_view target,
                                             const site::Response& response, std::time_t now,
                                             std::string_view date);

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };

  void begin_second(std::time_t now);

  std::unordered_map<std::string, std::shared_ptr<const PreparedAnswer>, Hash, std::equal_to<>>
      kept_;
  std::time_t second_ = 0;  // in which the site gave all of them
  std::size_t bytes_ = 0;
  std::size_t large_ = 0;
};

}  // namespace joust::beast
