#include "servers/beast/connection.hpp"

#include <boost/asio/error.hpp>

#include "servers/beast/exchange.hpp"

namespace joust::beast {

Connection::Connection(ThreadState& thread) : thread_(thread) { thread_.connections.insert(this); }

Connection::~Connection() {
  // The heir's socket is closed by now: whoever waits for a descriptor finds it free.
  thread_.connections.erase(this);
  if (thread_.on_left) thread_.on_left();
}

void Connection::look() {
  if (phase_ == site::Phase::idle && has_begun()) begin(site::Phase::head);
  if (!thread_.patience.is_over(phase_, since_, thread_.now)) return;
  if (!site::is_told(phase_)) return close();
  told_ = true;
  cancel();
}

std::optional<int> Connection::status_after(const error_code& error, std::string_view head) const {
  if (told_ && error == net::error::operation_aborted) return 408;
  return refusal_for(error, head);
}

void Connection::stop() {
  if (phase_ == site::Phase::idle && !has_begun()) close();
}

}  // namespace joust::beast
