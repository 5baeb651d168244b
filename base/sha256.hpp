// SHA-256 of bytes as lower-case hex, by OpenSSL.
#pragma once

#include <string>
#include <string_view>

namespace joust {

std::string sha256_hex(std::string_view bytes);

}  // namespace joust
