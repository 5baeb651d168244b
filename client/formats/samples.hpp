// Every finished request of a load, as comma-separated values in nanoseconds since its start.
#pragma once

#include <string>

#include "client/load/trace.hpp"

namespace joust::client {

std::string samples_heading();
/// Ends with a line end; what there was not is empty.
std::string sample_line(const Sample& sample);

}  // namespace joust::client
