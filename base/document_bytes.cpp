#include "base/document_bytes.hpp"

#include <cstdint>

namespace joust {
namespace {

constexpr std::uint64_t stream_seed = 0x6a6f757374;  // "joust"

std::uint64_t next_word(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15;
  std::uint64_t word = state;
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
  word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
  return word ^ (word >> 31);
}

}  // namespace

std::string document_bytes(std::size_t size) {
  std::string bytes(size, '\0');
  std::uint64_t state = stream_seed;
  for (std::size_t at = 0; at < size;) {
    std::uint64_t word = next_word(state);
    for (int i = 0; i < 8 && at < size; ++i, ++at) {
      bytes[at] = static_cast<char>(static_cast<unsigned char>(word & 0xff));
      word >>= 8;
    }
  }
  return bytes;
}

}  // namespace joust
