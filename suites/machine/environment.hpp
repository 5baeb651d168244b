// Fills in the Environment value of this machine: what a reader needs to believe, repeat or refuse
// a comparison. Nothing here fails: what cannot be read is left empty, with a remark where the
// measurement suffers from it.
#pragma once

#include "results/model/environment.hpp"
#include "suites/machine/pinning.hpp"

namespace joust::suites {

/// `layout`: where servers and clients were put; none (pin = false): both lists stay empty.
Environment read_environment(const CpuLayout* layout);

}  // namespace joust::suites
