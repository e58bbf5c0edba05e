#include "codegen/targets.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.h"
#include "base/suggest.h"
#include "codegen/c/emitter.h"
#include "codegen/cpp/emitter.h"
#include "codegen/julia/emitter.h"
#include "codegen/latex/emitter.h"
#include "codegen/matlab/emitter.h"
#include "codegen/modelica/emitter.h"
#include "codegen/python/emitter.h"
#include "codegen/simulink/emitter.h"

namespace kinemate {
namespace {

constexpr Target kTargets[] = {
    {"c", "C99", generate_c},
    {"cpp", "C++17, headers alone", generate_cpp},
    {"matlab", "MATLAB and Octave", generate_matlab},
    {"simulink", "a C S-function for Simulink", generate_simulink, true, true},
    {"modelica", "Modelica", generate_modelica},
    {"python", "Python with NumPy", generate_python},
    {"julia", "Julia", generate_julia},
    {"latex", "LaTeX", generate_latex},
};

}  // namespace

std::span<const Target> targets() { return kTargets; }

const Target& find_target(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Target& target : kTargets) {
    if (target.name == name) return target;
    names.push_back(target.name);
  }
  const std::string near = nearest(name, names);
  throw Error(
      ErrorCode::kOptionValue, fmt::format("--to: there is no '{}'", name),
      near.empty() ? fmt::format("there are: {}", fmt::join(names, ", ")) : fmt::format("did you mean {}?", near));
}

}  // namespace kinemate
