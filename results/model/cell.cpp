#include "results/model/cell.hpp"

#include <cctype>
#include <fmt/format.h>

namespace joust {

namespace {

std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// An echo's answer is as long as its request's body: naming both would say the same twice.
bool body_size_is_told_apart(const Document& document) {
  return document.body_size.value != 0 && document.body_size != document.size;
}

}  // namespace

std::string Document::id() const {
  std::string id = route;
  if (method != "GET") id += "-" + lower_case(method);
  id += fmt::format("-{}", size.value);
  if (body_size_is_told_apart(*this)) id += fmt::format("-body-{}", body_size.value);
  return id;
}

std::string Document::label() const {
  std::string label;
  if (route != "static" && route != "echo") label += route + " ";
  if (method != "GET") label += method + " ";
  label += format_bytes(size);
  if (body_size_is_told_apart(*this)) label += " for " + format_bytes(body_size);
  return label;
}

std::string Cell::id() const {
  std::string id = fmt::format("{}/c{}", document.id(), connections);
  if (!keepalive) id += "/close";
  if (client_threads != 1) id += fmt::format("/ct{}", client_threads);
  if (server_threads != 1) id += fmt::format("/st{}", server_threads);
  return id;
}

std::string Cell::label() const {
  return fmt::format("{}, c = {}{}", document.label(), connections, options_label());
}

std::string Cell::options_label() const {
  std::string label;
  if (!keepalive) label += ", close";
  if (client_threads != 1) label += fmt::format(", {} client threads", client_threads);
  if (server_threads != 1) label += fmt::format(", {} server threads", server_threads);
  return label;
}

}  // namespace joust
