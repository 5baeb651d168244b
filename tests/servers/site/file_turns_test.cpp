#include "servers/site/file_turns.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string>
#include <sys/socket.h>

#include "base/unique_fd.hpp"
#include "tests/support/catch.hpp"

using namespace joust;
using site::FileTurns;

namespace {

constexpr std::uint64_t large = FileTurns::plain_bytes + 1;

UniqueFd tcp_socket() { return UniqueFd(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)); }

// False where the machine does not have it, or does not let us.
bool use(const UniqueFd& socket, const std::string& congestion_control) {
  return setsockopt(socket.get(), IPPROTO_TCP, TCP_CONGESTION, congestion_control.data(),
                    static_cast<socklen_t>(congestion_control.size())) == 0;
}

bool is_corked(const UniqueFd& socket) {
  int on = 0;
  socklen_t size = sizeof on;
  REQUIRE(getsockopt(socket.get(), IPPROTO_TCP, TCP_CORK, &on, &size) == 0);
  return on != 0;
}

}  // namespace

TEST_CASE("a file of several turns is corked until its end") {
  const UniqueFd socket = tcp_socket();
  REQUIRE(use(socket, "reno"));  // in every kernel, and allowed to everybody
  FileTurns turns;
  turns.begin(socket.get(), large);
  CHECK(is_corked(socket));
  CHECK(turns.bytes() == FileTurns::corked_bytes);
  turns.end(socket.get());
  CHECK_FALSE(is_corked(socket));
  CHECK(turns.bytes() == FileTurns::plain_bytes);
}

TEST_CASE("a file of one turn is not corked") {
  const UniqueFd socket = tcp_socket();
  REQUIRE(use(socket, "reno"));
  FileTurns turns;
  turns.begin(socket.get(), FileTurns::plain_bytes);
  CHECK_FALSE(is_corked(socket));
  CHECK(turns.bytes() == FileTurns::plain_bytes);
}

TEST_CASE("a sender that paces is not corked") {
  const UniqueFd socket = tcp_socket();
  if (!use(socket, "bbr")) {
    WARN("this machine has no bbr: nothing to be seen");
    return;
  }
  FileTurns turns;
  turns.begin(socket.get(), large);
  CHECK_FALSE(is_corked(socket));
  CHECK(turns.bytes() == FileTurns::plain_bytes);
}

TEST_CASE("a Unix socket has turns, too, and no cork") {
  int ends[2];
  REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
  const UniqueFd near(ends[0]);
  const UniqueFd far(ends[1]);
  FileTurns turns;
  turns.begin(near.get(), large);
  CHECK(turns.bytes() == FileTurns::plain_bytes);
  turns.end(near.get());
  CHECK(turns.bytes() == FileTurns::plain_bytes);
}
