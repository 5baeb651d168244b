// The answers of a connection: made by the site, gathered or sent, and what comes after them.
#include <ctime>
#include <event2/event.h>
#include <utility>
#include <variant>

#include "base/burn.hpp"
#include "servers/libevent/connection.hpp"
#include "servers/site/respond.hpp"
#include "servers/site/response_head.hpp"

namespace joust::libevent {
namespace {

using site::Phase;

// Bodies up to this size are copied behind their head: cheaper than a second piece to send.
constexpr std::size_t copied_body = 4096;

}  // namespace

// What returns bool says whether there may be more to do at once, as in connection.cpp.

bool Connection::wait_for_delay() {
  begin(Phase::working);
  if (!delay_) delay_.reset(event_new(shared_.base, -1, 0, on_delay_over, this));
  const timeval delay = as_timeval(shared_.worker.options.delay);
  if (!delay_ || event_add(delay_.get(), &delay) != 0) over();
  return false;
}

site::Response Connection::response_to(const site::Request& request, std::uint64_t body_length) {
  if (shared_.worker.options.burn.count() > 0) burn_cpu(shared_.worker.options.burn);
  auto response = site::respond(request, body_length, shared_.worker.site, std::time(nullptr));
  if (shared_.stopping) response.close = true;
  return response;
}

bool Connection::answer_collected() {
  site::Request request;
  site::RequestReader().read(head_, request);
  const bool written = write(response_to(request, body_.size()), body_);
  if (body_.capacity() > site::held_upload) body_ = std::string();
  return written && after_answer();
}

// False: the connection is broken.
bool Connection::write(site::Response response, std::string_view request_body) {
  closes_ = response.close;
  std::string& text = outgoing_.gather();
  site::append_head(text, response, minor_version_, shared_.date.at(std::time(nullptr)));
  if (!response.send_body || response.content_length == 0) return true;

  site::PreparedBytes body{nullptr, request_body};
  if (auto* prepared = std::get_if<site::PreparedBytes>(&response.body)) {
    body = std::move(*prepared);
  } else if (const auto* page = std::get_if<std::string>(&response.body)) {
    body.bytes = *page;
  }
  bool written = true;
  if (const auto* range = std::get_if<site::FileRange>(&response.body)) {
    written = outgoing_.send_file(*range);
  } else if (body.bytes.size() <= copied_body) {
    text.append(body.bytes);
  } else {
    written = outgoing_.send(body);
  }
  if (!written) over();
  return written;
}

bool Connection::refuse(int status) {
  const bool in_body = phase_ == Phase::body;
  const bool is_head = site::is_begin_of_head(in_body ? std::string_view(head_) : first_input());
  more_may_come_ = true;
  answer_.reset();
  chunks_.reset();
  incoming_ = Incoming::none;
  if (write(site::refusal(status, is_head), {})) after_answer();
  return false;
}

bool Connection::after_answer() {
  const bool flush = closes_ || shared_.stopping || outgoing_.gathered_enough();
  if (flush && !outgoing_.flush()) {
    over();
    return false;
  }
  if (outgoing_.waits()) {
    begin(Phase::writing);
    return false;
  }
  if (closes_ || shared_.stopping) {
    hang_up();
    return false;
  }
  begin(Phase::idle);
  return true;
}

}  // namespace joust::libevent
