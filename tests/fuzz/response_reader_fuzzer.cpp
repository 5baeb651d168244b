// Any bytes through the reader of answers, as one connection would bring them: answer behind answer
// until one is broken or ends the connection. However the bytes are cut, whatever the memory of
// heads holds, and whether bodies are read or skipped, the same answers must come out, each byte
// used up once.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "client/http/head.hpp"
#include "client/http/response_reader.hpp"

namespace {

using namespace joust::client;

void demand(bool holds) {
  if (!holds) std::abort();
}

struct Manner {
  bool answers_head_request = false;
  bool forgetful = false;  // a new memory of heads for every answer
  bool skipping = false;   // bodies are dropped unread where that is allowed
};

// One connection; what it understands is written down as text.
class Connection {
 public:
  explicit Connection(Manner manner) : manner_(manner) { forget_heads(); }

  void hear(std::string_view piece) {
    // A copy of its own shows the sanitizer every read beyond the piece.
    const auto copy = std::make_unique<char[]>(piece.size());
    std::copy(piece.begin(), piece.end(), copy.get());
    std::string_view rest(copy.get(), piece.size());
    while (open_ && !(rest.empty() && settled_)) step(rest);
    settled_ = false;
  }

  void hear_the_end() {
    if (!open_) return;
    const ReadEvent event = reader_.end_of_stream();
    demand(event == ReadEvent::complete || event == ReadEvent::broken);
    if (event == ReadEvent::complete) return complete();
    demand(reader_.problem() != nullptr);
    heard_ += "cut short";
    open_ = false;
  }

  bool open() const { return open_; }
  const std::string& heard() const { return heard_; }

 private:
  void step(std::string_view& rest) {
    const std::string_view before = rest;
    const std::uint64_t used_before = reader_.used_bytes();
    if (const std::uint64_t skippable = manner_.skipping ? reader_.skippable() : 0;
        skippable > 0 && !rest.empty()) {
      const std::size_t size = std::min<std::uint64_t>(skippable, rest.size());
      body_ += rest.substr(0, size);
      rest.remove_prefix(size);
      const ReadEvent event = reader_.skip(size);
      demand(event == ReadEvent::body || event == ReadEvent::complete);
      account(before, rest, used_before);
      if (event == ReadEvent::complete) complete();
      return;
    }
    const ReadStep read = reader_.read(rest, *memory_);
    demand(rest.data() + rest.size() == before.data() + before.size());
    if (!read.body.empty())
      demand(read.body.data() >= before.data() &&
             read.body.data() + read.body.size() <= rest.data());
    account(before, rest, used_before);
    body_ += read.body;
    settled_ = read.event == ReadEvent::need_more;
    switch (read.event) {
      case ReadEvent::need_more:
        return demand(rest.empty());
      case ReadEvent::body:
        return demand(!read.body.empty());
      case ReadEvent::complete:
        return complete();
      case ReadEvent::broken:
        demand(reader_.problem() != nullptr);
        heard_ += "broken";
        open_ = false;
    }
  }

  /// What is gone from the input is what the reader says that it used, no more and no less.
  void account(std::string_view before, std::string_view rest, std::uint64_t used_before) const {
    demand(rest.size() <= before.size());
    demand(reader_.used_bytes() - used_before == before.size() - rest.size());
  }

  void complete() {
    demand(reader_.body_bytes() == body_.size());
    demand(reader_.status() >= 200 && reader_.status() <= 999);
    demand(reader_.skippable() == 0);
    demand(!manner_.answers_head_request || body_.empty());
    heard_ += std::to_string(reader_.status()) + (reader_.keepalive() ? " kept " : " last ") +
              std::to_string(reader_.framing_bytes()) + ' ' + body_ + '\n';
    open_ = reader_.keepalive();
    settled_ = true;  // until more is to be read
    body_.clear();
    reader_.reset();
    demand(reader_.used_bytes() == 0);
    if (manner_.forgetful) forget_heads();
  }

  void forget_heads() { memory_ = std::make_unique<HeadMemory>(manner_.answers_head_request); }

  const Manner manner_;
  std::unique_ptr<HeadMemory> memory_;
  ResponseReader reader_;
  bool open_ = true;
  bool settled_ = false;  // nothing more can come out of what was shown
  std::string body_;
  std::string heard_;
};

/// `first` bytes, then pieces of `size` bytes.
std::string heard_in_pieces(std::string_view bytes, std::size_t first, std::size_t size,
                            Manner manner) {
  Connection connection(manner);
  for (std::size_t piece = first; !bytes.empty() && connection.open(); piece = size) {
    connection.hear(bytes.substr(0, piece));
    bytes.remove_prefix(std::min(piece, bytes.size()));
  }
  connection.hear_the_end();
  return connection.heard();
}

void check_splits(std::string_view bytes, Manner manner, const std::string& at_once) {
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}})
    demand(heard_in_pieces(bytes, piece, piece, manner) == at_once);
  // In two: at every place of a short input, at some of a long one, others with every input.
  constexpr std::size_t cuts = 16;
  const std::size_t distance = bytes.size() / cuts + 1;
  const std::size_t first = std::hash<std::string_view>{}(bytes) % distance;
  for (std::size_t cut = first; cut < bytes.size(); cut += distance)
    demand(heard_in_pieces(bytes, cut, bytes.size(), manner) == at_once);
}

/// The head as the verification of servers reads it: in one go, with its fields listed.
void list_fields(std::string_view bytes) {
  const std::size_t size = head_size(bytes);
  demand(size <= bytes.size());
  if (size == 0 || parse_head(bytes.substr(0, size), false).problem != nullptr) return;
  for (const auto& field : fields_of(bytes.substr(0, size))) demand(!field.name.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // libFuzzer gives bytes, the reader takes characters.
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  list_fields(bytes);
  for (const bool head : {false, true}) {
    const std::size_t all = std::max<std::size_t>(1, size);
    const std::string at_once = heard_in_pieces(bytes, all, all, {head, false, false});
    demand(heard_in_pieces(bytes, all, all, {head, true, false}) == at_once);
    check_splits(bytes, {head, false, false}, at_once);
    for (const std::size_t piece : {all, std::size_t{5}})
      demand(heard_in_pieces(bytes, piece, piece, {head, false, true}) == at_once);
  }
  return 0;
}
