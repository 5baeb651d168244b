#include "servers/null/options.hpp"

#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "servers/null/version.hpp"

namespace joust::null_server {
namespace {

// An option whose text one of base's readers turns into a value; their messages become CLI11's.
template <typename Read>
CLI::Option* add_read(CLI::App& app, const std::string& name, const std::string& type,
                      const std::string& help, Read read) {
  auto* option = app.add_option_function<std::vector<std::string>>(
      name,
      [read, name](const std::vector<std::string>& texts) {
        try {
          for (const auto& text : texts) read(text);
        } catch (const Error& error) {
          throw CLI::ValidationError(name, error.what());
        }
      },
      help);
  return option->type_name(type)->type_size(1);
}

std::pair<std::string, std::filesystem::path> parse_serve(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || !text.starts_with('/') || equals + 1 == text.size()) {
    throw user_error("'{}' is not of the form /path=FILE", text);
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

void describe(CLI::App& app, Options& options) {
  app.add_option("--bind", options.bind, "Numeric address to listen on")->capture_default_str();
  app.add_option("--port", options.port, "Port to listen on; 0: any free one, READY says which")
      ->check(CLI::Range(0, 65535))
      ->capture_default_str();
  app.add_option("--threads", options.threads, "Event loops, each with its own listening socket")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  app.add_option("--backlog", options.backlog, "Connections that may wait to be accepted")
      ->check(CLI::Range(1, 65535))
      ->capture_default_str();
  app.add_option("--root", options.root, "Answers every regular file below this folder");
  add_read(app, "--serve", "/PATH=FILE", "Answers this target with this file; may be repeated",
           [&options](const std::string& text) { options.serve.push_back(parse_serve(text)); })
      ->take_all();
  add_read(app, "--burn-ns", "N", "CPU time to spend on every request, in nanoseconds [0]",
           [&options](const std::string& text) {
             options.burn = Nanoseconds(static_cast<std::int64_t>(parse_count(text)));
           });
  add_read(app, "--delay", "TIME", "Wait before every answer, exact to the microsecond [0ns]",
           [&options](const std::string& text) { options.delay = parse_duration(text); });
  app.add_option("--delays", options.delays_file,
                 "Where the histogram of the actual delays goes at the end [standard error]");
}

}  // namespace

std::optional<Options> parse_options(int argc, const char* const* argv) {
  Options options;
  CLI::App app("The anchor: a frozen, minimal answerer of prepared bytes", "joust-null");
  app.set_version_flag("--version", "joust-null " + std::to_string(version));
  describe(app, options);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version
    app.exit(success);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    throw user_error("{}; joust-null --help lists the options", error.what());
  }
  return options;
}

}  // namespace joust::null_server
