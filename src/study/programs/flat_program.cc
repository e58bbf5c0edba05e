#include "study/programs/flat_program.h"

#include "expr/count.h"
#include "expr/text/print.h"
#include "flat/numeric_solve.h"
#include "program/translate.h"

namespace kinemate {
namespace {

constexpr std::size_t kLong = 30'000;  // operations: beyond, passes of more than linear time take seconds

// What varies, or what does not.
InputFormulas make_input(const FlatSystem& system, bool varies, const char* name, const char* meaning) {
  InputFormulas input{{name, meaning, {}}, {}};
  for (const FlatKnown& known : system.known) {
    if (known.varies != varies) continue;
    input.array.entries.push_back({to_text(known.symbol), known.meaning});
    input.symbols.push_back(known.symbol);
  }
  return input;
}

}  // namespace

Optimized make_flat_program(const FlatSystem& system, const FlatSolution& solution,
                            const std::vector<std::size_t>& unknowns) {
  const InputFormulas inputs[] = {make_input(system, true, "u", "inputs"),
                                  make_input(system, false, "p", "parameters")};
  OutputFormulas output{{"x", "unknowns", {}}, {}};
  for (std::size_t u : unknowns) {
    output.array.entries.push_back({to_text(system.unknowns[u].symbol), system.unknowns[u].meaning});
    output.formulas.push_back(solution.values[u]);
  }
  Program program = translate(inputs, {&output, 1});
  program.name = "solve";
  program.machine = system.name;
  program.meaning = "the unknowns of the equations";
  return program.operations.size() > kLong ? optimize_locally(program) : optimize(program);
}

std::vector<double> example_inputs(const FlatSystem& system) {
  const Values values = values_of_known(system);
  std::vector<double> inputs;
  for (const bool varies : {true, false})
    for (const FlatKnown& known : system.known)
      if (known.varies == varies) inputs.push_back(values.contains(known.symbol) ? values.at(known.symbol) : 1);
  return inputs;
}

}  // namespace kinemate
