// Where suites are found.
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <system_error>

#include "base/data_files.hpp"
#include "base/error.hpp"
#include "base/nearest_word.hpp"
#include "base/posix.hpp"
#include "suites/plan/suite.hpp"

namespace joust::suites {
namespace {

bool is_path(const std::string& name) {
  return name.find('/') != std::string::npos || name.ends_with(".toml");
}

std::filesystem::path suite_file(const std::string& name_or_path) {
  if (is_path(name_or_path)) {
    std::error_code problem;
    if (std::filesystem::is_directory(name_or_path, problem)) {
      throw user_error("'{}' is a folder; name a suite file in it", name_or_path);
    }
    if (!std::filesystem::exists(name_or_path, problem)) {
      throw user_error("there is no suite file '{}'", name_or_path);
    }
    return name_or_path;
  }
  std::vector<std::string> names;
  for (const std::filesystem::path& file : known_suites()) {
    if (file.stem() == name_or_path) return file;
    names.push_back(file.stem().string());
  }
  std::string hint = did_you_mean(name_or_path, names);
  if (hint.empty()) {
    hint = names.empty() ? "; there are none here"
                         : fmt::format("; known are {}", fmt::join(names, ", "));
  }
  throw user_error("unknown suite '{}'{}", name_or_path, hint);
}

}  // namespace

std::vector<std::filesystem::path> known_suites() {
  std::map<std::string, std::filesystem::path> by_name;
  for (const std::filesystem::path& folder : data_folders("suites")) {
    std::error_code problem;
    for (const auto& file : std::filesystem::directory_iterator(folder, problem)) {
      if (file.path().extension() != ".toml") continue;
      by_name.emplace(file.path().stem().string(), file.path());  // the nearest folder's stays
    }
  }
  std::vector<std::filesystem::path> files;
  files.reserve(by_name.size());
  for (auto& [name, file] : by_name) files.push_back(std::move(file));
  return files;
}

Suite load_suite(const std::string& name_or_path, const Catalogue& catalogue,
                 const SuiteOverrides& overrides) {
  const std::filesystem::path file = suite_file(name_or_path);
  return parse_suite(posix::read_file(file), file, catalogue, overrides);
}

}  // namespace joust::suites
