#include "servers/site/precondition.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "servers/site/http_date.hpp"

namespace joust::site {
namespace {

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

}  // namespace

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

bool means_this_version(const Request& request, const Document& document) {
  return !request.if_range || *request.if_range == document.etag ||
         *request.if_range == document.last_modified;
}

}  // namespace joust::site
