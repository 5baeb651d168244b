// Plays one case against a server and writes down what came.
#pragma once

#include "tests/conformance/server_case.hpp"
#include "tests/conformance/wire.hpp"

namespace joust::test {

struct Transcript {
  std::string received;
  WireResponses responses;
  bool closed = false;  // by the server
  bool in_time = true;
  bool continued = true;             // a 100 came where one was waited for
  bool meanwhile_answered = true;    // another connection, in the middle of the case
  bool afterwards_answered = false;  // a plain GET after the case
};

Transcript play(const ServerCase& server_case, std::uint16_t port);

}  // namespace joust::test
