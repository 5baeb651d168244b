#include "suites/run/gates.hpp"

#include <string_view>

#include "tests/support/catch.hpp"

namespace joust::suites {
namespace {

using Marks = std::vector<std::string>;

// A load run without fault: 1000 requests on 10 connections, half a window each side.
LoadResult faultless() {
  LoadResult result;
  result.client.name = "joust-load";
  result.requests.started = 1000;
  result.requests.ok = 1000;
  result.status = {{200, 1000}};
  result.window.length_ns = 250'000'000;
  result.window.ok = 700;
  result.bytes = {252'000, 200'000, 52'000, 0, 80'000};
  result.connections.requested = 10;
  result.connections.opened = 10;
  result.connections.achieved_mean = 9.95;
  result.usage.threads = {{0.50, 0.001}};
  Watched watched;
  watched.cpu_ns = 245'000'000;
  watched.busiest_thread_share = 0.98;
  watched.busiest_thread_wait_share = 0.002;
  watched.threads = 1;
  result.watched = watched;
  return result;
}

LoadResult with_shares(double client, double server) {
  LoadResult result = faultless();
  result.usage.threads = {{0.1, 0}, {client, 0}};
  result.watched->busiest_thread_share = server;
  return result;
}

bool mentions(const std::vector<std::string>& sentences, std::string_view words) {
  return sentences.size() == 1 && sentences[0].find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("a faultless load run passes every gate") {
  CHECK(gate_reasons(faultless()).empty());
  CHECK(marks_of(faultless(), Side::servers).empty());
}

TEST_CASE("one failed request makes the answers wrong, and is named by its class") {
  LoadResult result = faultless();
  result.requests.ok = 997;
  result.requests.failed = 3;
  result.requests.failed_by_class[static_cast<std::size_t>(FailureClass::content)] = 2;
  result.requests.failed_by_class[static_cast<std::size_t>(FailureClass::timeout)] = 1;
  CHECK(mentions(answer_reasons(result), "3 of 1000"));
  CHECK(mentions(answer_reasons(result), "1 timeout, 2 content"));
  CHECK(accounting_reasons(result).empty());
}

TEST_CASE("an unexpected status is a reason even where the client let it pass") {
  LoadResult result = faultless();
  result.status = {{200, 900}, {404, 100}};
  CHECK(mentions(answer_reasons(result), "status 404"));
  result.status = {{204, 1000}};
  CHECK(answer_reasons(result).empty());
  result.plan.expect_status = {200};
  CHECK(mentions(answer_reasons(result), "status 204"));
}

TEST_CASE("a window without an answer is a reason, never a rate of zero") {
  LoadResult result = faultless();
  result.window.ok = 0;
  CHECK(mentions(answer_reasons(result), "no good answer"));
}

TEST_CASE("requests add up to the unit") {
  LoadResult result = faultless();
  result.requests.in_flight = 1;
  CHECK(mentions(accounting_reasons(result), "1000 started"));
  result.requests.started = 1001;
  CHECK(accounting_reasons(result).empty());
}

TEST_CASE("bytes add up to the unit") {
  LoadResult result = faultless();
  result.bytes.received += 1;
  CHECK(mentions(accounting_reasons(result), "252001 at the socket"));
}

TEST_CASE("every failure has exactly one class") {
  LoadResult result = faultless();
  result.requests.ok = 999;
  result.requests.failed = 1;
  CHECK(mentions(accounting_reasons(result), "0 have a class"));
}

TEST_CASE("Little's law: connections at work are within 3 % of those asked for") {
  struct Row {
    double achieved;
    bool passes;
  };
  for (const Row row : {Row{10, true}, Row{9.71, true}, Row{10.29, true}, Row{9.69, false},
                        Row{10.31, false}, Row{0, false}}) {
    LoadResult result = faultless();
    result.connections.achieved_mean = row.achieved;
    CAPTURE(row.achieved);
    CHECK(littles_law_reasons(result).empty() == row.passes);
  }
  LoadResult external = faultless();
  external.connections.achieved_mean.reset();
  CHECK(littles_law_reasons(external).empty());
}

TEST_CASE("what the client itself calls invalid is invalid, said once") {
  LoadResult result = faultless();
  result.validity = Validity::invalid;
  result.validity_reasons = {"its clock ran backwards"};
  CHECK(mentions(gate_reasons(result), "joust-load: its clock"));
  result.window.ok = 0;
  CHECK(mentions(gate_reasons(result), "no good answer"));
}

TEST_CASE("marks say which side was full; the roles turn round when clients are compared") {
  struct Row {
    double client;
    double server;
    Side compared;
    Marks marks;
  };
  const std::vector<Row> rows{
      {0.50, 0.99, Side::servers, {}},
      {0.99, 0.99, Side::servers, {}},
      {0.99, 0.94, Side::servers, {"client-limited"}},
      {0.95, 0.949, Side::servers, {"client-limited"}},
      {0.94, 0.94, Side::servers, {"latency-bound"}},
      {0.99, 0.50, Side::clients, {}},
      {0.99, 0.99, Side::clients, {}},
      {0.50, 0.99, Side::clients, {"server-limited"}},
      {0.50, 0.50, Side::clients, {"latency-bound"}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.client, row.server, name_of(row.compared));
    CHECK(marks_of(with_shares(row.client, row.server), row.compared) == row.marks);
  }
}

TEST_CASE("a full client against a server that could not be watched is not ranked") {
  LoadResult result = with_shares(0.99, 0);
  result.watched.reset();
  CHECK(marks_of(result, Side::servers) == Marks{"client-limited"});
  result.usage.threads = {{0.5, 0}};
  CHECK(marks_of(result, Side::servers).empty());
}

TEST_CASE("requests given up at the end of the drain and degraded results are marked") {
  LoadResult result = faultless();
  result.requests.in_flight = 1;
  result.validity = Validity::degraded;
  CHECK(marks_of(result, Side::servers) == Marks{"unanswered", "degraded"});
}

TEST_CASE("run-queue waits count only for pinned sides that were watched") {
  const LoadResult result = faultless();
  CHECK(server_wait_share(result, {1, 1}).value() == Approx(0.002));
  CHECK(client_wait_share(result, {1, 1}).value() == Approx(0.001));
  CHECK_FALSE(server_wait_share(result, {0, 0}));
  CHECK_FALSE(client_wait_share(result, {0, 0}));
  LoadResult unwatched = result;
  unwatched.watched.reset();
  unwatched.usage.threads.clear();
  CHECK_FALSE(server_wait_share(unwatched, {1, 1}));
  CHECK_FALSE(client_wait_share(unwatched, {1, 1}));
}

TEST_CASE("waiting for threads of the same process is not blamed on others") {
  LoadResult result = faultless();
  // A thread a connection on one CPU: all busy together, each waiting for the rest.
  result.watched->threads = 101;
  result.watched->busiest_thread_share = 0.01;
  result.watched->busiest_thread_wait_share = 0.9;
  CHECK(server_wait_share(result, {1, 1}).value() == Approx(0));
  // The same wait while the whole process used half of the CPU: somebody else had the rest.
  result.watched->cpu_ns = 125'000'000;
  CHECK(server_wait_share(result, {1, 1}).value() == Approx(0.41));
  // Two client threads on one CPU.
  result.usage.threads = {{0.5, 0.5}, {0.4, 0.55}};
  CHECK(client_wait_share(result, {1, 1}).value() == Approx(0.1));
  CHECK(client_wait_share(result, {1, 2}).value() == Approx(0.55));
}

TEST_CASE("a quiet machine stays within every limit; each breach is a sentence with its number") {
  MachineNoise noise;
  CHECK(disturbances_of(noise, {}).empty());
  noise.server_wait_share = 0.02;
  noise.client_wait_share = 0.02;
  CHECK(disturbances_of(noise, {0.02, 0.05}).empty());
  noise.server_wait_share = 0.021;
  CHECK(mentions(disturbances_of(noise, {}), "the server waited"));
  CHECK(mentions(disturbances_of(noise, {}), "2.1 %"));
  noise.server_wait_share = 0;
  noise.client_wait_share = 0.5;
  CHECK(mentions(disturbances_of(noise, {}), "the client waited"));
  noise.client_wait_share.reset();
  CHECK(mentions(disturbances_of(noise, {0.03, {}}), "hypervisor"));
  CHECK(mentions(disturbances_of(noise, {{}, 0.06}), "other processes"));
  CHECK(disturbances_of(noise, {0.5, 0.5}).size() == 2);
}

}  // namespace joust::suites
