#include <algorithm>
#include <fmt/format.h>
#include <tuple>

#include "base/toml_reader.hpp"

namespace joust {

void Diagnostics::add(std::string file, int line, std::string message) {
  all_.push_back({std::move(file), line, std::move(message)});
}

void Diagnostics::throw_if_any() const {
  if (all_.empty()) return;
  std::vector<Diagnostic> sorted = all_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.file, a.line) < std::tie(b.file, b.line);
  });
  std::string text;
  for (const Diagnostic& one : sorted) {
    if (!text.empty()) text += '\n';
    text += one.line > 0 ? fmt::format("{}:{}: {}", one.file, one.line, one.message)
                         : fmt::format("{}: {}", one.file, one.message);
  }
  throw Error(ErrorKind::user_input, text);
}

}  // namespace joust
