// The conditions of a request (RFC 9110, 13): whether the client has the document already, or means
// another version of it. Knows no answers.
#pragma once

#include "servers/site/documents.hpp"
#include "servers/site/request.hpp"

namespace joust::site {

enum class Precondition { met, failed, not_modified };

/// In the order of RFC 9110, 13.2.2. A date that is none does not count.
Precondition evaluate(const Request& request, const Document& document);

/// Whether If-Range, where there is one, lets a part of the document be sent. A date counts only
/// as it was given out, letter by letter (RFC 9110, 13.1.5).
bool means_this_version(const Request& request, const Document& document);

}  // namespace joust::site
