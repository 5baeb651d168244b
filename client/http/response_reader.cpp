#include "client/http/response_reader.hpp"

#include <algorithm>
#include <limits>

namespace joust::client {
namespace {

constexpr std::uint32_t longest_chunk_line = 16 * 1024;
constexpr std::uint32_t stray_line_end_bytes = 8;  // tolerated before a status line
constexpr std::uint64_t endless = std::numeric_limits<std::int64_t>::max();

bool is_line_end(char c) { return c == '\r' || c == '\n'; }

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

ReadStep ResponseReader::read(std::string_view& input, HeadMemory& memory) {
  switch (state_) {
    case State::head:
      return read_head(input, memory);
    case State::body_length:
    case State::body_until_close:
      return take_body(input);
    case State::finished:
      return {ReadEvent::broken, {}};
    default:
      return read_chunked(input);
  }
}

ReadEvent ResponseReader::end_of_stream() {
  if (state_ == State::body_until_close) {
    state_ = State::finished;
    return ReadEvent::complete;
  }
  return broken("the stream ended before the answer");
}

ReadEvent ResponseReader::broken(const char* problem) {
  state_ = State::finished;
  problem_ = problem;
  return ReadEvent::broken;
}

ReadStep ResponseReader::read_head(std::string_view& input, HeadMemory& memory) {
  while (true) {
    if (!spill_) {
      // Empty lines before the status line: some servers send one after a body.
      while (!input.empty() && is_line_end(input.front())) {
        input.remove_prefix(1);
        ++framing_bytes_;
        if (++line_bytes_ > stray_line_end_bytes) return {broken("empty lines without end"), {}};
      }
      if (input.empty()) return {};
      if (const std::size_t size = memory.match(input)) {
        framing_bytes_ += size;
        input.remove_prefix(size);
        if (begin_body(memory.head())) return {ReadEvent::complete, {}};
        return input.empty() ? ReadStep{} : read(input, memory);
      }
    }
    const ReadEvent event = continue_spill(input, memory);
    if (event == ReadEvent::body) {
      if (state_ == State::head) continue;  // an interim answer: the next head follows
      return input.empty() ? ReadStep{} : read(input, memory);
    }
    return {event, {}};
  }
}

/// Works on a head that memory does not know. `body`: a head was taken and the answer goes on.
ReadEvent ResponseReader::continue_spill(std::string_view& input, HeadMemory& memory) {
  if (!spill_) {
    if (const std::size_t size = head_size(input)) {
      const std::string_view bytes = input.substr(0, size);
      framing_bytes_ += size;
      input.remove_prefix(size);
      return take_head(bytes, memory);
    }
    spill_ = std::make_unique<Spill>();
  }
  const std::size_t before = spill_->bytes.size();
  spill_->bytes += input;
  const std::size_t size = head_size(spill_->bytes, spill_->searched);
  if (size == 0) {
    framing_bytes_ += input.size();
    input.remove_prefix(input.size());
    spill_->searched = spill_->bytes.size();
    if (!may_begin_head(spill_->bytes)) return broken("no HTTP/1 status line");
    if (spill_->bytes.size() > max_head_bytes) return broken("head over 256 KiB");
    return ReadEvent::need_more;
  }
  const std::size_t used = size - before;  // the end was not there before, so it is in the input
  framing_bytes_ += used;
  input.remove_prefix(used);
  const auto spilled = std::move(spill_);
  return take_head(std::string_view(spilled->bytes).substr(0, size), memory);
}

ReadEvent ResponseReader::take_head(std::string_view bytes, HeadMemory& memory) {
  if (bytes.size() > max_head_bytes) return broken("head over 256 KiB");
  const ParsedHead parsed = parse_head(bytes, memory.answers_head_request());
  if (parsed.problem != nullptr) return broken(parsed.problem);
  line_bytes_ = 0;
  if (parsed.head.interim()) return ReadEvent::body;
  memory.remember(bytes, parsed.head);
  return begin_body(parsed.head) ? ReadEvent::complete : ReadEvent::body;
}

/// True where the answer is whole with its head.
bool ResponseReader::begin_body(const Head& head) {
  status_ = head.status;
  keepalive_ = head.keepalive;
  line_bytes_ = 0;
  switch (head.framing) {
    case BodyFraming::none:
      state_ = State::finished;
      return true;
    case BodyFraming::length:
      remaining_ = head.length;
      state_ = head.length == 0 ? State::finished : State::body_length;
      return head.length == 0;
    case BodyFraming::chunked:
      remaining_ = 0;
      state_ = State::chunk_size_first;
      return false;
    case BodyFraming::until_close:
      remaining_ = endless;
      state_ = State::body_until_close;
      return false;
  }
  return false;
}

ReadStep ResponseReader::take_body(std::string_view& input) {
  if (input.empty()) return {};
  const std::size_t size = std::min<std::uint64_t>(input.size(), remaining_);
  const std::string_view piece = input.substr(0, size);
  input.remove_prefix(size);
  return {skip(size), piece};
}

std::uint64_t ResponseReader::skippable() const {
  const bool in_body = state_ == State::body_length || state_ == State::body_until_close ||
                       state_ == State::chunk_data;
  return in_body ? remaining_ : 0;
}

ReadEvent ResponseReader::skip(std::uint64_t count) {
  body_bytes_ += count;
  if (state_ == State::body_until_close) return ReadEvent::body;
  remaining_ -= count;
  if (remaining_ > 0) return ReadEvent::body;
  if (state_ == State::chunk_data) {
    state_ = State::chunk_data_end;
    return ReadEvent::body;
  }
  state_ = State::finished;
  return ReadEvent::complete;
}

// --- chunked coding, RFC 9112 section 7.1; every line may end in LF alone

ReadStep ResponseReader::read_chunked(std::string_view& input) {
  while (!input.empty()) {
    if (state_ == State::chunk_data) return take_body(input);
    const char c = input.front();
    input.remove_prefix(1);
    ++framing_bytes_;
    const ReadEvent event = chunk_framing(c);
    if (event != ReadEvent::need_more) return {event, {}};
  }
  return {};
}

ReadEvent ResponseReader::chunk_size_ended() {
  line_bytes_ = 0;
  state_ = remaining_ == 0 ? State::trailer_start : State::chunk_data;
  return ReadEvent::need_more;
}

ReadEvent ResponseReader::chunk_framing(char c) {
  switch (state_) {
    case State::chunk_size_first:
    case State::chunk_size: {
      const int digit = hex_digit(c);
      if (digit >= 0) {
        if (remaining_ > endless >> 4) return broken("chunk size of 2^63 or more");
        remaining_ = remaining_ << 4 | static_cast<std::uint64_t>(digit);
        state_ = State::chunk_size;
        if (++line_bytes_ > longest_chunk_line) return broken("chunk line without end");  // zeros
        return ReadEvent::need_more;
      }
      if (state_ == State::chunk_size_first) return broken("chunk without a size");
      [[fallthrough]];
    }
    case State::chunk_blank:
      if (c == '\n') return chunk_size_ended();
      if (c == '\r') {
        state_ = State::chunk_size_lf;
      } else if (c == ';') {
        state_ = State::chunk_extension;
      } else if (c == ' ' || c == '\t') {
        state_ = State::chunk_blank;
        if (++line_bytes_ > longest_chunk_line) return broken("chunk line without end");
      } else {
        return broken("malformed chunk size");
      }
      return ReadEvent::need_more;
    case State::chunk_extension:
      if (c == '\n') return chunk_size_ended();
      if (c == '\r') state_ = State::chunk_size_lf;
      if (++line_bytes_ > longest_chunk_line) return broken("chunk line without end");
      return ReadEvent::need_more;
    case State::chunk_size_lf:
      return c == '\n' ? chunk_size_ended() : broken("CR without LF in a chunk line");
    case State::chunk_data_end:
      if (c == '\r') {
        state_ = State::chunk_data_lf;
        return ReadEvent::need_more;
      }
      [[fallthrough]];
    case State::chunk_data_lf:
      if (c != '\n') return broken("chunk longer than its size");
      state_ = State::chunk_size_first;
      return ReadEvent::need_more;
    case State::trailer_start:
      if (c == '\r') {
        state_ = State::last_lf;
        return ReadEvent::need_more;
      }
      [[fallthrough]];
    case State::last_lf:
      if (c == '\n') {
        state_ = State::finished;
        return ReadEvent::complete;
      }
      if (state_ == State::last_lf) return broken("CR without LF after the last chunk");
      state_ = State::trailer_line;
      [[fallthrough]];
    case State::trailer_line:
      if (++line_bytes_ > max_head_bytes) return broken("trailers over 256 KiB");
      if (c == '\n') state_ = State::trailer_start;
      if (c == '\r') state_ = State::trailer_lf;
      return ReadEvent::need_more;
    case State::trailer_lf:
      if (c != '\n') return broken("CR without LF in a trailer");
      state_ = State::trailer_start;
      return ReadEvent::need_more;
    default:
      return broken("reader in an impossible state");
  }
}

}  // namespace joust::client
