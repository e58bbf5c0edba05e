// The equations of a machine as its recursion makes them: every quantity of every link with a name and a line of its
// own.
#pragma once

#include <string>

#include "formalism/equations.h"
#include "formalism/step_names.h"

namespace kinemate {

struct RecursiveForm {
  std::vector<RecursionStep> steps;
  std::vector<Expr> mass, bias;  ///< M and k, of these symbols
};

/// REQUIRES: as derive_by_recursion.
RecursiveForm write_recursive_form(const Model& model, const Kinematics& kinematics);

}  // namespace kinemate
