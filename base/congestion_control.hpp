// TCP's congestion controls, by the names that the kernel knows them under.
#pragma once

#include <string_view>

namespace joust {

/// Whether it paces what is sent by the bandwidth that it has seen (bbr and its successors), so
/// that a large document's cost depends on how a server hands its bytes over.
inline bool paces_by_bandwidth(std::string_view congestion_control) {
  return congestion_control.starts_with("bbr");
}

}  // namespace joust
