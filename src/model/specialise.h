// A machine with fewer symbols: parameters, inputs and unspecified functions replaced by what a user chooses for them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/model.h"

namespace kinemate {

/// What the options --set and --keep say.
struct ParameterChoice {
  /// Assignments as parse_assignment reads them: `a = 0`, `l2 = 2*l1`, `w($1) = sin($1)`. On the left a parameter,
  /// declared or not, an input or a function; on the right parameters, of inputs and functions also t. A name that is
  /// new on the right is an open parameter.
  std::vector<std::string> set;
  /// Parameters that stay symbols: all others with a value are replaced by it, in terms of those that stay. None: all
  /// stay.
  std::optional<std::vector<std::string>> keep;
  std::string source = "--set ";  ///< what messages put before an assignment
};

/// The assignments of a special case.
ParameterChoice choose(const SpecialCase& special);

/// Throws Error where an assignment cannot be read, or names what cannot be set.
void require_settable(const Model& model, const ParameterChoice& choice);

/// Replaces in every formula of the model; what is replaced is no parameter or input of the result, and its special
/// cases are gone. Parameters that events set stay, kept or not: setting one gives it another value at the start.
/// Throws Error where an assignment cannot be read or followed, and where the result has mistakes (model/checks/check.h) that
/// the model has not. REQUIRES: the model's values of parameters do not run in a circle.
Model specialise(const Model& model, const ParameterChoice& choice);

}  // namespace kinemate
