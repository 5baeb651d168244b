#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/nearest_word.hpp"
#include "client/engines/choice.hpp"
#include "client/http/endpoint.hpp"
#include "client/http/request.hpp"
#include "client/http/url.hpp"
#include "client/load/load_generator.hpp"

namespace joust::client {
namespace {

using namespace std::chrono_literals;

class Problems {
 public:
  template <typename... Args>
  void unless(bool fine, fmt::format_string<Args...> format, Args&&... args) {
    if (!fine) all_.push_back(fmt::format(format, std::forward<Args>(args)...));
  }
  void add(std::vector<std::string> more) { all_.insert(all_.end(), more.begin(), more.end()); }
  std::vector<std::string> take() { return std::move(all_); }

 private:
  std::vector<std::string> all_;
};

void check_load(const LoadPlan& plan, Problems& problems) {
  constexpr std::uint32_t most_connections = 1'000'000;
  constexpr std::uint32_t most_threads = 1024;
  problems.unless(plan.connections >= 1 && plan.connections <= most_connections,
                  "--connections {}: expected 1 to {}", plan.connections, most_connections);
  problems.unless(plan.threads >= 1 && plan.threads <= most_threads,
                  "--threads {}: expected 1 to {}", plan.threads, most_threads);
  problems.unless(plan.requests.has_value() != plan.duration.has_value(),
                  "--requests and --duration: exactly one of them says how long to measure");
  problems.unless(!plan.requests || *plan.requests >= 1, "--requests 0: expected 1 or more");
}

void check_connections(const LoadPlan& plan, Problems& problems) {
  constexpr std::uint32_t deepest = 1024;
  constexpr std::uint64_t most_at_once = std::uint64_t{64} << 20;
  problems.unless(plan.pipeline >= 1 && plan.pipeline <= deepest, "--pipeline {}: expected 1 to {}",
                  plan.pipeline, deepest);
  problems.unless(!plan.requests_per_connection || *plan.requests_per_connection >= 1,
                  "--requests-per-connection 0: expected 1 or more");
  problems.unless(plan.keepalive || plan.requests_per_connection.value_or(1) == 1,
                  "--requests-per-connection {} contradicts --no-keepalive",
                  plan.requests_per_connection.value_or(0));
  if (plan.pipeline <= 1) return;
  problems.unless(plan.http == HttpVersion::http_1_1,
                  "--pipeline {}: HTTP/1.0 has no pipelining (RFC 9112 9.3.2)", plan.pipeline);
  problems.unless(plan.keepalive, "--pipeline {} contradicts --no-keepalive", plan.pipeline);
  constexpr std::uint64_t most_in_all = std::uint64_t{16} << 20;
  problems.unless(std::uint64_t{plan.pipeline} * plan.connections <= most_in_all,
                  "--pipeline {} on --connections {}: more than {} requests on their way at once",
                  plan.pipeline, plan.connections, most_in_all);
  const std::uint64_t copies = plan.targets.size() > 1 ? plan.connections : 1;
  problems.unless(plan.pipeline * plan.body.size() * copies <= most_at_once,
                  "--pipeline {} with a body of {} bytes: more than {} bytes on their way at once",
                  plan.pipeline, plan.body.size(), most_at_once);
}

void check_rates(const LoadPlan& plan, Problems& problems) {
  constexpr double highest = 1e7;
  problems.unless(plan.rate_rps || plan.arrivals == Arrivals::constant,
                  "--arrivals: only an open loop has arrivals (--rate)");
  if (plan.rate_rps) {
    problems.unless(*plan.rate_rps > 0 && *plan.rate_rps <= highest,
                    "--rate {}: expected more than 0 to {} requests a second", *plan.rate_rps,
                    highest);
    problems.unless(plan.pipeline == 1,
                    "--rate with --pipeline {}: an open loop has one request at a time on a "
                    "connection",
                    plan.pipeline);
  }
  problems.unless(!plan.min_bitrate_bps || *plan.min_bitrate_bps > 0,
                  "--min-bitrate {}: expected more than 0", plan.min_bitrate_bps.value_or(0));
  problems.unless(!plan.max_failed || (*plan.max_failed >= 0 && *plan.max_failed <= 1),
                  "--max-failed {}: expected a share from 0 to 1", plan.max_failed.value_or(0));
}

void check_times(const LoadPlan& plan, Problems& problems) {
  constexpr Nanoseconds longest = 24h;
  const auto within = [&](const char* flag, Nanoseconds value, Nanoseconds least) {
    problems.unless(value >= least && value <= longest, "{} {}: expected {} to 24h", flag,
                    format_duration(value), least == 0ns ? "0s" : format_duration(least));
  };
  if (plan.duration) within("--duration", *plan.duration, 1ms);
  within("--warmup", plan.warmup, 0ns);
  within("--ramp", plan.ramp, 0ns);
  within("--timeout", plan.timeout, 1ms);
  within("--connect-timeout", plan.connect_timeout, 1ms);
  within("--drain", plan.drain, 0ns);
  if (plan.late_after) within("--late-after", *plan.late_after, 0ns);
  if (plan.slo_p99) within("--slo-p99", *plan.slo_p99, 0ns);
}

bool is_hex_digest(const std::string& text) {
  constexpr std::size_t sha256_digits = 64;
  return text.size() == sha256_digits && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

void check_checks(const LoadPlan& plan, Problems& problems) {
  for (const int status : plan.expect_status)
    problems.unless(status >= 200 && status <= 999, "--expect-status {}: expected 200 to 999",
                    status);
  if (plan.expect_bytes) {
    problems.unless(plan.check != CheckLevel::none,
                    "--expect-bytes: --check none looks at no length");
    problems.unless(!plan.variable_length, "--expect-bytes contradicts --variable-length");
  }
  problems.unless(plan.targets.size() <= 1 || (!plan.expect_bytes && !plan.expect_sha256),
                  "--expect-bytes and --expect-sha256 are of one answer, --url-file asks for {}",
                  plan.targets.size());
  if (!plan.expect_sha256) return;
  problems.unless(is_hex_digest(*plan.expect_sha256),
                  "--expect-sha256 '{}': expected 64 lower-case hexadecimal digits",
                  *plan.expect_sha256);
  problems.unless(plan.check == CheckLevel::full, "--expect-sha256 needs --check full");
  problems.unless(!plan.variable_length, "--expect-sha256 contradicts --variable-length");
}

/// What may stand in the request line: RFC 9112 3.2.
bool is_target(const std::string& text) {
  return !text.empty() && text.front() == '/' &&
         std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < '\x7f'; });
}

void check_request(const LoadPlan& plan, Problems& problems) {
  try {
    parse_url(plan.url);
  } catch (const Error& error) {
    problems.unless(false, "{}", error.what());
  }
  for (const std::string& target : plan.targets)
    problems.unless(is_target(target), "--url-file: '{}': expected a path such as /index.html",
                    target);
  RequestForm form;
  form.method = plan.method;
  form.headers = plan.headers;
  form.body = plan.body;
  problems.add(problems_of(form));
}

void check_machine(const LoadPlan& plan, Problems& problems) {
  problems.unless(std::count(engine_names().begin(), engine_names().end(), plan.engine) == 1,
                  "--engine '{}': expected {}{}", plan.engine, fmt::join(engine_names(), ", "),
                  did_you_mean(plan.engine, engine_names()));
  for (const std::string& address : plan.source_addresses) {
    try {
      source_endpoint(address);
    } catch (const Error& error) {
      problems.unless(false, "--source-address: {}", error.what());
    }
  }
  for (const int cpu : plan.cpus) problems.unless(cpu >= 0, "--cpus {}: no such CPU", cpu);
  problems.unless(!plan.watch_pid || *plan.watch_pid > 0, "--watch-pid {}: no process has that id",
                  plan.watch_pid.value_or(0));
}

}  // namespace

std::vector<std::string> problems_of(const LoadPlan& plan) {
  Problems problems;
  check_load(plan, problems);
  check_connections(plan, problems);
  check_rates(plan, problems);
  check_request(plan, problems);
  check_checks(plan, problems);
  check_times(plan, problems);
  check_machine(plan, problems);
  return problems.take();
}

}  // namespace joust::client
