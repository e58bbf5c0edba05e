// The links of a machine in numbers, moving in any way: what ranks are found with.
#pragma once

#include <random>

#include "expr/evaluate.h"
#include "formalism/links/link_system.h"

namespace kinemate {

struct LinkNumbers {
  BaseSystem<double> system;
  std::vector<LinkMotion<double>> motions;
};

/// States at random, the same in every run: coordinates around the initial ones, any speeds, accelerations and times.
class RandomMotions {
 public:
  /// Parameters have their values; those without one, and unspecified functions, numbers at random.
  RandomMotions(const Model& model, const Kinematics& kinematics, const MachineLinks& links);

  const Values& constants() const { return constants_; }  ///< of parameters

  /// The next state. Throws Error where no state is found at which the formulas have values.
  LinkNumbers next();

 private:
  double number();  ///< of [-1, 1)
  Values choose_state(double radius);

  const Model& model_;
  const Kinematics& kinematics_;
  FormulaSystem formulas_;
  std::vector<Expr> calls_, sampled_calls_;  ///< of unspecified functions, and what stands for them
  Values constants_;
  std::vector<double> start_;  ///< of all coordinates
  std::mt19937_64 random_{1};
};

}  // namespace kinemate
