// Writes what every server case sends into a folder, a file each: where a fuzzer begins.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>

#include "tests/conformance/server_case.hpp"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
    return 2;
  }
  try {
    for (const auto& one : joust::test::load_server_cases()) {
      std::ofstream out(std::filesystem::path(argv[1]) / one.id, std::ios::binary);
      for (const auto& part : one.parts) out << part.bytes;
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
  }
  return 0;
}
