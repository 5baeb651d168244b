// The requests of a load as the bytes that go out: one a target, rendered once for all threads.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "client/http/url.hpp"
#include "results/model/load_plan.hpp"

namespace joust::client {

class RequestTexts {
 public:
  RequestTexts(const LoadPlan& plan, const Url& url);

  std::uint32_t targets() const { return static_cast<std::uint32_t>(texts_.size()); }
  std::string_view of(std::uint32_t target) const { return texts_[target]; }
  /// The only target's request so many times over, at most `pipeline` times.
  std::string_view repeated(std::uint32_t times) const;

 private:
  std::vector<std::string> texts_;
  std::string repeated_;  // as often as the pipeline is deep; empty where there are more targets
};

}  // namespace joust::client
