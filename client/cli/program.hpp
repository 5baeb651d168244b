// joust-load from arguments to exit code: parse, load, print, judge.
#pragma once

namespace joust::client::cli {

int run_program(int argc, char** argv);

}  // namespace joust::client::cli
