// joust-bufferevent: the tuned reference server on libevent: bufferevents, the project's own reader
// of requests, and answers sent from the callback that read them.
#include <event2/event.h>
#include <fmt/format.h>

#include "base/version.hpp"
#include "servers/libevent/bufferevent_server.hpp"

int main(int argc, char** argv) {
  const joust::site::Program program{
      "joust-bufferevent", "Tuned reference HTTP server on libevent's bufferevents",
      fmt::format("{} (libevent {})", joust::version(), event_get_version())};
  return joust::site::server_main(program, joust::libevent::serve_bufferevents, argc, argv);
}
