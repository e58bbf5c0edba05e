#include "bench/flat/linear_part.h"

#include <algorithm>

#include "expr/text/print.h"
#include "flat/numeric_solve.h"
#include "program/optimize.h"

namespace kinemate {
namespace {

constexpr std::size_t kLong = 30'000;  // operations, as in make_flat_program

// Whether the block needs an unknown that is a column.
bool needs_columns(const FlatBlock& block, const Incidence& incidence, const std::vector<bool>& is_column) {
  return std::any_of(block.equations.begin(), block.equations.end(), [&](std::size_t e) {
    const std::vector<std::size_t>& unknowns = incidence.unknowns_of[e];
    return std::any_of(unknowns.begin(), unknowns.end(), [&](std::size_t u) { return is_column[u]; });
  });
}

}  // namespace

LinearPart find_linear_part(const FlatSystem& system, const FlatSolution& solution) {
  const Incidence incidence = find_incidence(system);
  std::vector<bool> is_column(system.unknowns.size(), false);
  std::unordered_map<Expr, Expr> solved;
  LinearPart part;
  FlatBlock columns;
  for (const SolvedBlock& solved_block : solution.blocks) {
    const FlatBlock& block = solved_block.block;
    if (block.unknowns.size() > 1 || needs_columns(block, incidence, is_column)) {
      columns.equations.insert(columns.equations.end(), block.equations.begin(), block.equations.end());
      columns.unknowns.insert(columns.unknowns.end(), block.unknowns.begin(), block.unknowns.end());
      for (std::size_t u : block.unknowns) is_column[u] = true;
    } else {
      const std::size_t u = block.unknowns.front();
      part.before.push_back(u);
      part.before_values.push_back(solution.values[u]);
      solved.emplace(system.unknowns[u].symbol, solution.values[u]);
    }
  }
  std::sort(columns.equations.begin(), columns.equations.end());
  std::sort(columns.unknowns.begin(), columns.unknowns.end());
  SampledValues samples(values_of_known(system));
  part.block = make_linear_block(system, columns, solved, samples);
  return part;
}

InputFormulas known_inputs(const FlatSystem& system) {
  InputFormulas inputs{{"u", "", {}}, {}};
  for (const bool varies : {true, false}) {
    for (const FlatKnown& known : system.known) {
      if (known.varies != varies) continue;
      inputs.array.entries.push_back({to_text(known.symbol), ""});
      inputs.symbols.push_back(known.symbol);
    }
  }
  return inputs;
}

OutputFormulas make_output(const char* name, std::vector<Expr> formulas) {
  OutputFormulas output{{name, "", {}}, std::move(formulas)};
  output.array.entries.resize(output.formulas.size());
  return output;
}

Program make_short_program(std::span<const InputFormulas> inputs, std::span<const OutputFormulas> outputs) {
  const Program program = translate(inputs, outputs);
  return (program.operations.size() > kLong ? optimize_locally(program) : optimize(program)).program;
}

}  // namespace kinemate
