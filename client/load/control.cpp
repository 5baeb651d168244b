#include "client/load/control.hpp"

#include <utility>

namespace joust::client {

Control::Control(std::size_t threads, bool last_closes, std::function<void()> at_open,
                 std::function<void()> at_close)
    : closing_one_(last_closes ? threads : 1),
      at_open_(std::move(at_open)),
      at_close_(std::move(at_close)),
      signs_(threads) {}

void Control::publish(Window window) {
  open_ns_.store(window.open_ns, std::memory_order_relaxed);
  close_ns_.store(window.close_ns, std::memory_order_relaxed);
  version_.fetch_add(1, std::memory_order_release);
}

void Control::request_stop(std::int64_t at_ns) {
  stop_ns_.store(at_ns, std::memory_order_relaxed);
  version_.fetch_add(1, std::memory_order_release);
}

Window Control::window() const {
  return {open_ns_.load(std::memory_order_relaxed), close_ns_.load(std::memory_order_relaxed)};
}

std::int64_t Control::common_start(std::int64_t now_ns) {
  std::int64_t first = never_ns;
  return start_ns_.compare_exchange_strong(first, now_ns) ? now_ns : first;
}

void Control::crossed_opening() {
  if (opened_.fetch_add(1, std::memory_order_acq_rel) == 0 && at_open_) at_open_();
}

void Control::crossed_closing() {
  if (closed_.fetch_add(1, std::memory_order_acq_rel) + 1 == closing_one_ && at_close_) at_close_();
}

}  // namespace joust::client
