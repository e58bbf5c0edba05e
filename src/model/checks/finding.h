// One thing that is wrong with a model, or worth a remark, in the words of the user's machine.
#pragma once

#include <string>

#include "base/error_code.h"
#include "model/formulas.h"
#include "model/model.h"

namespace kinemate {

struct Finding {
  ModelPath path;
  ErrorCode code = ErrorCode::kRemark;  ///< kRemark: no mistake
  std::string message;
  std::string hint;
  std::string symbol;  ///< the name that is wrong in a formula there, if it is one
};

}  // namespace kinemate
