#include "tests/conformance/wire.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/un.h>

#include "base/posix.hpp"

namespace joust::test {

WireConnection::WireConnection(std::uint16_t port)
    : fd_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (!fd_ ||
      connect(fd_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    throw std::runtime_error("cannot connect to port " + std::to_string(port));
  }
  posix::set_tcp_nodelay(fd_.get());
  posix::set_nonblocking(fd_.get());
}

WireConnection::WireConnection(const std::filesystem::path& unix_socket)
    : fd_(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const auto name = unix_socket.string();
  name.copy(address.sun_path, sizeof address.sun_path - 1);
  if (!fd_ ||
      connect(fd_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    throw std::runtime_error("cannot connect to " + name);
  }
  posix::set_nonblocking(fd_.get());
}

bool WireConnection::send(std::string_view bytes) { return send(bytes, true); }

bool WireConnection::send_unread(std::string_view bytes) { return send(bytes, false); }

std::size_t WireConnection::send_until_stuck(std::string_view bytes, Milliseconds patience) {
  std::size_t taken = 0;
  while (taken < bytes.size()) {
    const ssize_t n = ::send(fd_.get(), bytes.data() + taken, bytes.size() - taken, MSG_NOSIGNAL);
    if (n > 0) {
      taken += static_cast<std::size_t>(n);
      continue;
    }
    if (n < 0 && errno != EAGAIN && errno != EINTR) break;
    pollfd ready{fd_.get(), POLLOUT, 0};
    if (poll(&ready, 1, static_cast<int>(patience.count())) <= 0) break;
  }
  return taken;
}

bool WireConnection::send(std::string_view bytes, bool reading) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!bytes.empty() && std::chrono::steady_clock::now() < end) {
    const ssize_t n = ::send(fd_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (n > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(n));
      continue;
    }
    if (n < 0 && errno != EAGAIN && errno != EINTR) return false;
    if (closed_) return false;
    pollfd ready{fd_.get(), POLLOUT, 0};
    if (reading) ready.events |= POLLIN;
    poll(&ready, 1, 100);
    if ((ready.revents & POLLIN) != 0) read_some(Milliseconds(0));
  }
  return bytes.empty();
}

bool WireConnection::read_some(Milliseconds patience) {
  if (closed_) return false;
  pollfd ready{fd_.get(), POLLIN, 0};
  if (poll(&ready, 1, static_cast<int>(patience.count())) <= 0) return false;
  char buffer[65536];
  const ssize_t n = recv(fd_.get(), buffer, sizeof buffer, 0);
  if (n > 0) {
    received_.append(buffer, static_cast<std::size_t>(n));
  } else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
    closed_ = true;
    was_reset_ = n < 0;
  }
  return true;
}

void WireConnection::half_close() { shutdown(fd_.get(), SHUT_WR); }

void WireConnection::reset() {
  const linger at_once{1, 0};
  setsockopt(fd_.get(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  fd_.reset();
  closed_ = true;
}

std::optional<std::string> WireResponse::field(std::string_view lower_case_name) const {
  for (const auto& [name, value] : fields) {
    if (name == lower_case_name) return value;
  }
  return std::nullopt;
}

std::vector<WireResponse> WireResponses::final_ones() const {
  std::vector<WireResponse> found;
  std::copy_if(all.begin(), all.end(), std::back_inserter(found),
               [](const WireResponse& one) { return one.whole && !one.interim(); });
  return found;
}

namespace {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

// The head's size; 0 while it is not whole or is none.
std::size_t read_head(std::string_view bytes, WireResponse& response) {
  const auto end = bytes.find("\r\n\r\n");
  if (end == std::string_view::npos || !bytes.starts_with("HTTP/1.") || end < 12) return 0;
  std::from_chars(bytes.data() + 9, bytes.data() + 12, response.status);
  std::string_view lines = bytes.substr(0, end + 2);
  lines.remove_prefix(lines.find("\r\n") + 2);
  while (!lines.empty()) {
    const auto line = lines.substr(0, lines.find("\r\n"));
    lines.remove_prefix(line.size() + 2);
    const auto colon = line.find(':');
    if (colon == std::string_view::npos) return 0;
    auto value = line.substr(colon + 1);
    while (value.starts_with(' ')) value.remove_prefix(1);
    response.fields.emplace_back(lower(std::string(line.substr(0, colon))), std::string(value));
  }
  return end + 4;
}

// The chunked body's size on the wire; 0 while it is not whole.
std::size_t read_chunks(std::string_view bytes, std::string& body) {
  std::size_t at = 0;
  for (;;) {
    const auto line_end = bytes.find("\r\n", at);
    if (line_end == std::string_view::npos) return 0;
    std::size_t size = 0;
    std::from_chars(bytes.data() + at, bytes.data() + line_end, size, 16);
    at = line_end + 2;
    if (bytes.size() < at + size + 2) return 0;
    body.append(bytes.substr(at, size));
    at += size + 2;
    if (size == 0) return at;
  }
}

// How many bytes the answer takes; 0 while it is not whole.
std::size_t read_response(std::string_view bytes, bool to_head, bool closed,
                          WireResponse& response) {
  const std::size_t head = read_head(bytes, response);
  if (head == 0) return 0;
  const auto rest = bytes.substr(head);
  if (to_head || response.interim() || response.status == 204 || response.status == 304) {
    response.whole = true;
    return head;
  }
  std::size_t body = 0;
  if (const auto length = response.field("content-length")) {
    body = std::stoull(*length);
    response.whole = rest.size() >= body;
    // A part is not copied: it would be so again and again while the rest comes in.
    if (response.whole) response.body = rest.substr(0, body);
  } else if (response.field("transfer-encoding")) {
    body = read_chunks(rest, response.body);
    response.whole = body > 0;
  } else {
    body = rest.size();
    response.whole = closed;
    response.body = rest;
  }
  return response.whole ? head + body : 0;
}

// Returns what is no answer, or not yet one.
std::string_view read_all(std::string_view bytes, const std::vector<std::string>& methods,
                          bool closed, std::vector<WireResponse>& all) {
  std::size_t request = 0;
  while (!bytes.empty()) {
    WireResponse response;
    const bool to_head = request < methods.size() && methods[request] == "HEAD";
    const std::size_t size = read_response(bytes, to_head, closed, response);
    const bool interim = response.interim();
    if (response.status != 0) all.push_back(std::move(response));
    if (size == 0) break;
    bytes.remove_prefix(size);
    if (!interim) ++request;
  }
  return bytes;
}

}  // namespace

WireResponses read_responses(std::string_view bytes, const std::vector<std::string>& methods,
                             bool closed) {
  WireResponses read;
  read.rest = read_all(bytes, methods, closed, read.all);
  return read;
}

std::string request(const std::string& path, const std::string& fields) {
  return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + fields + "\r\n";
}

std::string upload(std::size_t length, const std::string& fields) {
  return "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: " + std::to_string(length) + "\r\n" +
         fields + "\r\n";
}

std::vector<WireResponse> answers_on(WireConnection& connection, std::size_t count) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  std::vector<WireResponse> answers;
  std::size_t taken = 0;
  for (;;) {
    const auto fresh = std::string_view(connection.received()).substr(taken);
    WireResponses read;
    taken += fresh.size() - read_all(fresh, {}, connection.closed(), read.all).size();
    for (auto& answer : read.final_ones()) answers.push_back(std::move(answer));
    if (answers.size() >= count || connection.closed()) return answers;
    if (std::chrono::steady_clock::now() > end) return answers;
    connection.read_some(Milliseconds(50));
  }
}

bool closes(WireConnection& connection) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  while (!connection.closed() && std::chrono::steady_clock::now() < end) {
    connection.read_some(Milliseconds(50));
  }
  return connection.closed();
}

std::optional<WireResponse> get(std::uint16_t port, const std::string& path) {
  WireConnection connection(port);
  connection.send(request(path));
  const auto answers = answers_on(connection, 1);
  if (answers.empty()) return std::nullopt;
  return answers.front();
}

}  // namespace joust::test
