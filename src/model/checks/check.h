// What is wrong with a model, and what is worth a remark: all of it at once, in the words of the user's machine.
#pragma once

#include <string>
#include <vector>

#include "base/error_code.h"
#include "model/formulas.h"
#include "model/model.h"

namespace kinemate {

struct Finding {
  ModelPath path;
  ErrorCode code = ErrorCode::kRemark;  ///< kNone: a remark
  std::string message;
  std::string hint;
  std::string symbol;  ///< the name that is wrong in a formula there, if it is one
};

/// What must be put right before anything can be computed. REQUIRES: indices are in range or kNone.
std::vector<Finding> find_mistakes(const Model& model);

/// What works, but may not be meant: names that are declared nowhere, parameters that are used nowhere, hints that
/// cannot be followed. REQUIRES: no mistakes.
std::vector<Finding> find_remarks(const Model& model);

/// The remark on a part of so many bodies that got a free joint (model/connect.h).
Finding describe_loose_part(const Model& model, std::size_t joint, std::size_t size);

}  // namespace kinemate
