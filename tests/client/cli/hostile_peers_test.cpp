// Peers that hang, freeze, reset, send garbage, send without end or drop by drop: every run ends by
// its own time limits, counts every request once, and keeps its memory bounded.
#include <signal.h>
#include <string>
#include <vector>

#include "base/posix.hpp"
#include "results/store/json_text.hpp"
#include "tests/client/cli/joust_load.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/running_server.hpp"
#include "tests/support/temporary_folder.hpp"

namespace joust {
namespace {

using namespace std::chrono_literals;
using test::failed;
using test::hello;
using test::measure;
using test::Measured;
using test::Script;
using test::scripted;
using test::ScriptedPeer;
using test::ScriptEnd;
using test::TemporaryFolder;

const std::string ok_line = "HTTP/1.1 200 OK\r\n";
const std::string chunked = ok_line + "Transfer-Encoding: chunked\r\n\r\n";

/// `begin`, then `more` again and again for as long as somebody reads.
Script flood(const std::string& begin, const std::string& more) {
  constexpr std::uint32_t without_end = 0xffffffff;
  Script script;
  script.parts.push_back({begin});
  std::string batch;
  while (batch.size() < 4096) batch += more;
  script.parts.push_back({batch, 0ms, without_end});
  return script;
}

/// Sends one byte at a time, `pause` after each other.
Script drop_by_drop(const std::string& bytes, std::chrono::milliseconds pause) {
  Script script;
  for (const char c : bytes) script.parts.push_back({std::string(1, c), pause});
  return script;
}

/// A body to compare others with is kept up to 16 MiB, while it grows in two places; what is kept
/// of all connections before that is 4 MiB.
#if defined(__SANITIZE_ADDRESS__)
constexpr std::uint64_t most_memory_mib = 1024;  // the sanitizer holds back what is freed
constexpr std::uint64_t most_before_mib = most_memory_mib;
#else
constexpr std::uint64_t most_memory_mib = 96;
constexpr std::uint64_t most_before_mib = 32;
#endif

struct Expected {
  std::string what;
  Script script;
  FailureClass failure;
};

/// Eight requests on two connections, each of which may take 300 ms.
void check_ends(const Expected& expected) {
  INFO(expected.what);
  ScriptedPeer peer(expected.script);
  const Measured run = measure({"-n", "8", "-c", "2", "--timeout", "300ms", peer.url()});
  CHECK(run.exit_code == 1);
  CHECK(run.result.requests.started == 8);
  CHECK(run.result.requests.failed == 8);
  CHECK(failed(run.result, expected.failure) == 8);
  CHECK(run.result.requests.in_flight == 0);
  CHECK_FALSE(run.result.latency.service);
  // Four time limits one after the other take 1.2 s; the rest is a busy machine's.
  CHECK(run.result.elapsed_ns < 15'000'000'000);
  CHECK(run.result.usage.max_rss_bytes < (most_memory_mib << 20));
}

TEST_CASE("heads, chunk lines and trailers without end are refused") {
  using F = FailureClass;
  for (const Expected& expected : {
           Expected{"a head", flood(ok_line, "X: y\r\n"), F::protocol},
           Expected{"one field", flood(ok_line + "X: ", "y"), F::protocol},
           Expected{"empty lines", flood("", "\r\n"), F::protocol},
           Expected{"trailers", flood(chunked + "0\r\n", "X: y\r\n"), F::protocol},
           Expected{"a chunk extension", flood(chunked + "5;", "e"), F::protocol},
           Expected{"a chunk size", flood(chunked, "0"), F::protocol},
       })
    check_ends(expected);
}

TEST_CASE("answers without end cost their time limits, however fast they come") {
  using F = FailureClass;
  for (const Expected& expected : {
           Expected{"interim answers", flood("", "HTTP/1.1 103 Early Hints\r\n\r\n"), F::timeout},
           Expected{"a body", flood(ok_line + "\r\n", "z"), F::timeout},
           Expected{"small chunks", flood(chunked, "1\r\nz\r\n"), F::timeout},
           Expected{"a chunk of 2^63 - 1", flood(chunked + "7fffffffffffffff\r\n", "z"),
                    F::timeout},
           Expected{"a body of 2^63 - 1",
                    flood(ok_line + "Content-Length: 9223372036854775807\r\n\r\n", "z"),
                    F::timeout},
       })
    check_ends(expected);
}

TEST_CASE("what stalls before the first answer is whole is not kept by every connection") {
  ScriptedPeer peer(
      scripted("HTTP/1.1 200 OK\r\nContent-Length: 2000000\r\n\r\n" + std::string(1'000'000, 's')));
  const Measured run = measure({"-n", "60", "-c", "60", "--timeout", "2s", peer.url()});
  CHECK(failed(run.result, FailureClass::timeout) == 60);
  CHECK(run.result.bytes.received > 40'000'000);
  CHECK(run.result.usage.max_rss_bytes < (most_before_mib << 20));
}

TEST_CASE("garbage and impossible lengths are refused at once") {
  using F = FailureClass;
  std::string every_byte;
  for (int c = 255; c >= 0; --c) every_byte += static_cast<char>(c);
  for (const Expected& expected : {
           Expected{"every byte there is", flood("", every_byte), F::protocol},
           Expected{"zeros", flood("", std::string(16, '\0')), F::protocol},
           Expected{"HTTP/2", scripted(std::string("\0\0\0\4\0\0\0\0\0", 9)), F::protocol},
           Expected{"a length of 2^63",
                    flood(ok_line + "Content-Length: 9223372036854775808\r\n\r\n", "z"),
                    F::protocol},
           Expected{"a length of 2^64",
                    flood(ok_line + "Content-Length: 18446744073709551616\r\n\r\n", "z"),
                    F::protocol},
           Expected{"a negative length", flood(ok_line + "Content-Length: -1\r\n\r\n", "z"),
                    F::protocol},
           Expected{"a chunk of 2^63", flood(chunked + "8000000000000000\r\n", "z"), F::protocol},
       })
    check_ends(expected);
}

TEST_CASE("peers that hang, drip or reset cost their requests and no more") {
  using F = FailureClass;
  for (const Expected& expected : {
           Expected{"no answer", scripted(""), F::timeout},
           Expected{"half a head", scripted(ok_line + "Content-Le"), F::timeout},
           Expected{"half a body", scripted(ok_line + "Content-Length: 10\r\n\r\nhello"),
                    F::timeout},
           Expected{"drop by drop", drop_by_drop(hello, 100ms), F::timeout},
           Expected{"a reset", scripted("", ScriptEnd::reset), F::read},
           Expected{"a reset amid the body",
                    scripted(ok_line + "Content-Length: 10\r\n\r\nhello", ScriptEnd::reset),
                    F::read},
       })
    check_ends(expected);
}

TEST_CASE("a byte a second ends with the time limit, not with the answer") {
  ScriptedPeer peer(drop_by_drop(hello, 1000ms));
  const Measured run = measure({"-n", "2", "-c", "2", "--timeout", "1.5s", peer.url()});
  CHECK(run.exit_code == 1);
  CHECK(failed(run.result, FailureClass::timeout) == 2);
  CHECK(run.result.bytes.partial >= 2);
}

TEST_CASE("128 connections to a listener that accepts none end as asked for") {
  const UniqueFd listener = posix::listen_tcp({});
  const std::string url =
      "http://127.0.0.1:" + std::to_string(posix::local_port(listener.get())) + "/";
  const Measured run = measure({"-c", "128", "-d", "3s", "--timeout", "1s", url});
  const RequestCounts& requests = run.result.requests;
  CHECK(run.exit_code == 1);
  CHECK(requests.ok == 0);
  CHECK(failed(run.result, FailureClass::timeout) == requests.failed);
  CHECK(requests.failed >= 2 * 128);
  CHECK(requests.started <= 4 * 128);
  CHECK(run.result.elapsed_ns >= 3'000'000'000);
  CHECK(run.result.elapsed_ns < 5'000'000'000);
  REQUIRE(run.result.rate_rps);
  CHECK(*run.result.rate_rps == 0);
  CHECK_FALSE(run.result.latency.service);
}

TEST_CASE("a server that is stopped amid the load costs time limits") {
  const test::RunningServer server("joust-null", {});
  const std::string url = "http://127.0.0.1:" + std::to_string(server.port()) + "/bytes/100";

  const TemporaryFolder output;
  test::Command command;
  command.argv = {test::program, "-d",    "2s",       "-c",   "4",
                  "--timeout",   "400ms", "--format", "json", url};
  command.folder = output.path();
  test::Background load(command);
  const auto progress = [&] {
    return posix::read_small_file_or_empty((output / "background.err").c_str());
  };
  REQUIRE(test::eventually([&] { return test::contains(progress(), "Completed"); }, 20s));
  server.send(SIGSTOP);
  CHECK(load.wait() == 1);
  server.send(SIGCONT);
  const LoadResult result = test::result_in(posix::read_file(output / "background.out"));
  CHECK(result.requests.ok > 0);
  CHECK(failed(result, FailureClass::timeout) >= 4);
  CHECK(failed(result, FailureClass::timeout) == result.requests.failed);
  CHECK(result.elapsed_ns < 10'000'000'000);
}

}  // namespace
}  // namespace joust
