// Poles and modes of a linearised machine, and whether it is stable, with the reason.
#pragma once

#include "numeric/stability.h"
#include "study/linear/linear_system.h"

namespace kinemate {

/// A pole, or a pair of conjugate ones.
struct Mode {
  Pole pole;               ///< of a pair, that with the positive imaginary part; its vector is of all of x = (y, s, z)
  double frequency = 0;    ///< of the oscillation, Hz; 0: none
  double damping = 0;      ///< −Re/|pole|: 1 decays without oscillation, negative grows; 0 where the pole is 0
  Eigen::VectorXcd shape;  ///< of y, its largest entry 1; of states of loads, where no coordinate moves
};

struct ModalAnalysis {
  std::vector<Eigen::Index> idle;  ///< entries of y that nothing depends on; their poles, all 0, are left out
  std::vector<Mode> modes;         ///< by ascending |pole|
  StabilityJudgement stability;    ///< `pole` is an index of modes
  bool definite = false;           ///< K is positive definite (but for idle ones), N = 0, D semidefinite
};

/// Whether all loads are known to have a potential or to take energy away, so that an energy with a minimum proves
/// stability; forces given by formulas are not.
bool have_energy(const Model& model);

/// Where the equations change with time, of the moment of the reference, which says little about stability.
ModalAnalysis analyse_modes(const LinearSystem& system, bool energy);

}  // namespace kinemate
