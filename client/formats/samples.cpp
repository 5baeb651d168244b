#include "client/formats/samples.hpp"

#include <fmt/format.h>

namespace joust::client {

std::string samples_heading() { return "due_ns,sent_ns,first_byte_ns,end_ns,status,failure\n"; }

std::string sample_line(const Sample& sample) {
  const auto stamp = [](std::int64_t ns) {
    return ns == Sample::none ? std::string() : std::to_string(ns);
  };
  return fmt::format("{},{},{},{},{},{}\n", stamp(sample.due_ns), stamp(sample.sent_ns),
                     stamp(sample.first_byte_ns), sample.end_ns,
                     sample.status == 0 ? std::string() : std::to_string(sample.status),
                     sample.failure ? name_of(*sample.failure) : "");
}

}  // namespace joust::client
