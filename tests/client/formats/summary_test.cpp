#include "client/formats/summary.hpp"

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "client/formats/format.hpp"
#include "tests/support/catch.hpp"

namespace joust::client {
namespace {

LoadResult measured() {
  LoadResult result;
  result.plan.url = "http://127.0.0.1:8080/52.bin";
  result.plan.warmup = std::chrono::milliseconds{100};
  result.client = {"joust-load", "1.2.3", "epoll", 2, {1}};
  result.target = {result.plan.url, "GET", HttpVersion::http_1_1, true, 1, "127.0.0.1:8080"};
  result.elapsed_ns = 2'000'000'000;
  result.requests.started = 30'010;
  result.requests.ok = 30'000;
  result.requests.failed = 7;
  result.requests.in_flight = 3;
  result.requests.retried = 2;
  result.requests.failed_by_class[static_cast<std::size_t>(FailureClass::read)] = 4;
  result.requests.failed_by_class[static_cast<std::size_t>(FailureClass::timeout)] = 3;
  result.requests.failed_by_errno[ECONNRESET] = 4;
  result.window = {5, 1'500'000'000, 20'000, 5, 10, 10};
  result.status[200] = 30'000;
  result.connections = {10, 17, 7, 9.987};
  result.bytes = {6'000'000, 4'000'000, 1'560'000, 440'000, 1'200'000};
  result.rate_rps = 20'000 / 1.5;
  Histogram service;
  service.record(60'000, 19'000);
  service.record(1'260'000, 1'000);
  result.latency.service = service;
  result.latency.first_byte = service;
  Histogram connect;
  connect.record(90'000, 17);
  result.latency.connect = connect;
  result.usage.window_cpu_ns = 120'000'000;
  result.usage.threads = {{0.041, 0.001}, {0.039, 0.0}};
  Watched watched;
  watched.cpu_ns = 100'000'000;
  watched.threads = 1;
  watched.busiest_thread_share = 0.067;
  result.watched = watched;
  result.validity = Validity::degraded;
  result.validity_reasons = {"the client's own limit was hit 3 times: Too many open files"};
  return result;
}

/// The text in the golden file; JOUST_WRITE_GOLDEN in the environment puts `now` there first.
std::string golden(const char* name, const std::string& now) {
  const std::string path = std::string(JOUST_SOURCE_DIR "/tests/client/formats/") + name;
  if (std::getenv("JOUST_WRITE_GOLDEN") != nullptr) std::ofstream(path) << now;
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST_CASE("the summary says everything that was measured with its units") {
  const std::string text = summary_of(measured());
  CHECK(text == golden("summary.txt", text));
}

TEST_CASE("the summary of a run without an answer has no numbers that were not measured") {
  LoadResult result;
  result.plan.url = "http://127.0.0.1:1/";
  result.target = {result.plan.url, "GET", HttpVersion::http_1_0, false, 1, "127.0.0.1:1"};
  result.client = {"joust-load", "1.2.3", "epoll", 1, {}};
  result.requests.started = 5;
  result.requests.failed = 5;
  result.requests.failed_by_class[static_cast<std::size_t>(FailureClass::connect)] = 5;
  result.requests.failed_by_errno[ECONNREFUSED] = 5;
  result.connections.requested = 10;
  const std::string text = summary_of(result);
  CHECK(text == golden("summary_without_answers.txt", text));
  CHECK(text.find("nan") == std::string::npos);
  CHECK(text.find("inf") == std::string::npos);
}

TEST_CASE("the JSON has the members of joust.load/1") {
  const auto json = nlohmann::json::parse(formatted(measured(), Format::json));
  CHECK(json["schema"] == "joust.load/1");
  for (const char* path : {"/client/engine",
                           "/target/address",
                           "/plan/url",
                           "/elapsed_ns",
                           "/requests/started",
                           "/requests/failed_by_class/read",
                           "/requests/errno/104",
                           "/window/start_ns",
                           "/window/length_ns",
                           "/window/carried_in",
                           "/status/200",
                           "/connections/achieved_mean",
                           "/bytes/received",
                           "/bytes/partial",
                           "/bytes/sent",
                           "/rate_rps",
                           "/latency_ns/service/percentiles/50",
                           "/latency_ns/first_byte/histogram",
                           "/latency_ns/connect/max",
                           "/usage/threads/0/wait_share",
                           "/watched/cpu_ns",
                           "/validity/state",
                           "/validity/reasons/0"}) {
    INFO(path);
    CHECK(json.contains(nlohmann::json::json_pointer(path)));
  }
  CHECK_FALSE(json["latency_ns"].contains("response"));
  CHECK_FALSE(json["latency_ns"]["service"]["percentiles"].contains("99.9"));
}

TEST_CASE("formats have names") {
  for (const std::string& name : format_names()) CHECK(format_from(name));
  CHECK_FALSE(format_from("html"));
}

}  // namespace
}  // namespace joust::client
