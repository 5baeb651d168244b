// The content of every benchmark document: random-looking, not compressible, the same everywhere.
// Byte k is the same in a document of any size, so a truncated document is a prefix.
#pragma once

#include <cstddef>
#include <string>

namespace joust {

/// The first `size` bytes of the document stream: SplitMix64 outputs (seed 0x6a6f757374), one per
/// eight bytes, little-endian. Source: Steele, Lea, Flood, OOPSLA 2014.
std::string document_bytes(std::size_t size);

}  // namespace joust
