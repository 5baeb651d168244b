#include "servers/site/server_main.hpp"

#include <csignal>
#include <cstdio>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "base/command_line.hpp"
#include "base/posix.hpp"
#include "base/stop_signal.hpp"
#include "servers/site/listener.hpp"

namespace joust::site {
namespace {

// Runs the engine; the first one that cannot go on keeps its reason and stops the others.
class Crew {
 public:
  explicit Crew(Serve serve) : serve_(serve) {}

  void work(Worker& worker) {
    try {
      serve_(worker);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!trouble_) trouble_ = std::current_exception();
      std::raise(SIGTERM);
    }
  }

  void rethrow_trouble() const {
    if (trouble_) std::rethrow_exception(trouble_);
  }

 private:
  Serve serve_;
  std::mutex mutex_;
  std::exception_ptr trouble_;
};

void run(const Options& options, Serve serve) {
  std::signal(SIGPIPE, SIG_IGN);
  const auto connections = most_connections(options, posix::raise_open_file_limit());
  const StopSignal stop({SIGTERM, SIGINT});

  auto listeners = open_listeners(options);
  const ListeningPath path(options.unix_path);
  AcceptNotices notices(connections);
  std::deque<Worker> workers;
  for (auto& listener : listeners) {
    workers.push_back(
        {std::move(listener), Site(options.root), options, connections, notices, stop.fd()});
  }

  // The sockets listen already: whoever reads this line may connect at once.
  if (options.unix_path) {
    std::printf("READY unix=%s\n", options.unix_path->c_str());
  } else {
    std::printf("READY port=%u\n", unsigned{posix::local_port(workers.front().listener.get())});
  }
  std::fflush(stdout);

  Crew crew(serve);
  std::vector<std::jthread> threads;
  for (std::size_t i = 1; i < workers.size(); ++i) {
    threads.emplace_back([&crew, &worker = workers[i]] { crew.work(worker); });
  }
  crew.work(workers.front());
  threads.clear();
  crew.rethrow_trouble();
}

}  // namespace

int server_main(const Program& program, Serve serve, int argc, const char* const* argv) {
  return run_reporting_errors(program.name, [&] {
    if (const auto options = parse_options(program, argc, argv)) run(*options, serve);
    return ExitCode::ok;
  });
}

}  // namespace joust::site
