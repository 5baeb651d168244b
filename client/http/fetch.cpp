#include "client/http/fetch.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/unique_fd.hpp"
#include "client/http/endpoint.hpp"
#include "client/http/request.hpp"
#include "client/http/response_reader.hpp"
#include "client/http/url.hpp"

namespace joust::client {
namespace {

/// What went wrong, in words; carried to the outcome by value of the caller's frame.
struct Trouble {
  std::string text;
  bool refused = false;
};

RequestForm form_of(const FetchRequest& request) {
  RequestForm form;
  form.method = request.method;
  form.headers = request.headers;
  form.body = request.body;
  return form;
}

std::string errno_text(int error_number) { return std::strerror(error_number); }

class Exchange {
 public:
  Exchange(const FetchRequest& request, const Url& url)
      : request_(request), url_(url), deadline_(monotonic_ns() + request.timeout.count()) {}

  FetchOutcome run() {
    FetchOutcome outcome;
    Trouble trouble;
    if (connect_any(trouble) && send_all(trouble) && receive(trouble))
      outcome.answer = std::move(answer_);
    outcome.problem = std::move(trouble.text);
    outcome.refused = trouble.refused;
    return outcome;
  }

 private:
  bool timed_out(Trouble& trouble) const {
    trouble.text = "no answer within " + format_duration(request_.timeout);
    return false;
  }

  /// Waits until the socket is ready or the deadline has passed.
  bool wait_for(short events) const {
    while (true) {
      const std::int64_t left = deadline_ - monotonic_ns();
      if (left <= 0) return false;
      pollfd ready{socket_.get(), events, 0};
      const int milliseconds =
          static_cast<int>(std::min<std::int64_t>((left + 999'999) / 1'000'000, 1'000'000));
      const int count = poll(&ready, 1, milliseconds);
      if (count > 0) return true;
      if (count < 0 && errno != EINTR) return false;
    }
  }

  bool connect_any(Trouble& trouble) {
    std::string tried;
    for (const Endpoint& endpoint : resolve(url_)) {
      const int problem = connect_one(endpoint);
      if (problem == 0) return true;
      trouble.refused = trouble.refused || problem == ECONNREFUSED || problem == ENOENT;
      tried += fmt::format("{}{}: {}", tried.empty() ? "" : "; ", endpoint.text(),
                           problem == ETIMEDOUT
                               ? "no connection within " + format_duration(request_.timeout)
                               : errno_text(problem));
    }
    trouble.text = tried;
    return false;
  }

  /// 0 or the errno of the failure.
  int connect_one(const Endpoint& endpoint) {
    socket_.reset(socket(endpoint.family(), SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (!socket_) return errno;
    if (connect(socket_.get(), endpoint.get(), endpoint.length) == 0) return 0;
    if (errno != EINPROGRESS) return errno;
    if (!wait_for(POLLOUT)) return ETIMEDOUT;
    int problem = 0;
    socklen_t size = sizeof problem;
    if (getsockopt(socket_.get(), SOL_SOCKET, SO_ERROR, &problem, &size) != 0) return errno;
    return problem;
  }

  bool send_all(Trouble& trouble) {
    // Kept alive, as load is: what is verified must be the answer that will be measured.
    const std::string bytes = render_request(url_, form_of(request_));
    std::string_view rest = bytes;
    while (!rest.empty()) {
      const ssize_t sent = send(socket_.get(), rest.data(), rest.size(), MSG_NOSIGNAL);
      if (sent >= 0) {
        rest.remove_prefix(static_cast<std::size_t>(sent));
      } else if (errno == EAGAIN) {
        if (!wait_for(POLLOUT)) return timed_out(trouble);
      } else if (errno != EINTR) {
        // The peer may have answered before it stopped listening: that answer counts.
        send_problem_ = errno;
        return true;
      }
    }
    return true;
  }

  bool receive(Trouble& trouble) {
    std::array<char, 65536> buffer;
    while (true) {
      const ssize_t size = recv(socket_.get(), buffer.data(), buffer.size(), 0);
      if (size > 0) {
        const std::string_view bytes(buffer.data(), static_cast<std::size_t>(size));
        if (!take(bytes, trouble)) return false;
        if (whole_) return true;
      } else if (size == 0) {
        if (reader_.end_of_stream() == ReadEvent::complete) return finish();
        return cut_short(trouble);
      } else if (errno == EAGAIN) {
        if (!wait_for(POLLIN)) return timed_out(trouble);
      } else if (errno != EINTR) {
        const int problem = send_problem_ != 0 ? send_problem_ : errno;
        trouble.text = fmt::format("{}: {}", send_problem_ != 0 ? "sending" : "receiving",
                                   errno_text(problem));
        return false;
      }
    }
  }

  bool cut_short(Trouble& trouble) const {
    trouble.text = head_text_.empty()
                       ? "the connection was closed without an answer"
                       : fmt::format("the connection was closed after {} bytes of the body",
                                     reader_.body_bytes());
    return false;
  }

  bool take(std::string_view bytes, Trouble& trouble) {
    if (reader_.status() == 0) head_text_ += bytes;  // cut to the head once that is in
    std::string_view rest = bytes;
    while (!whole_) {
      const ReadStep step = reader_.read(rest, memory_);
      answer_.body += step.body;
      if (answer_.body.size() > request_.max_body) {
        trouble.text = fmt::format("the body is longer than {} bytes", request_.max_body);
        return false;
      }
      if (step.event == ReadEvent::need_more) return true;
      if (step.event == ReadEvent::broken) {
        trouble.text = fmt::format("not a valid HTTP answer: {}", reader_.problem());
        return false;
      }
      if (step.event == ReadEvent::complete) finish();
    }
    return true;
  }

  /// Fills status, raw head and fields from the bytes kept since the first one.
  bool finish() {
    std::string_view text = head_text_;
    while (true) {
      while (!text.empty() && (text.front() == '\r' || text.front() == '\n')) text.remove_prefix(1);
      const std::size_t size = head_size(text);
      const bool interim = parse_head(text.substr(0, size), false).head.interim();
      if (!interim) text = text.substr(0, size);
      if (!interim) break;
      text.remove_prefix(size);
    }
    answer_.status = reader_.status();
    answer_.head = text;
    answer_.headers = fields_of(text);
    whole_ = true;
    return true;
  }

  const FetchRequest& request_;
  const Url& url_;
  std::int64_t deadline_;
  UniqueFd socket_;
  int send_problem_ = 0;
  HeadMemory memory_{request_.method == "HEAD"};
  ResponseReader reader_;
  std::string head_text_;
  FetchedAnswer answer_;
  bool whole_ = false;
};

}  // namespace

FetchOutcome fetch(const FetchRequest& request) {
  const Url url = parse_url(request.url);
  const std::vector<std::string> problems = problems_of(form_of(request));
  if (!problems.empty()) throw user_error("{}", problems.front());
  return Exchange(request, url).run();
}

}  // namespace joust::client
