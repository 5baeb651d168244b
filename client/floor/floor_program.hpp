// joust-floor: the limit that load clients are compared with. Command line in, one line out.
#pragma once

namespace joust::client {

/// The process's exit code; prints to the standard streams, never throws.
int run_floor(int argc, char** argv);

}  // namespace joust::client
