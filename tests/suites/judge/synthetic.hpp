// Runs that were never made: designs and visits with values of the test's choosing.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "results/model/run.hpp"
#include "results/model/verdict.hpp"
#include "results/model/visit.hpp"

namespace joust::test {

/// The same sequence with every standard library.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t bits();
  double normal();

 private:
  std::uint64_t state_;
};

/// Contenders "a", "b", ... (as many as named; the first is the reference), an anchor where asked,
/// cells of 52 bytes at the given connections.
struct SyntheticSuite {
  std::vector<std::string> contenders = {"evhttp", "nginx"};
  bool anchor = false;
  std::vector<std::uint32_t> connections = {10};
  std::uint32_t blocks = 8;
  Side compare = Side::servers;
};
Run synthetic_run(const SyntheticSuite& suite);

/// A valid visit that answered `rate` requests a second at these costs, latencies not measured.
Visit synthetic_visit(const std::string& contender, const std::string& cell, std::uint32_t sweep,
                      double rate, double server_cpu_ns = 8000, double client_cpu_ns = 4000);

/// Every planned visit, its rate by `rate_of`.
using RateOf = std::function<double(const std::string& contender, const std::string& cell,
                                    std::uint32_t sweep)>;
std::vector<Visit> synthetic_visits(const Run& run, const RateOf& rate_of);
/// evhttp at 40000; nginx at `ratio` times that, spread by `spread` in a fixed pattern of mean 0.
std::vector<Visit> two_servers(const Run& run, double ratio, double spread);

const Comparison& comparison_of(const Findings& findings, const std::string& a,
                                const std::string& cell, const std::string& metric = "rate_rps");
const Figure& figure_of(const Findings& findings, const std::string& contender,
                        const std::string& cell);

}  // namespace joust::test
