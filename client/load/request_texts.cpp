#include "client/load/request_texts.hpp"

#include "client/http/request.hpp"

namespace joust::client {

RequestTexts::RequestTexts(const LoadPlan& plan, const Url& url) {
  RequestForm form;
  form.method = plan.method;
  form.headers = plan.headers;
  form.body = plan.body;
  form.http = plan.http;
  form.keepalive = plan.keepalive;
  if (plan.targets.empty()) texts_.push_back(render_request(url, form));
  Url each = url;
  for (const std::string& target : plan.targets) {
    each.target = target;
    texts_.push_back(render_request(each, form));
  }
  if (plan.pipeline == 1 || texts_.size() > 1) return;
  for (std::uint32_t i = 0; i < plan.pipeline; ++i) repeated_ += texts_.front();
}

std::string_view RequestTexts::repeated(std::uint32_t times) const {
  return std::string_view(repeated_).substr(0, times * texts_.front().size());
}

}  // namespace joust::client
