// The names of Asio and Beast that the servers of this room use. Every I/O object is bound to the
// plain executor of an io_context: no type erasure, no strand, as one thread runs one context. The
// protocol is whichever the listening socket has: TCP or Unix.
#pragma once

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/system/error_code.hpp>
#include <chrono>

namespace joust::beast {

namespace net = boost::asio;

using boost::system::error_code;

using Executor = net::io_context::executor_type;
using Socket = net::basic_stream_socket<net::generic::stream_protocol, Executor>;
using Acceptor = net::basic_socket_acceptor<net::generic::stream_protocol, Executor>;
using Timer = net::basic_waitable_timer<std::chrono::steady_clock,
                                        net::wait_traits<std::chrono::steady_clock>, Executor>;

}  // namespace joust::beast
