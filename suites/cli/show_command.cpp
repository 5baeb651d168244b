#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/nearest_word.hpp"
#include "results/store/run_directory.hpp"
#include "results/tables/projection.hpp"
#include "suites/cli/command.hpp"
#include "suites/cli/console.hpp"
#include "suites/judge/comparison.hpp"

namespace joust::suites::cli {
namespace {

struct ShowArguments {
  std::string directory;
  std::string table = "results";
  std::string format = "text";
  tables::Projection projection;

  bool asks_for_axes() const {
    return !projection.row.empty() || !projection.col.empty() || !projection.metric.empty();
  }
};

void require_known(const std::string& word, const std::vector<std::string>& known,
                   std::string_view option) {
  if (std::find(known.begin(), known.end(), word) != known.end()) return;
  throw user_error("{}: unknown word '{}'{}\nKnown: {}", option, word, did_you_mean(word, known),
                   fmt::join(known, ", "));
}

std::vector<const Visit*> valid_visits(const store::StoredRun& stored) {
  auto visits = counted_visits(stored.run, stored.visits);
  std::erase_if(visits, [](const Visit* visit) { return visit->state != VisitState::valid; });
  return visits;
}

tables::Projected chosen_table(const store::StoredRun& stored, const Findings& findings,
                               const ShowArguments& arguments) {
  const auto& projection = arguments.projection;
  if (arguments.table == "times") {
    return {tables::times_table(stored.run, valid_visits(stored), projection), {}};
  }
  if (!arguments.asks_for_axes()) {
    return {tables::results_table_of(stored.run, findings, projection.only), {}};
  }
  return tables::projected_table(stored.run, findings, valid_visits(stored), projection);
}

void print(const tables::Projected& projected, const std::string& format) {
  if (format == "csv") {
    fmt::print("{}", tables::as_csv(projected.table));
    // The other forms have them in the legend.
    for (const auto& warning : projected.warnings) print_notice(warning);
  } else if (format == "markdown") {
    fmt::print("{}", tables::as_markdown(projected.table));
  } else {
    fmt::print("{}", tables::as_text(projected.table, stdout_width()));
  }
}

ExitCode show(const ShowArguments& arguments) {
  require_known(arguments.table, {"results", "times"}, "--table");
  require_known(arguments.format, {"text", "markdown", "csv"}, "--format");
  const auto stored = store::read_run(arguments.directory);
  for (const auto& notice : stored.notices) print_notice(notice);
  const auto findings = judge(stored.run, stored.visits);
  print(chosen_table(stored, findings, arguments), arguments.format);
  const bool all_valid =
      findings.visits_planned > 0 && findings.visits_valid == findings.visits_planned;
  return all_valid ? ExitCode::ok : ExitCode::invalid;
}

}  // namespace

Command add_show_command(CLI::App& program) {
  auto* parser = program.add_subcommand("show", "any two axes of a run as a table of one metric");
  const auto arguments = std::make_shared<ShowArguments>();
  auto& projection = arguments->projection;
  parser
      ->add_option("DIR", arguments->directory,
                   "run directory, or a link to one (results/latest); without options its main "
                   "table is shown")
      ->required();
  parser->add_option("--row", projection.row,
                     "axis of the rows: contender, cell, document, bytes, route, connections, "
                     "keepalive, sweep ... (default: cell)");
  parser->add_option("--col", projection.col, "axis of the columns (default: contender)");
  parser->add_option("--metric", projection.metric,
                     "what is shown: rate_rps, latency_p99_ns ... (default: what the suite judges "
                     "first)");
  parser
      ->add_option("--only", projection.only,
                   "AXIS=VALUE[,VALUE...]: only these; may be given several times, all hold")
      ->allow_extra_args(false);
  parser
      ->add_option("--table", arguments->table,
                   "times: smallest, mean and largest value over the visits")
      ->capture_default_str();
  parser->add_option("--format", arguments->format, "text, markdown or csv")->capture_default_str();
  return {parser, [arguments](const std::vector<std::string>&) { return show(*arguments); }};
}

}  // namespace joust::suites::cli
