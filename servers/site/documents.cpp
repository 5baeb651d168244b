#include "servers/site/documents.hpp"

#include <bit>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "base/document_bytes.hpp"
#include "base/error.hpp"
#include "servers/site/http_date.hpp"
#include "servers/site/media_type.hpp"
#include "servers/site/open_beneath.hpp"

namespace joust::site {
namespace {

// Beyond either the cache starts afresh: a site is small, or it is not what is being measured.
constexpr std::uint64_t most_cached_bytes = std::uint64_t{256} << 20;
constexpr std::size_t most_cached_files = 128;  // descriptors
constexpr std::size_t most_cached_entries = 16384;

// Reads up to `size` bytes; a file that has shrunk meanwhile gives fewer.
std::optional<std::string> read_whole(int fd, std::size_t size) {
  std::string bytes(size, '\0');
  std::size_t done = 0;
  while (done < size) {
    const ssize_t n = read(fd, bytes.data() + done, size - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return std::nullopt;
    if (n == 0) break;
    done += static_cast<std::size_t>(n);
  }
  bytes.resize(done);
  return bytes;
}

}  // namespace

NoDocument no_document_for(int error_number) {
  switch (error_number) {
    case ENOENT:
    case ENOTDIR:
    case ENAMETOOLONG:
    case ELOOP:
    case EXDEV:  // it would lead out of the root
      return NoDocument::not_found;
    case EACCES:
    case EPERM:
    case ENXIO:  // a socket, or a device that is not there
    case ENODEV:
      return NoDocument::forbidden;
    case EMFILE:
    case ENFILE:
    case ENOMEM:
      return NoDocument::unavailable;
    default:
      return NoDocument::failed;
  }
}

Documents::Documents(const std::optional<std::filesystem::path>& root) {
  if (!root) return;
  root_.reset(open(root->c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!root_) {
    throw user_error("--root {}: cannot open the folder: {}", root->string(), std::strerror(errno));
  }
}

Documents::Identity Documents::identity_of(const struct stat& status) {
  return {status.st_dev, status.st_ino, status.st_size,
          std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec};
}

Lookup Documents::find(std::string_view path, std::time_t now) {
  const auto cached = cache_.find(path);
  if (cached != cache_.end() && cached->second.checked == now) return cached->second.document;
  return load(path, now);
}

Lookup Documents::load(std::string_view path, std::time_t now) {
  if (!root_) return NoDocument::not_found;
  std::string file_path(path);
  if (file_path.ends_with('/')) file_path += "index.html";

  OpenedFile file = open_beneath(root_.get(), file_path);
  const bool scarce = !file.fd && no_document_for(file.error) == NoDocument::unavailable;
  if (scarce && cached_files_ > 0) {
    forget_all();
    file = open_beneath(root_.get(), file_path);
  }
  if (!file.fd) {
    forget(path);
    return no_document_for(file.error);
  }
  if (!S_ISREG(file.status.st_mode)) {
    forget(path);
    const bool folder = S_ISDIR(file.status.st_mode) && !path.ends_with('/');
    return folder ? NoDocument::is_folder : NoDocument::forbidden;
  }

  const Identity identity = identity_of(file.status);
  const auto cached = cache_.find(path);
  if (cached != cache_.end() && cached->second.identity == identity) {
    cached->second.checked = now;
    return cached->second.document;
  }

  auto document = std::make_shared<Document>();
  document->size = static_cast<std::uint64_t>(file.status.st_size);
  document->modified = file.status.st_mtim.tv_sec;
  document->last_modified = http_date(document->modified);
  document->etag = fmt::format("\"{:x}-{:x}\"", identity.modified_ns, document->size);
  document->media_type = media_type_of(file_path);
  if (document->size <= memory_limit) {
    auto bytes = read_whole(file.fd.get(), document->size);
    if (!bytes) return no_document_for(errno);
    document->bytes = std::move(*bytes);
    document->size = document->bytes.size();
  } else {
    document->file = std::move(file.fd);
  }
  remember(path, {document, identity, now});
  return std::shared_ptr<const Document>(std::move(document));
}

void Documents::remember(std::string_view path, Entry entry) {
  forget(path);
  const std::uint64_t bytes = entry.document->bytes.size();
  const std::size_t files = entry.document->in_memory() ? 0 : 1;
  if (cached_bytes_ + bytes > most_cached_bytes || cached_files_ + files > most_cached_files ||
      cache_.size() >= most_cached_entries) {
    forget_all();
  }
  cached_bytes_ += bytes;
  cached_files_ += files;
  cache_.emplace(std::string(path), std::move(entry));
}

void Documents::forget(std::string_view path) {
  const auto cached = cache_.find(path);
  if (cached == cache_.end()) return;
  cached_bytes_ -= cached->second.document->bytes.size();
  if (!cached->second.document->in_memory()) --cached_files_;
  cache_.erase(cached);
}

void Documents::forget_all() {
  cache_.clear();
  cached_bytes_ = 0;
  cached_files_ = 0;
}

ByteDocuments::Prefix ByteDocuments::of_size(std::uint64_t size) {
  if (!stream_ || stream_->size() < size) {
    // To the next power of two: a walk through the sizes makes the stream a few times only.
    stream_ = std::make_shared<const std::string>(document_bytes(std::bit_ceil(size)));
  }
  return {stream_, std::string_view(*stream_).substr(0, size)};
}

}  // namespace joust::site
