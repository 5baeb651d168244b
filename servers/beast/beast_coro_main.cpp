// joust-beast-coro: the reference server on Boost.Beast with C++20 coroutines.
#include "servers/beast/coro_session.hpp"
#include "servers/beast/event_server.hpp"
#include "servers/beast/version.hpp"

int main(int argc, char** argv) {
  const joust::site::Program program{"joust-beast-coro",
                                     "Reference HTTP server on Boost.Beast, with C++20 coroutines",
                                     joust::beast::program_version()};
  const auto serve = [](joust::site::Worker& worker) {
    joust::beast::serve_events(worker, joust::beast::start_coroutine);
  };
  return joust::site::server_main(program, serve, argc, argv);
}
