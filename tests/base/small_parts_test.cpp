#include <algorithm>
#include <cerrno>
#include <string>

#include "base/clock.hpp"
#include "base/congestion_control.hpp"
#include "base/document_bytes.hpp"
#include "base/error.hpp"
#include "base/exit_code.hpp"
#include "base/nearest_word.hpp"
#include "base/sha256.hpp"
#include "base/version.hpp"
#include "tests/support/catch.hpp"

namespace joust {

TEST_CASE("an error collects its contexts from the outside in") {
  try {
    with_context("suite quick", [] {
      with_context("server nginx", [] { throw machine_error("port {} is taken", 80); });
    });
    FAIL("must throw");
  } catch (const Error& error) {
    CHECK(std::string(error.what()) == "suite quick: server nginx: port 80 is taken");
    CHECK(error.exit_code() == ExitCode::machine);
  }
  CHECK(with_context("unused", [] { return 7; }) == 7);
}

TEST_CASE("an error of the operating system says what was tried and why it failed") {
  const Error error = os_error(ENOENT, "cannot open x");
  CHECK(std::string(error.what()) == "cannot open x: No such file or directory");
  CHECK(error.kind() == ErrorKind::machine);
}

TEST_CASE("the worst of several exit codes wins, in the documented order") {
  const ExitCode worst_first[] = {
      ExitCode::interrupted,    ExitCode::user_input, ExitCode::machine,   ExitCode::invalid,
      ExitCode::not_comparable, ExitCode::failed,     ExitCode::undecided, ExitCode::ok};
  for (std::size_t i = 0; i < std::size(worst_first); ++i) {
    for (std::size_t j = i; j < std::size(worst_first); ++j) {
      CHECK(worse_of(worst_first[i], worst_first[j]) == worst_first[i]);
      CHECK(worse_of(worst_first[j], worst_first[i]) == worst_first[i]);
    }
  }
}

TEST_CASE("a mistyped word finds the nearest known one, and a foreign word none") {
  const std::vector<std::string> known{"connections", "evhttp", "nginx", "c"};
  CHECK(nearest_word("conections", known) == std::string("connections"));
  CHECK(nearest_word("evhtpt", known) == std::string("evhttp"));
  CHECK(nearest_word("ngnix", known) == std::string("nginx"));
  CHECK(nearest_word("apache", known) == std::nullopt);
  CHECK(nearest_word("d", known) == std::string("c"));
  CHECK(nearest_word("anything", {}) == std::nullopt);
  CHECK(did_you_mean("evhtp", known) == "; did you mean 'evhttp'?");
  CHECK(did_you_mean("apache", known).empty());
}

TEST_CASE("SHA-256 gives the published digests") {
  // FIPS 180-4 examples.
  CHECK(sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_CASE("a document's bytes never change, whatever its size") {
  const std::string large = document_bytes(100'003);
  CHECK(large.size() == 100'003);
  for (const std::size_t size :
       std::initializer_list<std::size_t>{0, 1, 7, 8, 9, 52, 1666, 21353}) {
    CHECK(document_bytes(size) == large.substr(0, size));
  }
  // Pinned: stored figures were measured over these bytes.
  CHECK(sha256_hex(document_bytes(52)) ==
        "1da14e48c900b768fcc44a54bfbe8f041932414aa872b06aa82742abc8d8b33f");
  CHECK(sha256_hex(document_bytes(21353)) ==
        "67d753df097098891c5c8a4d022390ac4f5bd5606f2e85b760c0bb424796c8b6");
}

TEST_CASE("a document looks random: all byte values, none much too often") {
  const std::string text = document_bytes(65536);
  int counts[256] = {};
  for (const char c : text) ++counts[static_cast<unsigned char>(c)];
  for (const int count : counts) {
    CHECK(count > 256 - 100);
    CHECK(count < 256 + 100);
  }
}

TEST_CASE("time stamps are UTC and sort by time") {
  const auto at = std::chrono::system_clock::from_time_t(1796056744);
  CHECK(utc_timestamp(at) == "2026-11-30T16:39:04Z");
  CHECK(utc_compact(at) == "20261130T163904Z");
  CHECK(utc_compact(at + std::chrono::milliseconds(999)) == "20261130T163904Z");
  const auto before = monotonic_ns();
  CHECK(monotonic_ns() >= before);
}

TEST_CASE("the version is three numbers with dots") {
  const std::string text(version());
  CHECK(std::count(text.begin(), text.end(), '.') == 2);
}

}  // namespace joust

TEST_CASE("bbr paces by bandwidth, the others do not") {
  CHECK(joust::paces_by_bandwidth("bbr"));
  CHECK(joust::paces_by_bandwidth(std::string_view("bbr\0\0\0", 6)));  // as the kernel pads it
  CHECK(joust::paces_by_bandwidth("bbr2"));
  CHECK_FALSE(joust::paces_by_bandwidth("cubic"));
  CHECK_FALSE(joust::paces_by_bandwidth("reno"));
  CHECK_FALSE(joust::paces_by_bandwidth(""));
}
