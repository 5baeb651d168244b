// Between evhttp and the site: a request out of evhttp's structures, an answer into them.
// Knows no options and no event loop.
#pragma once

#include <event2/http.h>
#include <string_view>

#include "servers/site/request.hpp"
#include "servers/site/response.hpp"

namespace joust::libevent {

/// Views into `request`, which must stay alive.
site::Request read_request(evhttp_request* request);

std::uint64_t body_length(evhttp_request* request);

/// Hands the answer to evhttp, which sends it and then closes or reads on.
void send_response(evhttp_request* request, site::Response response, std::string_view date);

}  // namespace joust::libevent
