#include "codegen/python/emitter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/check.h"
#include "codegen/plain_text.h"
#include "codegen/python/language.h"
#include "codegen/python/module.h"
#include "codegen/python/scripts.h"
#include "codegen/time_conditions.h"

namespace kinemate {
namespace {

constexpr std::string_view kPythonSimulation =
    R"(`simulate.py` integrates one second from the initial state of the model, by SciPy, and prints the state at its end:

    python3 simulate.py
    python3 simulate.py 10 --plot

)";

std::string write_python_readme(std::span<const Program> programs, std::span<const ModuleInterface> modules,
                                bool simulation) {
  const ModuleInterface& first = modules[0];
  std::string text = fmt::format("# {}\n\n", first.code.function);
  for (std::size_t i = 0; i < programs.size(); ++i)
    text += fmt::format("- `{}.py`: {}\n", modules[i].code.function, plain_line(title_of(programs[i])));
  text +=
      "\nPython made by Kinemate, for Python 3.9 and NumPy 1.19 or later. The top of each module says what each entry "
      "of\n"
      "its arrays is; names and values to begin with are constants there (`..._NAMES`, `...0`).\n"
      "`example.py` calls the first function once and prints the results:\n\n    python3 example.py\n\n";
  if (simulation) text += kPythonSimulation;
  std::vector<std::string> arguments, shapes;
  for (const CodeParameter& parameter : first.code.parameters) {
    if (parameter.output) continue;
    arguments.push_back(parameter.name);
    if (!parameter.by_value)
      shapes.push_back(fmt::format("`{}` ({}, k)", parameter.name, parameter.array->entries.size()));
  }
  text += fmt::format("Many states at once: `{}({})` takes arrays with states side by side", first.function,
                      fmt::join(arguments, ", "));
  if (!shapes.empty()) text += fmt::format(", {}", fmt::join(shapes, ", "));
  return text +
         ",\nas `solve_ivp(..., vectorized=True)` passes them. Beyond the domain of a function, results are inf or "
         "nan.\n";
}

}  // namespace

std::vector<GeneratedFile> generate_python(std::span<const Program> asked, const TargetOptions& options) {
  CHECK(options.chunk > 0 && !asked.empty());
  const bool simulation = asked[0].name == "ode" && find_array(asked[0].inputs, "x") != nullptr;
  const SimulatedPrograms simulated = with_time_conditions(asked, simulation);
  const std::vector<Program>& programs = simulated.programs;
  std::vector<GeneratedFile> files;
  std::vector<ModuleInterface> modules;
  for (const Program& program : programs) {
    modules.push_back(
        make_module_interface(program, options.prefix.empty() ? program.machine : options.prefix, python_language()));
    const std::vector<double> example = example_for(program, programs[0], options.example);
    files.push_back(
        {modules.back().code.function + ".py", write_python_module(program, modules.back(), example, options.chunk)});
  }
  files.push_back({"example.py", write_python_example(programs[0], modules[0])});
  if (simulation) files.push_back({"simulate.py", write_python_simulation(programs, modules, simulated.jumping)});
  files.push_back({"README.md", write_python_readme(programs, modules, simulation)});
  return files;
}

}  // namespace kinemate
