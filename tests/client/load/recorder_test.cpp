#include "client/load/recorder.hpp"

#include <cerrno>

#include "tests/support/catch.hpp"

namespace joust::client {
namespace {

TEST_CASE("only the part of an interval that lies in the window counts") {
  const Window window{100, 200};
  CHECK(window.overlap(120, 150) == 30);
  CHECK(window.overlap(50, 150) == 50);
  CHECK(window.overlap(150, 250) == 50);
  CHECK(window.overlap(50, 250) == 100);
  CHECK(window.overlap(0, 100) == 0);
  CHECK(window.overlap(200, 300) == 0);
}

TEST_CASE("a window that is not known yet holds nothing") {
  const Window unknown;
  CHECK_FALSE(unknown.holds(5));
  CHECK(unknown.overlap(5, 10) == 0);
  const Window open{100, never_ns};
  CHECK(open.holds(100));
  CHECK_FALSE(open.holds(99));
  CHECK(open.overlap(90, 110) == 10);
}

TEST_CASE("an answer belongs to the window in which its last byte came") {
  Recorder recorder;
  recorder.window = {1000, 2000};
  recorder.answered(900, 950, 999, false);
  recorder.answered(900, 1500, 1500, true);
  recorder.answered(1500, 1600, 1700, false);
  recorder.answered(1900, 1950, 2000, false);
  recorder.failed(FailureClass::read, ECONNRESET, 1999, false);
  recorder.failed(FailureClass::timeout, 0, 2000, false);
  CHECK(recorder.requests.ok == 4);
  CHECK(recorder.requests.failed == 2);
  CHECK(recorder.requests.failed_by_errno.at(ECONNRESET) == 1);
  CHECK(recorder.in_window.ok == 2);
  CHECK(recorder.in_window.failed == 1);
  CHECK(recorder.in_window.carried_in == 1);
  CHECK(recorder.service().count() == 2);
  CHECK(recorder.service().min() == 200);
  CHECK(recorder.service().max() == 600);
  CHECK(recorder.first_byte().min() == 100);
  CHECK(recorder.first_byte().max() == 600);
}

TEST_CASE("threads are merged to the unit") {
  Recorder a;
  a.window = {0, 100};
  a.requests.started = 3;
  a.answered(0, 10, 10, false);
  a.failed(FailureClass::connect, ECONNREFUSED, 20, false);
  a.worked(Work::outstanding, 0, 10);
  a.status[200] = 1;
  Recorder b = a;
  b.merge(a);
  CHECK(b.requests.started == 6);
  CHECK(b.requests.ok == 2);
  CHECK(b.requests.failed_by_class[0] == 2);
  CHECK(b.requests.failed_by_errno.at(ECONNREFUSED) == 2);
  CHECK(b.status[200] == 2);
  CHECK(b.work_ns[0] == 20);
  CHECK(b.service().count() == 2);
}

}  // namespace
}  // namespace joust::client
