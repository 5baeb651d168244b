// One connection of joust-beast-threads: a thread that reads, answers and reads again, and blocks.
// What is read and answered is the same as with callbacks. Knows of its server what is in
// Surroundings.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "servers/beast/blocking_stream.hpp"
#include "servers/beast/exchange.hpp"
#include "servers/beast/upload.hpp"
#include "servers/site/http_date.hpp"
#include "servers/site/options.hpp"
#include "servers/site/respond.hpp"

namespace joust::beast {

/// What the threads of a server share.
struct Surroundings {
  const site::Options& options;
  site::Site& site;
  std::mutex site_mutex;  // held while the site makes an answer, not while it is sent
  std::atomic<bool> stopping{false};
};

class BlockingSession {
 public:
  BlockingSession(int socket, Surroundings& around)
      : stream_(socket, around.options.idle_timeout), around_(around) {}

  /// Until the connection is of no more use. The socket stays open.
  void run();
  /// Waits for a request of which nothing has come: nobody misses it at the end. From any thread.
  bool is_idle() const { return idle_; }

 private:
  enum class Head { request, refused, gone };

  bool serve_one();
  Head read_head();
  bool read_body();
  void respond();
  void make_answer(site::Response response, std::string request_body);
  bool echo();
  bool send_answer();
  void drain();

  BlockingStream stream_;
  Surroundings& around_;
  std::atomic<bool> idle_{false};
  ReadBuffer buffer_{most_buffered};
  std::optional<RequestParser> parser_;  // has to be made anew for every request
  site::Request request_;                // views into the parser's message
  site::DateOfNow date_;
  std::optional<Answer> answer_;
  std::optional<Upload> upload_;  // takes the parser's place where a large body is echoed
};

}  // namespace joust::beast
