// Says once on standard error that no further connection is accepted for now. One a thread.
#pragma once

#include <cstdint>

namespace joust::site {

class FullHouse {
 public:
  void say(std::uint64_t connections);

 private:
  bool said_ = false;
};

}  // namespace joust::site
