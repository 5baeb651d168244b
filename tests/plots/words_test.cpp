#include "plots/words.hpp"

#include "plots/text_layout.hpp"
#include "tests/plots/synthetic_run.hpp"
#include "tests/support/catch.hpp"

using joust::plots::safe_stem;

TEST_CASE("File stems keep to letters, digits, '-', '_' and '.'") {
  CHECK(safe_stem("static-52") == "static-52");
  CHECK(safe_stem("Echo POST/../x y") == "echo-post-..-x-y");
  CHECK(safe_stem("a'b\"c`d$e") == "a-b-c-d-e");
  CHECK(safe_stem("../../etc/passwd") == "etc-passwd");
  CHECK(safe_stem(".hidden") == "hidden");
  CHECK(safe_stem("\xC3\xA4") == "");
  CHECK(safe_stem(std::string(500, 'x')).size() == 120);
}

TEST_CASE("The subtitle names what is on the other side of the wire, if it is one program") {
  auto run = joust::test::synthetic_run({.contenders = {"evhttp", "nginx"}});
  CHECK(joust::plots::subtitle_of(run) == "Static files, keep-alive; client: joust-load");
  run.design.contenders.front().client.name = "wrk";
  CHECK(joust::plots::subtitle_of(run) == "Static files, keep-alive");
}

TEST_CASE("In a comparison of costs the words speak of CPU") {
  const auto& rate = *joust::find_metric("rate_rps");
  const auto& cpu = *joust::find_metric("server_cpu_ns_per_request");
  CHECK(joust::plots::word_for(joust::Verdict::faster, rate) == "faster");
  CHECK(joust::plots::word_for(joust::Verdict::faster, cpu) == "less CPU");
  CHECK(joust::plots::word_for(joust::Verdict::inconclusive, cpu) == "not decided");
}

TEST_CASE("Text is broken at blanks and never inside a word") {
  const auto lines = joust::plots::broken_into_lines("one two three", 60, 13);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0] == "one two");
  CHECK(lines[1] == "three");
  CHECK(joust::plots::broken_into_lines("unbreakable", 10, 13).size() == 1);
}

TEST_CASE("A name that no picture is wide enough for is cut between characters") {
  const std::string name = std::string(10, 'a') + "\xC3\xA4" + std::string(300, 'b');
  CHECK(joust::plots::printable_name(name, 11) == std::string(10, 'a') + "\xC3\xA4...");
  CHECK(joust::plots::printable_name("a\nb\tc") == "a b c");
}

TEST_CASE("Broad letters and signs take more room than others, East Asian ones twice as much") {
  using joust::plots::text_width;
  CHECK(text_width("50% @home", 16) > text_width("50a ahone", 16) + 15);
  CHECK(text_width("\xE6\xBC\xA2", 16) == Approx(2 * text_width("a", 16)));
  CHECK(text_width("", 16) == 0);
}
