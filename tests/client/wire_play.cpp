#include "tests/client/wire_play.hpp"

#include <fmt/format.h>
#include <map>

namespace joust::test {
namespace {

std::map<std::string, std::uint64_t> failures_of(const LoadResult& result) {
  std::map<std::string, std::uint64_t> failures;
  for (std::size_t i = 0; i < failure_class_count; ++i)
    if (result.requests.failed_by_class[i] > 0)
      failures[std::string(name_of(static_cast<FailureClass>(i)))] =
          result.requests.failed_by_class[i];
  return failures;
}

/// Every difference from one accepted outcome, in words; empty: this is what happened.
std::string differences(const WirePlay& play, const WireOutcome& wanted) {
  const LoadResult& result = play.result;
  std::string text;
  const auto expect = [&](bool right, const std::string& what) {
    if (!right) text += (text.empty() ? "" : "; ") + what;
  };
  expect(result.requests.ok == wanted.ok, fmt::format("{} ok", result.requests.ok));
  std::string failures;
  for (const auto& [name, count] : failures_of(result))
    failures += fmt::format("{} {} ", name, count);
  expect(failures_of(result) == wanted.failures, "failures: " + failures);
  expect(result.status == wanted.status, "status counts");
  expect(result.bytes.body == wanted.body_bytes, fmt::format("{} body", result.bytes.body));
  const auto connections = play.connections_at_server;
  expect(connections >= wanted.least_connections.value_or(0) &&
             connections <= wanted.most_connections.value_or(~std::uint64_t{0}),
         fmt::format("{} connections", connections));
  expect(result.connections.opened == connections, "opened connections");
  if (wanted.requests_at_server)
    expect(play.requests_at_server == *wanted.requests_at_server, "requests at the server");
  if (wanted.longest_run_ms)
    expect(result.elapsed_ns <= *wanted.longest_run_ms * 1'000'000,
           fmt::format("took {}", format_duration(Nanoseconds{result.elapsed_ns})));
  if (wanted.most_cpu_ms) expect(play.cpu.count() <= *wanted.most_cpu_ms, "too much CPU");
  return text;
}

}  // namespace

std::string why_not_accepted(const WirePlay& play, const WireCase& wire) {
  std::string all;
  for (const WireOutcome& outcome : wire.accepted) {
    const std::string text = differences(play, outcome);
    if (text.empty()) return "";
    all += "\n  " + text;
  }
  return all;
}

}  // namespace joust::test
