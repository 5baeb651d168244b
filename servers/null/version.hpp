// The anchor's version. It is the yardstick across days and machines: raise the number whenever its
// sources change (a test compares them with sources.sha256), and old figures stop being comparable.
#pragma once

namespace joust::null_server {

inline constexpr int version = 1;

}  // namespace joust::null_server
