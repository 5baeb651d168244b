#include <set>

#include "results/model/cell.hpp"
#include "results/model/load_result.hpp"
#include "results/model/verdict.hpp"
#include "results/model/visit.hpp"
#include "tests/support/catch.hpp"

using namespace std::string_view_literals;
using joust::Bytes;
using joust::Cell;
using joust::Document;

TEST_CASE("A cell's id names what differs from the default") {
  Cell cell;
  cell.document = {"static", "GET", Bytes{52}, Bytes{0}};
  cell.connections = 10;
  CHECK(cell.id() == "static-52/c10");
  CHECK(cell.label() == "52 B, c = 10");
  cell.keepalive = false;
  cell.client_threads = 2;
  cell.server_threads = 4;
  CHECK(cell.id() == "static-52/c10/close/ct2/st4");
  CHECK(cell.label() == "52 B, c = 10, close, 2 client threads, 4 server threads");
}

TEST_CASE("Documents that differ have ids and labels that differ") {
  const std::vector<Document> documents = {
      {"static", "GET", Bytes{1024}, Bytes{0}},     {"static", "HEAD", Bytes{1024}, Bytes{0}},
      {"bytes", "GET", Bytes{1024}, Bytes{0}},      {"hello", "GET", Bytes{1024}, Bytes{0}},
      {"echo", "POST", Bytes{1024}, Bytes{1024}},   {"echo", "PUT", Bytes{1024}, Bytes{1024}},
      {"static", "POST", Bytes{1024}, Bytes{4096}}, {"static", "GET", Bytes{21353}, Bytes{0}}};
  std::set<std::string> ids;
  std::set<std::string> labels;
  for (const auto& document : documents) {
    ids.insert(document.id());
    labels.insert(document.label());
  }
  CHECK(ids.size() == documents.size());
  CHECK(labels.size() == documents.size());
  CHECK(documents[4].id() == "echo-post-1024");
  CHECK(documents[4].label() == "POST 1 KiB");
  CHECK(documents[7].label() == "21353 B");
}

TEST_CASE("Failure classes and validity read back from their names") {
  for (std::size_t i = 0; i < joust::failure_class_count; ++i) {
    const auto failure = static_cast<joust::FailureClass>(i);
    CHECK(joust::failure_class_from(joust::name_of(failure)) == failure);
  }
  CHECK(joust::name_of(joust::FailureClass::content) == "content"sv);
  CHECK_FALSE(joust::failure_class_from("contents"));
  for (const auto validity : {joust::Validity::valid, joust::Validity::client_limited,
                              joust::Validity::degraded, joust::Validity::invalid}) {
    CHECK(joust::validity_from(joust::name_of(validity)) == validity);
  }
  CHECK(joust::name_of(joust::Validity::client_limited) == "client-limited"sv);
  CHECK_FALSE(joust::validity_from(""));
}

TEST_CASE("Verdicts have a name each") {
  std::set<std::string_view> names;
  for (int i = 0; i <= static_cast<int>(joust::Verdict::not_comparable); ++i) {
    names.insert(joust::name_of(static_cast<joust::Verdict>(i)));
  }
  CHECK(names.size() == 9);
  CHECK(names.count("unknown") == 0);
  CHECK(names.count("not-comparable") == 1);
}

TEST_CASE("A visit knows its marks and whether it was quiet") {
  joust::Visit visit;
  visit.marks = {"latency-bound"};
  CHECK(visit.has_mark("latency-bound"));
  CHECK_FALSE(visit.has_mark("latency"));
  CHECK(visit.quiet());
  visit.noise.disturbances = {"the server waited for its CPU"};
  CHECK_FALSE(visit.quiet());
}
