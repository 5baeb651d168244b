#include "plots/caption.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/units.hpp"

namespace joust::plots {
namespace {

constexpr std::size_t most_items = 6;

std::string list_of(const std::vector<std::string>& items) {
  const auto shown = std::min(items.size(), most_items);
  std::string text =
      fmt::format("{}", fmt::join(items.begin(), items.begin() + static_cast<long>(shown), "; "));
  if (shown < items.size())
    text += fmt::format("; and {} more, see tables/results.txt", items.size() - shown);
  return text;
}

std::string blocks_of(const Run& run, const ChartFacts& facts) {
  const std::size_t planned = run.design.blocks;
  const std::size_t fewest = facts.fewest_blocks.value_or(planned);
  const std::size_t most = facts.fewest_blocks ? facts.most_blocks : planned;
  const auto plural = [](std::size_t count) { return count == 1 ? "block" : "blocks"; };
  if (fewest == planned && most == planned)
    return fmt::format("{} {} a cell", planned, plural(planned));
  if (fewest == most)
    return fmt::format("{} valid of {} {} a cell", fewest, planned, plural(planned));
  return fmt::format("{} to {} valid of {} {} a cell", fewest, most, planned, plural(planned));
}

std::string window_of(const Design& design) {
  const std::string warmup = format_duration(design.warmup);
  if (design.measure)
    return fmt::format("windows of {} after {} of warm-up", format_duration(*design.measure),
                       warmup);
  if (design.requests)
    return fmt::format("windows of {} answers after {} of warm-up", *design.requests, warmup);
  return fmt::format("{} of warm-up", warmup);
}

std::string cpus_of(const Environment& environment) {
  if (environment.server_cpus.empty() || environment.client_cpus.empty()) return "";
  const auto named = [](const std::vector<int>& cpus) {
    return fmt::format("{} {}", cpus.size() == 1 ? "CPU" : "CPUs", fmt::join(cpus, ","));
  };
  return fmt::format("server on {}, client on {}", named(environment.server_cpus),
                     named(environment.client_cpus));
}

}  // namespace

void ChartFacts::count_blocks(std::size_t blocks) {
  fewest_blocks = std::min(fewest_blocks.value_or(blocks), blocks);
  most_blocks = std::max(most_blocks, blocks);
}

void ChartFacts::omit(Omission omission) {
  if (std::find(omissions.begin(), omissions.end(), omission) == omissions.end())
    omissions.push_back(std::move(omission));
}

std::string percent(double share) { return fmt::format("{:.4g} %", share * 100); }

std::string conditions_line(const Run& run, const ChartFacts& facts) {
  std::string line =
      fmt::format("{}, {}, closed loop", blocks_of(run, facts), window_of(run.design));
  if (run.allow_noise) line += ", noise allowed";
  line += fmt::format("; margin {}", percent(run.design.judgement.margin));
  if (facts.intervals)
    line += fmt::format("; bars: {} intervals", percent(run.design.judgement.confidence));
  if (facts.cut) line += ", cut where they leave the picture";
  line += ".";
  if (facts.side_by_side) line += " Points of one level stand side by side.";
  if (facts.zero_level) line += " The level 0 stands at the left: a logarithmic axis has none.";
  return line;
}

std::string omissions_line(const ChartFacts& facts) {
  std::vector<std::string> items;
  std::vector<bool> told(facts.omissions.size(), false);
  for (std::size_t i = 0; i < facts.omissions.size(); ++i) {
    if (told[i]) continue;
    const Omission& first = facts.omissions[i];
    std::string item = first.what + " at " + first.where;
    for (std::size_t j = i + 1; j < facts.omissions.size(); ++j) {
      const Omission& other = facts.omissions[j];
      if (told[j] || other.what != first.what || other.reason != first.reason) continue;
      item += ", " + other.where;
      told[j] = true;
    }
    items.push_back(item + " (" + first.reason + ")");
  }
  return items.empty() ? "" : "Not drawn: " + list_of(items) + ".";
}

std::string limits_line(const ChartFacts& facts) {
  return facts.limited.empty() ? "" : "Not ranked: " + list_of(facts.limited) + ".";
}

std::string origin_line(const Run& run) {
  const Environment& environment = run.environment;
  std::vector<std::string> parts;
  const auto add = [&](std::string text) {
    if (!text.empty()) parts.push_back(std::move(text));
  };
  add(environment.cpu_model);
  if (environment.cpus_online > 0)
    add(fmt::format("{} {}", environment.cpus_online,
                    environment.cpus_online == 1 ? "CPU" : "CPUs"));
  if (!environment.kernel.empty()) add("Linux " + environment.kernel);
  if (environment.virtualisation != "none" && environment.virtualisation != "unknown")
    add(environment.virtualisation);
  add(cpus_of(environment));
  std::string line = fmt::format("{}", fmt::join(parts, ", "));
  if (!line.empty()) line += ". ";
  line += "Run " + run.id;
  if (!run.version.empty()) line += ", joust " + run.version;
  return line + ".";
}

}  // namespace joust::plots
