// A machine's equations at a point, and how they change with all that they depend on: exact derivatives, in numbers.
//
// One program has the rows M ṡ + k − τ, q̇, rates of load states and outputs as functions of t, q, s, ṡ, z, u, w, p, and
// the changes of all these along a direction. It comes from a recursion over the links, so that it is linear in the
// bodies, and several directions are computed at once: a Jacobian costs a few microseconds a column for arms.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "program/routine.h"
#include "study/derivation.h"
#include "study/programs/program_arrays.h"
#include "study/state.h"

namespace kinemate {

struct NamedFormula {
  std::string name;
  Expr formula;
};

/// Outputs with those of the model by their names, driven coordinates and parameters put in. `given` is the model that
/// the source was made from.
std::vector<NamedFormula> resolve_outputs(const Model& given, const ProgramSource& source,
                                          const std::vector<NamedFormula>& outputs);

struct VariationRequest {
  std::vector<std::string> parameters;  ///< that may change; all others become their values
  std::vector<NamedFormula> outputs;    ///< formulas of coordinates and all that moves, as users write them
};

/// Where the equations are looked at.
struct MachinePoint {
  double t = 0;
  Eigen::VectorXd q;  ///< coordinates (n)
  Eigen::VectorXd s;  ///< speeds (f)
  Eigen::VectorXd a;  ///< their rates (f)
  Eigen::VectorXd z;  ///< states of loads (m)
  Eigen::VectorXd u;  ///< inputs
  Eigen::VectorXd p;  ///< parameters that may change
  Eigen::VectorXd w;  ///< values of unspecified functions; no derivatives are taken by them
};

class VariedMachine {
 public:
  /// Loops and constraints are closed. Throws Error where they cannot be, for friction that depends on reactions, for
  /// parameters without a value, and for outputs that hold what no state has.
  VariedMachine(const Model& model, const VariationRequest& request, const Progress& progress);

  const ProgramSource& source() const { return source_; }
  const std::vector<Expr>& coordinates() const { return source_.rates.coordinates; }  ///< (n)
  const std::vector<Expr>& speeds() const { return source_.equations.speeds; }        ///< (f)
  const std::vector<Expr>& states() const { return states_; }                         ///< (m)
  const std::vector<Expr>& inputs() const { return inputs_; }
  const std::vector<Expr>& parameters() const { return parameters_; }
  const std::vector<std::string>& outputs() const { return outputs_; }
  /// Whether the time stands in M ṡ + k − τ or the rates, and does not cancel.
  bool timed() const { return timed_; }
  /// Whether drives, supports or constraints carry the machine along as time goes on, so that forces of positions have
  /// no part that stays.
  bool carried() const { return carried_; }
  /// Whether it stands in their derivatives too: then matrices are those of one moment.
  bool time_variant() const { return time_variant_; }

  /// Where things stand in rows and directions.
  struct Span {
    Eigen::Index first, size;
  };
  Span residual() const { return {0, f_}; }           ///< M ṡ + k − τ
  Span rates() const { return {f_, n_}; }             ///< q̇
  Span state_rates() const { return {f_ + n_, m_}; }  ///< ż
  Span output_rows() const { return {f_ + n_ + m_, k_}; }
  Span resting() const { return {timed_ ? f_ + n_ + m_ + k_ : 0, f_}; }  ///< M ṡ + k − τ without its terms of time
  /// By how much coordinates fail to follow others where loops are closed.
  Span gaps() const { return {f_ + n_ + m_ + k_ + (timed_ ? f_ : 0), gaps_}; }
  Eigen::Index rows() const { return gaps().first + gaps_; }
  Span by_coordinates() const { return {0, n_}; }
  Span by_speeds() const { return {n_, f_}; }
  Span by_accelerations() const { return {n_ + f_, f_}; }
  Span by_states() const { return {n_ + 2 * f_, m_}; }
  Span by_inputs() const { return {n_ + 2 * f_ + m_, static_cast<Eigen::Index>(inputs_.size())}; }
  Span by_parameters() const {
    return {by_inputs().first + by_inputs().size, static_cast<Eigen::Index>(parameters_.size())};
  }
  Eigen::Index directions() const { return by_parameters().first + by_parameters().size; }

  /// The point of a state of this model or of the one that this was made from; ṡ is 0. Throws Error for what has no
  /// value.
  MachinePoint point_of(const State& state) const;

  /// All rows. Numbers that are not defined are NaN.
  Eigen::VectorXd at(const MachinePoint& point) const;

  /// The changes of all rows along each column. REQUIRES: directions() rows.
  Eigen::MatrixXd along(const MachinePoint& point, const Eigen::MatrixXd& columns) const;

 private:
  std::span<const double> run(const MachinePoint& point, const Eigen::MatrixXd& columns, Eigen::Index first) const;

  ProgramSource source_;
  std::vector<Expr> states_, inputs_, parameters_, calls_;
  std::vector<std::string> outputs_;
  Eigen::Index n_ = 0, f_ = 0, m_ = 0, k_ = 0, gaps_ = 0;
  bool timed_ = false, time_variant_ = false, carried_ = false;
  std::unique_ptr<Routine> routine_;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace kinemate
