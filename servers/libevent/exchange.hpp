// Between evhttp and the site: a request out of evhttp's structures, an answer into them.
// Knows no options and no event loop.
#pragma once

#include <cstdint>
#include <event2/http.h>
#include <optional>
#include <string_view>

#include "servers/site/request.hpp"
#include "servers/site/response.hpp"

namespace joust::libevent {

/// Views into `request`, which must stay alive.
site::Request read_request(evhttp_request* request);

/// evhttp takes any two numbers for a version, and would answer in it. The status to refuse it
/// with, or nothing; from here on it is one of ours.
std::optional<int> settle_version(evhttp_request* request);

/// Whether evhttp, which reads no body behind some methods, would take the one that is coming for
/// the next request: the answer has to be the last.
bool leaves_body_unread(const site::Request& request);

std::uint64_t body_length(evhttp_request* request);

/// Hands the answer to evhttp, which sends it and then closes or reads on.
void send_response(evhttp_request* request, site::Response response, std::string_view date);

}  // namespace joust::libevent
