#include "formalism/formalisms.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "base/suggest.h"
#include "formalism/methods/dalembert.h"
#include "formalism/methods/jacobian.h"
#include "formalism/methods/joint_loads.h"
#include "formalism/methods/kane.h"
#include "formalism/methods/lagrange.h"
#include "formalism/methods/metric.h"
#include "formalism/methods/newton_euler.h"
#include "formalism/methods/recursive.h"
#include "formalism/methods/roberson_wittenburg.h"

namespace kinemate {
namespace {

constexpr Formalism kFormalisms[] = {
    {"kane", "Kane's equations", derive_by_kane},
    {"lagrange", "Lagrange's equations of the second kind", derive_by_lagrange},
    {"multipliers", "Lagrange's equations of the first kind, multipliers eliminated", derive_by_lagrange},
    {"jacobian", "Lagrange's equations from the Jacobians", derive_by_jacobian},
    {"metric", "Lagrange's equations by the metric", derive_by_metric},
    {"newton-euler", "Newton's and Euler's equations with the cuts eliminated", derive_by_newton_euler},
    {"dalembert", "Newton's and Euler's equations after d'Alembert", derive_by_dalembert},
    {"joint-loads", "Newton's and Euler's equations by the loads of the joints", derive_by_joint_loads},
    {"recursion", "composite bodies and loads, from the leaves to the root", derive_by_recursion},
    {"roberson-wittenburg", "the equations of Roberson and Wittenburg", derive_by_roberson_wittenburg},
};

}  // namespace

std::span<const Formalism> formalisms() { return kFormalisms; }

const Formalism& find_formalism(std::string_view name) {
  const auto* found = std::find_if(std::begin(kFormalisms), std::end(kFormalisms),
                                   [&](const Formalism& formalism) { return formalism.name == name; });
  if (found != std::end(kFormalisms)) return *found;
  std::vector<std::string_view> names;
  for (const Formalism& formalism : kFormalisms) names.push_back(formalism.name);
  const std::string near = nearest(std::string(name), names);
  throw Error(
      ErrorCode::kOptionValue, fmt::format("there is no formalism '{}'", name),
      near.empty() ? fmt::format("there are: {}", fmt::join(names, ", ")) : fmt::format("did you mean {}?", near));
}

}  // namespace kinemate
