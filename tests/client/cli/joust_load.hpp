// The program joust-load as tests run it: to its end, with its output and its result.
#pragma once

#include <string>
#include <vector>

#include "results/model/load_result.hpp"
#include "tests/support/contains.hpp"
#include "tests/support/scripted_peer.hpp"
#include "tests/support/subprocess.hpp"

namespace joust::test {

inline const std::string program = JOUST_BIN_DIR "/joust-load";
inline const std::string hello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

Finished run(std::vector<std::string> arguments);
Finished run_shell(const std::string& script);

struct Measured {
  int exit_code = -1;
  LoadResult result;
  std::string err;
};
/// Runs with --format json; checks that standard output is one JSON text, read strictly, and that
/// the accounts of the result agree.
Measured measure(std::vector<std::string> arguments);
/// The same of a run that has ended.
LoadResult result_in(const std::string& text);

/// Answers every request with `bytes`.
Script scripted(std::string bytes, ScriptEnd end = ScriptEnd::keep);

std::uint64_t failed(const LoadResult& result, FailureClass failure);

}  // namespace joust::test
