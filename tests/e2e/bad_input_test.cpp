#include <filesystem>
#include <string>
#include <vector>

#include "tests/e2e/measured_run.hpp"
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

TEST_CASE("a suite file is told its misspelt key or bad number by line, and nothing is begun") {
  struct Case {
    std::string line;
    std::vector<std::string> expected;
  };
  const auto input = GENERATE(values<Case>({
      {"conections = [1]", {"bad.toml:10: unknown key 'conections'", "mean 'connections'?"}},
      {"duration = \"10s\"", {"bad.toml:10: unknown key 'duration'"}},
      {"measure = -5", {"bad.toml:8: measure: ", "found -5", "\"250ms\""}},
      {"measure = 10 s", {"bad.toml:8: ", "measure = \"10 s\""}},
      {"measure = 1e3", {"bad.toml:8: measure: ", "found 1000", "\"250ms\""}},
      {"measure = 99999999999", {"bad.toml:8: measure: ", "found 99999999999", "\"250ms\""}},
      {"measure = \"99999999999s\"", {"bad.toml:8: measure: ", "99999999999s"}},
      {"measure = \"-5s\"", {"bad.toml:8: measure: ", "-5s"}},
      {"blocks = -5", {"bad.toml:7: blocks: ", "from 1 to 1000", "found -5"}},
      {"blocks = 99999999999", {"bad.toml:7: blocks: ", "found 99999999999"}},
      {"blocks = 99999999999999999999", {"bad.toml:7: "}},
      {"connections = [1e9]", {"bad.toml:5: connections: ", "found 1000000000"}},
      {"blocks = 0x", {"bad.toml:7: not TOML"}},
      {"title = \"never closed", {"bad.toml:2: not TOML"}},
  }));
  const Workshop workshop;
  workshop.add_suite("bad", suite_with(input.line));
  for (const char* command : {"run", "plan"}) {
    const auto finished = workshop.joust({command, "bad"});
    INFO(input.line << "\n" << finished.out << finished.err);
    CHECK(finished.exit_code == 2);
    CHECK(finished.out.empty());
    for (const auto& part : input.expected) CHECK(finished.err.find(part) != std::string::npos);
  }
  CHECK_FALSE(std::filesystem::exists(workshop.path() / "results"));
}

TEST_CASE("an empty suite file is told what it lacks") {
  const Workshop workshop;
  for (const char* text : {"", "\xEF\xBB\xBF", "\r\n \t\r\n", "# nothing yet\n"}) {
    workshop.add_suite("bad", text);
    const auto finished = workshop.joust({"run", "bad"});
    INFO(finished.out << finished.err);
    CHECK(finished.exit_code == 2);
    for (const char* key : {"servers", "connections", "documents"})
      CHECK(finished.err.find(std::string("bad.toml: ") + key + ": this key is missing") !=
            std::string::npos);
  }
}

TEST_CASE("byte-order mark, CRLF, tabs and trailing blanks in a suite file change nothing") {
  const Workshop workshop;
  const std::string plain = tiny_suite(R"(["evhttp"])");
  std::string mangled = "\xEF\xBB\xBF";
  for (std::size_t at = 0; at < plain.size(); ++at) {
    if (plain.compare(at, 3, " = ") == 0) {
      mangled += "\t=\t";
      at += 2;
    } else if (plain[at] == '\n') {
      mangled += " \t\r\n";
    } else {
      mangled += plain[at];
    }
  }
  workshop.add_suite("tiny", plain);
  const auto expected = workshop.joust({"plan", "tiny", "--seed", "3"});
  REQUIRE(expected.exit_code == 0);
  workshop.add_suite("tiny", mangled);
  const auto finished = workshop.joust({"plan", "tiny", "--seed", "3"});
  CHECK(finished.exit_code == 0);
  CHECK(finished.out == expected.out);
  CHECK(finished.err == expected.err);
  // Lines are counted alike.
  workshop.add_suite("tiny", mangled + "conections\t=\t[1] \r\n");
  CHECK(workshop.joust({"plan", "tiny"}).err.find("tiny.toml:10: unknown key 'conections'") !=
        std::string::npos);
}

TEST_CASE("an output folder that holds something else is refused and left as it is") {
  const Workshop workshop;
  workshop.add_suite("tiny", tiny_suite(R"(["evhttp"])"));
  const auto first = workshop.joust({"run", "tiny", "--allow-noise", "--out", "out"});
  REQUIRE(first.exit_code == exit_code_over(workshop.path() / "out"));
  const auto second = workshop.joust({"run", "tiny", "--allow-noise", "--out", "out"});
  CHECK(second.exit_code == 2);
  CHECK(second.err.find("out") != std::string::npos);
  CHECK(workshop.joust({"report", "out"}).exit_code == first.exit_code);
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
