// Reads TOML files so that every mistake is reported at once, as "file:line: message".
// A getter that meets a wrong value files a diagnostic and returns nothing: the caller reads on.
// Keeps toml++ out of every other room.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/units.hpp"

namespace joust {

struct Diagnostic {
  std::string file;
  int line = 0;  // 1-based; 0: the file as a whole
  std::string message;
};

class Diagnostics {
 public:
  void add(std::string file, int line, std::string message);
  bool empty() const { return all_.empty(); }
  const std::vector<Diagnostic>& all() const { return all_; }
  /// One Error{user_input} with a line per diagnostic, in order of file and line.
  void throw_if_any() const;

 private:
  std::vector<Diagnostic> all_;
};

/// A table of a document. Remembers which keys were asked for; `finish` reports the others.
/// Copies share state. The Diagnostics given to the document must outlive its tables.
class TomlTable {
 public:
  bool has(std::string_view key) const;
  /// Line of the key's value, or of the table where the key is missing; 0 for the root.
  int line(std::string_view key = {}) const;
  std::vector<std::string> keys() const;

  std::optional<std::string> string(std::string_view key) const;
  std::optional<std::int64_t> integer(std::string_view key, std::int64_t low,
                                      std::int64_t high) const;
  std::optional<double> number(std::string_view key, double low, double high) const;
  std::optional<bool> boolean(std::string_view key) const;
  std::optional<Nanoseconds> duration(std::string_view key) const;  // "250ms"
  std::optional<Bytes> bytes(std::string_view key) const;           // 52 or "1MiB"
  std::optional<std::uint64_t> count(std::string_view key) const;   // 10000 or "1e6"
  std::optional<double> share(std::string_view key) const;          // "3%" or 0.03
  std::optional<std::string> one_of(std::string_view key,
                                    const std::vector<std::string>& words) const;
  /// A list of strings; a lone string counts as a list of one. Empty lists are diagnosed.
  std::optional<std::vector<std::string>> strings(std::string_view key) const;
  /// A list of integers in [low, high]; a lone one counts as a list of one. Empty, duplicates:
  /// diagnosed.
  std::optional<std::vector<std::int64_t>> integers(std::string_view key, std::int64_t low,
                                                    std::int64_t high) const;
  /// A list of booleans; a lone one counts as a list of one. Empty, duplicates: diagnosed.
  std::optional<std::vector<bool>> booleans(std::string_view key) const;
  std::optional<TomlTable> table(std::string_view key) const;
  /// An array of tables (or of inline tables).
  std::vector<TomlTable> tables(std::string_view key) const;
  /// Elements of a mixed list: a string or a table each (`servers = ["evhttp", {url = "..."}]`).
  struct StringOrTable;
  std::vector<StringOrTable> strings_or_tables(std::string_view key) const;

  /// Files a diagnostic at the key's line (or the table's).
  void complain(std::string_view key, std::string message) const;
  /// The same at the line of one element of the key's list.
  void complain_at_line(std::string_view key, int line, std::string message) const;
  /// Files a diagnostic for a key that must be there. Returns `has(key)`.
  bool require(std::string_view key) const;
  /// Reports every key nobody asked for, with the nearest one that was.
  void finish() const;

 private:
  friend class TomlDocument;
  struct State;
  explicit TomlTable(std::shared_ptr<State> state) : state_(std::move(state)) {}
  std::shared_ptr<State> state_;
};

struct TomlTable::StringOrTable {
  std::optional<std::string> text;
  std::optional<TomlTable> table;
  int line = 0;
};

class TomlDocument {
 public:
  /// Syntax errors are filed as diagnostics and leave an empty root. A UTF-8 byte-order mark and
  /// CRLF line ends are accepted.
  static TomlDocument parse(std::string_view text, std::string file_name, Diagnostics& diagnostics);
  /// As parse; a file that cannot be read throws Error.
  static TomlDocument load(const std::filesystem::path& path, Diagnostics& diagnostics);

  /// Replaces a key of the root, as a command line does. `value` is TOML, or plain words and
  /// numbers with commas between them ("10,100", "250ms", "false"). `source` stands in for file and
  /// line in diagnostics ("--set connections=10,100").
  void replace(std::string_view key, std::string_view value, std::string source);

  const TomlTable& root() const { return root_; }
  /// The text was no TOML, the root is empty: what is missing there says nothing.
  bool broken() const;

 private:
  explicit TomlDocument(TomlTable root) : root_(std::move(root)) {}
  TomlTable root_;
};

}  // namespace joust
