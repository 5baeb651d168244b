// Reads answers off a connection, split wherever the network splits them. One a connection, small;
// what it has learnt about heads (HeadMemory) is shared by all connections of a thread.
// Knows nothing of sockets, clocks or what a right answer is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "client/http/head_memory.hpp"

namespace joust::client {

enum class ReadEvent : std::uint8_t {
  need_more,  // all input is used up
  body,       // a piece of the body; more may be in the input
  complete,   // the answer is whole; `body` may hold its last piece; the rest of the input is not
              // this answer's
  broken,     // no valid answer; see problem()
};

struct ReadStep {
  ReadEvent event = ReadEvent::need_more;
  std::string_view body;  // points into the input
};

class ResponseReader {
 public:
  /// Uses up the front of `input` to the next event. After `complete` or `broken` only reset().
  ReadStep read(std::string_view& input, HeadMemory& memory);
  /// The body of the usual answer: a remembered head with a body of known length, all of it at the
  /// front of `input`. Nothing is used up where that is not there; else as after `complete`.
  std::optional<std::string_view> read_whole(std::string_view& input, HeadMemory& memory);
  /// The stream has ended: `complete` where that ends the answer, else `broken` (cut short).
  ReadEvent end_of_stream();
  void reset() {
    if (spill_) [[unlikely]]
      spill_.reset();
    remaining_ = 0;
    body_bytes_ = 0;
    framing_bytes_ = 0;
    problem_ = nullptr;
    line_bytes_ = 0;
    status_ = 0;
    state_ = State::head;
    keepalive_ = false;
  }

  /// Valid once the head is in.
  int status() const { return status_; }
  bool keepalive() const { return keepalive_; }

  std::uint64_t body_bytes() const { return body_bytes_; }
  std::uint64_t framing_bytes() const { return framing_bytes_; }
  /// All bytes used up since reset().
  std::uint64_t used_bytes() const { return body_bytes_ + framing_bytes_; }
  const char* problem() const { return problem_; }

  /// Bytes that may be dropped unread because all of them are body; 0 outside bodies.
  std::uint64_t skippable() const;
  /// As if `count` (at most skippable()) body bytes had been read.
  ReadEvent skip(std::uint64_t count);

 private:
  enum class State : std::uint8_t {
    head,
    body_length,
    body_until_close,
    chunk_size_first,
    chunk_size,
    chunk_blank,
    chunk_extension,
    chunk_size_lf,
    chunk_data,
    chunk_data_end,
    chunk_data_lf,
    trailer_start,
    trailer_line,
    trailer_lf,
    last_lf,
    finished,
  };
  struct Spill {
    std::string bytes;
    std::size_t searched = 0;
  };

  ReadStep read_head(std::string_view& input, HeadMemory& memory);
  bool begin_body(const Head& head);
  ReadEvent take_head(std::string_view bytes, HeadMemory& memory);
  ReadEvent continue_spill(std::string_view& input, HeadMemory& memory);
  ReadStep read_chunked(std::string_view& input);
  ReadEvent chunk_framing(char c);
  ReadEvent chunk_size_ended();
  ReadStep take_body(std::string_view& input);
  ReadEvent broken(const char* problem);

  std::unique_ptr<Spill> spill_;  // only while a head is split
  std::uint64_t remaining_ = 0;   // of the body or chunk; while reading a size: the size so far
  std::uint64_t body_bytes_ = 0;
  std::uint64_t framing_bytes_ = 0;
  const char* problem_ = nullptr;
  std::uint32_t line_bytes_ = 0;  // of the chunk line or the trailers so far
  std::uint16_t status_ = 0;
  State state_ = State::head;
  bool keepalive_ = false;
};

inline std::optional<std::string_view> ResponseReader::read_whole(std::string_view& input,
                                                                  HeadMemory& memory) {
  const Head& head = memory.head();
  const std::size_t whole = memory.size() + head.length;
  const bool possible = head.framing == BodyFraming::length && input.size() >= whole &&
                        state_ == State::head && !spill_ && line_bytes_ == 0;
  if (!possible || memory.match(input) == 0) return std::nullopt;
  const std::string_view body = input.substr(memory.size(), head.length);
  input.remove_prefix(whole);
  status_ = head.status;
  keepalive_ = head.keepalive;
  framing_bytes_ = memory.size();
  body_bytes_ = head.length;
  state_ = State::finished;
  return body;
}

}  // namespace joust::client
