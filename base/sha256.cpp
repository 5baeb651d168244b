#include "base/sha256.hpp"

#include <array>
#include <openssl/evp.h>

#include "base/error.hpp"

namespace joust {

std::string sha256_hex(std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int length = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, EVP_sha256(), nullptr) != 1) {
    throw machine_error("OpenSSL refuses to compute SHA-256");
  }
  constexpr std::string_view digits = "0123456789abcdef";
  std::string hex;
  hex.reserve(std::size_t{length} * 2);
  for (std::size_t i = 0; i < length; ++i) {
    hex += digits[digest[i] >> 4];
    hex += digits[digest[i] & 0xf];
  }
  return hex;
}

}  // namespace joust
