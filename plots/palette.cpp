#include "plots/palette.hpp"

namespace joust::plots {

Stroke stroke_of(const Look& look) {
  if (look.anchor) return {anchor_grey, 1, 0.9, "(7,6)"};
  const PointType& point = points[look.index % points.size()];
  return {colours[look.index % colours.size()], point.type, point.size,
          dashes[look.index % dashes.size()]};
}

Stroke stroke_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::faster:
      return {"#0072B2", 7, 1.1, "solid"};
    case Verdict::slower:
      return {"#D55E00", 5, 1.0, "solid"};
    case Verdict::equal:
      return {"#000000", 13, 1.1, "solid"};
    case Verdict::maybe:
      return {"#009E73", 8, 1.2, "solid"};
    case Verdict::inconclusive:
      return {"#6B6B6B", 6, 1.1, "solid"};
    case Verdict::client_limited:
    case Verdict::server_limited:
    case Verdict::invalid:
    case Verdict::not_comparable:
      break;
  }
  return {"#9A9A9A", 2, 0.9, "solid"};
}

}  // namespace joust::plots
