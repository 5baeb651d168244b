#include "suites/machine/ports.hpp"

#include <fmt/format.h>
#include <string>
#include <unistd.h>

#include "base/error.hpp"
#include "base/posix.hpp"
#include "tests/support/catch.hpp"

namespace joust::suites {
namespace {

/// A loopback address that differs from process to process: its ports are this test's alone, though
/// others hold thousands of connections on 127.0.0.1.
std::string own_address() {
  const auto pid = static_cast<unsigned>(getpid());
  return fmt::format("127.{}.{}.{}", 1 + (pid >> 16U) % 254, (pid >> 8U) & 255U, pid & 255U);
}

UniqueFd listen_on(const std::string& address) {
  posix::ListenOptions options;
  options.address = address;
  return posix::listen_tcp(options);
}

}  // namespace

TEST_CASE("server ports lie below the ephemeral range, else above it, else inside") {
  CHECK(server_ports({32768, 60999}) == PortRange{10000, 32767});
  CHECK(server_ports({10001, 60000}) == PortRange{60001, 65535});
  CHECK(server_ports({1024, 65535}) == PortRange{1024, 65535});
}

TEST_CASE("a port is taken while somebody listens on it, and free afterwards") {
  const std::string address = own_address();
  UniqueFd listener = listen_on(address);
  const std::uint16_t port = posix::local_port(listener.get());
  CHECK(port_is_taken(address, port));
  listener.reset();
  CHECK_FALSE(port_is_taken(address, port));
}

TEST_CASE("a listener on all addresses takes the port on loopback too") {
  const UniqueFd listener = listen_on("0.0.0.0");
  CHECK(port_is_taken("127.0.0.1", posix::local_port(listener.get())));
}

TEST_CASE("ports are picked afresh each time and never one that is taken") {
  const std::string address = own_address();
  const UniqueFd listener = listen_on(address);
  const std::uint16_t taken = posix::local_port(listener.get());
  const auto low = static_cast<std::uint16_t>(taken - 1);
  const auto high = static_cast<std::uint16_t>(taken + 1);
  PortPicker picker{{low, high}};
  for (int i = 0; i < 6; ++i) {
    const std::uint16_t port = picker.pick(address);
    CHECK(port >= low);
    CHECK(port <= high);
    CHECK(port != taken);
  }
  PortPicker wide{server_ports(posix::ephemeral_ports())};
  CHECK(wide.pick(address) != wide.pick(address));
}

TEST_CASE("a range without a free port is the machine's fault") {
  const std::string address = own_address();
  const UniqueFd listener = listen_on(address);
  const std::uint16_t taken = posix::local_port(listener.get());
  PortPicker picker{{taken, taken}};
  try {
    picker.pick(address);
    FAIL("a taken port was handed out");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::machine);
    CHECK(std::string{error.what()}.find(std::to_string(taken)) != std::string::npos);
  }
}

}  // namespace joust::suites
