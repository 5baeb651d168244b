// Runs that nobody measured, stored as a run stores them: for what comes after measuring.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "results/model/run.hpp"
#include "results/model/visit.hpp"
#include "tests/e2e/workshop.hpp"

namespace joust::e2e {

/// What a visit answered, and in which time.
struct Made {
  double rate_rps = 0;
  std::int64_t latency_ns = 0;  // of each of its 10 000 answers
};
using MadeBy =
    std::function<Made(const std::string& contender, const std::string& cell, std::uint32_t sweep)>;

/// evhttp, nginx and the anchor at 52 bytes and 1 and 10 connections, eight blocks.
struct StoredShape {
  std::vector<std::string> contenders = {"evhttp", "nginx"};
  std::vector<std::uint32_t> connections = {1, 10};
  std::string title = "Stored";
  MadeBy made;                                   // something plausible where it is left out
  std::function<void(Visit&)> change = nullptr;  // before it is stored
};

/// Writes it to WORKSHOP/out and returns that folder.
std::filesystem::path store_run(const Workshop& workshop, const StoredShape& shape = {});

/// Text by path below the folder, of what reports make of a run, or of what they are made from.
std::map<std::string, std::string> files_of(const std::filesystem::path& directory);
std::map<std::string, std::string> recorded_in(const std::filesystem::path& directory);

/// How many files in plots/ end so.
std::size_t charts_ending(const std::filesystem::path& directory, std::string_view extension);

}  // namespace joust::e2e
