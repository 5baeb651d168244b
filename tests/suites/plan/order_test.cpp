#include "suites/plan/order.hpp"

#include <algorithm>
#include <map>

#include "tests/support/catch.hpp"

namespace joust::suites {
namespace {

using Row = std::vector<std::size_t>;

bool is_permutation_of_indexes(Row row) {
  std::sort(row.begin(), row.end());
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (row[i] != i) return false;
  }
  return true;
}

/// Largest minus smallest number of times that a contender stands in a position, worst case.
std::size_t imbalance(const std::vector<Row>& rows, std::size_t contenders) {
  std::vector<std::size_t> counts(contenders * contenders);
  for (const Row& row : rows) {
    for (std::size_t position = 0; position < row.size(); ++position) {
      ++counts[row[position] * contenders + position];
    }
  }
  const auto [low, high] = std::minmax_element(counts.begin(), counts.end());
  return *high - *low;
}

}  // namespace

TEST_CASE(
    "positions are balanced to within one, however many contenders and blocks, also cut short") {
  for (std::size_t contenders = 1; contenders <= 8; ++contenders) {
    for (std::size_t blocks = 1; blocks <= 40; ++blocks) {
      const auto rows = balanced_orders(contenders, blocks, 7 * blocks + contenders);
      INFO(contenders << " contenders, " << blocks << " blocks");
      REQUIRE(rows.size() == blocks);
      CHECK(std::all_of(rows.begin(), rows.end(), is_permutation_of_indexes));
      std::size_t worst = 0;
      for (std::size_t cut = 1; cut <= blocks; ++cut) {
        const auto end = rows.begin() + static_cast<std::ptrdiff_t>(cut);
        worst = std::max(worst, imbalance({rows.begin(), end}, contenders));
      }
      CHECK(worst <= 1);
    }
  }
}

TEST_CASE("where blocks fill the square every ordered pair are neighbours equally often") {
  for (std::size_t contenders = 2; contenders <= 8; ++contenders) {
    const std::size_t square = contenders % 2 == 0 ? contenders : 2 * contenders;
    for (std::size_t squares = 1; squares <= 3; ++squares) {
      std::map<std::pair<std::size_t, std::size_t>, std::size_t> neighbours;
      for (const Row& row : balanced_orders(contenders, squares * square, squares)) {
        for (std::size_t i = 1; i < row.size(); ++i) ++neighbours[{row[i - 1], row[i]}];
      }
      INFO(contenders << " contenders, " << squares << " squares");
      CHECK(neighbours.size() == contenders * (contenders - 1));
      const std::size_t expected = squares * square / contenders;
      for (const auto& [pair, times] : neighbours) CHECK(times == expected);
    }
  }
}

TEST_CASE("the same seed gives the same orders, pinned so that no machine gives others") {
  CHECK(balanced_orders(4, 10, 1) == balanced_orders(4, 10, 1));
  CHECK(balanced_orders(4, 10, 1) != balanced_orders(4, 10, 2));
  CHECK(balanced_orders(3, 4, 42) == std::vector<Row>{{2, 1, 0}, {1, 0, 2}, {0, 2, 1}, {1, 2, 0}});
}

TEST_CASE("no contenders give empty rows, and no blocks none") {
  CHECK(balanced_orders(0, 2, 1) == std::vector<Row>(2));
  CHECK(balanced_orders(3, 0, 1).empty());
}

TEST_CASE("the generator gives the published numbers and fair small ones") {
  // SplitMix64 with seed 1234567, as in the reference implementations' test vectors.
  Random random(1234567);
  CHECK(random.next() == 6457827717110365317ULL);
  CHECK(random.next() == 3203168211198807973ULL);
  Random dice(1);
  std::map<std::uint64_t, int> faces;
  for (int i = 0; i < 6000; ++i) ++faces[dice.below(6)];
  CHECK(faces.size() == 6);
  for (const auto& [face, times] : faces) {
    CHECK(face < 6);
    CHECK(times > 850);
    CHECK(times < 1150);
  }
  CHECK(Random(5).below(1) == 0);
}

TEST_CASE("seeds derived for different uses differ") {
  CHECK(derived_seed(1, "a") == derived_seed(1, "a"));
  CHECK(derived_seed(1, "a") != derived_seed(1, "b"));
  CHECK(derived_seed(1, "a") != derived_seed(2, "a"));
}

}  // namespace joust::suites
