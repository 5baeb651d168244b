#include "results/model/load_result.hpp"

namespace joust {

namespace {

constexpr std::array<std::string_view, failure_class_count> failure_names = {
    "connect", "write", "read", "truncated", "protocol", "timeout", "status", "length", "content"};

constexpr std::array<std::string_view, 4> validity_names = {"valid", "client-limited", "degraded",
                                                            "invalid"};

}  // namespace

std::string_view name_of(FailureClass failure) {
  return failure_names.at(static_cast<std::size_t>(failure));
}

std::optional<FailureClass> failure_class_from(std::string_view name) {
  for (std::size_t i = 0; i < failure_names.size(); ++i) {
    if (failure_names[i] == name) return static_cast<FailureClass>(i);
  }
  return std::nullopt;
}

std::string_view name_of(Validity validity) {
  return validity_names.at(static_cast<std::size_t>(validity));
}

std::optional<Validity> validity_from(std::string_view name) {
  for (std::size_t i = 0; i < validity_names.size(); ++i) {
    if (validity_names[i] == name) return static_cast<Validity>(i);
  }
  return std::nullopt;
}

}  // namespace joust
