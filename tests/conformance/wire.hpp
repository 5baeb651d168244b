// A raw client of one TCP connection, and a reader of answers: independent of the project's client
// and servers, so that no error of theirs hides here.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/unique_fd.hpp"

namespace joust::test {

using Milliseconds = std::chrono::milliseconds;

class WireConnection {
 public:
  explicit WireConnection(std::uint16_t port);
  explicit WireConnection(const std::filesystem::path& unix_socket);

  /// Sends all of it, reading meanwhile. False when the peer would not take it.
  bool send(std::string_view bytes);
  /// Sends all of it as clients do that read only when they have sent: blocked meanwhile.
  bool send_unread(std::string_view bytes);
  /// Sends, and reads nothing, until the peer takes no more for `patience`. How many bytes it took.
  std::size_t send_until_stuck(std::string_view bytes, Milliseconds patience);
  /// Reads what comes within `patience`; true when something came (the end included).
  bool read_some(Milliseconds patience);
  void half_close();
  /// Ends the connection with a reset.
  void reset();

  const std::string& received() const { return received_; }
  bool closed() const { return closed_; }  // the peer has closed or reset
  bool was_reset() const { return was_reset_; }

 private:
  bool send(std::string_view bytes, bool reading);

  UniqueFd fd_;
  std::string received_;
  bool closed_ = false;
  bool was_reset_ = false;
};

struct WireResponse {
  int status = 0;
  std::vector<std::pair<std::string, std::string>> fields;  // names in lower case
  std::string body;
  bool whole = false;

  bool interim() const { return status >= 100 && status < 200; }
  std::optional<std::string> field(std::string_view lower_case_name) const;
};

struct WireResponses {
  std::vector<WireResponse> all;
  std::string rest;  // bytes that are no answer, or not yet one

  std::vector<WireResponse> final_ones() const;  // whole, interim ones left out
};

/// `methods`: of the requests, in order; answers to HEAD have no body. `closed`: no more will come.
WireResponses read_responses(std::string_view bytes, const std::vector<std::string>& methods,
                             bool closed);

/// A GET, with field lines that each end in CRLF.
std::string request(const std::string& path, const std::string& fields = "");

/// The head of a POST to the echo, with field lines that each end in CRLF.
std::string upload(std::size_t length, const std::string& fields = "");
inline const std::string chunked_upload =
    "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";

/// The final answers that come on the connection until there are `count` or it closes, 20 s at the
/// most. All were asked for with other methods than HEAD.
std::vector<WireResponse> answers_on(WireConnection& connection, std::size_t count);

/// Whether the peer closes within five seconds.
bool closes(WireConnection& connection);

/// One GET on a connection of its own.
std::optional<WireResponse> get(std::uint16_t port, const std::string& path);

}  // namespace joust::test
