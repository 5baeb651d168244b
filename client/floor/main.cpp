#include "client/floor/floor_program.hpp"

int main(int argc, char** argv) { return joust::client::run_floor(argc, argv); }
