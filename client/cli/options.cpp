#include "client/cli/options.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "base/command_line.hpp"
#include "base/error.hpp"
#include "base/units.hpp"
#include "base/version.hpp"
#include "client/cli/values.hpp"
#include "client/engines/choice.hpp"
#include "client/http/url.hpp"
#include "results/store/json_text.hpp"

namespace joust::client::cli {
namespace {

constexpr const char* load_group = "load";
constexpr const char* request_group = "request";
constexpr const char* check_group = "check";
constexpr const char* time_group = "time";
constexpr const char* machine_group = "machine";
constexpr const char* output_group = "output";

/// The parser and what it fills. Options with units are read by base/units and all others by
/// cli/values, so that their messages are the same in files and on the command line.
class Parser {
 public:
  Parser() : app_("Loads an HTTP server and says what it measured.", "joust-load") {
    app_.set_version_flag("--version", "joust-load " + std::string(version()));
    add_plan_file();  // first: what follows changes what it says
    app_.add_option("URL", options_.plan.url, "http://host[:port]/path or unix:/socket:/path");
    add_load();
    add_request();
    add_check();
    add_time();
    add_machine();
    add_output();
    app_.footer(
        "Times read 250ms, 1.5s, 2m; sizes 64KiB; counts 1e6, 200k.\n"
        "Exit: 0 fine, 1 failed requests, 2 bad input, 5 not valid (--strict), 6 the machine's "
        "fault, 130 interrupted.");
  }

  std::optional<Options> parse(int argc, char** argv) {
    if (!parse_command_line(app_, argc, argv)) return std::nullopt;
    complete();
    return options_;
  }

 private:
  using Reader = std::function<void(const std::string&)>;

  static std::string one_of(const std::vector<std::string>& words) {
    return fmt::format("{}", fmt::join(words, "|"));
  }

  CLI::Option* add(const char* group, const std::string& names, const std::string& type,
                   const std::string& help, const Reader& read) {
    const std::string flag = names.substr(names.find("--"));
    return app_
        .add_option_function<std::string>(
            names,
            [flag, read](const std::string& text) { with_context(flag, [&] { read(text); }); },
            help)
        ->type_name(type)
        ->group(group);
  }

  CLI::Option* add_flag(const char* group, const std::string& names, const std::string& help,
                        bool& value, bool when_given = true) {
    return app_
        .add_flag_callback(
            names, [&value, when_given] { value = when_given; }, help)
        ->group(group);
  }

  CLI::Option* add_time(const std::string& names, const std::string& help, Nanoseconds& value) {
    return add(time_group, names, "TIME", help + " (" + format_duration(value) + ")",
               [&value](const std::string& text) { value = parse_duration(text); });
  }

  void add_plan_file() {
    plan_file_ = add(load_group, "--plan", "FILE",
                     "start from the plan in this JSON file ('-': stdin); other options change it",
                     [&](const std::string& path) {
                       options_.plan = store::load_plan_from_json(plan_text(path), path);
                     });
  }

  void add_load() {
    LoadPlan& plan = options_.plan;
    add(load_group, "-c,--connections", "N", "connections, each with one request at a time (10)",
        [&](const std::string& text) { plan.connections = parse_small_count(text); });
    add(load_group, "-t,--threads", "N", "threads that share the connections (1)",
        [&](const std::string& text) { plan.threads = parse_small_count(text); });
    auto* requests = add(load_group, "-n,--requests", "N", "measure so many answers",
                         [&](const std::string& text) {
                           plan.requests = parse_count(text);
                           plan.duration.reset();
                         });
    add(load_group, "-d,--duration", "TIME", "measure so long (10s)", [&](const std::string& text) {
      plan.duration = parse_duration(text);
      plan.requests.reset();
    })->excludes(requests);
    add(load_group, "--warmup", "TIME", "load before the window opens (0s)",
        [&](const std::string& text) { plan.warmup = parse_duration(text); });
    add(load_group, "--ramp", "TIME", "open the connections spread over so long, before the window",
        [&](const std::string& text) { plan.ramp = parse_duration(text); });
    add(load_group, "-r,--rate", "R",
        "open loop: so many requests a second, whatever the answers do",
        [&](const std::string& text) { plan.rate_rps = parse_rate(text); });
    add(load_group, "--arrivals", "constant|poisson", "how they are spread over time (constant)",
        [&](const std::string& text) { plan.arrivals = parse_arrivals(text); });
    add(load_group, "--pipeline", "N", "requests on their way at once on a connection (1)",
        [&](const std::string& text) { plan.pipeline = parse_small_count(text); });
    add(load_group, "--requests-per-connection", "N", "open a new connection after so many answers",
        [&](const std::string& text) { plan.requests_per_connection = parse_count(text); });
    auto* without =
        add_flag(load_group, "--no-keepalive", "a connection a request", plan.keepalive, false);
    add_flag(load_group, "-k", "keep connections alive: the default", plan.keepalive)
        ->excludes(without);
    add(load_group, "--http", "1.0|1.1", "version asked for (1.1)",
        [&](const std::string& text) { plan.http = parse_http(text); });
  }

  void add_request() {
    LoadPlan& plan = options_.plan;
    method_ = add(request_group, "-X,--method", "WORD", "GET, or POST where there is a body",
                  [&](const std::string& text) { plan.method = text; });
    app_.add_option_function<std::vector<std::string>>(
            "-H,--header",
            [&plan](const std::vector<std::string>& fields) {
              for (const std::string& field : fields)
                with_context("--header", [&] { plan.headers.push_back(parse_header(field)); });
            },
            "'Name: value', may be repeated")
        ->type_name("FIELD")
        ->allow_extra_args(false)
        ->group(request_group);
    body_ = add(request_group, "-b,--body", "TEXT", "send this with every request",
                [&](const std::string& text) { plan.body = text; });
    body_file_ = add(request_group, "--body-file", "FILE", "send this file with every request",
                     [&](const std::string& text) { plan.body = text_of_file(text); });
    body_file_->excludes(body_);
    add(request_group, "--user", "NAME:PASSWORD", "send basic authorization",
        [&](const std::string& text) { plan.headers.push_back(basic_authorization(text)); });
    add(request_group, "--url-file", "FILE",
        "ask in turn for the paths in this file, one a line, of the URL's server",
        [&](const std::string& path) { url_file_ = path; });
  }

  void add_check() {
    LoadPlan& plan = options_.plan;
    add(check_group, "--check", "none|length|full", "what is looked at besides the status (full)",
        [&](const std::string& text) {
          plan.check = parse_check(text);
          // What a plan file expects is only looked at as far as this level looks.
          if (plan.check != CheckLevel::full) plan.expect_sha256.reset();
          if (plan.check == CheckLevel::none) plan.expect_bytes.reset();
        });
    add(check_group, "--expect-status", "LIST", "right status codes (200-299)",
        [&](const std::string& text) { plan.expect_status = parse_numbers(text, 200, 999); });
    add(check_group, "--expect-bytes", "SIZE", "right body length (the first answer's)",
        [&](const std::string& text) { plan.expect_bytes = parse_bytes(text); });
    add(check_group, "--expect-sha256", "HEX", "of the body; the first answer must have it",
        [&](const std::string& text) { plan.expect_sha256 = lower_case_hex(text); });
    add_flag(check_group, "--variable-length", "answers may differ in length and content",
             plan.variable_length);
    add_flag(check_group, "--allow-failures", "failed requests do not make the exit code 1",
             plan.allow_failures);
  }

  void add_time() {
    LoadPlan& plan = options_.plan;
    add_time("--timeout", "from a request's send to its last byte", plan.timeout);
    add_time("--connect-timeout", "for one connection", plan.connect_timeout);
    add_time("--drain", "wait for answers after the window", plan.drain);
    add(time_group, "--late-after", "TIME", "count slower right answers as late",
        [&](const std::string& text) { plan.late_after = parse_duration(text); });
    add(time_group, "--min-bitrate", "RATE",
        "count the connections that keep to it over their life: 320k, in bits a second",
        [&](const std::string& text) { plan.min_bitrate_bps = parse_rate(text); });
    add(time_group, "--slo-p99", "TIME", "exit 1 where 99 % of the answers take longer",
        [&](const std::string& text) { plan.slo_p99 = parse_duration(text); });
    add(time_group, "--max-failed", "SHARE",
        "exit 1 where more failed: 1% or 0.01; fewer are no reason to",
        [&](const std::string& text) { plan.max_failed = parse_share(text); });
  }

  void add_machine() {
    LoadPlan& plan = options_.plan;
    add(machine_group, "--engine", one_of(engine_names()), "how bytes are moved (auto)",
        [&](const std::string& text) { plan.engine = text; });
    add(machine_group, "--cpus", "LIST", "run on these CPUs only: 1 or 0,2-3",
        [&](const std::string& text) { plan.cpus = parse_numbers(text, 0, 4095); });
    add(machine_group, "--source-address", "LIST",
        "connect from these local addresses in turn: 127.0.0.2,127.0.0.3",
        [&](const std::string& text) { plan.source_addresses = parse_words(text); });
    add(machine_group, "--watch-pid", "PID", "measure this process tree in the window",
        [&](const std::string& text) { plan.watch_pid = parse_pid(text); });
  }

  void add_output() {
    add(output_group, "--format", one_of(format_names()), "on standard output (summary)",
        [&](const std::string& text) { options_.format = parse_format(text); });
    add(output_group, "--json", "FILE", "write the result there as JSON",
        [&](const std::string& text) { options_.json_file = text; });
    add(output_group, "--hgrm", "FILE",
        "write the latencies there as HdrHistogram's percentile text",
        [&](const std::string& text) { options_.hgrm_file = text; });
    add(output_group, "--series", "FILE", "write a line there for every second of the load",
        [&](const std::string& text) { options_.series_file = text; });
    add(output_group, "--samples", "FILE", "write a line there for every request, at the end",
        [&](const std::string& text) { options_.samples_file = text; });
    add_flag(output_group, "-q,--quiet", "no progress on standard error", options_.quiet);
    add_flag(output_group, "--strict", "exit 5 where the result is not valid", options_.strict);
  }

  void complete() {
    LoadPlan& plan = options_.plan;
    for (const auto& [flag, file] : {std::pair{"--json", &options_.json_file},
                                     {"--hgrm", &options_.hgrm_file},
                                     {"--series", &options_.series_file},
                                     {"--samples", &options_.samples_file}})
      if (*file) with_context(flag, [&] { require_writable_place(**file); });
    if (plan.url.empty()) throw user_error("no URL; expected http://host[:port]/path");
    require_allowed(plan.cpus);
    if (url_file_) {
      with_context("--url-file",
                   [&] { plan.targets = targets_of_file(*url_file_, parse_url(plan.url)); });
    }
    if (plan_file_->count() > 0) return;
    if (!plan.requests && !plan.duration) plan.duration = std::chrono::seconds{10};
    if (method_->count() == 0 && body_->count() + body_file_->count() > 0) plan.method = "POST";
  }

  static std::string plan_text(const std::string& path) {
    if (path != "-") return text_of_file(path);
    return {std::istreambuf_iterator<char>(std::cin), {}};
  }

  CLI::App app_;
  Options options_;
  std::optional<std::string> url_file_;
  CLI::Option* method_ = nullptr;
  CLI::Option* body_ = nullptr;
  CLI::Option* body_file_ = nullptr;
  CLI::Option* plan_file_ = nullptr;
};

}  // namespace

std::optional<Options> parse_options(int argc, char** argv) { return Parser().parse(argc, argv); }

}  // namespace joust::client::cli
