// A load second by second, as comma-separated values: a line an interval, units in the names.
#pragma once

#include <string>

#include "client/load/trace.hpp"

namespace joust::client {

std::string series_heading();
/// Ends with a line end; percentiles that too few answers support are empty.
std::string series_line(const Interval& interval);

}  // namespace joust::client
