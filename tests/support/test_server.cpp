// A small HTTP server that misbehaves on demand, for tests of whoever starts and stops servers.
// One connection and one request at a time; serves /N.bin with the document stream.
#include <arpa/inet.h>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <netinet/in.h>
#include <signal.h>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

#include "base/document_bytes.hpp"

namespace {

struct Behaviour {
  std::uint16_t port = 0;
  bool announce = true;           // --silent: no READY line
  bool never_ready = false;       // --never-ready: hangs without listening
  int die_before_ready = -1;      // --die-before-ready STATUS
  int die_after_answers = -1;     // --die-after-answers N, with exit status 3
  int change_after_answers = -1;  // --change-after-answers N: another header set from then on
  bool ignore_stop = false;       // --ignore-stop: deaf to TERM, INT, QUIT, HUP
  bool wrong_bytes = false;       // --wrong-bytes
  int status = 200;               // --status N
  std::string family_file;        // --family FILE: daemonises a deaf grandchild, writes the pids
};

Behaviour parse(int argc, char** argv) {
  Behaviour behaviour;
  const std::vector<std::string> words(argv + 1, argv + argc);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto value = [&] { return i + 1 < words.size() ? words[++i] : std::string{}; };
    const std::string& word = words[i];
    if (word == "--port")
      behaviour.port = static_cast<std::uint16_t>(std::stoi(value()));
    else if (word == "--silent")
      behaviour.announce = false;
    else if (word == "--never-ready")
      behaviour.never_ready = true;
    else if (word == "--die-before-ready")
      behaviour.die_before_ready = std::stoi(value());
    else if (word == "--die-after-answers")
      behaviour.die_after_answers = std::stoi(value());
    else if (word == "--change-after-answers")
      behaviour.change_after_answers = std::stoi(value());
    else if (word == "--ignore-stop")
      behaviour.ignore_stop = true;
    else if (word == "--wrong-bytes")
      behaviour.wrong_bytes = true;
    else if (word == "--status")
      behaviour.status = std::stoi(value());
    else if (word == "--family")
      behaviour.family_file = value();
    else
      std::exit(2);
  }
  return behaviour;
}

void say(std::string_view line) {
  [[maybe_unused]] const ssize_t written = write(1, line.data(), line.size());
}

void ignore_stop_signals() {
  for (const int number : {SIGTERM, SIGINT, SIGQUIT, SIGHUP}) signal(number, SIG_IGN);
}

// A grandchild in a session of its own whose parent has gone: what a daemon does.
void daemonise_grandchild(const std::string& file) {
  const pid_t child = fork();
  if (child == 0) {
    setsid();
    const pid_t grandchild = fork();
    if (grandchild != 0) _exit(0);
    ignore_stop_signals();
    std::ofstream(file) << getpid() << " ready\n";
    for (;;) pause();
  }
}

int listen_on(std::uint16_t port) {
  const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int yes = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in at{};
  at.sin_family = AF_INET;
  at.sin_port = htons(port);
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(listener, reinterpret_cast<const sockaddr*>(&at), sizeof at) != 0 ||
      listen(listener, 16) != 0) {
    say("cannot listen\n");
    std::exit(6);
  }
  return listener;
}

std::uint16_t port_of(int listener) {
  sockaddr_in at{};
  socklen_t length = sizeof at;
  getsockname(listener, reinterpret_cast<sockaddr*>(&at), &length);
  return ntohs(at.sin_port);
}

std::string answer_to(const std::string& request, const Behaviour& behaviour, int answered) {
  const std::size_t slash = request.find('/');
  const auto size = static_cast<std::size_t>(
      std::strtoul(request.c_str() + (slash == std::string::npos ? 0 : slash + 1), nullptr, 10));
  std::string body = joust::document_bytes(size);
  if (behaviour.wrong_bytes && !body.empty()) body.back() = static_cast<char>(~body.back());
  const bool changed =
      behaviour.change_after_answers >= 0 && answered >= behaviour.change_after_answers;
  return fmt::format("HTTP/1.1 {} Whatever\r\nContent-Length: {}\r\n{}Connection: close\r\n\r\n{}",
                     behaviour.status, body.size(), changed ? "X-New: 1\r\n" : "", body);
}

void serve(int listener, const Behaviour& behaviour) {
  for (int answered = 0;; ++answered) {
    if (answered == behaviour.die_after_answers) {
      say("I am dying\n");
      std::exit(3);
    }
    const int peer = accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
    if (peer < 0) continue;
    std::string request;
    char buffer[4096];
    while (request.find("\r\n\r\n") == std::string::npos) {
      const ssize_t length = read(peer, buffer, sizeof buffer);
      if (length <= 0) break;
      request.append(buffer, static_cast<std::size_t>(length));
    }
    const std::string answer = answer_to(request, behaviour, answered);
    for (std::size_t sent = 0; sent < answer.size();) {
      const ssize_t length = send(peer, answer.data() + sent, answer.size() - sent, MSG_NOSIGNAL);
      if (length <= 0) break;
      sent += static_cast<std::size_t>(length);
    }
    close(peer);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const Behaviour behaviour = parse(argc, argv);
  if (behaviour.ignore_stop) ignore_stop_signals();
  if (!behaviour.family_file.empty()) daemonise_grandchild(behaviour.family_file);
  if (behaviour.die_before_ready >= 0) {
    say("no configuration\n");
    return behaviour.die_before_ready;
  }
  while (behaviour.never_ready) pause();
  const int listener = listen_on(behaviour.port);
  if (behaviour.announce) say(fmt::format("READY port={}\n", port_of(listener)));
  serve(listener, behaviour);
}
