// joust-beast-threads: the reference server on Boost.Beast with a thread a connection.
#include "servers/beast/thread_server.hpp"
#include "servers/beast/version.hpp"

int main(int argc, char** argv) {
  joust::site::Program program{"joust-beast-threads",
                               "Reference HTTP server on Boost.Beast, with a thread a connection",
                               joust::beast::program_version()};
  program.threads_ignored = "every connection has a thread of its own";
  return joust::site::server_main(program, joust::beast::serve_threads, argc, argv);
}
