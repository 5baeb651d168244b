// Reads heads of HTTP/1.x requests (RFC 9112) out of a window of bytes that grows as they come in.
// Strict: a spelling that two readers could understand differently is refused. No I/O, no copies;
// the body is the engine's, with chunked_body.hpp where it comes in chunks.
#pragma once

#include <cstddef>
#include <string_view>

#include "servers/site/request.hpp"

namespace joust::site {

class RequestReader {
 public:
  /// A head above this is refused with 431, or 414 where its first line alone is as long.
  static constexpr std::size_t limit = 65536;

  enum class State { incomplete, complete, refused };

  struct Result {
    State state = State::incomplete;
    std::size_t size = 0;  // complete: of the head, with empty lines before it
    int status = 0;        // refused: what to answer before closing
  };

  /// `window` begins where it began at the last call, and holds what it held then. When the head is
  /// complete its fields have been taken into `request`, whose views point into `window`;
  /// refusal_of(request) has the last word. The reader is then ready for the next head.
  Result read(std::string_view window, Request& request);

  /// Whether a request has begun: something other than empty lines came.
  bool begun() const { return scanned_ > start_; }

 private:
  Result refuse(int status);
  Result too_large();
  Result wait(std::string_view window);

  std::size_t start_ = 0;    // of the request line: empty lines before it are skipped
  std::size_t line_ = 0;     // start of the line that is not complete yet
  std::size_t scanned_ = 0;  // no line ends between line_ and here
};

}  // namespace joust::site
