// A port that refuses every connection.
#pragma once

#include <cstdint>

#include "base/unique_fd.hpp"

namespace joust::test {

/// A port of 127.0.0.1, bound and never listened on: while the object lives no other process is
/// given it, neither to listen on nor to connect from.
class ClosedPort {
 public:
  ClosedPort();

  std::uint16_t number() const { return number_; }

 private:
  UniqueFd socket_;
  std::uint16_t number_;
};

}  // namespace joust::test
