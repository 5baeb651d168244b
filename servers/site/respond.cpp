#include "servers/site/respond.hpp"

#include <array>
#include <charconv>
#include <fmt/format.h>
#include <string>
#include <utility>

#include "servers/site/byte_range.hpp"
#include "servers/site/hello_page.hpp"
#include "servers/site/precondition.hpp"
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

RangeAsked range_of(const Request& request, const Document& document) {
  if (request.method != "GET" || !request.range) return WholeFile{};
  if (!means_this_version(request, document)) return WholeFile{};
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

}  // namespace joust::site
