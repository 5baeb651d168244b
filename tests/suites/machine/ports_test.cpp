#include "suites/machine/ports.hpp"

#include <string>

#include "base/error.hpp"
#include "base/posix.hpp"
#include "tests/support/catch.hpp"

namespace joust::suites {

TEST_CASE("server ports lie below the ephemeral range, else above it, else inside") {
  CHECK(server_ports({32768, 60999}) == PortRange{10000, 32767});
  CHECK(server_ports({10001, 60000}) == PortRange{60001, 65535});
  CHECK(server_ports({1024, 65535}) == PortRange{1024, 65535});
}

TEST_CASE("a port is taken while somebody listens on it, and free afterwards") {
  UniqueFd listener = posix::listen_tcp({});
  const std::uint16_t port = posix::local_port(listener.get());
  CHECK(port_is_taken("127.0.0.1", port));
  listener.reset();
  CHECK_FALSE(port_is_taken("127.0.0.1", port));
}

TEST_CASE("a listener on all addresses takes the port on loopback too") {
  posix::ListenOptions everywhere;
  everywhere.address = "0.0.0.0";
  const UniqueFd listener = posix::listen_tcp(everywhere);
  CHECK(port_is_taken("127.0.0.1", posix::local_port(listener.get())));
}

TEST_CASE("ports are picked afresh each time and never one that is taken") {
  const UniqueFd listener = posix::listen_tcp({});
  const std::uint16_t taken = posix::local_port(listener.get());
  const auto low = static_cast<std::uint16_t>(taken - 1);
  const auto high = static_cast<std::uint16_t>(taken + 1);
  PortPicker picker{{low, high}};
  for (int i = 0; i < 6; ++i) {
    const std::uint16_t port = picker.pick("127.0.0.1");
    CHECK(port >= low);
    CHECK(port <= high);
    CHECK(port != taken);
  }
  PortPicker wide{server_ports(posix::ephemeral_ports())};
  CHECK(wide.pick("127.0.0.1") != wide.pick("127.0.0.1"));
}

TEST_CASE("a range without a free port is the machine's fault") {
  const UniqueFd listener = posix::listen_tcp({});
  const std::uint16_t taken = posix::local_port(listener.get());
  PortPicker picker{{taken, taken}};
  try {
    picker.pick("127.0.0.1");
    FAIL("a taken port was handed out");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::machine);
    CHECK(std::string{error.what()}.find(std::to_string(taken)) != std::string::npos);
  }
}

}  // namespace joust::suites
