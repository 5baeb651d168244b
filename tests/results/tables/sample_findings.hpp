// Runs and findings written by hand, small enough to check every printed number by eye.
#pragma once

#include "results/model/run.hpp"
#include "results/model/verdict.hpp"

namespace joust::test {

struct SampleReport {
  Run run;
  Findings findings;
};

/// Three servers and the anchor in two cells: one claim, one reference, one refusal, one failure.
SampleReport server_report();
/// Two clients against one server, the server full.
SampleReport client_report();

}  // namespace joust::test
