// Beast's parser without Beast's message: the fields go straight to the site, no container of
// fields is filled. For the tuned server. Knows no sockets.
#pragma once

#include <boost/beast/http/basic_parser.hpp>
#include <boost/system/error_code.hpp>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

#include "servers/site/request.hpp"

namespace joust::beast {

class SiteParser final : public boost::beast::http::basic_parser<true> {
 public:
  /// Beast's put(). How many bytes it took: the rest is to be given again, with more behind it.
  std::size_t parse(std::string_view bytes, boost::system::error_code& error);

  /// To be called where a head has not come to its end: its bytes may move before the next piece,
  /// and a field that stands there again must not be compared with what has moved.
  void forget_fields();

  /// Views into the bytes of the head, which must have been given in one piece and stay.
  const site::Request& request() const { return request_; }
  std::string& body() { return body_; }

 private:
  using Error = boost::system::error_code;
  using Text = boost::beast::string_view;
  using Verb = boost::beast::http::verb;
  using Field = boost::beast::http::field;

  void on_request_impl(Verb verb, Text method, Text target, int version, Error& error) override;
  void on_response_impl(int code, Text reason, int version, Error& error) override;
  void on_field_impl(Field field, Text name, Text value, Error& error) override;
  void on_header_impl(Error& error) override;
  void on_body_init_impl(const boost::optional<std::uint64_t>& length, Error& error) override;
  std::size_t on_body_impl(Text piece, Error& error) override;
  void on_chunk_header_impl(std::uint64_t size, Text extension, Error& error) override;
  std::size_t on_chunk_body_impl(std::uint64_t left, Text piece, Error& error) override;
  void on_finish_impl(Error& error) override;

  site::Request request_;
  std::string_view given_;
  bool in_head_ = true;             // fields of trailers say nothing
  std::deque<std::string> folded_;  // values that stood on several lines, which Beast puts together
  std::string body_;
};

}  // namespace joust::beast
