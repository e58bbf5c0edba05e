#include "recursion/locked_bases.h"

#include <algorithm>

#include "expr/expr.h"
#include "recursion/completion.h"
#include "recursion/singular_column.h"

namespace kinemate {

template <class S>
std::vector<JointBases<S>> make_joint_bases(const BaseSystem<S>& system) {
  std::vector<JointBases<S>> all(system.links.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto& [carrier, transfer, first, count, inertia] = system.links[i];
    std::vector<Six<S>> columns;
    for (std::size_t k = 0; k < count; ++k) columns.push_back(to_six(system.free[first + k]));
    try {
      const Completion<S> c = complete_basis(columns);
      JointBases<S>& bases = all[i];
      bases.first = first;
      bases.count = count;
      std::copy_n(system.free.begin() + static_cast<std::ptrdiff_t>(first), count, bases.motion.begin());
      for (std::size_t k = 0; k < count; ++k) bases.load[k] = from_six<Load<S>>(c.dual[k]);
      for (std::size_t k = count; k < 6; ++k) {
        bases.motion[k] = from_six<Twist<S>>(c.complement[k - count]);
        bases.load[k] = from_six<Load<S>>(c.kernel[k - count]);
      }
    } catch (const DependentVector& dependent) {
      throw SingularColumn{first + dependent.index};
    }
  }
  return all;
}

template std::vector<JointBases<double>> make_joint_bases(const BaseSystem<double>&);
template std::vector<JointBases<Expr>> make_joint_bases(const BaseSystem<Expr>&);

}  // namespace kinemate
