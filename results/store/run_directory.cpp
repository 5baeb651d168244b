#include "results/store/run_directory.hpp"

#include <system_error>

#include "base/posix.hpp"
#include "results/store/json_fields.hpp"
#include "results/store/json_text.hpp"

namespace joust::store {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view run_file = "run.json";
constexpr std::string_view visits_file = "visits.jsonl";

struct Line {
  std::string_view text;
  std::size_t number = 0;  // from 1
  bool is_last = false;
  bool has_end = false;
};

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    const bool has_end = end != std::string_view::npos;
    const auto line = text.substr(0, end);
    text.remove_prefix(has_end ? end + 1 : text.size());
    if (!line.empty()) lines.push_back({line, number, false, has_end});
  }
  if (!lines.empty()) lines.back().is_last = true;
  return lines;
}

/// A power cut leaves a last line without its end, or one that never reached the disk whole.
bool is_torn(const Line& line) {
  return line.is_last && (!line.has_end || !Json::accept(line.text));
}

void read_visits(const fs::path& path, StoredRun& stored) {
  std::error_code error;
  if (!fs::exists(path, error)) {
    stored.notices.push_back(fmt::format("{}: is missing: no visit was recorded", visits_file));
    return;
  }
  const std::string text = posix::read_file(path);
  for (const auto& line : lines_of(text)) {
    if (is_torn(line)) {
      stored.notices.push_back(
          fmt::format("{}: line {} is cut short and was left out", visits_file, line.number));
      continue;
    }
    try {
      stored.visits.push_back(
          visit_from_json(line.text, fmt::format("{}:{}", path.string(), line.number)));
    } catch (const Error& problem) {
      throw user_error("{}; restore the file, or delete that line to go on without its visit",
                       problem.what());
    }
  }
}

/// What was never recorded whole must not run into the next line.
void cut_torn_line(const fs::path& path) {
  const std::string text = posix::read_file(path);
  const auto lines = lines_of(text);
  if (lines.empty() || !is_torn(lines.back())) return;
  std::error_code error;
  fs::resize_file(path, static_cast<std::size_t>(lines.back().text.data() - text.data()), error);
  if (error) throw machine_error("cutting the torn end off {}: {}", path.string(), error.message());
}

void require_fresh(const fs::path& directory) {
  std::error_code error;
  const auto status = fs::status(directory, error);
  if (!fs::exists(status)) return;
  if (!fs::is_directory(status)) {
    throw user_error("{}: is not a folder; give another one for the run", directory.string());
  }
  if (!fs::is_empty(directory, error) || error) {
    throw user_error("{}: already holds files; give a new or empty folder for the run",
                     directory.string());
  }
}

}  // namespace

StoredRun read_run(const fs::path& directory) {
  const fs::path path = directory / run_file;
  std::error_code error;
  if (!fs::exists(path, error)) {
    throw user_error("{}: no {} there: this is not the directory of a run", directory.string(),
                     run_file);
  }
  StoredRun stored;
  stored.directory = directory;
  stored.run = run_from_json(posix::read_file(path), path.string());
  read_visits(directory / visits_file, stored);
  return stored;
}

RunWriter::RunWriter(fs::path directory, const Run& run) : directory_(std::move(directory)) {
  require_fresh(directory_);
  posix::make_directories(logs());
  posix::write_file(directory_ / run_file, to_json(run));
  open_visits();
}

RunWriter RunWriter::reopen(fs::path directory) {
  RunWriter writer(std::move(directory));
  posix::make_directories(writer.logs());
  writer.open_visits();
  cut_torn_line(writer.directory_ / visits_file);
  return writer;
}

void RunWriter::open_visits() {
  const fs::path path = directory_ / visits_file;
  visits_ = posix::open_append(path);
  if (!posix::try_lock(visits_.get())) {
    throw user_error("{}: another process is writing this run; wait for it, or end it first",
                     path.string());
  }
}

void RunWriter::append(const Visit& visit) {
  const fs::path path = directory_ / visits_file;
  std::error_code error;
  const auto size_before = fs::file_size(path, error);
  const bool size_is_known = !error;
  try {
    posix::append_synced(visits_.get(), to_json(visit) + "\n", path);
  } catch (const Error&) {
    // Half a line would spoil the one that is appended once the disk has room again.
    if (size_is_known) fs::resize_file(path, size_before, error);
    throw;
  }
}

void write_product(const fs::path& directory, std::string_view name, std::string_view text) {
  const fs::path path = directory / name;
  posix::make_directories(path.parent_path());
  posix::write_file(path, text);
}

std::string update_latest_link(const fs::path& link, const fs::path& directory) {
  std::error_code error;
  const auto folder = fs::absolute(link, error).lexically_normal().parent_path();
  const auto target = fs::absolute(directory, error).lexically_normal();
  // Relative, so that the results may be moved as a whole.
  const auto relative = target.lexically_relative(folder);
  fs::path temporary = link;
  temporary += ".new";
  fs::create_directories(folder, error);
  if (!error) {
    fs::remove(temporary, error);
    fs::create_symlink(relative.empty() ? target : relative, temporary, error);
  }
  if (!error) fs::rename(temporary, link, error);
  if (!error) return {};
  const std::string reason = error.message();
  fs::remove(temporary, error);
  return fmt::format("{} could not be pointed at {}: {}", link.string(), directory.string(),
                     reason);
}

}  // namespace joust::store
