#include "servers/site/respond.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <string>
#include <utility>

#include "servers/site/byte_range.hpp"
#include "servers/site/hello_page.hpp"
#include "servers/site/http_date.hpp"
#include "servers/site/target.hpp"

namespace joust::site {
namespace {

constexpr std::string_view bytes_route = "/bytes/";
constexpr std::string_view echo_route = "/echo";

Response plain(int status) {
  Response response;
  response.status = status;
  response.content_type = "text/plain";
  std::string text = fmt::format("{} {}\n", status, reason_of(status));
  response.content_length = text.size();
  response.body = std::move(text);
  return response;
}

Response method_not_allowed(std::string_view allow) {
  Response response = plain(405);
  response.allow = allow;
  return response;
}

bool is_upload(std::string_view method) { return method == "POST" || method == "PUT"; }

bool is_get_or_head(std::string_view method) { return method == "GET" || method == "HEAD"; }

bool is_known(std::string_view method) {
  constexpr std::array<std::string_view, 9> known{"GET",     "HEAD",    "POST",  "PUT",  "DELETE",
                                                  "OPTIONS", "CONNECT", "TRACE", "PATCH"};
  for (const auto name : known) {
    if (name == method) return true;
  }
  return false;
}

// The tags of a list (RFC 9110, 8.8.3), whose letters' case counts. Ours hold no comma.
template <typename Matches>
bool any_tag(std::string_view list, Matches matches) {
  for (;;) {
    const auto comma = list.find(',');
    auto tag = list.substr(0, comma);
    while (tag.starts_with(' ') || tag.starts_with('\t')) tag.remove_prefix(1);
    while (tag.ends_with(' ') || tag.ends_with('\t')) tag.remove_suffix(1);
    if (matches(tag)) return true;
    if (comma == std::string_view::npos) return false;
    list.remove_prefix(comma + 1);
  }
}

// Weak comparison: what follows W/ decides.
bool weakly_matches(std::string_view field, std::string_view etag) {
  return field == "*" || any_tag(field, [etag](std::string_view tag) {
           return tag == etag || (tag.starts_with("W/") && tag.substr(2) == etag);
         });
}

bool strongly_matches(std::string_view field, std::string_view etag) {
  return field == "*" || any_tag(field, [etag](std::string_view tag) { return tag == etag; });
}

// Whether any line of a list field does.
template <typename Matches>
bool any_line(std::string_view first, const std::vector<std::string_view>& further,
              Matches matches) {
  return matches(first) || std::any_of(further.begin(), further.end(), matches);
}

// What the conditions of a request make of it, in the order of RFC 9110, 13.2.2. A date that is
// none does not count.
enum class Precondition { met, failed, not_modified };

Precondition evaluate(const Request& request, const Document& document) {
  if (request.if_match) {
    const auto has_it = [&](std::string_view line) {
      return strongly_matches(line, document.etag);
    };
    const bool current = any_line(*request.if_match, request.further_if_match, has_it);
    if (!current) return Precondition::failed;
  } else if (request.if_unmodified_since) {
    const auto since = parse_http_date(*request.if_unmodified_since);
    if (since && document.modified > *since) return Precondition::failed;
  }
  if (request.if_none_match) {
    const auto has_it = [&](std::string_view line) { return weakly_matches(line, document.etag); };
    const bool known = any_line(*request.if_none_match, request.further_if_none_match, has_it);
    return known ? Precondition::not_modified : Precondition::met;
  }
  if (request.if_modified_since) {
    const auto since = parse_http_date(*request.if_modified_since);
    if (since && document.modified <= *since) return Precondition::not_modified;
  }
  return Precondition::met;
}

RangeAsked range_of(const Request& request, const Document& document) {
  if (request.method != "GET" || !request.range) return WholeFile{};
  const bool other_version = request.if_range && *request.if_range != document.etag &&
                             *request.if_range != document.last_modified;
  if (other_version) return WholeFile{};
  return parse_range(*request.range, document.size);
}

Body body_of(const std::shared_ptr<const Document>& document, ByteRange part) {
  if (document->in_memory()) {
    return PreparedBytes{document,
                         std::string_view(document->bytes).substr(part.first, part.length)};
  }
  return FileRange{document, document->file.get(), part.first, part.length};
}

Response serve_document(const Request& request, std::shared_ptr<const Document> document) {
  Response response;
  const Precondition precondition = evaluate(request, *document);
  const RangeAsked asked = range_of(request, *document);
  if (precondition == Precondition::failed) {
    response = plain(412);
  } else if (precondition == Precondition::not_modified) {
    response.status = 304;
    response.send_body = false;
    response.has_length = false;
  } else if (std::holds_alternative<Unsatisfiable>(asked)) {
    response = plain(416);
    response.content_range = fmt::format("bytes */{}", document->size);
  } else {
    ByteRange part{0, document->size};
    if (const auto* range = std::get_if<ByteRange>(&asked)) {
      part = *range;
      response.status = 206;
      response.content_range =
          fmt::format("bytes {}-{}/{}", part.first, part.first + part.length - 1, document->size);
    }
    response.content_type = document->media_type;
    response.content_length = part.length;
    response.body = body_of(document, part);
  }
  response.document = std::move(document);
  return response;
}

Response redirect_to_folder(std::string_view target) {
  target = target.substr(0, target.find('?'));
  if (!target.starts_with('/')) return plain(404);  // absolute-form: nobody links folders that way
  // One slash in front only: "//name" would name another host.
  while (target.starts_with("//")) target.remove_prefix(1);
  Response response = plain(301);
  response.location = std::string(target) + "/";
  return response;
}

int status_of(NoDocument reason) {
  switch (reason) {
    case NoDocument::forbidden:
      return 403;
    case NoDocument::unavailable:
      return 503;
    case NoDocument::failed:
      return 500;
    case NoDocument::not_found:
    case NoDocument::is_folder:
      break;
  }
  return 404;
}

Response answer_file(const Request& request, std::string_view path, Site& site, std::time_t now) {
  if (!is_get_or_head(request.method)) return method_not_allowed("GET, HEAD");
  Lookup found = site.documents.find(path, now);
  if (auto* document = std::get_if<std::shared_ptr<const Document>>(&found)) {
    return serve_document(request, std::move(*document));
  }
  const auto reason = std::get<NoDocument>(found);
  return reason == NoDocument::is_folder ? redirect_to_folder(request.target)
                                         : plain(status_of(reason));
}

Response answer_bytes(const Request& request, std::string_view digits, Site& site) {
  std::uint64_t size = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), size);
  const bool whole = error == std::errc{} && end == digits.data() + digits.size();
  if (!whole || size > ByteDocuments::largest) return plain(404);
  if (!is_get_or_head(request.method)) return method_not_allowed("GET, HEAD");
  auto prefix = site.byte_documents.of_size(size);
  Response response;
  response.content_type = "application/octet-stream";
  response.content_length = size;
  response.body = PreparedBytes{std::move(prefix.owner), prefix.bytes};
  return response;
}

Response answer_echo(const Request& request, std::uint64_t body_length) {
  const bool upload = is_upload(request.method);
  if (!upload && !is_get_or_head(request.method)) {
    return method_not_allowed("GET, HEAD, POST, PUT");
  }
  Response response;
  response.content_type = "application/octet-stream";
  if (upload) {
    response.content_length = body_length;
    response.body = RequestBody{body_length};
  }
  return response;
}

Response answer_hello(const Request& request, std::string_view path) {
  if (!is_get_or_head(request.method)) return method_not_allowed("GET, HEAD");
  Response response;
  response.content_type = "text/html";
  std::string page = hello_page(path);
  response.content_length = page.size();
  response.body = std::move(page);
  return response;
}

Response answer_route(const Request& request, std::uint64_t body_length, Site& site,
                      std::time_t now) {
  if (request.method == "OPTIONS" && request.target == "*") return method_not_allowed("GET, HEAD");
  const auto path = path_of_target(request.target);
  if (!path) return plain(400);
  if (path->starts_with(bytes_route)) {
    return answer_bytes(request, std::string_view(*path).substr(bytes_route.size()), site);
  }
  if (*path == echo_route) return answer_echo(request, body_length);
  if (*path == "/hello") return answer_hello(request, *path);
  return answer_file(request, *path, site, now);
}

}  // namespace

Response respond(const Request& request, std::uint64_t body_length, Site& site, std::time_t now) {
  const bool head = request.method == "HEAD";
  if (const auto status = refusal_of(request)) return refusal(*status, head);
  Response response =
      is_known(request.method) ? answer_route(request, body_length, site, now) : plain(501);
  if (head) response.send_body = false;
  if (!keeps_alive(request)) response.close = true;
  return response;
}

bool echoes(const Request& request) {
  return is_upload(request.method) && path_of_target(request.target) == echo_route;
}

Response refusal(int status, bool to_head) {
  Response response = plain(status);
  response.send_body = !to_head;
  response.close = true;
  return response;
}

bool is_begin_of_head(std::string_view text) {
  while (text.starts_with("\r\n")) text.remove_prefix(2);
  return text.starts_with("HEAD ");
}

const char* reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 206:
      return "Partial Content";
    case 301:
      return "Moved Permanently";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 412:
      return "Precondition Failed";
    case 413:
      return "Content Too Large";
    case 414:
      return "URI Too Long";
    case 416:
      return "Range Not Satisfiable";
    case 417:
      return "Expectation Failed";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 501:
      return "Not Implemented";
    case 503:
      return "Service Unavailable";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "Unknown";
  }
}

}  // namespace joust::site
