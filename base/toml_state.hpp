// Private to the TOML reader: what a TomlTable shares with its copies. The only header that sees
// toml++.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <toml++/toml.h>
#include <vector>

#include "base/toml_reader.hpp"

namespace joust {

struct TomlTable::State {
  std::shared_ptr<toml::table> owner;  // keeps the whole document alive
  const toml::table* table = nullptr;
  std::string file;
  Diagnostics* diagnostics = nullptr;
  std::string prefix;           // "variants.fast.": where the table is, for messages
  bool lines_known = true;      // not so for values from a command line
  bool broken = false;          // the file could not be read as TOML: missing keys say nothing
  std::set<std::string> asked;  // grows while the table is read
  std::map<std::string, std::string, std::less<>> replaced;  // key -> the source it came from

  /// The value under `key`, which counts as asked for from now on.
  const toml::node* find(std::string_view key);
  int line_of(const toml::node* node) const;

  void complain_at(std::string_view key, int line, std::string message) const;
  /// Files "KEY: expected WHAT, found VALUE" for a value of the wrong kind or range.
  void expected(std::string_view key, const toml::node& node, std::string_view what) const;
  void refused(std::string_view key, const toml::node& node, std::string_view why) const;

  std::shared_ptr<State> child(std::string_view key, const toml::table& inner,
                               std::string inner_prefix) const;
};

/// Whole numbers may be written as such or as 1e3.
std::optional<std::int64_t> toml_whole_number(const toml::node& node);

}  // namespace joust
