// Where a run starts, as a function of what differs from run to run: parameters, initial values, inputs.
#pragma once

#include <string>
#include <vector>

#include "program/routine.h"
#include "study/given.h"

namespace kinemate {

/// Formulas of what is varied.
struct StartFormulas {
  std::vector<Expr> varied;         ///< symbols, in the order of their values
  std::vector<Expr> x, parameters;  ///< at the start
  std::vector<Expr> inputs;         ///< all the time
  Substitution known;               ///< all parameters
};

/// The symbol of a name that users write: phi'.
Expr symbol_named(const std::string& name);

/// Parameters among what is varied.
std::vector<std::string> varied_parameters(const Model& model, const Kinematics& kinematics,
                                           const std::vector<std::string>& varied);

/// `initial` comes before the initial values of the model, and what is varied before both. Throws Error for names that
/// cannot be varied and for parameters that have no value.
StartFormulas make_start_formulas(const Model& model, const Kinematics& kinematics, std::span<const Given> initial,
                                  const std::vector<std::string>& varied, std::span<const Expr> x,
                                  std::span<const Expr> parameters);

struct StartProgram {
  Program program;  ///< of what is varied: x, parameters, inputs, and what else depends on it
  std::size_t x = 0, parameters = 0, inputs = 0;
  std::vector<std::vector<std::size_t>> units;  ///< Euler parameters among x
  std::vector<std::string> names;               ///< of x
};

StartProgram make_start_program(const Model& model, const StartFormulas& formulas, std::span<const Expr> x,
                                std::span<const Expr> others);

/// One thread's own.
class RunStart {
 public:
  explicit RunStart(const StartProgram& program);

  struct Numbers {
    std::span<const double> x, parameters, inputs, others;
  };
  /// Valid until the next call. Throws Error for what is not finite, and for Euler parameters whose length is not 1.
  Numbers operator()(std::span<const double> varied);

 private:
  const StartProgram& start_;
  Routine routine_;
  Workspace workspace_;
  std::vector<double> numbers_;
};

}  // namespace kinemate
