#include "tests/client/cli/joust_load.hpp"

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.hpp"
#include "client/engines/choice.hpp"
#include "results/store/json_text.hpp"
#include "tests/support/catch.hpp"

namespace joust::test {
namespace {

void check_accounts(const LoadResult& result) {
  const RequestCounts& requests = result.requests;
  CHECK(requests.started == requests.ok + requests.failed + requests.in_flight);
  std::uint64_t by_class = 0;
  for (const std::uint64_t count : requests.failed_by_class) by_class += count;
  CHECK(by_class == requests.failed);
  CHECK(result.bytes.received == result.bytes.framing + result.bytes.body + result.bytes.partial);
  CHECK(result.validity != Validity::invalid);
  // No odd run time: neither none nor one that came of numbers below zero.
  CHECK(result.elapsed_ns > 0);
  CHECK(result.elapsed_ns < 100'000'000'000);
  CHECK(result.window.length_ns <= result.elapsed_ns + 1);  // the end is not in it
}

/// The one that JOUST_TEST_ENGINE names, where this machine has it.
std::string engine_under_test() {
  const char* engine = std::getenv("JOUST_TEST_ENGINE");
  if (engine == nullptr) return "";
  try {
    client::make_engine(engine, 1);
    return engine;
  } catch (const Error& error) {
    WARN("NOT TESTED on " << engine << ": " << error.what());
    return "";
  }
}

}  // namespace

Finished run(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), program);
  Command command;
  command.argv = std::move(arguments);
  return run_to_end(command);
}

Finished run_shell(const std::string& script) {
  Command command;
  command.argv = {"/bin/sh", "-c", script};
  return run_to_end(command);
}

LoadResult result_in(const std::string& text) {
  // Strict: neither NaN nor anything behind the text passes.
  CHECK(nlohmann::json::accept(text));
  LoadResult result = store::load_result_from_json(text, "stdout");
  check_accounts(result);
  return result;
}

Measured measure(std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), {"--format", "json", "-q"});
  static const std::string engine = engine_under_test();
  if (!engine.empty()) arguments.insert(arguments.end(), {"--engine", engine});
  Finished finished = run(std::move(arguments));
  return {finished.exit_code, result_in(finished.out), std::move(finished.err)};
}

Script scripted(std::string bytes, ScriptEnd end) {
  Script script;
  script.parts.push_back({std::move(bytes)});
  script.end = end;
  return script;
}

std::uint64_t failed(const LoadResult& result, FailureClass failure) {
  return result.requests.failed_by_class[static_cast<std::size_t>(failure)];
}

}  // namespace joust::test
