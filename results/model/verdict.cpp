#include "results/model/verdict.hpp"

namespace joust {

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::faster:
      return "faster";
    case Verdict::slower:
      return "slower";
    case Verdict::equal:
      return "equal";
    case Verdict::maybe:
      return "maybe";
    case Verdict::inconclusive:
      return "inconclusive";
    case Verdict::client_limited:
      return "client-limited";
    case Verdict::server_limited:
      return "server-limited";
    case Verdict::invalid:
      return "invalid";
    case Verdict::not_comparable:
      return "not-comparable";
  }
  return "unknown";
}

}  // namespace joust
