#include "tests/e2e/workshop.hpp"

#include <fmt/format.h>

namespace joust::e2e {
namespace {

constexpr const char* mark = "JOUST_TEST_WORKSHOP";

}  // namespace

std::string program(std::string_view name) { return fmt::format("{}/{}", JOUST_BIN_DIR, name); }

Workshop::Workshop() {
  // nginx's workers give up root: they still have to reach the folder.
  std::filesystem::permissions(folder_.path(), std::filesystem::perms(0755));
}

void Workshop::add_shell_server(std::string_view name, std::string_view script,
                                std::string_view more) const {
  folder_.write(fmt::format("joust/servers/{}.toml", name), fmt::format(R"(
name = "{0}"
title = "{0}"
kind = "external"
command = ["/bin/sh", "-c", '''{1}''']
ready = "line"
{2}
[routes]
static = "/{{file}}"
)",
                                                                        name, script, more));
}

void Workshop::add_suite(std::string_view name, std::string_view text) const {
  folder_.write(fmt::format("joust/suites/{}.toml", name), text);
}

test::Command Workshop::joust_command(const std::vector<std::string>& arguments) const {
  test::Command command;
  command.argv = {program("joust")};
  command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
  command.folder = folder_.path();
  command.environment = {{mark, folder_.path().string()}};
  return command;
}

test::Finished Workshop::joust(const std::vector<std::string>& arguments) const {
  return test::run_to_end(joust_command(arguments));
}

std::vector<pid_t> Workshop::left_running() const {
  return test::processes_marked(mark, folder_.path().string());
}

std::string tiny_suite(std::string_view servers, std::string_view connections) {
  return fmt::format(R"(
title = "Tiny"
servers = {}
reference = "evhttp"
connections = {}
documents = [{{route = "static", bytes = 52}}]
blocks = 2
measure = "150ms"
warmup = "100ms"
)",
                     servers, connections);
}

}  // namespace joust::e2e
