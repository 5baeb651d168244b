// A distribution as the percentile text that HdrHistogram's tools write and read.
#pragma once

#include <string>

#include "results/model/histogram.hpp"

namespace joust::client {

/// Values in milliseconds, five steps for every halving of what lies above, as those tools do by
/// default. All of the distribution, whatever its count supports: it is data, not a claim.
std::string hgrm_of(const Histogram& histogram);

}  // namespace joust::client
