// A global locale with a decimal comma and grouped thousands for one test: the C one where this
// machine has it, the C++ one always.
#pragma once

#include <clocale>
#include <locale>
#include <string>

namespace joust::test {

class CommaLocale {
 public:
  CommaLocale() : c_before_(std::setlocale(LC_ALL, nullptr)) {
    before_ = std::locale::global(std::locale(std::locale::classic(), new Comma));
    std::setlocale(LC_ALL, "de_DE.UTF-8");
  }
  CommaLocale(const CommaLocale&) = delete;
  CommaLocale& operator=(const CommaLocale&) = delete;
  ~CommaLocale() {
    std::locale::global(before_);
    std::setlocale(LC_ALL, c_before_.c_str());
  }

 private:
  struct Comma : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };

  std::string c_before_;
  std::locale before_;
};

}  // namespace joust::test
