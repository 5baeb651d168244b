// Any bytes through the readers of requests and chunked bodies, as a server would: shown at once,
// and shown in pieces. Both must understand the same requests, and never a byte that was not shown.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "servers/site/byte_range.hpp"
#include "servers/site/chunked_body.hpp"
#include "servers/site/http_date.hpp"
#include "servers/site/request_reader.hpp"
#include "servers/site/respond.hpp"
#include "servers/site/response_head.hpp"

namespace {

using namespace joust::site;

constexpr std::uint64_t most_body = 1 << 20;

void demand(bool holds) {
  if (!holds) std::abort();
}

// What one connection understands, written down as text.
class Listener {
 public:
  explicit Listener(Site& site) : site_(site) {}

  // `window`: the bytes that were not used yet. Returns how many are used now.
  std::size_t hear(std::string_view window) {
    std::size_t used = 0;
    while (!refused_) {
      const std::size_t more =
          in_body_ ? hear_body(window.substr(used)) : hear_head(window.substr(used));
      demand(more <= window.size() - used);
      used += more;
      if (more == 0) break;
    }
    return used;
  }

  bool refused() const { return refused_; }
  const std::string& heard() const { return heard_; }

 private:
  std::size_t hear_head(std::string_view window) {
    if (window.empty()) return 0;
    Request request;
    // A copy of its own shows the sanitizer every read beyond the window.
    const std::string shown(window);
    const auto read = reader_.read(shown, request);
    if (read.state == RequestReader::State::incomplete) return 0;
    if (read.state == RequestReader::State::refused) return refuse(read.status);
    demand(read.size > 0 && read.size <= window.size());
    if (const auto status = refusal_of(request)) return refuse(*status);
    take(request);
    return read.size;
  }

  void take(const Request& request) {
    demand(is_token(request.method) && !request.target.empty());
    demand(!request.chunked || !request.content_length);
    if (request.range) parse_range(*request.range, 1000);
    if (request.if_modified_since) parse_http_date(*request.if_modified_since);
    std::string head;
    append_head(head, respond(request, 0, site_, 1), request.minor_version, "now");
    demand(head.find('\n') != std::string::npos && head.ends_with("\r\n\r\n"));
    // A line of ours, or one smuggled in by a target? Count them.
    demand(std::count(head.begin(), head.end(), '\n') <= 12);

    heard_ += std::string(request.method) + ' ' + std::string(request.target) + ' ' +
              std::to_string(request.minor_version) + '\n';
    left_ = request.content_length ? std::stoull(std::string(*request.content_length)) : 0;
    if (left_ > most_body) refuse(413);
    chunks_ = ChunkedBody();
    chunked_ = request.chunked;
    in_body_ = chunked_ || left_ > 0;
  }

  std::size_t hear_body(std::string_view window) {
    if (!chunked_) {
      const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(left_, window.size()));
      heard_ += window.substr(0, size);
      left_ -= size;
      in_body_ = left_ > 0;
      return size;
    }
    const std::string shown(window);
    const auto step = chunks_.take(shown);
    demand(step.used <= window.size() && step.data.size() <= step.used);
    heard_ += step.data;
    if (step.state == ChunkedBody::State::malformed) return refuse(400);
    if (step.state == ChunkedBody::State::done) in_body_ = false;
    return step.used;
  }

  std::size_t refuse(int status) {
    heard_ += "refused " + std::to_string(status);
    refused_ = true;
    return 0;
  }

  Site& site_;
  RequestReader reader_;
  ChunkedBody chunks_;
  bool chunked_ = false;
  bool in_body_ = false;
  bool refused_ = false;
  std::uint64_t left_ = 0;
  std::string heard_;
};

std::string hear_in_pieces(std::string_view bytes, std::size_t piece, Site& site) {
  Listener listener(site);
  std::size_t used = 0;
  for (std::size_t shown = 0; shown < bytes.size() && !listener.refused();) {
    shown = std::min(bytes.size(), shown + piece);
    used += listener.hear(bytes.substr(used, shown - used));
  }
  return listener.heard();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Site site(std::nullopt);
  // libFuzzer gives bytes, the readers take characters.
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto at_once = hear_in_pieces(bytes, std::max<std::size_t>(1, size), site);
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}}) {
    if (size <= piece || size / piece > 4096) continue;
    demand(hear_in_pieces(bytes, piece, site) == at_once);
  }
  return 0;
}
