#include "servers/null/options.hpp"

#include "base/error.hpp"
#include "tests/support/catch.hpp"

using namespace joust::null_server;

namespace {

std::optional<Options> parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "joust-null");
  return parse_options(static_cast<int>(arguments.size()), arguments.data());
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

TEST_CASE("the anchor's options are read") {
  const auto options = parse({"--root", "/tmp", "--serve", "/a=/x", "--serve", "/b=/y=z", "--delay",
                              "250us", "--burn-ns", "100", "--threads", "2", "--delays", "d.json"});
  REQUIRE(options);
  REQUIRE(options->serve.size() == 2);
  CHECK(options->serve[1].first == "/b");
  CHECK(options->serve[1].second == "/y=z");
  CHECK(options->delay == std::chrono::microseconds(250));
  CHECK(options->burn == std::chrono::nanoseconds(100));
  CHECK(options->threads == 2);
  CHECK(*options->delays_file == "d.json");
}

TEST_CASE("a bad option of the anchor is named") {
  CHECK(complaint({"--serve", "a=/x"}).find("--serve") != std::string::npos);
  CHECK(complaint({"--serve", "/a"}).find("--serve") != std::string::npos);
  CHECK(complaint({"--delay", "-1ms"}).find("--delay") != std::string::npos);
  CHECK(complaint({"--burn-ns", "1.5"}).find("--burn-ns") != std::string::npos);
  CHECK(complaint({"--max-body", "1"}).find("--max-body") != std::string::npos);
}
