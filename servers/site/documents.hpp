// The files below the document root, as they are served: small ones whole in memory, large ones by
// an open descriptor. What is cached is compared with the disk once a second, and given up where
// its descriptors are needed. Knows no HTTP beyond the validators it prepares. One object a thread,
// no locks.
#pragma once

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unordered_map>
#include <variant>

#include "base/unique_fd.hpp"

namespace joust::site {

struct Document {
  std::uint64_t size = 0;
  std::time_t modified = 0;
  std::string last_modified;    // the field's value
  std::string etag;             // the field's value, with its quotes
  std::string_view media_type;  // a literal
  std::string bytes;            // all of it, where it is in memory
  UniqueFd file;                // open where it is not

  bool in_memory() const { return !file; }
};

enum class NoDocument {
  not_found,    // 404
  forbidden,    // 403: no permission, or not a regular file
  is_folder,    // a folder named without its slash
  unavailable,  // 503: out of descriptors or memory for now
  failed,       // 500
};

using Lookup = std::variant<std::shared_ptr<const Document>, NoDocument>;

/// What an errno of opening or reading means to the client.
NoDocument no_document_for(int error_number);

class Documents {
 public:
  /// Files up to this size are kept in memory: beyond it sendfile costs a server less than a copy
  /// (measured over loopback: the same at 128 KiB, four fifths at 256).
  static constexpr std::uint64_t memory_limit = std::uint64_t{128} << 10;

  /// Error{user_input} when the root is not a folder that can be opened. No root: no documents.
  explicit Documents(const std::optional<std::filesystem::path>& root);

  /// `path` is decoded and begins with '/'; one that ends with '/' means its index.html.
  Lookup find(std::string_view path, std::time_t now);

 private:
  struct Identity {
    dev_t device;
    ino_t inode;
    off_t size;
    std::int64_t modified_ns;
    bool operator==(const Identity&) const = default;
  };
  struct Entry {
    std::shared_ptr<const Document> document;
    Identity identity;
    std::time_t checked;
  };
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };

  static Identity identity_of(const struct stat& status);
  Lookup load(std::string_view path, std::time_t now);
  void remember(std::string_view path, Entry entry);
  void forget(std::string_view path);
  void forget_all();

  UniqueFd root_;
  std::unordered_map<std::string, Entry, Hash, std::equal_to<>> cache_;
  std::uint64_t cached_bytes_ = 0;
  std::size_t cached_files_ = 0;
};

/// The deterministic bytes of /bytes/N: one buffer, of which every document is a prefix.
class ByteDocuments {
 public:
  static constexpr std::uint64_t largest = std::uint64_t{64} << 20;

  struct Prefix {
    std::shared_ptr<const std::string> owner;
    std::string_view bytes;
  };
  /// Precondition: size <= largest.
  Prefix of_size(std::uint64_t size);

 private:
  std::shared_ptr<const std::string> stream_;
};

}  // namespace joust::site
