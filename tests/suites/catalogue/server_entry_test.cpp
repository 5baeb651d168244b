#include "suites/catalogue/server_entry.hpp"

#include <csignal>

#include "base/toml_reader.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/contains.hpp"
#include "tests/support/temporary_folder.hpp"

namespace joust::suites {
namespace {

using namespace std::chrono_literals;
using joust::test::contains;

constexpr const char* good = R"(
command = ["some-server", "--port", "{port}", "--root", "{root}"]
[routes]
static = "/{file}"
)";

ServerEntry read(const std::string& text, std::string& complaints,
                 const std::filesystem::path& file = "/catalogue/some.toml") {
  Diagnostics diagnostics;
  const auto document = TomlDocument::parse(text, "some.toml", diagnostics);
  ServerEntry entry = read_server_entry(document.root(), file);
  try {
    diagnostics.throw_if_any();
    complaints.clear();
  } catch (const Error& error) {
    complaints = error.what();
  }
  return entry;
}

ServerEntry read_good(const std::string& text,
                      const std::filesystem::path& file = "/catalogue/some.toml") {
  std::string complaints;
  ServerEntry entry = read(text, complaints, file);
  CHECK(complaints.empty());
  return entry;
}

std::string complaints_of(const std::string& text) {
  std::string complaints;
  read(text, complaints);
  return complaints;
}

Cell cell_of(const std::string& route, const std::string& method = "GET") {
  Cell cell;
  cell.document.route = route;
  cell.document.method = method;
  cell.document.size = Bytes{52};
  return cell;
}

}  // namespace

TEST_CASE("the least entry is a command and a route; the rest has its defaults") {
  const ServerEntry entry = read_good(good);
  CHECK(entry.name == "some");
  CHECK(entry.title == "some");
  CHECK(entry.kind == "external");
  CHECK(entry.ready == Readiness::line);
  CHECK(entry.ready_timeout == 10s);
  CHECK(entry.stop_signal == SIGTERM);
  CHECK(entry.stop_timeout == 3s);
  CHECK_FALSE(entry.threads_settable);
  CHECK_FALSE(entry.version);
  CHECK(entry.methods.empty());
  CHECK(entry.path_of(cell_of("static").document) == "/52.bin");
}

TEST_CASE("a whole entry is read as it is written") {
  const test::TemporaryFolder folder;
  folder.write("templates/nginx.conf", "worker_processes {threads};\nlisten {address}:{port};\n");
  const ServerEntry entry = read_good(R"(
name = "nginx"
title = "the one"
kind = "tuned"
command = ["nginx", "-p", "{work}/", "-c", "{config}"]
version = {command = ["nginx", "-v"], pattern = 'nginx/([0-9.]+)'}
config = "templates/nginx.conf"
ready = "probe"
ready_timeout = "20s"
stop_signal = "QUIT"
stop_timeout = "1s"
threads = true
install = "nginx-light"
[routes]
static = "/{file}"
bytes = "/bytes/{bytes}"
echo = "/echo"
hello = "/hello"
[variants.fast]
summary = "faster"
arguments = ["-g", "thread_pool {threads};"]
)",
                                      folder / "nginx.toml");
  CHECK(entry.name == "nginx");
  CHECK(entry.title == "the one");
  CHECK(entry.kind == "tuned");
  CHECK(entry.version->pattern == "nginx/([0-9.]+)");
  CHECK(entry.config_template == folder / "templates/nginx.conf");
  CHECK(entry.ready == Readiness::probe);
  CHECK(entry.ready_timeout == 20s);
  CHECK(entry.stop_signal == SIGQUIT);
  CHECK(entry.stop_timeout == 1s);
  CHECK(entry.threads_settable);
  CHECK(entry.methods == std::vector<std::string>{"POST", "PUT"});
  CHECK(entry.variants.at("fast").arguments.size() == 2);
  CHECK(entry.path_of(cell_of("bytes").document) == "/bytes/52");
}

TEST_CASE("an entry refuses what it cannot do, with the reason") {
  const ServerEntry entry = read_good(good);
  CHECK(entry.refuses(cell_of("static")) == std::nullopt);
  CHECK(entry.refuses(cell_of("static", "HEAD")) == std::nullopt);
  CHECK(entry.refuses(cell_of("echo", "POST")) == std::string("no route 'echo'"));
  CHECK(entry.refuses(cell_of("static", "POST")) == std::string("does not take POST"));
  Cell threaded = cell_of("static");
  threaded.server_threads = 2;
  CHECK(entry.refuses(threaded) == std::string("its number of threads cannot be set"));
}

TEST_CASE("a program given by a relative path starts at the entry's folder") {
  const ServerEntry entry =
      read_good("command = [\"./bin/server\"]\n[routes]\nstatic = \"/{file}\"\n", "/cat/s/x.toml");
  CHECK(entry.command.front() == "/cat/s/bin/server");
}

TEST_CASE("a server that somebody else runs has a url instead of a command") {
  const ServerEntry entry =
      read_good("url = \"http://127.0.0.1:8080\"\n[routes]\nstatic = \"/{file}\"\n");
  CHECK(entry.url == std::string("http://127.0.0.1:8080"));
  const auto text =
      complaints_of("url = \"https://x\"\ncommand = [\"a\"]\n[routes]\nstatic = \"/{file}\"\n");
  CHECK(contains(text, "some.toml:1: url: 'https://x' must begin with http://"));
  CHECK(contains(text, "some.toml:2: command: means nothing beside url"));
}

TEST_CASE("the mistakes of an entry are told all at once, with lines and nearest words") {
  const auto text = complaints_of(R"(nmae = "x"
kind = "tunned"
command = ["server", "{prot}", "--config", "{config}"]
ready = "prob"
stop_signal = "TREM"
stop_timeout = -3
version = {command = [], pattern = "[0-9.]+"}
config = "missing.conf"
[routes]
static = "{file}"
statik = "/{file}"
bytes = "/{byte}"
[variants.fast]
arguments = ["{thread}"]
)");
  INFO(text);
  for (const char* part :
       {"some.toml:1: unknown key 'nmae'; did you mean 'name'?",
        "some.toml:2: kind: 'tunned' is none of anchor, idiomatic, tuned, external; did you mean "
        "'tuned'?",
        "some.toml:3: command: unknown placeholder '{prot}'; did you mean 'port'?",
        "some.toml:4: ready: 'prob'", "some.toml:5: stop_signal: 'TREM'", "did you mean 'TERM'?",
        "some.toml:6: stop_timeout: ", "some.toml:7: version.command: the list is empty",
        "some.toml:7: pattern: '[0-9.]+' has no group", "some.toml:8: config: ", "missing.conf",
        "some.toml:10: routes.static: '{file}' must begin with a slash",
        "some.toml:11: unknown key 'routes.statik'; did you mean 'static'?",
        "some.toml:12: bytes: unknown placeholder '{byte}'; did you mean 'bytes'?",
        "some.toml:14: arguments: unknown placeholder '{thread}'; did you mean 'threads'?"}) {
    INFO(part);
    CHECK(contains(text, part));
  }
}

TEST_CASE("keys that contradict each other are told") {
  CHECK(contains(complaints_of("[routes]\nstatic = \"/{file}\"\n"), "command (or url"));
  CHECK(contains(complaints_of("command = [\"a\"]\n"), "routes: this key is missing"));
  CHECK(contains(complaints_of("command = [\"a\", \"{config}\"]\n[routes]\n"),
                 "{config} needs the key config"));
  CHECK(contains(complaints_of("command = [\"a\"]\nready = \"probe\"\n[routes]\n"),
                 "neither command nor config uses {port}"));
  CHECK(contains(complaints_of("command = [\"a\"]\nthreads = true\n[routes]\n"),
                 "neither command nor config uses {threads}"));
  CHECK(contains(complaints_of("name = \"a/b\"\ncommand = [\"a\"]\n[routes]\n"),
                 "name: 'a/b' cannot be a name"));
  CHECK(
      contains(complaints_of(
                   "command = [\"a\"]\nversion = {command = [\"a\"], pattern = \"(\"}\n[routes]\n"),
               "no ECMAScript regular expression"));
}

}  // namespace joust::suites
