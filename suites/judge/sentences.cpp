#include "suites/judge/sentences.hpp"

#include <cmath>
#include <fmt/format.h>

namespace joust::suites {

namespace {

/// A share as percent; never "-0.0".
std::string percent(double share, bool with_sign = false) {
  const double value = std::round(share * 1000) / 10;
  if (value == 0) return "0.0";
  return with_sign ? fmt::format("{:+.1f}", value) : fmt::format("{:.1f}", value);
}

std::string margin_text(double margin) { return fmt::format("{:.3g} %", margin * 100); }

/// "8.1 % [4.3, 12.0]" of a change, as the size of a step in its own direction.
std::string step(const Estimate& change) {
  const double sign = change.point < 0 ? -1 : 1;
  std::string text = percent(sign * change.point) + " %";
  if (change.interval) {
    const double low = sign < 0 ? -change.interval->high : change.interval->low;
    const double high = sign < 0 ? -change.interval->low : change.interval->high;
    text += fmt::format(" [{}, {}]", percent(low), percent(high));
  }
  return text;
}

std::string signed_change(const Estimate& change) {
  std::string text = percent(change.point, true) + " %";
  if (change.interval) {
    text += fmt::format(" [{}, {}]", percent(change.interval->low, true),
                        percent(change.interval->high, true));
  }
  return text;
}

std::string_view verb_of(const Metric& metric, Side side) {
  if (metric.id == "rate_rps") return side == Side::servers ? "serves" : "makes";
  return metric.better == Better::lower ? "needs" : "reaches";
}

std::string claim(const Comparison& comparison, const SentenceContext& context) {
  const Estimate change = change_of(*comparison.ratio, context.metric.better);
  const bool is_counted = context.metric.id == "rate_rps";
  const std::string_view direction = change.point >= 0 ? "more" : is_counted ? "fewer" : "less";
  return fmt::format("{} {} {} {} {} than {} {}", comparison.a,
                     verb_of(context.metric, context.side), step(change), direction,
                     context.metric.title, comparison.b, context.place);
}

std::string undecided(const Comparison& comparison, const SentenceContext& context) {
  std::string text = fmt::format("{} against {}, {} {}: not decided", comparison.a, comparison.b,
                                 context.metric.title, context.place);
  if (comparison.ratio && comparison.ratio->interval) {
    const auto& interval = *comparison.ratio->interval;
    // Half the width on the log scale, where the interval is symmetric.
    const double half_width = std::exp(0.5 * std::log(interval.high / interval.low)) - 1;
    text += half_width > 1 ? " (more than +-100 %)" : fmt::format(" (+-{} %)", percent(half_width));
  }
  if (comparison.blocks_needed && *comparison.blocks_needed > comparison.blocks) {
    const auto more = *comparison.blocks_needed - comparison.blocks;
    return text + fmt::format(", about {} more block{}", more, more == 1 ? "" : "s");
  }
  return context.reason.empty() ? text : text + ": " + context.reason;
}

std::string no_claim(const Comparison& comparison, const SentenceContext& context,
                     std::string_view word) {
  std::string text = fmt::format("{} against {}, {} {}: {}", comparison.a, comparison.b,
                                 context.metric.title, context.place, word);
  if (!context.reason.empty()) text += ": " + context.reason;
  return text;
}

}  // namespace

Estimate change_of(const Estimate& ratio, Better better) {
  Estimate change = ratio;
  const bool turn = better == Better::lower;
  change.point = (turn ? 1 / ratio.point : ratio.point) - 1;
  if (ratio.interval) {
    const auto [low, high] = *ratio.interval;
    change.interval = turn ? Interval{1 / high - 1, 1 / low - 1} : Interval{low - 1, high - 1};
  }
  return change;
}

std::string sentence_of(const Comparison& comparison, const SentenceContext& context) {
  switch (comparison.verdict) {
    case Verdict::faster:
    case Verdict::slower:
      return claim(comparison, context);
    case Verdict::maybe:
      return fmt::format("{}; may be below the {} margin", claim(comparison, context),
                         margin_text(context.margin));
    case Verdict::equal:
      return fmt::format("{} and {} are equal within {} in {} {} ({} {})", comparison.a,
                         comparison.b, margin_text(context.margin), context.metric.title,
                         context.place, comparison.a,
                         signed_change(change_of(*comparison.ratio, context.metric.better)));
    case Verdict::inconclusive:
      return undecided(comparison, context);
    case Verdict::client_limited:
      return no_claim(comparison, context, "client-limited, not ranked");
    case Verdict::server_limited:
      return no_claim(comparison, context, "server-limited, not ranked");
    case Verdict::invalid:
      return no_claim(comparison, context, "invalid");
    case Verdict::not_comparable:
      return no_claim(comparison, context, "not comparable");
  }
  return {};
}

}  // namespace joust::suites
