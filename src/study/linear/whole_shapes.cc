#include "study/linear/whole_shapes.h"

#include <algorithm>
#include <unordered_map>

#include "expr/differentiate.h"
#include "loops/loop_conditions.h"
#include "model/topology/walker.h"
#include "numeric/linear.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using ValuesByName = std::unordered_map<std::string, double>;

ValuesByName reference_of(const LinearSystem& system) {
  ValuesByName values;
  for (std::size_t i = 0; i < system.coordinates.size(); ++i)
    values[system.coordinates[i]] = system.reference.q[static_cast<Index>(i)];
  for (const auto& [name, value] : system.following) values.emplace(name, value);
  return values;
}

// J_D δq_D = −J_K δq_K: changes of dependent coordinates by those of the system, a column for each of these.
struct DependentChanges {
  std::vector<std::string> names;
  MatrixXd by_system;
};

DependentChanges dependent_changes(const Model& model, const LinearSystem& system, const ValuesByName& reference) {
  const Tree tree = make_tree(model);
  Numbers numbers = choose_numbers(model, 0);
  numbers.values[time_symbol()] = system.reference.t;
  const Walker walker(model, tree, numbers, joints_with_own_speeds(model, tree));
  const std::vector<Expr>& all = walker.closure().coordinates();
  VectorXd q = walker.start();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (const auto found = reference.find(std::string(all[i].name())); found != reference.end())
      q[static_cast<Index>(i)] = found->second;
  const MatrixXd jacobian(walker.closure().jacobian(q));
  DependentChanges made;
  MatrixXd of_known = MatrixXd::Zero(jacobian.rows(), static_cast<Index>(system.coordinates.size()));
  MatrixXd of_others(jacobian.rows(), 0);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string name(all[i].name());
    const auto known = std::find(system.coordinates.begin(), system.coordinates.end(), name);
    const VectorXd column = jacobian.col(static_cast<Index>(i));
    if (known != system.coordinates.end()) {
      of_known.col(known - system.coordinates.begin()) = column;
    } else if (walker.movable()[i]) {
      of_others.conservativeResize(Eigen::NoChange, of_others.cols() + 1);
      of_others.col(of_others.cols() - 1) = column;
      made.names.push_back(name);
    }
  }
  made.by_system = solve_least_squares(of_others, -of_known);
  return made;
}

}  // namespace

WholeShapes complete_shapes(const Model& model, const LinearSystem& system,
                            const std::vector<std::vector<std::complex<double>>>& shapes) {
  const ValuesByName reference = reference_of(system);
  const Tree tree = make_tree(model);
  DependentChanges dependent;
  if (!tree.secondary.empty() || !model.constraints.empty()) dependent = dependent_changes(model, system, reference);
  WholeShapes made;
  made.shapes.resize(shapes.size());
  for (const Coordinate& coordinate : model.coordinates) {
    if (coordinate.drive) continue;
    const auto value = reference.find(coordinate.name);
    made.reference.push_back(value == reference.end() ? 0 : value->second);
    const auto own = std::find(system.coordinates.begin(), system.coordinates.end(), coordinate.name);
    const auto other = std::find(dependent.names.begin(), dependent.names.end(), coordinate.name);
    for (std::size_t k = 0; k < shapes.size(); ++k) {
      std::complex<double> change = 0;
      if (own != system.coordinates.end()) {
        change = shapes[k][static_cast<std::size_t>(own - system.coordinates.begin())];
      } else if (other != dependent.names.end()) {
        for (std::size_t i = 0; i < shapes[k].size(); ++i)
          change += dependent.by_system(other - dependent.names.begin(), static_cast<Index>(i)) * shapes[k][i];
      }
      made.shapes[k].push_back(change);
    }
  }
  return made;
}

}  // namespace kinemate
