#include "codegen/julia/scripts.h"

#include <fmt/format.h>

#include "codegen/plain_text.h"
#include "codegen/target.h"

namespace kinemate {
namespace {

constexpr std::string_view kPrint = R"(function print_entries(names, values)
  for (name, value) in zip(names, values)
    println(name, " = ", value)
  end
end

)";

constexpr std::string_view kSimulate = R"(# The method of Runge and Kutta, steps of equal length.
function simulate(x, seconds, steps)
  h = seconds / steps
  for i in 1:steps
    t = (i - 1) * h
    k1 = rates(t, x)
    k2 = rates(t + h / 2, x + h / 2 * k1)
    k3 = rates(t + h / 2, x + h / 2 * k2)
    k4 = rates(t + h, x + h * k3)
    x = x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
  end
  return x
end

)";

// Of the call with the time `t`, of the number of conditions that jump, of the first smooth one and the last.
constexpr const char* kConditions = R"(# Values of the time alone: the first {1} jump where the machine switches, the others are smooth.
conditions(t) = {0}

function same(a, b)
  for i in 1:{1}
    if a[i] != b[i]
      return false
    end
  end
  return true
end

# The last number before a switch between two times with different conditions, and the first one behind.
function find_switch(low, high)
  values = conditions(low)
  while low < (low + high) / 2 && (low + high) / 2 < high
    middle = (low + high) / 2
    if same(values, conditions(middle))
      low = middle
    else
      high = middle
    end
  end
  return (low, high)
end

# A tenth of the time in which a smooth value would go through all of its range where it is steepest.
function longest_step(seconds)
  longest = seconds
  for i in {2}:{3}
    before = conditions(0.0)
    smallest = before[i]
    largest = before[i]
    rise = 0.0
    for k in 1:20000
      values = conditions(k * seconds / 20000)
      change = same(before, values) ? abs(values[i] - before[i]) : 0.0
      rise = change > rise ? change : rise
      smallest = values[i] < smallest ? values[i] : smallest
      largest = values[i] > largest ? values[i] : largest
      before = values
    end
    width = rise > 0.0 ? (largest - smallest) / rise * seconds / 20000 : seconds
    longest = width / 10 < longest ? width / 10 : longest
  end
  return longest
end

)";

constexpr std::string_view kSimulateInPieces = R"(# The method of Runge and Kutta.
function advance(x, first, last, longest)
  t = first
  while t < last
    behind = t + longest < last ? t + longest : last
    h = behind - t
    k1 = rates(t, x)
    k2 = rates(t + h / 2, x + h / 2 * k1)
    k3 = rates(t + h / 2, x + h / 2 * k2)
    k4 = rates(behind, x + h * k3)
    x = x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    t = behind
  end
  return x
end

# Steps of equal length, cut where the machine switches and where there are pulses.
function simulate(x, seconds, steps)
  h = seconds / steps
  longest = longest_step(seconds)
  for i in 1:steps
    first = (i - 1) * h
    last = i * h
    while !same(conditions(first), conditions(last))
      switch = find_switch(first, last)
      x = advance(x, first, switch[1], longest)
      first = switch[2]
    end
    x = advance(x, first, last, longest)
  end
  return x
end

)";

constexpr std::string_view kArguments = R"(seconds = length(ARGS) > 0 ? parse(Float64, ARGS[1]) : 1.0
steps = length(ARGS) > 1 ? parse(Int, ARGS[2]) : 1000
)";

// Entries of matrices are printed row by row.
std::string print_text(const ModuleInterface& module) {
  const std::vector<std::string> outputs = output_names(module.code);
  std::string text;
  std::size_t place = 1;
  for (std::size_t i = 0; i < module.code.parameters.size(); ++i) {
    const CodeParameter& parameter = module.code.parameters[i];
    if (!parameter.output) continue;
    const std::string result = outputs.size() == 1 ? "results" : fmt::format("results[{}]", place++);
    text += fmt::format("print_entries({}.{}, {})\n", module.code.function, module.entries[i],
                        parameter.array->columns > 0 ? "permutedims(" + result + ")" : result);
  }
  return text;
}

}  // namespace

std::string write_julia_example(const Program& program, const ModuleInterface& module) {
  std::string text = fmt::format("# One call: {}\n# Made by Kinemate.\n", plain_line(title_of(program)));
  text += fmt::format("include(\"{}.jl\")\n\n{}", module.code.function, kPrint);
  return text + fmt::format("results = {}\n{}", module_call(module, "", ""), print_text(module));
}

std::string write_julia_simulation(std::span<const Program> programs, std::span<const ModuleInterface> modules,
                                   std::size_t jumping) {
  const ModuleInterface& ode = modules[0];
  const ModuleInterface* outputs = find_module(programs, modules, "outputs");
  std::string text = fmt::format(
      "# Simulation of {}: prints the state at the end\n#   julia simulate.jl [seconds] [steps]\n# Made by Kinemate.\n",
      plain_line(programs[0].machine));
  text += fmt::format("include(\"{}.jl\")\n", ode.code.function);
  const ModuleInterface* conditions = find_module(programs, modules, "conditions");
  for (const ModuleInterface* module : {outputs, conditions})
    if (module != nullptr) text += fmt::format("include(\"{}.jl\")\n", module->code.function);
  text += "\n" + std::string(kPrint);
  if (const std::string u = constant_of(ode, "u", ode.beginning); !u.empty())
    text += fmt::format("# Inputs of the machine at a time: change them here.\ninputs(t) = {}\n\n", u);
  if (const std::string w = constant_of(ode, "w", ode.beginning); !w.empty())
    text += fmt::format("# Unspecified functions keep their values {}: write others in its place.\n", w);
  text += fmt::format("rates(t, x) = {}\n\n", module_call(ode, "t", "x"));
  if (conditions != nullptr)
    text += fmt::format(kConditions, module_call(*conditions, "t", ""), jumping, jumping + 1,
                        find_program(programs, "conditions")->results.size());
  text += std::string(conditions != nullptr ? kSimulateInPieces : kSimulate) + std::string(kArguments);
  text += fmt::format("state = simulate({}, seconds, steps)\n", constant_of(ode, "x", ode.beginning));
  text += fmt::format("print_entries({}, state)\n", constant_of(ode, "x", ode.entries));
  if (outputs != nullptr)
    text += fmt::format("results = {}\n{}", module_call(*outputs, "seconds", "state"), print_text(*outputs));
  return text;
}

}  // namespace kinemate
