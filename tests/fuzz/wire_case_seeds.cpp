// Writes what the peer of every wire case sends into a folder, a file each: where a fuzzer begins.
// Each answer also stands twice, as a connection that is kept would bring it.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>

#include "tests/client/wire_cases.hpp"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
    return 2;
  }
  try {
    const std::filesystem::path folder = argv[1];
    for (const auto& wire : joust::test::wire_cases()) {
      if (wire.heavy) continue;
      const std::string answer = wire.answer();
      std::ofstream(folder / wire.id, std::ios::binary) << answer;
      std::ofstream(folder / (wire.id + "-twice"), std::ios::binary) << answer << answer;
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
  }
  return 0;
}
