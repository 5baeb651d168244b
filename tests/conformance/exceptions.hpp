// Where a server does not do what a case asks, and why. A listed case that passes fails the test:
// strike it from the list.
#pragma once

#include <array>
#include <string_view>

namespace joust::test {

enum class Standing {
  documented,  // stays so: docs/fairness.md says why
  open,        // to be done
};

struct KnownException {
  std::string_view server;
  std::string_view case_id;
  Standing standing;
  std::string_view reason;
};

inline constexpr std::array known_exceptions{
    KnownException{
        "joust-evhttp", "S33", Standing::documented,
        "evhttp reads chunk sizes with strtoll, which takes a 0x prefix; only a filter in front of "
        "every connection would refuse it, and change what is measured"},
    KnownException{"joust-evhttp", "S95", Standing::documented,
                   "evhttp takes an empty line before the request line for a malformed request"},
};

}  // namespace joust::test
