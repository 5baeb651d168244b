#include "servers/site/options.hpp"

#include "base/error.hpp"
#include "tests/support/catch.hpp"

using namespace joust::site;

namespace {

Options parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "joust-x");
  const auto options =
      parse_options({"joust-x", "", "1"}, static_cast<int>(arguments.size()), arguments.data());
  REQUIRE(options);
  return *options;
}

std::string complaint(const std::vector<const char*>& arguments) {
  try {
    parse(arguments);
  } catch (const joust::Error& error) {
    CHECK(error.kind() == joust::ErrorKind::user_input);
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("options have the documented defaults") {
  const auto options = parse({});
  CHECK(options.bind == "127.0.0.1");
  CHECK(options.port == 0);
  CHECK(options.threads == 1);
  CHECK_FALSE(options.root);
  CHECK(options.backlog == 4096);
  CHECK(options.max_body.value == 8 * 1024 * 1024);
  CHECK(options.idle_timeout == std::chrono::seconds(60));
  CHECK(options.header_timeout == std::chrono::seconds(10));
  CHECK(options.delay.count() == 0);
}

TEST_CASE("options are read with their units") {
  const auto options = parse({"--port", "8080", "--threads", "4", "--root", "/tmp", "--max-body",
                              "64KiB", "--idle-timeout", "1.5s", "--burn-ns", "2500", "--delay",
                              "10ms", "--max-connections", "1e4"});
  CHECK(options.port == 8080);
  CHECK(options.threads == 4);
  CHECK(*options.root == "/tmp");
  CHECK(options.max_body.value == 65536);
  CHECK(options.idle_timeout == std::chrono::milliseconds(1500));
  CHECK(options.burn == std::chrono::nanoseconds(2500));
  CHECK(options.delay == std::chrono::milliseconds(10));
  CHECK(options.max_connections == 10000);
}

TEST_CASE("a bad option is named") {
  CHECK(complaint({"--prot", "1"}).find("--prot") != std::string::npos);
  CHECK(complaint({"--port", "65536"}).find("--port") != std::string::npos);
  CHECK(complaint({"--port", "-1"}).find("--port") != std::string::npos);
  CHECK(complaint({"--threads", "0"}).find("--threads") != std::string::npos);
  CHECK(complaint({"--delay", "5"}).find("--delay") != std::string::npos);
  CHECK(complaint({"--max-body", "lots"}).find("--max-body") != std::string::npos);
}

TEST_CASE("a number out of range is refused, and the range said") {
  CHECK(complaint({"--idle-timeout", "0s"}).find("1ms at least") != std::string::npos);
  CHECK(complaint({"--header-timeout", "999us"}).find("1ms at least") != std::string::npos);
  CHECK(complaint({"--delay", "10001h"}).find("10000h at the most") != std::string::npos);
  CHECK(complaint({"--idle-timeout", "2562047h"}).find("10000h at the most") != std::string::npos);
  CHECK(complaint({"--burn-ns", "1e19"}).find("at the most") != std::string::npos);
  CHECK(complaint({"--burn-ns", "36000000000000001"}).find("36000000000000000 at the most") !=
        std::string::npos);
  CHECK(parse({"--burn-ns", "36000000000000000"}).burn == std::chrono::hours(10'000));
  CHECK(parse({"--idle-timeout", "1ms"}).idle_timeout == std::chrono::milliseconds(1));
  CHECK(parse({"--delay", "0s"}).delay.count() == 0);
}

TEST_CASE("connections leave descriptors for files") {
  Options options;
  CHECK(most_connections(options, 20'000) == 20'000 - 192);
  CHECK(most_connections(options, 64) == 43);
  CHECK(most_connections(options, 24) == 8);
  CHECK(most_connections(options, 16) == 1);
  CHECK(most_connections(options, 1) == 1);
  options.max_connections = 10;
  CHECK(most_connections(options, 20'000) == 10);
  options.max_connections = 1'000'000;
  CHECK(most_connections(options, 20'000) == 20'000 - 192);
}

TEST_CASE("a Unix socket stands in for address and port") {
  CHECK(*parse({"--unix", "/tmp/x"}).unix_path == "/tmp/x");
  CHECK_FALSE(parse({}).unix_path);
  CHECK(complaint({"--unix", "/tmp/x", "--port", "80"}).find("--unix") != std::string::npos);
  CHECK(complaint({"--unix", "/tmp/x", "--bind", "::1"}).find("--unix") != std::string::npos);
}

TEST_CASE("a program says which options it has of its own, and which make no sense") {
  Program program{"joust-x", "", "1"};
  const char* const three_threads[] = {"joust-x", "--threads", "3"};
  const char* const prepared[] = {"joust-x", "--prepared"};
  CHECK(parse_options(program, 3, three_threads)->threads == 3);
  CHECK(complaint({"--prepared"}).find("--prepared") != std::string::npos);

  program.threads_ignored = "a thread a connection";
  program.header_timeout_ignored = "one timeout for all";
  program.prepared_help = "Prepared answers";
  CHECK(parse_options(program, 3, three_threads)->threads == 1);
  CHECK(parse_options(program, 2, prepared)->prepared);
  CHECK_FALSE(parse_options(program, 1, prepared)->prepared);
}
