#include "tests/conformance/player.hpp"

#include <future>
#include <thread>

namespace joust::test {
namespace {

using Clock = std::chrono::steady_clock;

// After the answers that are due, for bytes that should not come, or a close that must not.
constexpr Milliseconds silence(200);
constexpr Milliseconds continue_patience(1000);

bool plain_get_works(std::uint16_t port) {
  const auto answer = get(port, "/hello.txt");
  return answer && answer->status == 200 && answer->body == "0123456789";
}

void wait_for_continue(WireConnection& connection, Transcript& transcript) {
  const auto end = Clock::now() + continue_patience;
  const auto came = [&] { return connection.received().find(" 100 ") != std::string::npos; };
  while (!came() && !connection.closed() && Clock::now() < end) {
    connection.read_some(Milliseconds(20));
  }
  transcript.continued = came();
}

void send_bytewise(WireConnection& connection, const std::string& bytes, Milliseconds interval) {
  for (const char c : bytes) {
    if (connection.closed() || !connection.send({&c, 1})) return;
    connection.read_some(interval);
  }
}

void send_request(const ServerCase& server_case, WireConnection& connection,
                  Transcript& transcript) {
  for (const auto& part : server_case.parts) {
    if (part.delay.count() > 0) std::this_thread::sleep_for(part.delay);
    if (part.wait_for_continue) wait_for_continue(connection, transcript);
    if (server_case.byte_interval) {
      send_bytewise(connection, part.bytes, *server_case.byte_interval);
    } else if (!connection.send(part.bytes)) {
      break;
    }
  }
  if (server_case.half_close) connection.half_close();
}

// Until the server closes, or everything that is due has come and it stays silent.
void read_answers(const ServerCase& server_case, WireConnection& connection,
                  Transcript& transcript) {
  const auto end = Clock::now() + server_case.limit();
  std::size_t read_so_far = SIZE_MAX;
  bool complete = false;
  while (!connection.closed()) {
    if (connection.received().size() != read_so_far) {
      read_so_far = connection.received().size();
      transcript.responses = read_responses(connection.received(), server_case.methods, false);
      complete = transcript.responses.final_ones().size() >= server_case.most_responses();
    }
    const bool enough = complete && !server_case.must_close();
    if (!connection.read_some(enough ? silence : Milliseconds(50)) && enough) break;
    if (Clock::now() > end) {
      transcript.in_time = false;
      break;
    }
  }
}

Transcript play_once(const ServerCase& server_case, std::uint16_t port) {
  Transcript transcript;
  WireConnection connection(port);
  std::future<bool> meanwhile;
  if (server_case.expected.contains("meanwhile")) {
    meanwhile = std::async(std::launch::async, [port] {
      std::this_thread::sleep_for(Milliseconds(50));
      return plain_get_works(port);
    });
  }
  send_request(server_case, connection, transcript);
  if (server_case.reset_after_1000_bytes) {
    const auto end = Clock::now() + server_case.limit();
    while (connection.received().size() < 1000 && Clock::now() < end) {
      connection.read_some(Milliseconds(50));
    }
    transcript.in_time = connection.received().size() >= 1000;
    connection.reset();
  } else {
    read_answers(server_case, connection, transcript);
    transcript.closed = connection.closed();
  }
  transcript.received = connection.received();
  transcript.responses =
      read_responses(transcript.received, server_case.methods, connection.closed());
  if (meanwhile.valid()) transcript.meanwhile_answered = meanwhile.get();
  return transcript;
}

}  // namespace

Transcript play(const ServerCase& server_case, std::uint16_t port) {
  Transcript transcript;
  for (unsigned i = 0; i < server_case.repeat; ++i) transcript = play_once(server_case, port);
  transcript.afterwards_answered = plain_get_works(port);
  return transcript;
}

}  // namespace joust::test
