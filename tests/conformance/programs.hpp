// The server programs that the tests run: a new one is one line here.
#pragma once

namespace joust::test {

inline constexpr const char* reference_servers[] = {
    "joust-evhttp",     "joust-bufferevent",  "joust-beast-async", "joust-beast-async --prepared",
    "joust-beast-coro", "joust-beast-threads"};

inline constexpr const char* servers[] = {
    "joust-evhttp",     "joust-bufferevent",   "joust-beast-async", "joust-beast-async --prepared",
    "joust-beast-coro", "joust-beast-threads", "joust-null"};

// Those that keep a connection without a thread of its own.
inline constexpr const char* event_driven_servers[] = {
    "joust-evhttp",     "joust-bufferevent", "joust-beast-async", "joust-beast-async --prepared",
    "joust-beast-coro", "joust-null"};

// Those that begin a large echo before its upload has ended.
inline constexpr const char* streaming_servers[] = {"joust-bufferevent", "joust-beast-async",
                                                    "joust-beast-async --prepared",
                                                    "joust-beast-coro", "joust-beast-threads"};

// Those that can tell a head that comes slowly from an idle connection.
inline constexpr const char* servers_with_header_timeout[] = {
    "joust-bufferevent", "joust-beast-async", "joust-beast-async --prepared", "joust-beast-coro",
    "joust-beast-threads"};

}  // namespace joust::test
