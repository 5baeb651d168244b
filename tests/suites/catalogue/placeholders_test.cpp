#include "suites/catalogue/placeholders.hpp"

#include "suites/catalogue/routes.hpp"
#include "tests/support/catch.hpp"

namespace joust::suites {

TEST_CASE("placeholders with a value are replaced, everything else stays as it is") {
  const Placeholders values{{"port", "8080"}, {"root", "/srv"}, {"work", "{port}"}};
  CHECK(expand("--port={port}", values) == "--port=8080");
  CHECK(expand("{root}{root}/x", values) == "/srv/srv/x");
  CHECK(expand("{unknown}", values) == "{unknown}");
  CHECK(expand("{work}", values) == "{port}");  // not expanded again
  CHECK(expand("${port} {Port} {} { port } {port", values) == "${port} {Port} {} { port } {port");
  CHECK(expand("{{port}}", values) == "{8080}");
  CHECK(expand("", values).empty());
}

TEST_CASE("the braces of a configuration language stay as they are") {
  const std::string nginx =
      "server {\n  listen 127.0.0.1:{port};\n  location / { root {root}; }\n}\n";
  CHECK(expand(nginx, {{"port", "1"}, {"root", "/r"}}) ==
        "server {\n  listen 127.0.0.1:1;\n  location / { root /r; }\n}\n");
}

TEST_CASE("placeholders are found by name, the shell's variables are not") {
  CHECK(placeholders_in("a {port} ${home} {ROOT} {a1} {} {root_x}{") ==
        std::vector<std::string>{"port", "root_x"});
}

TEST_CASE("a document stands in a path by its file or by its size") {
  Document document;
  document.size = Bytes{21353};
  CHECK(document_file_name(document) == "21353.bin");
  CHECK(path_on_route("/{file}", document) == "/21353.bin");
  CHECK(path_on_route("/bytes/{bytes}", document) == "/bytes/21353");
  CHECK(path_on_route("/echo", document) == "/echo");
}

}  // namespace joust::suites
