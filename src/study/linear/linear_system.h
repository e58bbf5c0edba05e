// A machine near a point of its motion, in numbers: M, P, Q and the rest, and the state space A, B, C, D.
//
//   M ṡ + P s + Q y + Z z = F u,  ẏ = V s + W y   (source B (2.130) to (2.134), with the states z of loads)
// of small departures from the reference. y are those of the coordinates; for a joint with Euler parameters, whose four
// have three ways to depart, small turns about the axes of its `to`; for a constant_velocity joint of this form, whose
// three have two ways, small turns about the axes a and b halfway between its ends. Where the speeds are the rates of
// the coordinates V = 1 and W = 0, and P and Q part into D + G and K + N, symmetric and skew. Derivatives are exact.
#pragma once

#include <array>

#include "study/linear/varied_machine.h"

namespace kinemate {

/// One entry of y.
struct Deviation {
  std::string name;
  Eigen::Index coordinate;  ///< among those of the machine; of a turn, the first Euler parameter of its joint
  Eigen::Index axis;        ///< of a turn: 0, 1, 2 or, where the joint has two, 0, 1; else -1
  Eigen::Index speed;       ///< of a turn: the angular velocity about the axis; else -1
  Eigen::Index turns = 0;   ///< how many the joint has, one less than Euler parameters
};
std::vector<Deviation> list_deviations(const ProgramSource& source);

/// What the commuting of turns about a and b adds to ẏ = s, where p = (p_s, p_a, p_b) and s are the reference (2 x 2,
/// by rows): ½ κ [p_b, −p_a] (s_a y_b − s_b y_a), of [H_a, H_b] = −½ κ (p_b H_a − p_a H_b) with ṗ = H s.
template <class S>
std::array<S, 4> homokinetic_deviation_rates(const Vector3<S>& p, const S& s_a, const S& s_b) {
  const S factor = S(1) / (S(2) * (S(1) + p.x)), a = factor * p.y, b = factor * p.z;
  return {-b * s_b, b * s_a, a * s_b, -a * s_a};
}

/// ∂q/∂y (n x y).
Eigen::MatrixXd deviation_directions(const std::vector<Deviation>& deviations, const Eigen::VectorXd& q);

struct LinearSystem {
  std::vector<Deviation> deviations;
  std::vector<std::string> coordinates, speeds, states, inputs, outputs;
  std::vector<std::pair<std::string, double>> following;  ///< coordinates that follow where loops are closed
  std::vector<std::string> own_inputs;                    ///< those of the machine, chosen or not: of reference.u
  MachinePoint reference;
  /// Efforts that would hold the machine in this motion, M ṡ + k − τ there, without terms of time; and what these are
  /// at the time of the reference, on the other side: M ÿ + ... = h − r (f).
  Eigen::VectorXd residual, excitation;
  Eigen::MatrixXd M, P;         ///< (f x f)
  Eigen::MatrixXd Q;            ///< (f x y)
  Eigen::MatrixXd Z;            ///< (f x z)
  Eigen::MatrixXd F;            ///< (f x u)
  Eigen::MatrixXd V;            ///< (y x f)
  Eigen::MatrixXd W;            ///< (y x y)
  Eigen::MatrixXd A, B, C, D;   ///< of x = (y, s, z)
  Eigen::MatrixXd T;            ///< ∂q/∂y
  bool timed = false;           ///< the matrices are those of one moment
  bool of_coordinates() const;  ///< V = 1, W = 0
};

/// `efforts` are speeds on which a further input acts. Throws Error where M is singular there, or numbers are not
/// defined.
LinearSystem linearise(const VariedMachine& machine, const MachinePoint& reference,
                       const std::vector<Eigen::Index>& efforts = {});

/// The same point with the accelerations that the machine has there. Throws Error as linearise().
MachinePoint with_accelerations_of(const VariedMachine& machine, MachinePoint point);

/// Entries of y that nothing depends on, as the angle of a shaft that only turns: they may drift without effect.
std::vector<Eigen::Index> idle_deviations(const LinearSystem& system);

/// A without the rows and columns of some entries of y.
Eigen::MatrixXd without_deviations(const LinearSystem& system, const std::vector<Eigen::Index>& idle);

}  // namespace kinemate
