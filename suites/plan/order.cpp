#include "suites/plan/order.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace joust::suites {
namespace {

using Row = std::vector<std::size_t>;

/// `first` and its rotations by one: a Latin square.
std::vector<Row> rotations(const Row& first) {
  std::vector<Row> rows;
  Row row = first;
  for (std::size_t i = 0; i < first.size(); ++i) {
    rows.push_back(row);
    std::rotate(row.begin(), row.begin() + 1, row.end());
  }
  return rows;
}

/// 0, 1, k-1, 2, k-2, ...: every difference modulo k once, so that in the rows made by adding
/// 0..k-1 every ordered pair are neighbours equally often (with the reversed rows, for odd k).
/// Source: Williams 1949.
Row zigzag(std::size_t k) {
  Row row{0};
  for (std::size_t low = 1, high = k - 1; row.size() < k;) {
    row.push_back(low++);
    if (row.size() < k) row.push_back(high--);
  }
  return row;
}

/// One Latin square after the other, each a part of the Williams square: k rows, or k and k.
std::vector<std::vector<Row>> williams_squares(std::size_t k) {
  std::vector<Row> rows;
  const Row first = zigzag(k);
  for (std::size_t i = 0; i < k; ++i) {
    Row row;
    for (const std::size_t value : first) row.push_back((value + i) % k);
    rows.push_back(std::move(row));
  }
  std::vector<std::vector<Row>> squares{rows};
  if (k % 2 == 1) {
    for (Row& row : rows) std::reverse(row.begin(), row.end());
    squares.push_back(rows);
  }
  return squares;
}

Row shuffled_names(std::size_t k, Random& random) {
  Row names(k);
  std::iota(names.begin(), names.end(), std::size_t{0});
  shuffle(names, random);
  return names;
}

std::vector<Row> renamed(std::vector<Row> rows, const Row& names) {
  for (Row& row : rows) {
    for (std::size_t& value : row) value = names[value];
  }
  return rows;
}

/// Whole Latin squares with shuffled rows: any prefix of them is balanced to within one, since the
/// rows of one square have every contender in different positions.
std::vector<std::vector<Row>> next_squares(std::size_t k, bool williams, Random& random) {
  const Row names = shuffled_names(k, random);
  std::vector<std::vector<Row>> squares{rotations(names)};
  if (williams) {
    squares = williams_squares(k);
    for (auto& square : squares) square = renamed(std::move(square), names);
  }
  for (auto& square : squares) shuffle(square, random);
  return squares;
}

}  // namespace

std::uint64_t Random::next() {
  state_ += 0x9e3779b97f4a7c15;
  std::uint64_t word = state_;
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
  word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
  return word ^ (word >> 31);
}

std::uint64_t Random::below(std::uint64_t limit) {
  // Words above the largest multiple of `limit` would favour small results.
  constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t unfair = (largest % limit + 1) % limit;
  std::uint64_t word = next();
  while (word > largest - unfair) word = next();
  return word % limit;
}

std::uint64_t derived_seed(std::uint64_t seed, std::string_view use) {
  // FNV-1a, then one step of the generator to spread it.
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : use) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3;
  }
  return Random(seed ^ Random(hash).next()).next();
}

std::vector<Row> balanced_orders(std::size_t contenders, std::size_t blocks, std::uint64_t seed) {
  if (contenders == 0) return std::vector<Row>(blocks);
  Random random(seed);
  const std::size_t square_rows = contenders % 2 == 0 ? contenders : 2 * contenders;
  const bool williams = contenders > 1 && blocks % square_rows == 0;
  std::vector<Row> orders;
  while (orders.size() < blocks) {
    for (const auto& square : next_squares(contenders, williams, random)) {
      for (const Row& row : square) {
        if (orders.size() < blocks) orders.push_back(row);
      }
    }
  }
  return orders;
}

}  // namespace joust::suites
