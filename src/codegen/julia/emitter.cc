#include "codegen/julia/emitter.h"

#include <fmt/format.h>

#include "base/check.h"
#include "codegen/julia/language.h"
#include "codegen/julia/module.h"
#include "codegen/julia/scripts.h"
#include "codegen/julia/solver.h"
#include "codegen/plain_text.h"
#include "codegen/time_conditions.h"

namespace kinemate {
namespace {

// Of the module, of its state and parameters to begin with, of what else the solver is told, of what else is included.
constexpr const char* kJuliaSimulation = R"(
`simulate.jl` takes a thousand steps through one second, from the initial state of the model, and prints the state at
its end: `julia simulate.jl`, or `julia simulate.jl 10 20000` for ten seconds. With OrdinaryDiffEq.jl:

    using OrdinaryDiffEq
    include("{0}.jl"){4}
    problem = ODEProblem(ODEFunction({0}.f!{3}), {1}, (0.0, 1.0), {2})
    solution = solve(problem, Vern7(); reltol = 1e-10, abstol = 1e-12)
)";

std::string write_julia_readme(std::span<const Program> programs, std::span<const ModuleInterface> modules,
                               bool simulation) {
  const ModuleInterface& first = modules[0];
  std::string text = fmt::format("# {}\n\n", first.code.function);
  for (std::size_t i = 0; i < programs.size(); ++i)
    text += fmt::format("- `{}.jl`: {}\n", modules[i].code.function, plain_line(title_of(programs[i])));
  text +=
      "\nJulia made by Kinemate, for Julia 1.6 or later, without packages. The top of each module says what each entry "
      "of\n"
      "its arrays is; names and values to begin with are constants there (`..._NAMES`, `...0`). Functions with `!` "
      "write\n"
      "into arrays that they are given. `example.jl` calls the first function once and prints the results:\n\n"
      "    julia example.jl\n";
  if (!simulation) return text;
  const ModuleInterface* jacobian = find_module(programs, modules, "jacobian");
  if (jacobian != nullptr && !julia_solver_parameters_fit(*jacobian, first)) jacobian = nullptr;
  const std::string derivatives = jacobian == nullptr ? "" : fmt::format("; jac = {}.jac!", jacobian->code.function);
  const std::string include =
      jacobian == nullptr ? "" : fmt::format("\n    include(\"{}.jl\")", jacobian->code.function);
  return text + fmt::format(kJuliaSimulation, first.code.function, constant_of(first, "x", first.beginning),
                            julia_solver_parameters(first), derivatives, include);
}

}  // namespace

std::vector<GeneratedFile> generate_julia(std::span<const Program> asked, const TargetOptions& options) {
  CHECK(options.chunk > 0 && !asked.empty());
  const bool simulation = asked[0].name == "ode" && find_array(asked[0].inputs, "x") != nullptr;
  const SimulatedPrograms simulated = with_time_conditions(asked, simulation);
  const std::vector<Program>& programs = simulated.programs;
  std::vector<GeneratedFile> files;
  std::vector<ModuleInterface> modules;
  for (const Program& program : programs) {
    modules.push_back(
        make_module_interface(program, options.prefix.empty() ? program.machine : options.prefix, julia_language()));
    const std::vector<double> example = example_for(program, programs[0], options.example);
    files.push_back(
        {modules.back().code.function + ".jl", write_julia_module(program, modules.back(), example, options.chunk)});
  }
  files.push_back({"example.jl", write_julia_example(programs[0], modules[0])});
  if (simulation) files.push_back({"simulate.jl", write_julia_simulation(programs, modules, simulated.jumping)});
  files.push_back({"README.md", write_julia_readme(programs, modules, simulation)});
  return files;
}

}  // namespace kinemate
