#include "servers/libevent/evbuffer_body.hpp"

#include <memory>

namespace joust::libevent {
namespace {

using Owner = std::shared_ptr<const void>;

void release_bytes(const void* /*data*/, std::size_t /*length*/, void* owner) {
  delete static_cast<Owner*>(owner);
}

void release_file(const evbuffer_file_segment* /*segment*/, int /*flags*/, void* owner) {
  delete static_cast<Owner*>(owner);
}

}  // namespace

bool add_bytes(evbuffer* out, const site::PreparedBytes& body) {
  if (body.bytes.empty()) return true;
  auto owner = std::make_unique<Owner>(body.owner);
  if (evbuffer_add_reference(out, body.bytes.data(), body.bytes.size(), release_bytes,
                             owner.get()) != 0) {
    return false;
  }
  owner.release();
  return true;
}

bool add_file(evbuffer* out, const site::FileRange& part) {
  evbuffer_file_segment* segment =
      evbuffer_file_segment_new(part.fd, static_cast<ev_off_t>(part.offset),
                                static_cast<ev_off_t>(part.length), EVBUF_FS_DISABLE_LOCKING);
  if (segment == nullptr) return false;
  evbuffer_file_segment_add_cleanup_cb(segment, release_file, new Owner(part.owner));
  const int added = evbuffer_add_file_segment(out, segment, 0, static_cast<ev_off_t>(part.length));
  evbuffer_file_segment_free(segment);  // the buffer has its own hold on it
  return added == 0;
}

}  // namespace joust::libevent
