// Random and balanced orders that are the same everywhere for the same seed. Knows only indexes.
// (std::shuffle and the standard distributions differ between libraries.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace joust::suites {

/// SplitMix64. Source: Steele, Lea, Flood, OOPSLA 2014.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  /// Uniform in [0, limit); limit > 0.
  std::uint64_t below(std::uint64_t limit);

 private:
  std::uint64_t state_;
};

/// A seed of its own for one use ("order of the cells", a cell's id) of a run's seed.
std::uint64_t derived_seed(std::uint64_t seed, std::string_view use);

/// Fisher-Yates.
template <typename Value>
void shuffle(std::vector<Value>& values, Random& random) {
  for (std::size_t left = values.size(); left > 1; --left) {
    std::swap(values[left - 1], values[random.below(left)]);
  }
}

/// Orders of `blocks` blocks of `contenders` visits each, as indexes: cyclic rotations of a
/// shuffled order with rows shuffled by the seed; Williams rows where the number of blocks fills
/// the square. Every contender stands in every position equally often, to within one, also when a
/// run is cut short after any block.
std::vector<std::vector<std::size_t>> balanced_orders(std::size_t contenders, std::size_t blocks,
                                                      std::uint64_t seed);

}  // namespace joust::suites
