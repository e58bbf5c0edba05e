#include "study/shortest_program.h"

namespace kinemate {

Optimized make_shortest_program(const Model& model, const ProgramRequest& request, const Progress& progress) {
  const auto make = [&](bool simplified) {
    ProgramRequest one = request;
    one.simplified = simplified;
    const Program program = make_machine_program(model, one, progress);
    progress("passes that shorten it");
    return optimize(program);
  };
  Optimized derived = make(false);
  Optimized simplified = make(true);
  if (derived.passes.back().cost <= simplified.passes.back().cost) return derived;
  simplified.passes.front().pass = "simplified";
  simplified.passes.insert(simplified.passes.begin(), derived.passes.front());
  return simplified;
}

}  // namespace kinemate
