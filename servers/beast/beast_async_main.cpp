// joust-beast-async: the reference server on Boost.Beast with callbacks, as a careful user of it
// would write one; with --prepared the tuned one, to show what the library can carry.
#include "servers/beast/event_server.hpp"
#include "servers/beast/prepared_session.hpp"
#include "servers/beast/session.hpp"
#include "servers/beast/version.hpp"

int main(int argc, char** argv) {
  joust::site::Program program{"joust-beast-async",
                               "Reference HTTP server on Boost.Beast, with callbacks",
                               joust::beast::program_version()};
  program.prepared_help =
      "Tuned: answers prepared once a document and second, sent without Beast's serializer";
  const auto serve = [](joust::site::Worker& worker) {
    joust::beast::serve_events(worker, worker.options.prepared
                                           ? joust::beast::start_prepared_session
                                           : joust::beast::start_session);
  };
  return joust::site::server_main(program, serve, argc, argv);
}
