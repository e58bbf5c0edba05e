// A macro joint as its primary interface feels it: a quadratic form of x₀ and u̇, of which u̇ is eliminated.
//
//   ½ x₀ᵀ M x₀ + x₀ᵀ U u̇ + ½ u̇ᵀ A u̇ − x₀ᵀ l − u̇ᵀ η
// Its minimum over u̇, under the relations, is what is left at the interface (Gauss's principle of least constraint).
// A relation gives one u̇ by the others and makes the form smaller by it; so no multiplier and no inertia of single
// links is needed.
#pragma once

#include "recursion/algorithms/mass_factors.h"
#include "recursion/components.h"
#include "recursion/macro_joint.h"

namespace kinemate {

template <class S>
class MacroForm {
 public:
  explicit MacroForm(std::size_t size) : U(size), A(triangle_place(size, 0), S(0)), efforts(size, S(0)) {}

  ArticulatedInertia<S> M;
  std::vector<Load<S>> U;
  std::vector<S> A;  ///< lower triangle
  Load<S> load;      ///< l
  std::vector<S> efforts;

  S& entry(std::size_t i, std::size_t j) { return A[i < j ? triangle_place(j, i) : triangle_place(i, j)]; }

  /// To be called once, with no relation where there is none. Speeds of the shares are places in U here. Throws Error
  /// where relations contradict each other.
  void put_in(std::vector<MacroRelation<S>> relations);

  /// What is left is M and l. `speeds` are the machine's numbers of them. Throws SingularColumn.
  void eliminate(const std::vector<std::size_t>& speeds);

  /// u̇ where the interface moves with x₀. REQUIRES: all are eliminated.
  std::vector<S> accelerations(const Acceleration<S>& x) const;

 private:
  // u̇ = drive − gainᵀ x₀ − Σ factor·u̇_j, of those that were eliminated later
  struct Step {
    std::size_t which;
    S drive;
    Load<S> gain;
    std::vector<Share<S>> others;
  };
  void put_in(const MacroRelation<S>& relation, std::size_t pivot);

  std::vector<Step> steps_;
  std::vector<bool> gone_ = std::vector<bool>(U.size());
  std::vector<double> bounds_ = std::vector<double>(U.size());  // of numbers: what is far below is rounding, no pivot
};

}  // namespace kinemate
