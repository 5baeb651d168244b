#include "results/model/visit.hpp"

#include <algorithm>

namespace joust {

std::string_view name_of(VisitState state) {
  switch (state) {
    case VisitState::valid:
      return "valid";
    case VisitState::invalid:
      return "invalid";
    case VisitState::failed:
      return "failed";
  }
  return "unknown";
}

bool Visit::has_mark(std::string_view mark) const {
  return std::find(marks.begin(), marks.end(), mark) != marks.end();
}

}  // namespace joust
