#include "servers/beast/connection.hpp"

#include <boost/asio/error.hpp>
#include <utility>

namespace joust::beast {

Connection::Connection(Socket socket, ThreadState& thread)
    : thread_(thread), socket_(std::move(socket)), delay_(socket_.get_executor()) {
  thread_.connections.insert(this);
}

Connection::~Connection() {
  // First, so that whoever waits for a descriptor finds it free.
  error_code ignored;
  socket_.close(ignored);
  thread_.connections.erase(this);
  if (thread_.on_left) thread_.on_left();
}

void Connection::look() {
  if (phase_ == site::Phase::idle && has_begun()) begin(site::Phase::head);
  if (!thread_.patience.is_over(phase_, since_, thread_.now)) return;
  if (!site::is_told(phase_)) return close();
  told_ = true;
  socket_.cancel();  // ends what is pending with operation_aborted
}

void Connection::close() {
  error_code ignored;
  delay_.cancel();
  socket_.close(ignored);
}

bool Connection::begin_to_drain(int status, bool request_is_whole, std::size_t unread) {
  if (!lingers(status, request_is_whole, unread)) return false;
  error_code error;
  socket_.shutdown(Socket::shutdown_send, error);
  if (error) return false;
  begin(site::Phase::draining);
  buffer_.clear();
  return true;
}

std::optional<int> Connection::status_after(const error_code& error, std::string_view head) const {
  if (told_ && error == net::error::operation_aborted) return 408;
  return refusal_for(error, head);
}

void Connection::stop() {
  if (phase_ == site::Phase::idle && !has_begun()) close();
}

}  // namespace joust::beast
