#include <string>
#include <vector>

#include "tests/e2e/workshop.hpp"
#include "tests/support/catch.hpp"

namespace joust::e2e {
namespace {

struct BadInput {
  std::vector<std::string> arguments;
  std::string suite_line;  // replaces the line of the same key in a good suite
  int exit_code;
  std::vector<std::string> expected;  // parts of the message
};

std::string suite_with(const std::string& line) {
  std::string text = tiny_suite(R"(["evhttp"])");
  if (line.empty()) return text;
  const auto key = line.substr(0, line.find_first_of(" ="));
  const auto at = text.find("\n" + key + " ");
  if (at == std::string::npos) return text + line + "\n";
  return text.replace(at + 1, text.find('\n', at + 1) - at - 1, line);
}

}  // namespace

TEST_CASE(
    "bad input gets one message with its place, what was expected and the nearest known word") {
  const auto input = GENERATE(values<BadInput>({
      {{"run", "quikc"}, "", 2, {"quikc", "quick"}},
      {{"rnu", "quick"}, "", 2, {"rnu", "run"}},
      {{"run", "bad", "--blokcs", "3"}, "", 2, {"--blokcs", "--blocks"}},
      {{"run", "bad", "--blocks", "-3"}, "", 2, {"blocks", "-3"}},
      {{"run", "bad"}, "conections = [1]", 2, {"bad.toml:", "conections", "connections"}},
      {{"run", "bad"}, "servers = [\"evhtp\"]", 2, {"bad.toml:", "evhtp", "evhttp"}},
      {{"run", "bad"}, "servers = [\"evhttp\", \"evhttp\"]", 2, {"bad.toml:", "evhttp", "twice"}},
      {{"run", "bad"}, "servers = []", 2, {"bad.toml:", "servers"}},
      {{"run", "bad"}, "connections = [0]", 2, {"bad.toml:", "connections"}},
      {{"run", "bad"}, "connections = [-1]", 2, {"bad.toml:", "connections"}},
      {{"run", "bad"}, "measure = \"10 parsecs\"", 2, {"bad.toml:", "measure", "10 parsecs"}},
      {{"run", "bad"}, "measure = -5", 2, {"bad.toml:", "measure"}},
      {{"run", "bad"}, "measure = 10 s", 2, {"bad.toml:"}},
      {{"run", "bad"}, "blocks = 99999999999", 2, {"bad.toml:", "blocks"}},
      {{"run", "bad"}, "reference = \"nobody\"", 2, {"bad.toml:", "nobody"}},
      {{"run", "missing/file.toml"}, "", 2, {"missing/file.toml"}},
      {{"report", "nowhere"}, "", 2, {"nowhere"}},
      {{"show", "nowhere"}, "", 2, {"nowhere", "run.json"}},
      {{"show", "nowhere", "--fromat", "csv"}, "", 2, {"--fromat", "--format"}},
      {{"show", "nowhere", "--format", "cvs"}, "", 2, {"cvs", "csv"}},
      {{"run", "bad", "--out", "/proc/joust"}, "", 6, {"/proc/joust"}},
  }));
  const Workshop workshop;
  workshop.add_suite("bad", suite_with(input.suite_line));
  const auto finished = workshop.joust(input.arguments);
  INFO(input.suite_line << "\n" << finished.out << finished.err);
  CHECK(finished.exit_code == input.exit_code);
  for (const auto& part : input.expected) CHECK(finished.err.find(part) != std::string::npos);
  CHECK(workshop.left_running().empty());
}

TEST_CASE("an output folder that holds something else is refused and left as it is") {
  const Workshop workshop;
  workshop.add_suite("tiny", tiny_suite(R"(["evhttp"])"));
  const auto first = workshop.joust({"run", "tiny", "--allow-noise", "--out", "out"});
  REQUIRE(first.exit_code == 0);
  const auto second = workshop.joust({"run", "tiny", "--allow-noise", "--out", "out"});
  CHECK(second.exit_code == 2);
  CHECK(second.err.find("out") != std::string::npos);
  CHECK(workshop.joust({"report", "out"}).exit_code == 0);
}

TEST_CASE("the plan of a seed is the same every time and names contenders, cells and order") {
  const Workshop workshop;
  workshop.add_suite("tiny", tiny_suite(R"(["evhttp"])"));
  const auto first = workshop.joust({"plan", "tiny", "--seed", "3"});
  CHECK(first.exit_code == 0);
  CHECK(first.out == workshop.joust({"plan", "tiny", "--seed", "3"}).out);
  for (const auto* part : {"evhttp", "joust-null", "52 B, c = 1", "52 B, c = 4", "sweep   2"})
    CHECK(first.out.find(part) != std::string::npos);
}

TEST_CASE("the catalogue's servers are listed with whether they can run here") {
  const Workshop workshop;
  workshop.add_shell_server("ghost", "exit 1");
  const auto listed = workshop.joust({"servers"});
  CHECK(listed.exit_code == 0);
  for (const auto* part : {"evhttp", "joust-null", "nginx", "ghost", "runs here"})
    CHECK(listed.out.find(part) != std::string::npos);
  CHECK(workshop.joust({"clients"}).out.find("joust-load") != std::string::npos);
}

}  // namespace joust::e2e
