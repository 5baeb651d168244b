// One thread of joust-evhttp: an event base, an evhttp on it, and the site's answers.
#pragma once

#include "servers/site/server_main.hpp"

namespace joust::libevent {

/// A site::Serve.
void serve_evhttp(site::Worker& worker);

}  // namespace joust::libevent
