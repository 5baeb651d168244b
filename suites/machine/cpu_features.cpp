#include "suites/machine/cpu_features.hpp"

#include <array>
#include <cstring>
#include <fstream>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

namespace joust::suites {

std::string cpu_model() {
  std::ifstream info("/proc/cpuinfo");
  std::string line;
  while (std::getline(info, line)) {
    // x86 has "model name"; arm64 kernels print only numbers, which name the core all the same.
    if (!line.starts_with("model name") && !line.starts_with("CPU part")) continue;
    const std::size_t colon = line.find(": ");
    if (colon == std::string::npos) continue;
    const std::string value = line.substr(colon + 2);
    return line.starts_with("CPU part") ? "CPU part " + value : value;
  }
  return "unknown";
}

std::string virtualisation() {
#if defined(__x86_64__) || defined(__i386__)
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  if (__get_cpuid(1, &eax, &ebx, &ecx, &edx) == 0) return "unknown";
  constexpr unsigned hypervisor_present = 1U << 31U;
  if ((ecx & hypervisor_present) == 0) return "none";
  // Leaf 0x40000000 carries the hypervisor's twelve-letter signature in ebx, ecx, edx.
  __cpuid(0x40000000, eax, ebx, ecx, edx);
  std::array<char, 13> signature{};
  std::memcpy(signature.data(), &ebx, 4);
  std::memcpy(&signature[4], &ecx, 4);
  std::memcpy(&signature[8], &edx, 4);
  const std::string name{signature.data()};
  if (name.starts_with("KVMKVMKVM")) return "kvm";
  if (name == "VMwareVMware") return "vmware";
  if (name == "Microsoft Hv") return "hyperv";
  if (name == "XenVMMXenVMM") return "xen";
  if (name == "TCGTCGTCGTCG") return "qemu";
  return name.empty() ? "unknown" : name;
#else
  return "unknown";
#endif
}

}  // namespace joust::suites
