#include "tests/client/load/loads.hpp"

#include <cstdlib>
#include <utility>

#include "base/error.hpp"
#include "client/engines/choice.hpp"
#include "tests/support/catch.hpp"

namespace joust::test {

using namespace std::chrono_literals;

namespace {

bool is_possible(const std::string& engine) {
  try {
    client::make_engine(engine, 1);
    return true;
  } catch (const Error& error) {
    WARN("NOT TESTED on " << engine << ": " << error.what());
    return false;
  }
}

}  // namespace

LoadResult load(LoadPlan plan, const client::LoadHooks& hooks) {
  const char* engine = std::getenv("JOUST_TEST_ENGINE");
  if (engine != nullptr && plan.engine == "auto" && is_possible(engine)) plan.engine = engine;
  return client::run_load(plan, hooks);
}

Script answering(std::string bytes, ScriptEnd end) {
  Script script;
  script.parts.push_back({std::move(bytes)});
  script.end = end;
  return script;
}

std::string answer_with(const std::string& body) {
  return "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

LoadPlan counted(const ScriptedPeer& peer, std::uint64_t requests, std::uint32_t connections) {
  LoadPlan plan;
  plan.url = peer.url();
  plan.requests = requests;
  plan.connections = connections;
  plan.timeout = 5s;
  return plan;
}

std::uint64_t failed(const LoadResult& result, FailureClass failure) {
  return result.requests.failed_by_class[static_cast<std::size_t>(failure)];
}

void check_identities(const LoadResult& result) {
  const RequestCounts& requests = result.requests;
  CHECK(requests.started == requests.ok + requests.failed + requests.in_flight);
  CHECK(result.bytes.received == result.bytes.framing + result.bytes.body + result.bytes.partial);
  CHECK(result.validity != Validity::invalid);
  std::uint64_t by_class = 0;
  for (const std::uint64_t count : requests.failed_by_class) by_class += count;
  CHECK(by_class == requests.failed);
  CHECK(result.window.ok + result.window.failed <= requests.ok + requests.failed);
}

}  // namespace joust::test
