// Where the slots of a schedule stand in generated code.
//
// A slot stands in a region: the workspace, the constants (which are written as numbers) or a parameter. Temporaries
// whose value passes from one function to another get a place in the workspace; all others are local variables and get
// none.
//
// A port of a loop reaches one array by an index. Where its slots stand in several regions, constants and inputs among
// them are copied to the workspace before everything else, and outputs among them stand in the workspace, the whole
// array of them, and are copied to their place at the end.
#pragma once

#include "codegen/interface.h"
#include "program/order/schedule.h"

namespace kinemate {

/// Regions: these two, then the parameters in order.
inline constexpr std::uint32_t kWorkspace = 0, kConstants = 1, kParameters = 2;

struct CodePlace {
  std::uint32_t region = kWorkspace;
  std::uint32_t index = 0;

  friend bool operator==(const CodePlace&, const CodePlace&) = default;
};

/// Of a port of a loop, or of numbers that are copied: one region, an index for each iteration.
struct CodeColumn {
  std::uint32_t region = kWorkspace;
  std::vector<std::uint32_t> indices;
};

struct CodeCopy {
  CodePlace from, to;
};

struct CodeMemory {
  std::vector<CodePlace> places;                 ///< (slots); a local variable's is not used
  std::vector<std::vector<CodeColumn>> columns;  ///< (loops x ports)
  std::vector<CodeCopy> before;                  ///< to the workspace, before everything else
  std::vector<CodeCopy> after;                   ///< to outputs, after everything else
  std::uint32_t workspace = 0;                   ///< numbers in it
};

/// `stored`: the temporaries through which straight code hands on numbers; those of loops need not be named.
/// (temporaries)
CodeMemory lay_out(const Schedule& schedule, const CodeInterface& interface, const std::vector<bool>& stored);

}  // namespace kinemate
