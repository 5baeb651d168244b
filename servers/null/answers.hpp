// The answers, as bytes ready to send; only the Date changes, in place, once a second.
// Documents are loaded once; each thread makes its own answers of them.
#pragma once

#include <array>
#include <ctime>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "servers/null/options.hpp"
#include "servers/null/request_reader.hpp"

namespace joust::null_server {

/// A file's content. Small ones are copied; large ones are mapped and only ever read by the kernel,
/// so that a file that shrinks makes a send fail, not this process.
class FileContent {
 public:
  FileContent(const std::filesystem::path& path, std::size_t copied_up_to);
  FileContent(FileContent&& other) noexcept
      : copy_(std::move(other.copy_)), mapped_(std::exchange(other.mapped_, {})) {}
  FileContent& operator=(FileContent&&) = delete;
  ~FileContent();

  /// Moves with the object.
  std::string_view bytes() const { return mapped_.empty() ? std::string_view(copy_) : mapped_; }

 private:
  std::string copy_;
  std::string_view mapped_;
};

/// What --root and --serve name, by target.
using Documents = std::vector<std::pair<std::string, FileContent>>;
Documents load_documents(const Options& options);

struct Answer {
  std::string bytes;      // head and, up to `joined_limit`, the body
  std::string_view rest;  // a larger body
  std::size_t head_size = 0;
  std::time_t second = 0;  // that the Date shows
  bool close = false;
};

class Answers {
 public:
  /// Bodies up to this size are joined to their head: one piece to send.
  static constexpr std::size_t joined_limit = 65536;

  explicit Answers(const Documents& documents);

  /// The answer to a readable request: the document, /bytes/N made on first use, or 404. Stays
  /// where it is for as long as this object lives.
  Answer& answer_to(const RequestHead& request);
  Answer& bad_request() { return *bad_request_; }

  /// Brings the Date up to `now`. An answer that is being sent piecemeal may change too: the bytes
  /// stay a date of the same length.
  void refresh(Answer& answer, std::time_t now) {
    if (answer.second != now) write_date(answer, now);
  }

 private:
  struct Prepared {
    std::string own_body;  // of /bytes/N
    std::string_view body;
    std::array<std::unique_ptr<Answer>, 3> by_connection;
  };
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };

  Prepared* find(std::string_view target);
  Prepared* make_bytes(std::string_view target);
  void write_date(Answer& answer, std::time_t now);

  std::unordered_map<std::string, std::unique_ptr<Prepared>, Hash, std::equal_to<>> prepared_;
  std::size_t made_bytes_ = 0;
  Prepared not_found_;
  std::unique_ptr<Answer> bad_request_;
  std::time_t second_ = 0;
  std::string date_;  // of second_
};

}  // namespace joust::null_server
