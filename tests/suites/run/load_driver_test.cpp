#include "suites/run/load_driver.hpp"

#include "base/document_bytes.hpp"
#include "base/sha256.hpp"
#include "tests/support/catch.hpp"

namespace joust::suites {
namespace {

using namespace std::chrono_literals;

Design design() {
  Design design;
  design.measure = 250ms;
  design.warmup = 100ms;
  return design;
}

}  // namespace

TEST_CASE("the load plan carries the cell, what to expect and whom to watch") {
  Cell cell;
  cell.document.size = Bytes{52};
  cell.connections = 100;
  cell.client_threads = 2;
  cell.keepalive = false;
  const std::string body = document_bytes(52);
  const LoadPlan plan =
      load_plan_for(design(), cell, "http://127.0.0.1:8080/52.bin", body, 4711, {1, 2});
  CHECK(plan.connections == 100);
  CHECK(plan.threads == 2);
  CHECK_FALSE(plan.keepalive);
  CHECK(plan.duration == std::optional<Nanoseconds>{250ms});
  CHECK_FALSE(plan.requests);
  CHECK(plan.warmup == 100ms);
  CHECK(plan.url == "http://127.0.0.1:8080/52.bin");
  CHECK(plan.method == "GET");
  CHECK(plan.check == CheckLevel::full);
  CHECK(plan.expect_status == std::vector<int>{200});
  CHECK(plan.expect_bytes == std::optional<Bytes>{Bytes{52}});
  CHECK(plan.expect_sha256 == std::optional<std::string>{sha256_hex(body)});
  CHECK(plan.watch_pid == std::optional<int>{4711});
  CHECK(plan.cpus == std::vector<int>{1, 2});
}

TEST_CASE("a body is sent along and expected back") {
  Cell cell;
  cell.document.route = "echo";
  cell.document.method = "POST";
  cell.document.body_size = Bytes{1024};
  const std::string body = document_bytes(1024);
  const LoadPlan plan = load_plan_for(design(), cell, "http://127.0.0.1/echo", body, {}, {});
  CHECK(plan.method == "POST");
  CHECK(plan.body == body);
  CHECK(plan.expect_bytes == std::optional<Bytes>{Bytes{1024}});
  CHECK_FALSE(plan.watch_pid);
}

TEST_CASE("pages that only the server knows may vary in length") {
  Cell cell;
  cell.document.route = "hello";
  const LoadPlan plan = load_plan_for(design(), cell, "http://127.0.0.1/hello", "hi", {}, {});
  CHECK(plan.variable_length);
  CHECK_FALSE(plan.expect_sha256);
}

TEST_CASE("the deadline leaves room for everything the plan allows") {
  LoadPlan plan;
  plan.duration = 2s;
  plan.warmup = 1s;
  plan.timeout = 10s;
  plan.connect_timeout = 5s;
  plan.drain = 1s;
  CHECK(deadline_of(plan) == 29s);
  plan.duration.reset();
  plan.requests = 1000;
  CHECK(deadline_of(plan) > 10min);
}

}  // namespace joust::suites
