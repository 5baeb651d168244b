// A request as the bytes that go out, rendered once and sent as they are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "client/http/url.hpp"
#include "results/model/load_plan.hpp"

namespace joust::client {

struct RequestForm {
  std::string method = "GET";
  std::vector<Header> headers;  // in this order, after Host
  std::string body;
  HttpVersion http = HttpVersion::http_1_1;
  bool keepalive = true;
};

/// What RFC 9110/9112 do not let through (method, names, values), each as one message.
std::vector<std::string> problems_of(const RequestForm& form);

/// Host, the caller's fields, Content-Length where there is a body or the method expects one, and
/// Connection where the version's default says otherwise; nothing more, so that clients can be
/// compared byte for byte. A field that the caller names is never added twice.
std::string render_request(const Url& url, const RequestForm& form);

/// ASCII case folded comparison, as field names want it.
bool same_name(std::string_view a, std::string_view b);
/// RFC 9110 5.6.2: the characters of methods and field names.
bool is_token(std::string_view text);

}  // namespace joust::client
