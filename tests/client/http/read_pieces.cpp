#include "tests/client/http/read_pieces.hpp"

#include "tests/support/catch.hpp"

namespace joust::client {

std::ostream& operator<<(std::ostream& out, const Outcome& outcome) {
  return out << outcome.verdict << " " << outcome.status << " keepalive " << outcome.keepalive
             << " body '" << outcome.body << "' used " << outcome.used << " surplus "
             << outcome.surplus;
}

Outcome read_pieces(const std::vector<std::string_view>& pieces, HeadMemory& memory, bool ends) {
  ResponseReader reader;
  Outcome outcome;
  outcome.verdict = "open";
  for (std::string_view piece : pieces) {
    while (outcome.verdict == "open") {
      const std::size_t before = piece.size();
      const std::uint64_t used_before = reader.used_bytes();
      const ReadStep step = reader.read(piece, memory);
      CHECK(before - piece.size() == reader.used_bytes() - used_before);
      outcome.body += step.body;
      if (step.event == ReadEvent::need_more) {
        CHECK(piece.empty());
        break;
      }
      if (step.event == ReadEvent::complete) outcome.verdict = "complete";
      if (step.event == ReadEvent::broken) outcome.verdict = "broken";
    }
    outcome.surplus += piece.size();
  }
  if (outcome.verdict == "open" && ends)
    outcome.verdict = reader.end_of_stream() == ReadEvent::complete ? "complete" : "cut short";
  if (outcome.verdict == "complete") {
    outcome.status = reader.status();
    outcome.keepalive = reader.keepalive();
    CHECK(reader.body_bytes() == outcome.body.size());
  }
  outcome.used = reader.used_bytes();
  if (outcome.verdict == "broken") {
    // How far a broken answer was read depends on the pieces; the sum does not.
    outcome.used += outcome.surplus;
    outcome.surplus = 0;
  }
  return outcome;
}

}  // namespace joust::client
