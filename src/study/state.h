// A state of a machine: a number for everything that its formulas hold.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "expr/evaluate.h"
#include "study/given.h"

namespace kinemate {

struct State {
  /// Of t, parameters, inputs, coordinates that are not driven, speeds, load states, calls of unspecified functions.
  Values values;
  /// What has no number yet, and the open parameters that it waits for.
  std::unordered_map<Expr, std::vector<Expr>> waiting;
  std::vector<std::string> notes;  ///< of closed machines: what could not be followed or had to be changed
};

/// What a state is made of: formulas of open parameters.
struct StateFormulas {
  std::unordered_map<Expr, Expr> symbols, calls;
};

/// As make_state() takes them. Throws Error for what cannot be given.
StateFormulas make_state_formulas(const Model& model, const Kinematics& kinematics, std::span<const Given> given,
                                  std::optional<std::uint64_t> seed = std::nullopt);

/// The Euler parameters of a joint, if it has them: four, or the three of a constant_velocity joint.
std::vector<Expr> euler_parameters(const Model& model, const Joint& joint);

/// The initial values of the model, where there is a seed random numbers of [-1, 1] for coordinates, speeds, load
/// states and inputs instead, then what is given, the last of several. Inputs and the time are 0 unless given. Euler
/// parameters are normalised; coordinates and speeds of closed machines fit each other. Throws Error for what cannot be
/// given and for Euler parameters whose length is not 1 to 1e-6.
State make_state(const Model& model, const Kinematics& kinematics, std::span<const Given> given,
                 std::optional<std::uint64_t> seed = std::nullopt);

/// Throws one Error that lists all open parameters and unspecified functions which these formulas need and which have
/// no value; `later` are symbols that get one later.
void require_values(std::span<const Expr> formulas, const State& state, std::span<const Expr> later = {});

}  // namespace kinemate
