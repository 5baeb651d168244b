#include "plots/words.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <vector>

namespace joust::plots {
namespace {

/// The program on the side that is not compared, where it is the same for all.
std::string other_side(const Design& design) {
  const bool of_servers = design.compare == Side::servers;
  std::string label;
  for (const Contender& contender : design.contenders) {
    const std::string other = (of_servers ? contender.client : contender.server).label();
    if (!label.empty() && other != label) return "";
    label = other;
  }
  return label.empty() ? "" : fmt::format("{}: {}", of_servers ? "client" : "server", label);
}

}  // namespace

MetricWords words_of(const Metric& metric) {
  if (metric.id == "rate_rps") return {"Throughput", "requests/s", "throughput"};
  std::string heading{metric.title};
  if (!heading.empty())
    heading.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(heading.front())));
  std::string stem{metric.id};
  const auto suffix = stem.find("_ns");  // the unit is the data's business
  if (suffix != std::string::npos) stem.resize(suffix);
  std::replace(stem.begin(), stem.end(), '_', '-');
  return {heading, std::string{metric.title}, safe_stem(stem)};
}

std::string word_for(Verdict verdict, const Metric& metric) {
  const bool is_cost = metric.better == Better::lower;
  switch (verdict) {
    case Verdict::faster:
      return is_cost ? "less CPU" : "faster";
    case Verdict::slower:
      return is_cost ? "more CPU" : "slower";
    case Verdict::inconclusive:
      return "not decided";
    case Verdict::not_comparable:
      return "not comparable";
    default:
      return std::string{name_of(verdict)};
  }
}

std::string subtitle_of(const Run& run) {
  std::string subtitle = run.title.empty() ? run.suite_name : run.title;
  const std::string other = other_side(run.design);
  if (!other.empty()) subtitle += (subtitle.empty() ? "" : "; ") + other;
  return subtitle;
}

std::string safe_stem(std::string_view text) {
  constexpr std::size_t longest = 120;
  std::string stem;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte < 0x80 && (std::isalnum(byte) != 0 || c == '_' || c == '.');
    const char next = plain ? static_cast<char>(std::tolower(byte)) : '-';
    if (next == '-' && (stem.empty() || stem.back() == '-')) continue;
    if (next == '.' && stem.empty()) continue;
    stem += next;
  }
  if (stem.size() > longest) stem.resize(longest);
  while (!stem.empty() && stem.back() == '-') stem.pop_back();
  return stem;
}

}  // namespace joust::plots
