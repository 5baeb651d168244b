// What the command line takes from a suite, and where it finds one.
#include <cstdlib>

#include "base/error.hpp"
#include "suites/plan/suite.hpp"
#include "tests/suites/plan/bench.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace joust::suites {

using namespace test;

TEST_CASE("the command line replaces keys of the suite") {
  SuiteOverrides overrides;
  overrides.blocks = 2;
  overrides.set = {"connections=5,50", "requests=1e3", "servers=evhttp", "keepalive=false"};
  const Suite suite = parse(good_suite(), overrides);
  CHECK(suite.blocks == 2);
  CHECK(suite.connections == std::vector<std::uint32_t>{5, 50});
  CHECK(suite.requests == 1000);
  CHECK_FALSE(suite.measure);
  CHECK(ids(suite.servers) == Words{"evhttp"});
  CHECK(suite.keepalive == std::vector<bool>{false});
  CHECK(suite.text == good_suite());
}

TEST_CASE("mistakes on the command line name the flag as it was given") {
  const auto set = [](const std::string& option) {
    SuiteOverrides overrides;
    overrides.set = {option};
    return complaints(good_suite(), overrides);
  };
  CHECK(set("conections=1") ==
        "--set conections=1: unknown key 'conections'; did you mean 'connections'?");
  CHECK(contains(set("connections=-1"), "--set connections=-1: connections: expected"));
  CHECK(contains(set("connections"), "--set connections: expected KEY=VALUE"));
  CHECK(contains(set("connections="), "--set connections=: "));
  CHECK(contains(set("servers=evhtp"), "did you mean 'evhttp'?"));
  CHECK(contains(set("documents=[{bytes = -1}]"), "--set documents=[{bytes = -1}]: documents"));
  SuiteOverrides blocks;
  blocks.blocks = -3;
  CHECK(complaints(good_suite(), blocks) ==
        "--blocks -3: blocks: expected a whole number from 1 to 1000, found -3");
}

TEST_CASE("the option --only keeps the matching parts") {
  SuiteOverrides overrides;
  overrides.only = {"connections=10", "server=beast-async", "bytes=52"};
  const Suite suite = parse(good_suite(), overrides);
  CHECK(suite.connections == std::vector<std::uint32_t>{10});
  CHECK(ids(suite.servers) == Words{"beast-async"});
  CHECK(suite.reference == "beast-async");  // the suite's own is left out
  overrides.only = {"client=other-load", "keepalive=true", "route=static", "document=static-52"};
  CHECK(ids(parse(client_suite(), overrides).clients) == Words{"other-load"});
  overrides.only = {"servers=evhttp,beast-async", "method=GET", "client_threads=1"};
  CHECK(ids(parse(good_suite(), overrides).servers) == Words{"evhttp", "beast-async"});
}

TEST_CASE("the option --only with an unknown key or value is told with the nearest known word") {
  const auto only = [](const std::string& option) {
    SuiteOverrides overrides;
    overrides.only = {option};
    return complaints(good_suite(), overrides);
  };
  CHECK(only("connections=7") == "--only connections=7: the suite has no '7'; did you mean '1'?");
  CHECK(contains(only("connections=777"), "it has 1, 10"));
  CHECK(contains(only("conections=1"), "did you mean 'connections'?"));
  CHECK(contains(only("zzz=1"), "known are bytes, client"));
  CHECK(contains(only("server=evhtp"), "did you mean 'evhttp'?"));
  CHECK(contains(only("bytes=x"), "'x' is not a size"));
  CHECK(contains(only("bytes"), "expected KEY=VALUE"));
  CHECK(contains(only("bytes="), "expected KEY=VALUE"));
}

TEST_CASE("suites are found by path or by name, and an unknown one is told with the nearest") {
  const joust::test::TemporaryFolder folder;
  const auto file = folder.write("mine.toml", good_suite());
  CHECK(load_suite(file.string(), small_catalogue()).name == "mine");
  setenv("JOUST_DATA", folder.path().c_str(), 1);
  folder.write("suites/custom.toml", good_suite());
  CHECK(load_suite("custom", small_catalogue()).title == "Good");
  const auto error_of = [](const std::string& name) {
    try {
      load_suite(name, small_catalogue());
    } catch (const Error& error) {
      CHECK(error.exit_code() == ExitCode::user_input);
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(error_of("custm") == "unknown suite 'custm'; did you mean 'custom'?");
  CHECK(contains(error_of("zzzzzzzz"), "known are "));
  CHECK(error_of("missing/file.toml") == "there is no suite file 'missing/file.toml'");
  CHECK(contains(error_of(folder.path().string()), "is a folder"));
  unsetenv("JOUST_DATA");
}

}  // namespace joust::suites
