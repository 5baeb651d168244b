// joust-evhttp: the reference server on libevent's evhttp, as a careful user of it would write one.
#include <event2/event.h>
#include <fmt/format.h>

#include "base/version.hpp"
#include "servers/libevent/evhttp_server.hpp"

int main(int argc, char** argv) {
  joust::site::Program program{
      "joust-evhttp", "Reference HTTP server on libevent's evhttp",
      fmt::format("{} (libevent {})", joust::version(), event_get_version())};
  program.header_timeout_ignored = "evhttp has one timeout for any silence, --idle-timeout";
  return joust::site::server_main(program, joust::libevent::serve_evhttp, argc, argv);
}
