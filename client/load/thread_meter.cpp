#include "client/load/thread_meter.hpp"

#include <array>
#include <charconv>
#include <ctime>
#include <fcntl.h>
#include <string_view>
#include <unistd.h>

namespace joust::client {
namespace {

template <typename Number>
bool take_number(std::string_view& text, Number& number) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc{}) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

}  // namespace

std::optional<Schedstat> read_schedstat(int fd) {
  std::array<char, 96> buffer;
  const ssize_t size = pread(fd, buffer.data(), buffer.size(), 0);
  if (size <= 0) return std::nullopt;
  std::string_view text(buffer.data(), static_cast<std::size_t>(size));
  Schedstat stat;
  if (take_number(text, stat.cpu_ns) && take_number(text, stat.wait_ns) &&
      take_number(text, stat.slices))
    return stat;
  return std::nullopt;
}

ThreadMeter::ThreadMeter()
    : schedstat_(open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC)) {}

ThreadReading ThreadMeter::read() const {
  ThreadReading reading;
  // The clock includes the time slice that is running; schedstat's own figure lags by up to a tick.
  timespec cpu{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &cpu);
  reading.cpu_ns = std::int64_t{cpu.tv_sec} * 1'000'000'000 + cpu.tv_nsec;
  if (const auto stat = read_schedstat(schedstat_.get())) reading.wait_ns = stat->wait_ns;
  return reading;
}

}  // namespace joust::client
