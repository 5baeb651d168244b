#include "client/http/head_memory.hpp"

#include <algorithm>
#include <cstring>

namespace joust::client {
namespace {

/// Longer heads are parsed each time: comparing them would not be cheaper, keeping them would cost
/// cache.
constexpr std::size_t longest_remembered = 512;
constexpr std::size_t date_size = 29;  // "Sun, 06 Nov 1994 08:49:37 GMT", RFC 9110 5.6.7

/// Position of the only Date value, where it has the fixed length; else 0.
std::size_t find_date(std::string_view head) {
  constexpr std::string_view name = "\nDate: ";
  const auto found = head.find(name);
  if (found == std::string_view::npos || head.find(name, found + 1) != std::string_view::npos)
    return 0;
  const std::size_t value = found + name.size();
  const auto end = head.find('\r', value);
  return end == value + date_size ? value : 0;
}

bool is_date_text(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < '\x7f'; });
}

}  // namespace

std::size_t HeadMemory::match(std::string_view bytes) {
  const std::size_t size = bytes_.size();
  if (size == 0 || bytes.size() < size) return 0;
  if (std::memcmp(bytes.data(), bytes_.data(), size) != 0 && !equal_but_for_date(bytes)) return 0;
  ++matches_;
  return size;
}

bool HeadMemory::equal_but_for_date(std::string_view bytes) {
  if (date_at_ == 0) return false;
  const std::size_t after = date_at_ + date_size;
  const std::string_view date = bytes.substr(date_at_, date_size);
  if (std::memcmp(bytes.data(), bytes_.data(), date_at_) != 0 ||
      std::memcmp(bytes.data() + after, bytes_.data() + after, bytes_.size() - after) != 0 ||
      !is_date_text(date))
    return false;
  bytes_.replace(date_at_, date_size, date);  // the next second's heads match at once
  return true;
}

void HeadMemory::remember(std::string_view bytes, const Head& head) {
  if (bytes.size() > longest_remembered || head.interim()) return;
  bytes_ = bytes;
  date_at_ = find_date(bytes);
  head_ = head;
}

}  // namespace joust::client
