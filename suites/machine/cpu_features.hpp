// The processor's name and whether a hypervisor is beneath it.
#pragma once

#include <string>

namespace joust::suites {

/// As /proc/cpuinfo names it; "unknown" where it does not.
std::string cpu_model();

/// "none", "kvm", "vmware", "hyperv", "xen", "qemu", another hypervisor's own signature, or
/// "unknown" where the processor cannot be asked.
std::string virtualisation();

}  // namespace joust::suites
