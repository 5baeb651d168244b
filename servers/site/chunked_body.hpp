// Takes a chunked body apart (RFC 9112, 7.1), piece by piece as it comes in. Strict where readers
// differ: sizes are hexadecimal digits alone, lines end in CRLF. Extensions and trailer fields are
// read and dropped. No I/O, no copies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace joust::site {

class ChunkedBody {
 public:
  enum class State { more, done, malformed };

  struct Step {
    State state = State::more;
    std::size_t used = 0;   // bytes of the window that need not be shown again
    std::string_view data;  // payload among them; call again with the rest
  };

  /// Uses all of the window unless it says otherwise: after a piece of payload, at the end of the
  /// body, or where the body is malformed.
  Step take(std::string_view window);

 private:
  enum class At {
    size,
    blank,
    extension,
    size_end,
    data,
    data_cr,
    data_lf,
    field,  // start of a trailer field, or of the empty line that ends the body
    name,
    value,
    value_end,
    last_lf,
    end
  };

  bool step(char c);
  bool size_digit(char c);
  bool after_size(char c);
  bool text(char c, At after);
  bool go(At next) {
    at_ = next;
    return true;
  }

  At at_ = At::size;
  std::uint64_t left_ = 0;    // of the chunk
  unsigned digits_ = 0;       // of the size
  std::size_t overhead_ = 0;  // extensions and trailer fields so far
};

}  // namespace joust::site
