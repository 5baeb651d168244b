// The values of results/model as JSON text and back. Every document carries its "schema"; readers
// refuse another one by name. Reading errors are Error{user_input}: "SOURCE: field: what was
// expected".
#pragma once

#include <string>
#include <string_view>

#include "results/model/load_plan.hpp"
#include "results/model/load_result.hpp"
#include "results/model/run.hpp"
#include "results/model/verdict.hpp"
#include "results/model/visit.hpp"

namespace joust::store {

enum class Layout { line, indented };

std::string to_json(const LoadPlan& plan, Layout layout = Layout::line);
LoadPlan load_plan_from_json(std::string_view text, std::string_view source);

std::string to_json(const LoadResult& result, Layout layout = Layout::line);
LoadResult load_result_from_json(std::string_view text, std::string_view source);

std::string to_json(const Visit& visit, Layout layout = Layout::line);
Visit visit_from_json(std::string_view text, std::string_view source);

std::string to_json(const Run& run, Layout layout = Layout::indented);
Run run_from_json(std::string_view text, std::string_view source);

/// summary.json, schema joust.summary/1.
std::string to_json(const Run& run, const Findings& findings);

}  // namespace joust::store
