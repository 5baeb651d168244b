// The suite runner's command line: parses, runs the chosen command, maps errors to exit codes.
#pragma once

namespace joust::suites::cli {

int run_program(int argc, char** argv);

}  // namespace joust::suites::cli
