#include "study/shortest_program.h"

#include "expr/count.h"
#include "study/form.h"

namespace kinemate {
namespace {

constexpr std::size_t kShort =
    2000;  // nodes: beyond, results simplified one by one do not get shorter than shared ones

void simplify(std::span<Expr* const> places) {
  std::vector<Expr> formulas;
  for (const Expr* place : places) formulas.push_back(*place);
  formulas = simplify_within_a_second(formulas);
  for (std::size_t i = 0; i < places.size(); ++i) *places[i] = formulas[i];
}

void simplify_equations(ProgramSource& machine) {
  std::vector<Expr*> places;
  for (std::vector<Expr>* part :
       {&machine.equations.mass, &machine.equations.bias, &machine.equations.forces, &machine.rates.rates})
    for (Expr& formula : *part) places.push_back(&formula);
  for (LoadState& state : machine.states) places.push_back(&state.rate);
  simplify(places);
}

// Whether they were short enough.
bool simplify_results(std::vector<OutputFormulas>& outputs) {
  std::vector<Expr*> places;
  std::vector<Expr> formulas;
  for (OutputFormulas& output : outputs)
    for (Expr& formula : output.formulas) places.push_back(&formula), formulas.push_back(formula);
  if (count_nodes(formulas) > kShort) return false;
  simplify(places);
  return true;
}

}  // namespace

Optimized make_shortest_program(const Model& model, const ProgramRequest& request, const Progress& progress) {
  ProgramSource machine = derive_for_program(model, request, progress);
  std::vector<OutputFormulas> formulas = formulas_for_program(machine, request);
  progress("passes that shorten it");
  Optimized shortest = optimize(make_machine_program(machine, request, formulas));
  const PassResult derived = shortest.passes.front();
  const auto consider = [&] {
    Optimized other = optimize(make_machine_program(machine, request, formulas));
    if (other.passes.back().cost >= shortest.passes.back().cost) return;
    other.passes.front().pass = "simplified";
    other.passes.insert(other.passes.begin(), derived);
    shortest = std::move(other);
  };
  progress("the same, simplified first");
  simplify_equations(machine);
  formulas = formulas_for_program(machine, request);
  consider();
  if (simplify_results(formulas)) consider();
  return shortest;
}

}  // namespace kinemate
