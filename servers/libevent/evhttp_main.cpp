// joust-evhttp: the reference server on libevent's evhttp, as a careful user of it would write one.
#include <fmt/format.h>

#include "base/version.hpp"
#include "servers/libevent/evhttp_server.hpp"

int main(int argc, char** argv) {
  const joust::site::Program program{
      "joust-evhttp", "Reference HTTP server on libevent's evhttp",
      fmt::format("{} (libevent {})", joust::version(), joust::libevent::library_version())};
  return joust::site::server_main(program, joust::libevent::serve, argc, argv);
}
