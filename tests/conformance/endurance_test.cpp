// What the servers do with many: requests, connections, clients at once.
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "base/posix.hpp"
#include "tests/conformance/programs.hpp"
#include "tests/conformance/site_fixture.hpp"
#include "tests/conformance/wire.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/running_server.hpp"

using namespace joust::test;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool memory_is_the_servers = false;  // but the sanitizer's, which keeps what is freed
#else
constexpr bool memory_is_the_servers = true;
#endif

#if defined(NDEBUG)
constexpr int connections_in_turn = 100;
#else  // several times slower
constexpr int connections_in_turn = 10;
#endif
constexpr std::size_t batches_each = 100;
constexpr int requests_in_a_batch = 100;

std::string batch_of_requests() {
  std::string batch;
  for (int i = 0; i < requests_in_a_batch; ++i) {
    batch += request(i % 10 == 9 ? "/missing" : "/hello.txt?" + std::to_string(i));
  }
  return batch;
}

// Answers are counted by their bytes: every batch's are as long as the first one's.
class Asker {
 public:
  explicit Asker(const RunningServer& server) : port_(server.port()) {
    WireConnection connection(port_);
    connection.send(batch_);
    REQUIRE(answers_on(connection, requests_in_a_batch).size() == requests_in_a_batch);
    length_ = connection.received().size();
  }

  void ask(std::size_t batches) const {
    WireConnection connection(port_);
    for (std::size_t i = 1; i <= batches; ++i) {
      REQUIRE(connection.send(batch_));
      while (connection.received().size() < i * length_) {
        REQUIRE(connection.read_some(Milliseconds(20000)));
        REQUIRE_FALSE(connection.closed());
      }
      REQUIRE(connection.received().size() == i * length_);
    }
  }

 private:
  std::uint16_t port_;
  std::string batch_ = batch_of_requests();
  std::size_t length_ = 0;
};

void stays_as_small(const std::string& program) {
  if (!memory_is_the_servers) {
    WARN("not looked at: the sanitizer's memory is not the server's");
    return;
  }
  const SiteFixture site;
  RunningServer server(program, {"--root", site.root().string()});
  const Asker asker(server);
  for (int i = 0; i < 5; ++i) asker.ask(batches_each / 10);
  const auto before = server.resident_bytes();
  for (int i = 0; i < connections_in_turn; ++i) asker.ask(batches_each);
  CHECK(server.resident_bytes() <= before + (1U << 20));
}

// All sorts of requests, seven of them.
std::string mixed_requests() {
  const std::string body(100'000, 'b');
  return request("/hello.txt") + request("/bytes/200000") + request("/missing") +
         request("/hello") + request("/mib.bin") + upload(body.size()) + body + chunked_upload +
         "3\r\nabc\r\n0\r\n\r\n";
}

bool are_right(const std::vector<WireResponse>& answers) {
  return answers.size() == 7 && answers[0].body == "0123456789" &&
         answers[1].body.size() == 200'000 && answers[2].status == 404 &&
         answers[3].status == 200 && answers[4].body.size() == 1'048'576 &&
         answers[5].body == std::string(100'000, 'b') && answers[6].body == "abc";
}

// How many connections are answered wrongly. `length`: of all answers on one. They are looked at
// when they are all there, as looking at pieces again and again would keep the server idle.
int connections_served_wrongly(std::uint16_t port, std::size_t length) {
  int wrong = 0;
  for (int i = 0; i < 10; ++i) {
    WireConnection connection(port);
    connection.send(mixed_requests());
    while (connection.received().size() < length && !connection.closed()) {
      if (!connection.read_some(Milliseconds(10'000))) break;
    }
    const bool all_there = connection.received().size() == length;
    if (!all_there || !are_right(answers_on(connection, 7))) ++wrong;
  }
  return wrong;
}

}  // namespace

// One test a server: each takes seconds.
TEST_CASE("joust-evhttp needs no more memory after a million requests") {
  stays_as_small("joust-evhttp");
}

TEST_CASE("joust-bufferevent needs no more memory after a million requests") {
  stays_as_small("joust-bufferevent");
}

TEST_CASE("joust-beast-async needs no more memory after a million requests") {
  stays_as_small("joust-beast-async");
}

TEST_CASE("joust-beast-async --prepared needs no more memory after a million requests") {
  stays_as_small("joust-beast-async --prepared");
}

TEST_CASE("joust-beast-coro needs no more memory after a million requests") {
  stays_as_small("joust-beast-coro");
}

TEST_CASE("joust-beast-threads needs no more memory after a million requests") {
  stays_as_small("joust-beast-threads");
}

TEST_CASE("joust-null needs no more memory after a million requests") {
  stays_as_small("joust-null");
}

TEST_CASE("ten thousand idle connections fit into 64 MiB") {
  if (!memory_is_the_servers) {
    WARN("not looked at: the sanitizer's memory is not the server's");
    return;
  }
  constexpr std::size_t wanted = 10'000;
  constexpr std::size_t most = 64U << 20;
  const auto limit = joust::posix::raise_open_file_limit();
  if (limit < wanted + 500) {
    WARN("not looked at: " << limit << " descriptors are too few");
    return;
  }
  const SiteFixture site;
  for (const auto* program : event_driven_servers) {
    INFO(program);
    RunningServer server(program, {"--root", site.root().string()});
    std::vector<WireConnection> idle;
    idle.reserve(wanted);
    while (idle.size() < wanted) {
      idle.emplace_back(server.port());
      idle.back().send(request("/hello.txt"));
      REQUIRE(answers_on(idle.back(), 1).size() == 1);
    }
    CHECK(server.open_descriptors() >= wanted);
    CHECK(server.resident_bytes() <= most);
    for (auto& connection : idle) connection.reset();  // leaves no port in TIME_WAIT
  }
}

// Under ThreadSanitizer it is this test that shows a race: in what the server writes, and in its
// exit code.
TEST_CASE("several threads serve several clients at once") {
  const SiteFixture site;
  for (const auto* program : reference_servers) {
    INFO(program);
    RunningServer server(program, {"--root", site.root().string(), "--threads", "4"});
    WireConnection first(server.port());
    first.send(mixed_requests());
    REQUIRE(are_right(answers_on(first, 7)));
    std::atomic<int> wrong{0};
    std::vector<std::jthread> clients;
    for (int i = 0; i < 4; ++i) {
      clients.emplace_back([&, length = first.received().size()] {
        wrong += connections_served_wrongly(server.port(), length);
      });
    }
    clients.clear();
    CHECK(wrong == 0);
    CHECK(server.stop() == 0);
    CHECK(server.errors() == "");
  }
}
