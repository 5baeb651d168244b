// joust-null: the anchor. Answers prepared bytes with as little work as a server can do.
#include <csignal>
#include <cstdio>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "base/error.hpp"
#include "base/posix.hpp"
#include "base/stop_signal.hpp"
#include "servers/null/loop.hpp"

namespace {

using joust::null_server::DelayHistogram;
using joust::null_server::Documents;
using joust::null_server::Loop;
using joust::null_server::Options;
namespace posix = joust::posix;
using joust::UniqueFd;

// One socket a thread on one port. SO_REUSEPORT alone would share a port with another server of
// this user: an ordinary socket asks first whether it is free.
std::vector<UniqueFd> open_listeners(const Options& options) {
  posix::ListenOptions listen{options.bind, options.port, options.backlog, false};
  if (options.threads > 1) {
    listen.port = posix::local_port(posix::listen_tcp(listen).get());
    listen.reuse_port = true;
  }
  std::vector<UniqueFd> listeners;
  for (unsigned i = 0; i < options.threads; ++i) {
    listeners.push_back(posix::listen_tcp(listen));
    posix::set_tcp_nodelay(listeners.back().get());  // accepted sockets inherit it
  }
  return listeners;
}

void run_all(std::deque<Loop>& loops) {
  std::exception_ptr trouble;
  std::mutex mutex;
  const auto run_one = [&](Loop& loop) {
    try {
      loop.run();
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!trouble) trouble = std::current_exception();
      std::raise(SIGTERM);
    }
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 1; i < loops.size(); ++i) {
      threads.emplace_back([&, i] { run_one(loops[i]); });
    }
    run_one(loops.front());
  }
  if (trouble) std::rethrow_exception(trouble);
}

void write_delays(const Options& options, const std::deque<Loop>& loops) {
  DelayHistogram all;
  for (const auto& loop : loops) all.merge(loop.delays());
  const auto text = all.json(options.delay);
  if (options.delays_file) {
    posix::write_file(*options.delays_file, text);
  } else {
    std::fputs(text.c_str(), stderr);
  }
}

void serve(const Options& options) {
  std::signal(SIGPIPE, SIG_IGN);
  posix::raise_open_file_limit();
  const joust::StopSignal stop({SIGTERM, SIGINT});
  const Documents documents = joust::null_server::load_documents(options);
  std::deque<Loop> loops;
  auto listeners = open_listeners(options);
  const unsigned port = posix::local_port(listeners.front().get());
  for (auto& listener : listeners) {
    loops.emplace_back(std::move(listener), documents, options, stop.fd());
  }
  std::printf("READY port=%u\n", port);
  std::fflush(stdout);
  run_all(loops);
  if (options.delay.count() > 0 || options.delays_file) write_delays(options, loops);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (const auto options = joust::null_server::parse_options(argc, argv)) serve(*options);
    return 0;
  } catch (const joust::Error& error) {
    std::fprintf(stderr, "joust-null: %s\n", error.what());
    return static_cast<int>(error.exit_code());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "joust-null: %s\n", error.what());
    return static_cast<int>(joust::ExitCode::machine);
  }
}
