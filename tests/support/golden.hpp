// Whole texts kept in tests/golden: compared byte for byte. With JOUST_UPDATE_GOLDEN set in the
// environment they are written instead, for a reader of the diff to judge.
#pragma once

#include <string>
#include <string_view>

namespace joust::test {

/// The kept text of tests/golden/`name`; `actual` itself after it was written there.
std::string golden(std::string_view name, const std::string& actual);

}  // namespace joust::test
