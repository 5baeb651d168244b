#include "servers/beast/site_parser.hpp"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <functional>

namespace joust::beast {
namespace {

// What a client promises is not allocated before it comes.
constexpr std::uint64_t most_reserved = 65536;

bool lies_within(std::string_view part, std::string_view whole) {
  const std::less_equal<const char*> before;
  return before(whole.data(), part.data()) &&
         before(part.data() + part.size(), whole.data() + whole.size());
}

}  // namespace

std::size_t SiteParser::parse(std::string_view bytes, boost::system::error_code& error) {
  given_ = bytes;
  return put(boost::asio::const_buffer(bytes.data(), bytes.size()), error);
}

void SiteParser::forget_fields() {
  const int version = request_.minor_version;  // a refusal is answered in it
  request_ = site::Request();
  request_.minor_version = version;
}

void SiteParser::on_request_impl(Verb /*verb*/, Text method, Text target, int version,
                                 Error& /*error*/) {
  request_.method = method;
  request_.target = target;
  request_.minor_version = version >= 11 ? 1 : 0;
}

void SiteParser::on_field_impl(Field /*field*/, Text name, Text value, Error& /*error*/) {
  if (!in_head_) return;
  if (!value.empty() && !lies_within(value, given_)) value = folded_.emplace_back(value);
  site::take_field(request_, name, value);
}

void SiteParser::on_header_impl(Error& /*error*/) { in_head_ = false; }

void SiteParser::on_body_init_impl(const boost::optional<std::uint64_t>& length, Error& /*error*/) {
  if (length) body_.reserve(static_cast<std::size_t>(std::min(*length, most_reserved)));
}

std::size_t SiteParser::on_body_impl(Text piece, Error& /*error*/) {
  body_.append(piece);
  return piece.size();
}

std::size_t SiteParser::on_chunk_body_impl(std::uint64_t /*left*/, Text piece, Error& /*error*/) {
  body_.append(piece);
  return piece.size();
}

// Nothing to be done at these points.
void SiteParser::on_response_impl(int /*code*/, Text /*reason*/, int /*version*/,
                                  Error& /*error*/) {}
void SiteParser::on_chunk_header_impl(std::uint64_t /*size*/, Text /*extension*/,
                                      Error& /*error*/) {}
void SiteParser::on_finish_impl(Error& /*error*/) {}

}  // namespace joust::beast
