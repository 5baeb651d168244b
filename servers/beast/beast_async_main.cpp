// joust-beast-async: the reference server on Boost.Beast with callbacks, as a careful user of it
// would write one.
#include "servers/beast/async_server.hpp"
#include "servers/beast/version.hpp"

int main(int argc, char** argv) {
  const joust::site::Program program{"joust-beast-async",
                                     "Reference HTTP server on Boost.Beast, with callbacks",
                                     joust::beast::program_version()};
  return joust::site::server_main(program, joust::beast::serve_async, argc, argv);
}
