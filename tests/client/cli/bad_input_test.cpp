// Whatever is wrong with what the user asks for: exit code 2, with the flag, the value, the limit.
#include <string>
#include <vector>

#include "base/posix.hpp"
#include "tests/client/cli/joust_load.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace joust {
namespace {

using test::contains;
using test::Finished;
using test::program;
using test::run;

TEST_CASE("bad input is named and makes the exit code 2") {
  struct Case {
    std::vector<std::string> arguments;
    std::string message;
  };
  const std::string url = "http://127.0.0.1:1/";
  for (const Case& bad : {
           Case{{}, "no URL"},
           Case{{"https://127.0.0.1/"}, "TLS is not measured yet"},
           Case{{"127.0.0.1"}, "http://host"},
           Case{{"--conections", "5", url}, "did you mean '--connections'?"},
           Case{{"-c", "0", url}, "--connections 0"},
           Case{{"-c", "-5", url}, "-5"},
           Case{{"-c", "1e99", url}, "--connections"},
           Case{{"-c", "2e6", url}, "--connections 2000000: expected 1 to 1000000"},
           Case{{"-c", "5000000000", url}, "--connections: '5000000000' is too many"},
           Case{{"-c", "5", "-c", "6", url}, "--connections"},
           Case{{"-t", "0", url}, "--threads 0: expected 1 to 1024"},
           Case{{"-t", "1025", url}, "--threads 1025: expected 1 to 1024"},
           Case{{"-n", "0", url}, "--requests 0: expected 1 or more"},
           Case{{"-n", "-1", url}, "--requests: '-1'"},
           Case{{"-n", "0.5", url}, "--requests: '0.5'"},
           Case{{"-n", "1e30", url}, "--requests: '1e30'"},
           Case{{"-n", "", url}, "--requests: ''"},
           Case{{"-n"}, "--requests"},
           Case{{"-d", "10", url}, "--duration"},
           Case{{"-d", "-1s", url}, "-1s"},
           Case{{"-d", "0s", url}, "--duration 0 ns: expected 1.00 ms to 24h"},
           Case{{"-d", "nans", url}, "--duration: 'nans'"},
           Case{{"-d", "1e400s", url}, "--duration: '1e400s'"},
           Case{{"--warmup", "25h", url}, "--warmup 25 h 0 min: expected 0s to 24h"},
           Case{{"--timeout", "0s", url}, "--timeout 0 ns: expected 1.00 ms to 24h"},
           Case{{"--timeout", "5", url}, "--timeout: '5'"},
           Case{{"--connect-timeout", "0s", url}, "--connect-timeout 0 ns"},
           Case{{"--drain", "-1s", url}, "--drain: '-1s'"},
           Case{{"-d", "1s", "-n", "5", url}, "excludes"},
           Case{{"--no-keepalive", "-k", url}, "excludes"},
           Case{{"-H", "nonsense", url}, "--header"},
           Case{{"-H", "A: b\r\nC: d", url}, "--header 'A': the value must be one line"},
           Case{{"-H", "Content-Length: 7", "-b", "hallo", url}, "the body has 5 bytes"},
           Case{{"-H", "Transfer-Encoding: chunked", url}, "--header 'Transfer-Encoding'"},
           Case{{"-X", "GE T", url}, "--method 'GE T'"},
           Case{{"-X", "CONNECT", url}, "--method CONNECT"},
           Case{{"--check", "ful", url}, "did you mean 'full'?"},
           Case{{"--format", "sumary", url}, "did you mean 'summary'?"},
           Case{{"--expect-status", "99", url}, "--expect-status"},
           Case{{"--expect-status", "100-199", url}, "'100': expected numbers from 200 to 999"},
           Case{{"--expect-bytes", "-5", url}, "--expect-bytes: '-5'"},
           Case{{"--expect-bytes", "5", "--check", "none", url}, "--expect-bytes: --check none"},
           Case{{"--expect-bytes", "5", "--variable-length", url}, "contradicts --variable-length"},
           Case{{"--expect-sha256", "12", url}, "--expect-sha256"},
           Case{{"--engine", "kqueue", url}, "--engine 'kqueue'"},
           Case{{"--http", "2", url}, "--http"},
           Case{{"--watch-pid", "4194304", url}, "--watch-pid"},
           Case{{"--watch-pid", "0", url}, "--watch-pid: '0'"},
           Case{{"--cpus", "4095", url}, "--cpus 4095: this process may run on"},
           Case{{"--cpus", "2-1", url}, "--cpus: '2-1': the range runs backwards"},
           Case{{"--rate", "0", url}, "--rate: '0' is not a rate: it is not above 0"},
           Case{{"--rate", "-5", url}, "--rate: '-5'"},
           Case{{"--rate", "nan", url}, "--rate: 'nan'"},
           Case{{"--rate", "inf", url}, "--rate: 'inf'"},
           Case{{"--rate", "1e400", url}, "--rate: '1e400'"},
           Case{{"--rate", "5000x", url}, "--rate: '5000x'"},
           Case{{"--rate", "1G", url}, "expected more than 0 to 1"},
           Case{{"--rate", "5", "--pipeline", "2", url}, "--rate with --pipeline 2"},
           Case{{"--arrivals", "poisson", url}, "--arrivals: only an open loop has arrivals"},
           Case{{"--rate", "5", "--arrivals", "poison", url}, "did you mean 'poisson'?"},
           Case{{"--min-bitrate", "0", url}, "--min-bitrate: '0'"},
           Case{{"--max-failed", "150%", url}, "--max-failed"},
           Case{{"--slo-p99", "-1s", url}, "--slo-p99: '-1s'"},
           Case{{"--late-after", "5", url}, "--late-after: '5'"},
           Case{{"--pipeline", "0", url}, "--pipeline 0"},
           Case{{"--pipeline", "2000", url}, "expected 1 to 1024"},
           Case{{"--pipeline", "2", "--http", "1.0", url}, "HTTP/1.0 has no pipelining"},
           Case{{"--pipeline", "2", "--no-keepalive", url}, "--no-keepalive"},
           Case{{"--requests-per-connection", "0", url}, "--requests-per-connection 0"},
           Case{{"--requests-per-connection", "9", "--no-keepalive", url}, "--no-keepalive"},
           Case{{"--ramp", "25h", url}, "--ramp"},
           Case{{"--user", "nobody", url}, "--user: expected NAME:PASSWORD"},
           Case{{"--url-file", "no/such/file", url}, "--url-file: 'no/such/file'"},
           Case{{"--source-address", "localhost", url}, "'localhost' is no address"},
           Case{{"--source-address", "127.0.0.2,", url}, "--source-address"},
           Case{{"-b", "x", "--body-file", program, url}, "excludes"},
           Case{{"--body-file", "no/such/file", url}, "--body-file: 'no/such/file'"},
           Case{{"--body-file", "/", url}, "--body-file: '/' is a folder"},
           Case{{"--url-file", "/", url}, "--url-file: '/' is a folder"},
           Case{{"--plan", "/"}, "--plan: '/' is a folder"},
           Case{{"--json", "/tmp", url}, "--json: '/tmp' is a folder"},
           Case{{"--plan", "no/such/file"}, "--plan: 'no/such/file'"},
           Case{{"--json", "no/such/file", url}, "--json: there is no folder 'no/such'"},
           Case{{url, url}, url},
       }) {
    const Finished finished = run(bad.arguments);
    INFO(finished.err);
    CHECK(finished.exit_code == 2);
    CHECK(contains(finished.err, bad.message));
    CHECK(contains(finished.err, "joust-load: "));
    CHECK(finished.out.empty());
  }
}

TEST_CASE("a wrong URL is quoted with what is wrong in it") {
  struct Case {
    const char* url;
    const char* message;
  };
  for (const Case& bad : {
           Case{"", "no URL"},
           Case{"ftp://127.0.0.1/", "expected http://host[:port]/path"},
           Case{"http:///x", "no host"},
           Case{"http://127.0.0.1:0/", "'0' is no port; expected 1 to 65535"},
           Case{"http://127.0.0.1:65536/", "'65536' is no port; expected 1 to 65535"},
           Case{"http://127.0.0.1:99999999999999999999/", "is no port"},
           Case{"http://127.0.0.1:8o/", "'8o' is no port"},
           Case{"http://[::1/", "'[' without ']'"},
           Case{"http://::1:80/", "an IPv6 address is written in brackets"},
           Case{"http://127.0.0.1/a b", "must be written as %XX"},
           Case{"http://me:secret@127.0.0.1/", "user names in URLs are not supported"},
           Case{"unix:relative", "the socket's path must be absolute"},
       }) {
    const Finished finished = run({"-n", "1", bad.url});
    INFO(finished.err);
    CHECK(finished.exit_code == 2);
    CHECK(contains(finished.err, bad.message));
    CHECK(contains(finished.err, bad.url));
    CHECK(finished.out.empty());
  }
}

TEST_CASE("all that is wrong with a load is said at once") {
  const Finished finished = run({"-c", "0", "-t", "0", "-n", "0", "http://127.0.0.1:1/"});
  CHECK(finished.exit_code == 2);
  for (const char* flag : {"--connections 0", "--threads 0", "--requests 0"})
    CHECK(contains(finished.err, flag));
}

}  // namespace
}  // namespace joust
