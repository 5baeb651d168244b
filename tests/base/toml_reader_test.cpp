#include "base/toml_reader.hpp"

#include <functional>
#include <string>

#include "tests/base/comma_locale.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace joust {
namespace {

using namespace std::chrono_literals;

/// What reading `text` complains about, as printed; "" when it is fine.
std::string complaints(const std::string& text, const std::function<void(const TomlTable&)>& read) {
  Diagnostics diagnostics;
  const auto document = TomlDocument::parse(text, "x.toml", diagnostics);
  read(document.root());
  try {
    diagnostics.throw_if_any();
  } catch (const Error& error) {
    CHECK(error.exit_code() == ExitCode::user_input);
    return error.what();
  }
  return {};
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("every kind of value is read as people write it") {
  Diagnostics diagnostics;
  const auto document = TomlDocument::parse(R"(
text = "evhttp"
whole = 1e3
real = 2
yes = true
time = "250ms"
size = "1MiB"
plain_size = 52
many = "200k"
share = "3%"
fraction = 0.03
one = "alone"
numbers = [1, 10, 100]
flags = [true, false]
[inner]
deep = 1
)",
                                            "x.toml", diagnostics);
  const TomlTable& root = document.root();
  CHECK(root.string("text") == std::string("evhttp"));
  CHECK(root.integer("whole", 1, 10000) == 1000);
  CHECK(root.number("real", 0, 3) == 2.0);
  CHECK(root.boolean("yes") == true);
  CHECK(root.duration("time") == Nanoseconds(250ms));
  CHECK(root.bytes("size") == Bytes{1048576});
  CHECK(root.bytes("plain_size") == Bytes{52});
  CHECK(root.count("many") == 200000);
  CHECK(root.count("whole") == 1000);
  CHECK(*root.share("share") == Approx(0.03));
  CHECK(*root.share("fraction") == Approx(0.03));
  CHECK(root.strings("one") == std::vector<std::string>{"alone"});
  CHECK(root.integers("numbers", 1, 100) == std::vector<std::int64_t>{1, 10, 100});
  CHECK(root.integers("plain_size", 1, 100) == std::vector<std::int64_t>{52});
  CHECK(root.booleans("flags") == std::vector<bool>{true, false});
  CHECK(root.table("inner")->integer("deep", 0, 1) == 1);
  CHECK(root.string("nowhere") == std::nullopt);
  CHECK(root.line("text") == 2);
  CHECK(root.keys().front() == "text");
  root.finish();
  CHECK(diagnostics.empty());
}

TEST_CASE("byte-order mark, CRLF, tabs and trailing blanks are harmless") {
  const std::string text = "\xEF\xBB\xBFtitle\t=\t\"a\"  \t\r\n\r\nblocks = 3 \t\r\n";
  CHECK(complaints(text, [](const TomlTable& root) {
          CHECK(root.string("title") == std::string("a"));
          CHECK(root.integer("blocks", 1, 10) == 3);
          CHECK(root.line("blocks") == 3);
          root.finish();
        }).empty());
}

TEST_CASE("an unknown key is an error with its line and the nearest known key") {
  const auto text = complaints("title = \"a\"\nconections = [1]\n", [](const TomlTable& root) {
    root.string("title");
    root.integers("connections", 1, 10);
    root.finish();
  });
  CHECK(text == "x.toml:2: unknown key 'conections'; did you mean 'connections'?");
}

TEST_CASE("an unknown key that resembles none is answered with the known ones") {
  const auto text = complaints("zzz = 1\n", [](const TomlTable& root) {
    root.string("title");
    root.finish();
  });
  CHECK(text == "x.toml:1: unknown key 'zzz'; known here: title");
}

TEST_CASE("all mistakes of a file are reported at once, in order of their lines") {
  const auto text =
      complaints("a = -1\nb = \"x\"\nc = []\nd = [1, 1]\n", [](const TomlTable& root) {
        root.integers("d", 1, 9);
        root.strings("c");
        root.boolean("b");
        root.integer("a", 0, 9);
        root.require("e");
      });
  CHECK(text ==
        "x.toml: e: this key is missing\n"
        "x.toml:1: a: expected a whole number from 0 to 9, found -1\n"
        "x.toml:2: b: expected true or false, found \"x\"\n"
        "x.toml:3: c: the list is empty\n"
        "x.toml:4: d: 1 is listed twice");
}

TEST_CASE("bad durations name key and line and show how to write them") {
  for (const std::string value :
       {"-5", "1e3", "99999999999", "true", "[1]", "nan", "-inf", "2026-01-01", "{a = 1}", "\"-5\"",
        "\"10\"", "\"99999999999s\""}) {
    INFO(value);
    const auto text = complaints("\nduration = " + value + "\n",
                                 [](const TomlTable& root) { root.duration("duration"); });
    CHECK(contains(text, "x.toml:2: duration: "));
    CHECK(contains(text, "\"250ms\""));
  }
}

TEST_CASE("a unit outside quotes is answered with the line and the spelling in quotes") {
  const auto text = complaints("a = 1\nduration = 10 s\n", [](const TomlTable& root) {
    root.require("title");  // says nothing: the file was not read
  });
  CHECK(contains(text, "x.toml:2: not TOML: "));
  CHECK(contains(text, "duration = \"10 s\""));
  CHECK_FALSE(contains(text, "title"));
}

TEST_CASE("bad sizes, counts, shares and numbers name key, line and what was found") {
  const auto text =
      complaints("a = -1\nb = 1.5\nc = 3\nd = nan\ne = \"-3%\"\n", [](const TomlTable& root) {
        root.bytes("a");
        root.count("b");
        root.share("c");
        root.number("d", 0, 1);
        root.share("e");
      });
  CHECK(contains(text, "x.toml:1: a: expected a size such as 52 or \"64KiB\", found -1"));
  CHECK(contains(text, "x.toml:2: b: expected a count such as 10000, \"200k\" or 1e6, found 1.5"));
  CHECK(contains(text, "x.toml:3: c: expected a share such as \"3%\" or 0.03, found 3"));
  CHECK(contains(text, "x.toml:4: d: expected a number from 0 to 1, found nan"));
  CHECK(contains(text, "x.toml:5: e: '-3%' is not a share"));
}

TEST_CASE("an empty file misses its keys, as a whole") {
  const auto text = complaints("", [](const TomlTable& root) { root.require("title"); });
  CHECK(contains(text, "x.toml"));
  CHECK(contains(text, "title: this key is missing"));
}

TEST_CASE("mistakes inside tables and lists of tables carry their own lines") {
  const auto text =
      complaints("documents = [\n  {bytes = 1},\n  {byts = 2},\n]\n[variants.fast]\nx = 1\n",
                 [](const TomlTable& root) {
                   for (const auto& one : root.tables("documents")) {
                     one.bytes("bytes");
                     one.finish();
                   }
                   const auto fast = root.table("variants")->table("fast");
                   fast->string("summary");
                   fast->finish();
                 });
  CHECK(contains(text, "x.toml:3: unknown key 'documents: byts'; did you mean 'bytes'?"));
  CHECK(contains(text, "x.toml:6: unknown key 'variants.fast.x'"));
}

TEST_CASE("a mixed list holds strings and tables with their lines") {
  CHECK(complaints("servers = [\"a\",\n {name = \"b\"}]\n", [](const TomlTable& root) {
          const auto elements = root.strings_or_tables("servers");
          REQUIRE(elements.size() == 2);
          CHECK(elements[0].text == std::string("a"));
          CHECK(elements[1].table->string("name") == std::string("b"));
          CHECK(elements[1].line == 2);
        }).empty());
  CHECK(contains(complaints("servers = [1]\n",
                            [](const TomlTable& root) { root.strings_or_tables("servers"); }),
                 "found 1"));
}

TEST_CASE("a word that is none of the choices is answered with the nearest") {
  CHECK(complaints("ready = \"prob\"\n", [](const TomlTable& root) {
          root.one_of("ready", {"line", "probe"});
        }) == "x.toml:1: ready: 'prob' is none of line, probe; did you mean 'probe'?");
}

TEST_CASE("values from a command line take the place of the file's, and mistakes name them") {
  Diagnostics diagnostics;
  auto document = TomlDocument::parse("connections = [1]\nblocks = 8\n", "x.toml", diagnostics);
  document.replace("connections", "10,100", "--set connections=10,100");
  document.replace("measure", "250ms", "--set measure=250ms");
  document.replace("servers", "a, b:c", "--set servers=a, b:c");
  document.replace("keepalive", "false", "--set keepalive=false");
  document.replace("documents", "[{bytes = 7}]", "--set documents");
  document.replace("blocks", "-3", "--blocks -3");
  document.replace("what", "1", "--set what=1");
  const TomlTable& root = document.root();
  CHECK(root.integers("connections", 1, 100) == std::vector<std::int64_t>{10, 100});
  CHECK(root.duration("measure") == Nanoseconds(250ms));
  CHECK(root.strings("servers") == std::vector<std::string>{"a", "b:c"});
  CHECK(root.boolean("keepalive") == false);
  CHECK(root.tables("documents").front().bytes("bytes") == Bytes{7});
  CHECK(root.integer("blocks", 1, 1000) == std::nullopt);
  root.finish();
  REQUIRE(diagnostics.all().size() == 2);
  CHECK(diagnostics.all()[0].file == "--blocks -3");
  CHECK(diagnostics.all()[0].line == 0);
  CHECK(contains(diagnostics.all()[0].message, "found -3"));
  CHECK(diagnostics.all()[1].file == "--set what=1");
  document.replace("blocks", "[1", "--set blocks=[1");
  CHECK(contains(diagnostics.all()[2].message, "not a TOML value"));
}

TEST_CASE("a decimal comma in the locale changes neither what is read nor what is said") {
  const test::CommaLocale comma;
  const auto text =
      complaints("share = 0.03\nlist = [1234567]\nreal = 1234.5\n", [](const TomlTable& root) {
        CHECK(*root.share("share") == Approx(0.03));
        root.integers("list", 1, 100000);
        root.number("real", 0, 1);
      });
  CHECK(text ==
        "x.toml:2: list: expected a whole number from 1 to 100000, found 1234567\n"
        "x.toml:3: real: expected a number from 0 to 1, found 1234.5");
}

TEST_CASE("a file that cannot be read is named") {
  const test::TemporaryFolder folder;
  Diagnostics diagnostics;
  try {
    TomlDocument::load(folder / "missing.toml", diagnostics);
    FAIL("must throw");
  } catch (const Error& error) {
    CHECK(contains(error.what(), "missing.toml"));
  }
}

}  // namespace joust
