#include "client/formats/samples.hpp"

#include <fmt/format.h>

namespace joust::client {

std::string samples_heading() { return "due_ns,sent_ns,first_byte_ns,end_ns,status,failure\n"; }

std::string sample_line(const Sample& sample) {
  const auto unless_zero = [](std::int64_t value) {
    return value == 0 ? std::string() : std::to_string(value);
  };
  return fmt::format("{},{},{},{},{},{}\n", unless_zero(sample.due_ns), unless_zero(sample.sent_ns),
                     unless_zero(sample.first_byte_ns), sample.end_ns, unless_zero(sample.status),
                     sample.failure ? name_of(*sample.failure) : "");
}

}  // namespace joust::client
