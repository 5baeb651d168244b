#include "tests/results/store/samples.hpp"

namespace joust::test {

LoadPlan full_plan() {
  LoadPlan plan;
  plan.connections = 100;
  plan.threads = 2;
  plan.requests = 1'000'000;
  plan.duration = std::chrono::milliseconds{250};
  plan.warmup = std::chrono::milliseconds{100};
  plan.ramp = std::chrono::milliseconds{70};
  plan.rate_rps = 1234.5;
  plan.arrivals = Arrivals::poisson;
  plan.pipeline = 4;
  plan.requests_per_connection = 12;
  plan.keepalive = false;
  plan.http = HttpVersion::http_1_0;
  plan.url = "http://127.0.0.1:8080/file-52?x=%20";
  plan.targets = {"/a", "/b?c=d"};
  plan.method = "POST";
  plan.headers = {{"Accept", "text/html, \"quoted\""}, {"X-Latin", "caf\xe9"}};
  plan.body = std::string("\0\xff\r\n", 4);
  plan.check = CheckLevel::length;
  plan.expect_status = {200, 204};
  plan.expect_bytes = Bytes{52};
  plan.expect_sha256 = "00ff";
  plan.variable_length = true;
  plan.allow_failures = true;
  plan.timeout = std::chrono::seconds{3};
  plan.connect_timeout = std::chrono::seconds{2};
  plan.drain = std::chrono::milliseconds{500};
  plan.late_after = std::chrono::milliseconds{20};
  plan.min_bitrate_bps = 320'000;
  plan.slo_p99 = std::chrono::milliseconds{30};
  plan.max_failed = 0.01;
  plan.engine = "epoll";
  plan.cpus = {1, 3};
  plan.source_addresses = {"127.0.0.2", "::1"};
  plan.watch_pid = 4321;
  return plan;
}

LoadResult full_result() {
  LoadResult result;
  result.client = {"joust-load", "0.1.0", "epoll", 2, {1, 3}};
  result.target = {"http://[::1]:80/", "HEAD", HttpVersion::http_1_0, false, 4, "[::1]:80"};
  result.plan = full_plan();
  result.elapsed_ns = 361'000'000;
  result.requests = {100, 90, 7, 3, 1, 2, {1, 0, 1, 0, 1, 1, 1, 1, 1}, {{104, 5}, {111, 1}}};
  result.window = {123'456'789'012'345, 250'000'000, 60, 5, 4, 3};
  result.status = {{200, 90}, {404, 3}};
  result.connections = {10, 12, 2, 9.875};
  result.bytes = {2'147'483'655, 1000, 2'147'482'000, 655, 77};
  result.rate_rps = 240.1;
  auto& service = result.latency.service.emplace();
  for (int i = 0; i < 1000; ++i) service.record(i * 977);
  service.record(-1);
  result.latency.response.emplace();
  result.latency.first_byte.emplace().record(5);
  result.latency.connect.emplace().record(Histogram::max_value_ns + 5);
  result.usage = {11, 12, 13, 14, 15, 16, {{0.96, 0.001}, {0.5, 0.0}}};
  auto& schedule = result.schedule.emplace();
  schedule.lag.record(700);
  schedule.loop_delay.record(800);
  schedule.achieved_ratio = 0.9975;
  result.late = LateCount{20'000'000, 6};
  result.conforming = Conforming{320'000, 5};
  result.watched = Watched{21, 22, 23, 24, 25, 2, 0.75, 0.0125};
  result.validity = Validity::degraded;
  result.validity_reasons = {"ran out of ports"};
  return result;
}

Visit full_visit() {
  Visit visit;
  visit.run_id = "quick-20261130T163904Z";
  visit.sweep = 7;
  visit.attempt = 1;
  visit.position = 2;
  visit.cell = "static-52/c10";
  visit.contender = "nginx";
  visit.started_utc = "2026-11-30T16:39:04Z";
  visit.state = VisitState::invalid;
  visit.reasons = {"3 answers with status 404"};
  visit.marks = {"latency-bound", "killed"};
  visit.load = full_result();
  visit.noise = {0.01, 0.02, 0.03, 0.04, {"the server waited for its CPU"}, "cc1plus (77)"};
  visit.timings = {1, 2, 3, 4, 10};
  visit.log = "logs/static-52_c10/nginx-7.log";
  visit.log_tail = "[error] bind() failed\n\xc3\x28 broken UTF-8";
  return visit;
}

Run full_run() {
  Run run;
  run.id = "quick-20261130T163904Z";
  run.suite_name = "quick";
  run.title = "Quick: \"evhttp\" against nginx";
  run.suite_text = "title = \"Quick\"\r\n# comment \xe2\x82\xac\n";
  run.version = "0.1.0";
  run.started_utc = "2026-11-30T16:39:04Z";
  run.argv = {"joust", "run", "quick", "--set", "connections=10"};
  run.allow_noise = true;
  Design& design = run.design;
  design.compare = Side::clients;
  design.contenders = {{"joust-load",
                        Side::clients,
                        Role::contender,
                        {"nginx", "", {}},
                        {"joust-load", "", {}},
                        "0.1",
                        "cd34"},
                       {"wrk:t2",
                        Side::clients,
                        Role::contender,
                        {"nginx", "", {}},
                        {"wrk", "t2", {"-t", "2"}},
                        "",
                        ""},
                       {"anchor",
                        Side::servers,
                        Role::anchor,
                        {"joust-null", "", {}},
                        {"joust-load", "", {}},
                        "1",
                        "ab12"}};
  design.reference = "joust-load";
  Cell cell;
  cell.document = {"echo", "POST", Bytes{1024}, Bytes{512}};
  cell.connections = 100;
  cell.keepalive = false;
  cell.client_threads = 2;
  cell.server_threads = 3;
  design.cells = {cell, Cell{}};
  design.not_applicable = {{"wrk:t2", cell.id(), "wrk cannot POST without a script"}};
  design.blocks = 8;
  design.warmup = std::chrono::milliseconds{100};
  design.measure = std::chrono::milliseconds{250};
  design.requests = 10'000;
  design.judgement = {0.95, 0.05, 0.2};
  design.seed = 0xfedcba9876543210ULL;
  design.schedule = {{0, cell.id(), {"joust-load", "anchor"}}, {1, Cell{}.id(), {"wrk:t2"}}};
  Environment& environment = run.environment;
  environment.cpu_model = "Some CPU @ 3.00GHz";
  environment.cpus_online = 2;
  environment.kernel = "6.18.44";
  environment.virtualisation = "kvm";
  environment.os = "Debian GNU/Linux 12 (bookworm)";
  environment.compiler = "GNU 12.2.0 -O2";
  environment.host = "bench";
  environment.allowed_cpus = {0, 1};
  environment.server_cpus = {0};
  environment.client_cpus = {1};
  environment.memory_bytes = 8ULL << 30;
  environment.open_files = 1 << 20;
  environment.settings = {{"net.core.somaxconn", "4096"}, {"governor", "performance"}};
  environment.remarks = {"server and client share a core"};
  return run;
}

}  // namespace joust::test
