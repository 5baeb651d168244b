// A small catalogue and suites over it, for the tests of this room.
#pragma once

#include <string>
#include <vector>

#include "suites/catalogue/catalogue.hpp"
#include "suites/plan/plan.hpp"
#include "suites/plan/suite.hpp"
#include "suites/plan/suite_programs.hpp"
#include "tests/support/contains.hpp"

namespace joust::suites::test {

/// Servers evhttp, beast-async (with the variants prepared and cached), beast-coro, echo-less
/// (static only), the anchor joust-null; clients joust-load (variant uring) and other-load.
Catalogue small_catalogue();

/// A good suite of evhttp and beast-async; `more` is added at its end.
std::string good_suite(const std::string& more = "");
/// A good suite of the two clients against evhttp.
std::string client_suite(const std::string& more = "");

/// Parsed as "dir/bad.toml".
Suite parse(const std::string& text, const SuiteOverrides& overrides = {});
/// The error of parsing; "" when there is none.
std::string complaints(const std::string& text, const SuiteOverrides& overrides = {});

/// `text` with the line of the same key replaced by `line`, or with `line` added.
std::string with_line(std::string text, const std::string& line);

/// Everything is installed, in version 1.0, but `absent`.
Installed all_but(std::vector<std::string> absent = {});

using Words = std::vector<std::string>;
Words ids(const std::vector<SuiteProgram>& programs);

using joust::test::contains;

}  // namespace joust::suites::test
