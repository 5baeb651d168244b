#include "client/cli/program.hpp"

int main(int argc, char** argv) { return joust::client::cli::run_program(argc, argv); }
