#include "suites/cli/program.hpp"

int main(int argc, char** argv) { return joust::suites::cli::run_program(argc, argv); }
