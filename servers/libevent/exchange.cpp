#include "servers/libevent/exchange.hpp"

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http_struct.h>  // the version of a request has no getter in 2.1
#include <event2/keyvalq_struct.h>
#include <utility>
#include <variant>

#include "servers/libevent/evbuffer_body.hpp"

namespace joust::libevent {
namespace {

// bufferevents write 16 KiB at a time unless told otherwise: a larger answer would take several
// turns of the loop for nothing.
constexpr std::size_t default_single_write = 16384;
constexpr std::size_t single_write = std::size_t{1} << 20;

std::string_view method_name(evhttp_cmd_type method) {
  switch (method) {
    case EVHTTP_REQ_GET:
      return "GET";
    case EVHTTP_REQ_HEAD:
      return "HEAD";
    case EVHTTP_REQ_POST:
      return "POST";
    case EVHTTP_REQ_PUT:
      return "PUT";
    case EVHTTP_REQ_DELETE:
      return "DELETE";
    case EVHTTP_REQ_OPTIONS:
      return "OPTIONS";
    case EVHTTP_REQ_TRACE:
      return "TRACE";
    case EVHTTP_REQ_CONNECT:
      return "CONNECT";
    case EVHTTP_REQ_PATCH:
      return "PATCH";
  }
  return "";
}

// Puts the body into the answer's buffer without copying what is prepared. False: no memory.
struct AddBody {
  evhttp_request* request;
  evbuffer* out;

  bool operator()(const std::string& text) const {
    return evbuffer_add(out, text.data(), text.size()) == 0;
  }

  bool operator()(const site::PreparedBytes& body) const { return add_bytes(out, body); }

  bool operator()(const site::FileRange& body) const {
    // The bytes go from here to the connection's buffer and then to its socket: sendfile may be
    // used.
    evbuffer_set_flags(out, EVBUFFER_FLAG_DRAINS_TO_FD);
    return add_file(out, body);
  }

  bool operator()(const site::RequestBody& /*body*/) const {
    return evbuffer_add_buffer(out, evhttp_request_get_input_buffer(request)) == 0;
  }
};

bufferevent* bufferevent_of(evhttp_request* request) {
  evhttp_connection* connection = evhttp_request_get_connection(request);
  return connection == nullptr ? nullptr : evhttp_connection_get_bufferevent(connection);
}

void forget_connection_field(evhttp_request* request) {
  evkeyvalq* fields = evhttp_request_get_input_headers(request);
  while (evhttp_remove_header(fields, "Connection") == 0) continue;
}

}  // namespace

site::Request read_request(evhttp_request* request) {
  site::Request read;
  read.method = method_name(evhttp_request_get_command(request));
  read.target = evhttp_request_get_uri(request);
  read.minor_version = request->major == 1 ? request->minor : 0;
  const evkeyvalq* fields = evhttp_request_get_input_headers(request);
  for (const evkeyval* field = fields->tqh_first; field != nullptr; field = field->next.tqe_next) {
    site::take_field(read, field->key, field->value);
  }
  return read;
}

std::optional<int> settle_version(evhttp_request* request) {
  const int major = request->major;
  const int minor = request->minor;
  if (major == 1 && (minor == 0 || minor == 1)) return std::nullopt;
  request->major = 1;
  request->minor = 1;
  const bool is_version = major >= 0 && major <= 9 && minor >= 0 && minor <= 9;
  if (!is_version) return 400;
  return major == 1 ? std::nullopt : std::optional(505);
}

bool leaves_body_unread(const site::Request& request) {
  const bool unread = request.method == "HEAD" || request.method == "TRACE";
  return unread && (request.chunked || request.content_length.value_or("0") != "0");
}

std::uint64_t body_length(evhttp_request* request) {
  return evbuffer_get_length(evhttp_request_get_input_buffer(request));
}

void send_response(evhttp_request* request, site::Response response, std::string_view date) {
  evkeyvalq* fields = evhttp_request_get_output_headers(request);
  site::for_each_field(response, date, [fields](const char* name, std::string_view value) {
    evhttp_add_header(fields, name, value.data());
  });
  // Never evhttp_send_error, which forgets the fields and gives HEAD a body. evhttp adds
  // "Connection: keep-alive" for HTTP/1.0 itself where the request has it, beside ours, and closes
  // when the answer says so; but never behind CONNECT, and always behind an absolute target, which
  // it takes for a proxy's.
  request->flags &= ~EVHTTP_PROXY_REQUEST;
  if (response.close) {
    evhttp_add_header(fields, "Connection", "close");
    if (request->minor == 0) forget_connection_field(request);
    if (method_name(evhttp_request_get_command(request)) == "CONNECT") {
      request->type = EVHTTP_REQ_GET;
    }
  }

  bufferevent* large = nullptr;
  if (response.send_body && response.content_length > 0) {
    if (response.content_length > default_single_write) large = bufferevent_of(request);
    if (large != nullptr) bufferevent_set_max_single_write(large, single_write);
    const AddBody add_body{request, evhttp_request_get_output_buffer(request)};
    if (!std::visit(add_body, response.body)) {
      // Fewer bytes than announced would leave the client waiting: give up the connection.
      if (auto* connection = evhttp_request_get_connection(request)) {
        evhttp_connection_free(connection);
      }
      return;
    }
  }
  evhttp_send_reply(request, response.status, site::reason_of(response.status), nullptr);
  // evhttp goes on reading, in order to see the client leave; the timeout for what it reads would
  // cut a client that takes its answer for longer than that. It reads again for the next request.
  if (large != nullptr) bufferevent_disable(large, EV_READ);
}

}  // namespace joust::libevent
