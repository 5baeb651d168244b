#include "suites/catalogue/catalogue.hpp"

#include <cstdlib>

#include "base/data_files.hpp"
#include "base/error.hpp"
#include "suites/catalogue/command_output.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/contains.hpp"
#include "tests/support/temporary_folder.hpp"

namespace joust::suites {
namespace {

using namespace std::chrono_literals;
using joust::test::contains;

constexpr const char* routes = "\n[routes]\nstatic = \"/{file}\"\n";

std::string error_of(const std::vector<std::filesystem::path>& servers,
                     const std::vector<std::filesystem::path>& clients = {}) {
  try {
    read_catalogue(servers, clients);
    return {};
  } catch (const Error& error) {
    CHECK(error.exit_code() == ExitCode::user_input);
    return error.what();
  }
}

std::filesystem::path script(const test::TemporaryFolder& folder, const std::string& name,
                             const std::string& body) {
  const auto file = folder.write(name, "#!/bin/sh\n" + body + "\n");
  std::filesystem::permissions(file, std::filesystem::perms(0755));
  return file;
}

}  // namespace

TEST_CASE("the nearest folder's entry of a name counts") {
  const test::TemporaryFolder folder;
  folder.write("near/a.toml", std::string("title = \"mine\"\ncommand = [\"a\"]") + routes);
  folder.write("far/a.toml", std::string("title = \"theirs\"\ncommand = [\"a\"]") + routes);
  folder.write("far/b.toml", std::string("command = [\"b\"]") + routes);
  folder.write("far/notes.txt", "not an entry");
  const auto catalogue = read_catalogue({folder / "near", folder / "far"}, {});
  CHECK(catalogue.server_names() == std::vector<std::string>{"a", "b"});
  CHECK(catalogue.servers.at("a").title == "mine");
}

TEST_CASE("one name twice in a folder is a mistake, told with those of all other files") {
  const test::TemporaryFolder folder;
  folder.write("s/a.toml", std::string("command = [\"a\"]") + routes);
  folder.write("s/b.toml", std::string("name = \"a\"\ncommand = [\"a\"]") + routes);
  folder.write("s/c.toml", "command = [");
  folder.write("c/load.toml", "command = [\"load\", \"{plam}\", \"{result}\"]\n");
  const auto text = error_of({folder / "s"}, {folder / "c"});
  INFO(text);
  CHECK(contains(text, "b.toml:1: name: 'a' is taken by a.toml"));
  CHECK(contains(text, "c.toml:1: not TOML"));
  CHECK(contains(text, "load.toml:1: command: unknown placeholder '{plam}'; did you mean 'plan'?"));
  CHECK(contains(text, "load.toml:1: command: {plan} is not used"));
}

TEST_CASE("the entries that come with the suite can be read") {
  const auto catalogue =
      read_catalogue({std::filesystem::path(JOUST_SOURCE_DIR) / "servers/catalogue"},
                     {std::filesystem::path(JOUST_SOURCE_DIR) / "client/catalogue"});
  CHECK(catalogue.clients.at("joust-load").command.front() == "joust-load");
  for (const auto& [name, entry] : catalogue.servers) CHECK_FALSE(entry.routes.empty());
}

TEST_CASE("a client cannot share fewer connections than threads among them") {
  ClientEntry client;
  Cell cell;
  cell.connections = 1;
  CHECK(client.refuses(cell) == std::nullopt);
  cell.client_threads = 2;
  CHECK(client.refuses(cell) == std::string("2 client threads cannot share 1 connection"));
}

TEST_CASE("a program that is not here says where it was looked for and how to get it") {
  ServerEntry entry;
  entry.command = {"no-such-program-here"};
  entry.install_hint = "nginx-light";
  CHECK(availability_of(entry).why_not ==
        "no program 'no-such-program-here' beside joust, in PATH, /usr/sbin or /usr/local/sbin; to "
        "get it: apt install nginx-light");
  entry.install_hint = "make build";
  CHECK(contains(availability_of(entry).why_not, "; to get it: make build"));
  entry.command = {"/no/such/program"};
  CHECK(contains(availability_of(entry).why_not, "no program '/no/such/program'; to get it"));
  entry.url = "http://127.0.0.1:1";
  CHECK(availability_of(entry).why_not.empty());
}

TEST_CASE("a version is read from what the program prints, on whichever stream") {
  const test::TemporaryFolder folder;
  ServerEntry entry;
  entry.command = {script(folder, "server", "echo 'server/1.2.3 (test)' >&2; exit 1").string()};
  entry.version = VersionProbe{entry.command, "server/([0-9.]+)"};
  CHECK(availability_of(entry).version == "1.2.3");
  CHECK(availability_of(entry).executable == entry.command.front());
  entry.version->pattern = "other/([0-9.]+)";
  CHECK(availability_of(entry).version.empty());
  CHECK(availability_of(entry).why_not.empty());
}

TEST_CASE("programs are found by path, beside this program and in PATH") {
  const test::TemporaryFolder folder;
  const auto file = script(folder, "found-by-path", "true");
  folder.write("not-executable", "x");
  CHECK(find_executable(file.string()) == file);
  CHECK(find_executable((folder / "not-executable").string()) == std::nullopt);
  CHECK(find_executable(folder.path().string()) == std::nullopt);
  CHECK(find_executable("test_suites_catalogue") == executable_folder() / "test_suites_catalogue");
  CHECK(find_executable("sh").has_value());
  CHECK(find_executable("") == std::nullopt);
}

TEST_CASE("a command that does not end is killed with its children") {
  const test::TemporaryFolder folder;
  const auto file = script(folder, "hangs", "sleep 600 & echo $!; wait");
  CHECK(output_of(file, {}, 100ms) == std::nullopt);
  CHECK(output_of(folder / "missing", {}, 100ms) == std::nullopt);
  CHECK(output_of(script(folder, "args", "echo \"$1-$2\""), {"a", "b c"}, 5s) ==
        std::string("a-b c\n"));
}

}  // namespace joust::suites
