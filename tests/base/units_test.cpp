#include "base/units.hpp"

#include <string>

#include "base/error.hpp"
#include "tests/base/comma_locale.hpp"
#include "tests/support/catch.hpp"

namespace joust {
namespace {

using namespace std::chrono_literals;

/// The message of the refusal; "" where the text is accepted.
template <typename Parse>
std::string refusal_of(Parse parse, const std::string& text) {
  try {
    parse(text);
    return {};
  } catch (const Error& error) {
    CHECK(error.exit_code() == ExitCode::user_input);
    return error.what();
  }
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("durations are read exactly with every unit") {
  CHECK(parse_duration("10ns") == 10ns);
  CHECK(parse_duration("80us") == 80us);
  CHECK(parse_duration("80\u00b5s") == 80us);
  CHECK(parse_duration("80\u03bcs") == 80us);
  CHECK(parse_duration("250ms") == 250ms);
  CHECK(parse_duration("1.5s") == 1500ms);
  CHECK(parse_duration("2m") == 2min);
  CHECK(parse_duration("2min") == 2min);
  CHECK(parse_duration("1h") == 1h);
  CHECK(parse_duration("0s") == 0s);
  CHECK(parse_duration("1e3ms") == 1s);
  CHECK(parse_duration("1E+3ms") == 1s);
  CHECK(parse_duration("5e-3s") == 5ms);
  CHECK(parse_duration(".5s") == 500ms);
  CHECK(parse_duration("12.4 us") == 12400ns);
  CHECK(parse_duration("0.123456789123s") == 123456789ns);  // to the nearest nanosecond
  CHECK(parse_duration("0.3333333333333s") == 333333333ns);
  CHECK(parse_duration("9223372036854775807ns") == Nanoseconds::max());
}

TEST_CASE("what is no duration is refused with the text and accepted spellings") {
  for (const std::string text : {"",
                                 "10",
                                 "ms",
                                 "-5s",
                                 "nan",
                                 "inf",
                                 "infs",
                                 "10 parsecs",
                                 "10sx",
                                 "1.2.3s",
                                 "1,5s",
                                 " 10s",
                                 "10s ",
                                 "0x10s",
                                 "1e999s",
                                 "99999999999s",
                                 "9223372036854775808ns",
                                 "5.s",
                                 "1e",
                                 "e3s",
                                 "10MS",
                                 "+5s",
                                 "10s5ms"}) {
    INFO(text);
    const std::string message = refusal_of(parse_duration, text);
    CHECK(contains(message, "'" + text + "'"));
    CHECK(contains(message, "\"250ms\""));
  }
  CHECK(contains(refusal_of(parse_duration, "10"), "the unit is missing"));
  CHECK(contains(refusal_of(parse_duration, "-5s"), "negative"));
  CHECK(contains(refusal_of(parse_duration, "10 parsecs"), "unknown unit 'parsecs'"));
  CHECK(contains(refusal_of(parse_duration, "99999999999s"), "too large"));
}

TEST_CASE("sizes with an i are powers of 1024, without powers of 1000") {
  CHECK(parse_bytes("512") == Bytes{512});
  CHECK(parse_bytes("512B") == Bytes{512});
  CHECK(parse_bytes("0") == Bytes{0});
  CHECK(parse_bytes("64KiB") == Bytes{65536});
  CHECK(parse_bytes("64 KiB") == Bytes{65536});
  CHECK(parse_bytes("1MiB") == Bytes{1048576});
  CHECK(parse_bytes("1GiB") == Bytes{1073741824});
  CHECK(parse_bytes("1.5KiB") == Bytes{1536});
  CHECK(parse_bytes("1.5kB") == Bytes{1500});
  CHECK(parse_bytes("2MB") == Bytes{2000000});
  CHECK(parse_bytes("3GB") == Bytes{3000000000});
  CHECK(parse_bytes("18446744073709551615") == Bytes{18446744073709551615ULL});
}

TEST_CASE("what is no size is refused with the text and accepted spellings") {
  for (const std::string text : {"", "-1", "1.5", "1.1KiB", "1TiB", "kB", "nan", "1e30",
                                 "18446744073709551616", "99999999999GiB", "64kib", "1 MiB x"}) {
    INFO(text);
    const std::string message = refusal_of(parse_bytes, text);
    CHECK(contains(message, "'" + text + "'"));
    CHECK(contains(message, "\"64KiB\""));
  }
  CHECK(contains(refusal_of(parse_bytes, "1.5"), "not whole bytes"));
}

TEST_CASE("counts are whole numbers after scaling") {
  CHECK(parse_count("10000") == 10000);
  CHECK(parse_count("1e6") == 1000000);
  CHECK(parse_count("200k") == 200000);
  CHECK(parse_count("1.5M") == 1500000);
  CHECK(parse_count("2.3e5") == 230000);
  CHECK(parse_count("10.0") == 10);
  CHECK(parse_count("1000e-3") == 1);
  CHECK(parse_count("0") == 0);
  for (const std::string text :
       {"", "-3", "1.5", "1e-1", "1.0000001M", "ten", "1e20", "10 ms", "1_000", "1,000"}) {
    INFO(text);
    CHECK(contains(refusal_of(parse_count, text), "'" + text + "'"));
  }
}

TEST_CASE("shares are read as percent or as a fraction of one") {
  CHECK(parse_share("2.5%") == Approx(0.025));
  CHECK(parse_share("3 %") == Approx(0.03));
  CHECK(parse_share("0.025") == Approx(0.025));
  CHECK(parse_share("0") == Approx(0));
  CHECK(parse_share("100%") == Approx(1));
  for (const std::string text :
       {"", "-1%", "101%", "3", "nan", "inf", "nan%", "3%%", "0,03", "1e999"}) {
    INFO(text);
    const std::string message = refusal_of(parse_share, text);
    CHECK(contains(message, "'" + text + "'"));
    CHECK(contains(message, "\"3%\""));
  }
}

TEST_CASE("rates are numbers above 0, whole or not") {
  CHECK(parse_rate("5000") == Approx(5000));
  CHECK(parse_rate("2.5k") == Approx(2500));
  CHECK(parse_rate("0.5") == Approx(0.5));
  CHECK(parse_rate("1e6") == Approx(1e6));
  CHECK(parse_rate("3 M") == Approx(3e6));
  for (const std::string text :
       {"", "0", "0k", "-5", "nan", "inf", "1/s", "5,0", "1e999", "1e308G"}) {
    INFO(text);
    const std::string message = refusal_of(parse_rate, text);
    CHECK(contains(message, "'" + text + "'"));
    CHECK(contains(message, "\"2.5k\""));
  }
}

TEST_CASE("durations print with three digits and the unit that fits") {
  CHECK(format_duration(0ns) == "0 ns");
  CHECK(format_duration(850ns) == "850 ns");
  CHECK(format_duration(999ns) == "999 ns");
  CHECK(format_duration(1000ns) == "1.00 us");
  CHECK(format_duration(12400ns) == "12.4 us");
  CHECK(format_duration(1260us) == "1.26 ms");
  CHECK(format_duration(9996us) == "10.0 ms");
  CHECK(format_duration(999499ns) == "999 us");
  CHECK(format_duration(999600ns) == "1.00 ms");
  CHECK(format_duration(250ms) == "250 ms");
  CHECK(format_duration(2s) == "2.00 s");
  CHECK(format_duration(59940ms) == "59.9 s");
  CHECK(format_duration(59960ms) == "1 min 0 s");
  CHECK(format_duration(200s) == "3 min 20 s");
  CHECK(format_duration(3599600ms) == "1 h 0 min");
  CHECK(format_duration(-5ms) == "-5.00 ms");
  CHECK(format_duration(Nanoseconds::min()).front() == '-');
}

TEST_CASE("sizes print exactly, in a larger unit only where it divides evenly") {
  CHECK(format_bytes(Bytes{0}) == "0 B");
  CHECK(format_bytes(Bytes{52}) == "52 B");
  CHECK(format_bytes(Bytes{21353}) == "21353 B");
  CHECK(format_bytes(Bytes{1536}) == "1536 B");
  CHECK(format_bytes(Bytes{65536}) == "64 KiB");
  CHECK(format_bytes(Bytes{1048576}) == "1 MiB");
}

TEST_CASE("numbers print with the digits asked for and never group thousands") {
  CHECK(format_number(104233.4) == "104233");
  CHECK(format_number(98.4, 3) == "98.4");
  CHECK(format_number(98.4) == "98.40");
  CHECK(format_number(0.123, 3) == "0.123");
  CHECK(format_number(0.9999, 3) == "1.00");
  CHECK(format_number(9.9996) == "10.00");
  CHECK(format_number(0) == "0");
  CHECK(format_number(-2.5, 2) == "-2.5");
  CHECK(format_percent(0.0271) == "2.7 %");
  CHECK(format_percent(-0.0001) == "0.0 %");
  CHECK(format_percent(0.99, 0) == "99 %");
}

TEST_CASE("a decimal comma in the locale changes neither reading nor printing") {
  const test::CommaLocale comma;
  CHECK(parse_duration("1.5s") == 1500ms);
  CHECK(parse_share("2.5%") == Approx(0.025));
  CHECK(format_duration(1500ms) == "1.50 s");
  CHECK(format_number(98.4, 3) == "98.4");
}

}  // namespace joust
