// The equations of an equilibrium: forces, rates of load states, norms of Euler parameters, of coordinates and states.
#pragma once

#include "numeric/continuation.h"
#include "study/linear/varied_machine.h"

namespace kinemate {

/// q and z as one column of unknowns, for Newton's method and for following an equilibrium over a parameter.
class EquilibriumEquations {
 public:
  /// At the time, speeds, inputs and parameters of a point. REQUIRES: the machine lives on where it is.
  EquilibriumEquations(const VariedMachine& machine, MachinePoint point);

  Eigen::VectorXd unknowns() const;  ///< of the point
  MachinePoint point_at(const Eigen::VectorXd& unknowns) const;

  /// Forces, rates of load states, gaps of loops, and that Euler parameters have the norm 1.
  Eigen::VectorXd residual(const Eigen::VectorXd& unknowns) const;
  Eigen::MatrixXd jacobian(const Eigen::VectorXd& unknowns) const;
  Eigen::VectorXd by_parameter(const Eigen::VectorXd& unknowns, Eigen::Index parameter) const;

  /// The equations as a curve over a parameter. REQUIRES: this lives on where it is.
  CurveSystem along_parameter(Eigen::Index parameter);

  /// Which equation has an index, in words: "the force on phi".
  std::string describe(Eigen::Index equation) const;

 private:
  // The Euler parameters of a joint.
  struct NormGroup {
    Eigen::Index first, count;
  };

  Eigen::Index count() const;
  Eigen::VectorXd pick(const Eigen::VectorXd& rows) const;

  const VariedMachine& machine_;
  MachinePoint point_;
  std::vector<NormGroup> norms_;
};

}  // namespace kinemate
