#include "servers/beast/upload.hpp"

#include <utility>

namespace joust::beast {

Upload::Upload(RequestParser&& head) : parser_(std::move(head)), piece_(new char[room]) {
  parser_.eager(true);
  make_room();
}

void Upload::make_room() { parser_.get().body() = {piece_.get(), room, true}; }

bool Upload::has_piece() const { return parser_.get().body().size < room; }

void Upload::pass_on(Answer& answer) {
  answer.give({piece_.get(), room - parser_.get().body().size}, !parser_.is_done());
  make_room();
}

}  // namespace joust::beast
