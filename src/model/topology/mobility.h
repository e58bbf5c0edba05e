// How many freedoms a machine has: counted (Grübler), and computed from the rank of its conditions.
//
// Coordinates of no joint, such as charges, are freedoms like others. Counting overlooks conditions that say the same.
// The rank is taken at the start and at further configurations that satisfy all loops: random steps along the free
// directions, brought back by Newton's method. Rank is largest almost everywhere, so the largest one found counts;
// where the start has less, it is singular.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/topology/assembly.h"

namespace kinemate {

struct Mobility {
  std::size_t loops = 0;
  std::size_t speeds = 0;                  ///< of the tree and of coordinates of no joint, without driven ones
  std::size_t further = 0;                 ///< so many of them of coordinates of no joint
  std::size_t driven = 0;                  ///< coordinates that are given functions of time
  std::size_t conditions = 0;              ///< of loops and constraints, on these speeds
  std::optional<std::ptrdiff_t> gruebler;  ///< speeds − conditions; none where formulas have no value
  std::vector<std::string> at_random;      ///< parameters without a value, and unspecified functions: others were used
  /// The largest residual at the initial values, in radians or parts of the machine's size, and where it is; infinite
  /// where there is no value, 0 where it depends on what is not given.
  double gap = 0;
  Condition open;
  std::vector<ClosureError> errors;  ///< at the initial values, the largest first; none where there is no value
  bool closed = true;         ///< a configuration was found that satisfies all loops; if not, what follows is not known
  std::string reason;         ///< why not
  bool closed_nearby = true;  ///< found from the initial values themselves, not from random ones

  std::size_t freedoms = 0;              ///< of motion: speeds − rank
  std::size_t position_freedoms = 0;     ///< of coordinates: more than of motion where constraints are nonholonomic
  std::size_t freedoms_at_start = 0;     ///< more than `freedoms` where the start is singular
  std::vector<Condition> redundant;      ///< conditions that follow from those before them
  std::size_t contradicting_drives = 0;  ///< drives that others determine already
  bool moved = false;                    ///< other configurations than the start were looked at, or there are none

  bool is_singular() const { return closed && freedoms_at_start > freedoms; }
};

/// REQUIRES: every body is reached by the tree.
Mobility compute_mobility(const Model& model, const Tree& tree);

}  // namespace kinemate
