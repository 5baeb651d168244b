// SIGINT and SIGTERM as a descriptor to poll and a count to ask: one owner per process.
// The handler only writes a byte; everything else happens in ordinary code.
#pragma once

#include <initializer_list>
#include <memory>

namespace joust {

class StopSignal {
 public:
  /// Installs handlers for the given signals. Error when another StopSignal is alive.
  explicit StopSignal(std::initializer_list<int> signals);
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;
  ~StopSignal();  // restores the former handlers

  /// Readable once a signal has arrived (level-triggered; never drained).
  int fd() const;
  bool requested() const { return count() > 0; }
  /// How many signals have arrived: a second Ctrl-C means "now".
  int count() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace joust
