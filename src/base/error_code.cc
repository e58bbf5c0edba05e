#include "base/error_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/explanations/command.h"
#include "base/explanations/files.h"
#include "base/explanations/machine.h"
#include "base/explanations/methods.h"
#include "base/explanations/numbers.h"

namespace kinemate {

std::span<const ErrorExplanation> error_explanations() {
  static const std::vector<ErrorExplanation> all = [] {
    std::vector<ErrorExplanation> joined;
    auto append = [&](std::span<const ErrorExplanation> part) {
      joined.insert(joined.end(), part.begin(), part.end());
    };
    append(kExplanationsOfFiles);
    append(kExplanationsOfMachines);
    append(kExplanationsOfMethods);
    append(kExplanationsOfNumbers);
    append(kExplanationsOfCommands);
    return joined;
  }();
  return all;
}

const ErrorExplanation* find_explanation(unsigned number) {
  const std::span<const ErrorExplanation> all = error_explanations();
  const auto found = std::find_if(
      all.begin(), all.end(), [&](const ErrorExplanation& one) { return static_cast<unsigned>(one.code) == number; });
  return found == all.end() ? nullptr : &*found;
}

std::string code_text(ErrorCode code) {
  return code == ErrorCode::kRemark ? "" : fmt::format("K{}", static_cast<unsigned>(code));
}

}  // namespace kinemate
