// What is compared: a server under one client, or a client against one server.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace joust {

/// Which side of the wire a suite compares.
enum class Side { servers, clients };
std::string_view name_of(Side side);

enum class Role {
  contender,
  anchor,  // joust-null: rides in every block, is shown apart, never ranked
};

/// One catalogue entry with its option set.
struct ProgramChoice {
  std::string name;     // catalogue name
  std::string variant;  // "" for the plain one
  std::vector<std::string> extra_arguments;

  std::string label() const { return variant.empty() ? name : name + ":" + variant; }
  bool operator==(const ProgramChoice&) const = default;
};

struct Contender {
  std::string id;  // unique in its run; tables, charts and files call it this
  Side side = Side::servers;
  Role role = Role::contender;
  ProgramChoice server;
  ProgramChoice client;
  std::string version;  // of the program compared, as it reports itself; "" where unknown
  std::string build;    // SHA-256 over both programs' executables, hex; "" where unknown

  bool operator==(const Contender&) const = default;
};

}  // namespace joust
