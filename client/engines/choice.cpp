#include "client/engines/choice.hpp"

#include "base/error.hpp"
#include "client/engines/epoll.hpp"
#include "client/engines/uring.hpp"

namespace joust::client {

const std::vector<std::string>& engine_names() {
  static const std::vector<std::string> names = {"auto", "epoll", "uring"};
  return names;
}

std::string_view engine_for(std::string_view asked) { return asked == "auto" ? "epoll" : asked; }

std::unique_ptr<Engine> make_engine(std::string_view name, std::size_t slots) {
  if (name == "uring") return make_uring_engine(slots);
  return make_epoll_engine(slots);
}

}  // namespace joust::client
