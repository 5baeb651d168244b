#include "suites/run/resume.hpp"

#include "tests/support/catch.hpp"

namespace joust::suites {
namespace {

Run recorded() {
  Run run;
  run.suite_name = "quick";
  run.suite_text = "title = \"Quick\"\n";
  run.version = "1.2.3";
  run.environment.cpu_model = "AMD EPYC";
  run.environment.cpus_online = 2;
  run.environment.kernel = "6.18.44";
  run.environment.virtualisation = "kvm";
  run.environment.server_cpus = {0};
  run.environment.client_cpus = {1};
  Contender contender;
  contender.id = "evhttp";
  contender.build = "abc";
  run.design.contenders = {contender};
  return run;
}

Circumstances the_same(const Run& run) {
  return {run.environment, run.version, {"abc"}, run.suite_text};
}

std::string only_change(const Circumstances& now) {
  const auto changes = changes_since(recorded(), now);
  REQUIRE(changes.size() == 1);
  return changes.front();
}

}  // namespace

TEST_CASE("a run may go on where nothing has changed, load and kernel patch aside") {
  const Run run = recorded();
  Circumstances now = the_same(run);
  now.environment.kernel = "6.18.45";
  now.environment.remarks = {"something new"};
  CHECK(changes_since(run, now).empty());
  now.suite_text.reset();  // the file is gone: the run's own copy rules
  CHECK(changes_since(run, now).empty());
}

TEST_CASE("another machine, program or suite is named with what was and what is") {
  const Run run = recorded();
  Circumstances now = the_same(run);
  SECTION("CPU") {
    now.environment.cpu_model = "Other";
    CHECK(only_change(now) == "the CPU was 'AMD EPYC' and is 'Other'");
  }
  SECTION("kernel release") {
    now.environment.kernel = "6.19.1";
    CHECK(only_change(now) == "the kernel was '6.18' and is '6.19'");
  }
  SECTION("layout") {
    now.environment.client_cpus = {0, 1};
    CHECK(only_change(now) == "the CPU list of clients was '1' and is '0,1'");
  }
  SECTION("program") {
    now.builds = {"abd"};
    CHECK(only_change(now) == "a program of 'evhttp' is not the one that was measured");
  }
  SECTION("suite") {
    now.suite_text = "title = \"Slow\"\n";
    CHECK(only_change(now) == "the suite 'quick' was edited");
  }
}

}  // namespace joust::suites
