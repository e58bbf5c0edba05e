#include "formalism/parameters/random_motions.h"

#include <cmath>

#include "base/error.h"
#include "expr/graph.h"
#include "expr/normal/sample_functions.h"
#include "formalism/links/numeric_system.h"
#include "model/topology/numeric_tree.h"

namespace kinemate {
namespace {

void append(std::vector<Expr>& formulas, const Vector& v) { formulas.insert(formulas.end(), {v.x, v.y, v.z}); }

// Those that kinematics are made of, but for sines and cosines of angles.
std::vector<Expr> formulas_of(const FormulaSystem& machine) {
  std::vector<Expr> formulas;
  for (const auto& link : machine.system.links) {
    for (const Vector& row : link.transfer.fixed.rows) append(formulas, row);
    append(formulas, link.transfer.arm);
    for (const Turn<Expr>& turn : {link.transfer.before, link.transfer.after})
      formulas.insert(formulas.end(), {turn.cos, turn.sin});
  }
  for (const Twist<Expr>& column : machine.system.free)
    append(formulas, column.angular), append(formulas, column.linear);
  for (const auto& [twist, bias] : machine.joints)
    for (const Vector& v : {twist.angular, twist.linear, bias.angular, bias.linear}) append(formulas, v);
  const auto& [omega, acceleration] = machine.base;
  for (const Vector& v : {omega, acceleration.angular, acceleration.linear}) append(formulas, v);
  return formulas;
}

FormulaSystem without_loads(MachineLinks machine) {
  for (MachineLink& link : machine.links) link.load = {}, link.inertia = {};
  for (Expr& effort : machine.efforts) effort = Expr(0);
  return make_formula_system(machine, choose_axes(machine, AxesRule::kTurned));
}

}  // namespace

RandomMotions::RandomMotions(const Model& model, const Kinematics& kinematics, const MachineLinks& links)
    : model_(model),
      kinematics_(kinematics),
      formulas_(without_loads(links)),
      calls_(unspecified_calls(formulas_of(formulas_))),
      sampled_calls_(with_sample_functions(calls_)),
      constants_(choose_numbers(model, 1).values) {
  std::vector<Expr> start;
  for (const Coordinate& coordinate : model.coordinates)
    start.push_back(initial_value(model, make_symbol(coordinate.name)));
  start_ = evaluate(with_sample_functions(start), constants_);
}

double RandomMotions::number() { return std::ldexp(static_cast<double>(random_() >> 11), -52) - 1; }

Values RandomMotions::choose_state(double radius) {
  Values values = constants_;
  values[make_symbol("t")] = 1 + number();
  for (std::size_t i = 0; i < start_.size(); ++i)
    values[make_symbol(model_.coordinates[i].name)] = start_[i] + radius * number();
  for (Expr speed : kinematics_.speeds) values[speed] = number();
  for (const Joint& joint : model_.joints) {
    double square = 0;
    for (std::size_t index : euler_coordinates(joint))
      square += std::pow(values.at(make_symbol(model_.coordinates[index].name)), 2);
    for (std::size_t index : euler_coordinates(joint))
      values.at(make_symbol(model_.coordinates[index].name)) /= std::sqrt(square);
  }
  const std::vector<double> called = evaluate(sampled_calls_, values);
  for (std::size_t i = 0; i < calls_.size(); ++i) values[calls_[i]] = called[i];
  return values;
}

LinkNumbers RandomMotions::next() {
  constexpr int kTrials = 20;
  for (int trial = 1;; ++trial) try {
      NumericSystem numbers = evaluate_system(formulas_, choose_state(1.0 / trial));
      std::vector<double> accelerations;
      for (std::size_t i = 0; i < numbers.system.free.size(); ++i) accelerations.push_back(number());
      const auto joints = with_accelerations<double>(numbers.system, std::move(numbers.joints), accelerations);
      std::vector<LinkMotion<double>> motions = compute_motions(numbers.system, numbers.base, joints);
      return {std::move(numbers.system), std::move(motions)};
    } catch (const Error&) {  // not defined there
      if (trial == kTrials) throw;
    }
}

}  // namespace kinemate
