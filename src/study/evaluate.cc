#include "study/evaluate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/error.h"
#include "expr/text/print.h"
#include "formalism/closed_loads.h"
#include "formalism/energy.h"
#include "formalism/methods/joint_loads.h"
#include "formalism/methods/kane.h"
#include "model/order.h"
#include "numeric/linear.h"
#include "study/singular.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Formulas that are evaluated all at once and taken out again in the order in which they came.
class Sheet {
 public:
  void add(Expr formula) { formulas_.push_back(formula); }
  void add(const Vector& v) { formulas_.insert(formulas_.end(), {v.x, v.y, v.z}); }
  void add(std::span<const Expr> formulas) { formulas_.insert(formulas_.end(), formulas.begin(), formulas.end()); }
  const std::vector<Expr>& formulas() const { return formulas_; }
  void evaluate(const Values& values) { numbers_ = kinemate::evaluate(formulas_, values); }

  double number() { return numbers_[next_++]; }
  Vector3<double> vector() {
    const std::size_t at = next_;
    next_ += 3;
    return {numbers_[at], numbers_[at + 1], numbers_[at + 2]};
  }
  VectorXd numbers(Index count) {
    next_ += static_cast<std::size_t>(count);
    return Eigen::Map<const VectorXd>(numbers_.data() + next_ - count, count);
  }

 private:
  std::vector<Expr> formulas_;
  std::vector<double> numbers_;
  std::size_t next_ = 0;
};

// Values on the speeds, or on their derivatives; 0 where not given.
VectorXd numbers_by_speed(const Model& model, const Kinematics& kinematics, const State& state,
                          std::span<const Given> given, int derivative) {
  const GivenNames names = find_given_names(model, kinematics);
  // efforts act on any speed, accelerations are chosen of independent ones
  const std::vector<Expr> speeds = derivative == 0 ? all_speeds(kinematics) : kinematics.speeds;
  std::vector<Expr> symbols;
  for (Expr s : speeds) symbols.push_back(make_symbol(s.name(), s.primes() + derivative));
  VectorXd result = VectorXd::Zero(static_cast<Index>(symbols.size()));
  for (const Given& one : given) {
    require_constant(names, one);
    const auto found = std::find(symbols.begin(), symbols.end(), one.left);
    if (found == symbols.end())
      refuse_name(fmt::format("'{}' is no {} of this machine", to_text(one.left, {.largest = 200, .cut = true}),
                              derivative == 0 ? "speed" : "acceleration"),
                  to_text(one.left, {.largest = 200, .cut = true}), symbols);
    require_values({&one.value, 1}, state);
    result[found - symbols.begin()] = evaluate(one.value, state.values);
  }
  return result;
}

// What efforts on all speeds do along the independent ones: Tᵀ f.
VectorXd project_efforts(const Kinematics& kinematics, const State& state, const VectorXd& efforts) {
  if (!kinematics.closing) return efforts;
  const Closing& closing = *kinematics.closing;
  const std::vector<std::size_t> columns = places_in_order(closing.conditions.speeds, kinematics.order);
  VectorXd projected = VectorXd::Zero(static_cast<Index>(kinematics.speeds.size()));
  for (Index i = 0; i < efforts.size(); ++i) {
    if (efforts[i] == 0) continue;
    const std::vector<double> row = evaluate(closing.T[columns[static_cast<std::size_t>(i)]], state.values);
    projected += efforts[i] * Eigen::Map<const VectorXd>(row.data(), projected.size());
  }
  return projected;
}

// Speeds that are not independent, with their rates.
std::vector<NamedNumber> dependent_numbers(const Kinematics& kinematics, const Values& values) {
  std::vector<NamedNumber> result;
  if (!kinematics.closing) return result;
  const Substitution motion = dependent_motion(*kinematics.closing);
  for (Expr s : all_speeds(kinematics)) {
    const auto speed = motion.symbols.find(s);
    if (speed == motion.symbols.end()) continue;
    const Expr rate = motion.symbols.at(make_symbol(s.name(), s.primes() + 1));
    result.push_back({to_text(s), evaluate(speed->second, values), evaluate(rate, values)});
  }
  return result;
}

// ---- first part: what does not need accelerations ----

void add_motion(const Model& model, const Kinematics& kinematics, Sheet& sheet) {
  sheet.add(make_symbol("t"));
  for (std::size_t i : known_coordinates(model, kinematics))
    for (int primes : {0, 1})
      sheet.add(substitute(make_symbol(model.coordinates[i].name, primes), kinematics.resolution));
  for (const LoadElement& load : model.loads)
    for (const LoadState& state : load.states) {
      sheet.add(make_symbol(state.name));
      sheet.add(substitute(state.rate, kinematics.resolution));
    }
  sheet.add(kinematics.speeds);
}

void take_motion(const Model& model, const Kinematics& kinematics, Sheet& sheet, StateNumbers& numbers) {
  numbers.time = sheet.number();
  auto take = [&](const std::string& name) {
    const double value = sheet.number(), rate = sheet.number();
    return NamedNumber{name, value, rate};
  };
  for (std::size_t i : known_coordinates(model, kinematics))
    numbers.coordinates.push_back(take(model.coordinates[i].name));
  for (const LoadElement& load : model.loads)
    for (const LoadState& state : load.states) numbers.states.push_back(take(state.name));
  numbers.speeds = sheet.numbers(static_cast<Index>(kinematics.speeds.size()));
  for (Expr s : kinematics.speeds) numbers.speed_names.push_back(to_text(s));
}

MatrixXd take_mass(Sheet& sheet, Index f) {
  MatrixXd mass(f, f);
  for (Index i = 0; i < f; ++i)
    for (Index j = 0; j <= i; ++j) mass(i, j) = mass(j, i) = sheet.number();
  return mass;
}

// ---- second part: with accelerations ----

void add_reactions(std::span<const JointLoad> loads, Sheet& sheet) {
  for (const JointLoad& joint : loads) {
    sheet.add(joint.origin);
    sheet.add(joint.load.torque), sheet.add(joint.load.force);
  }
}

std::vector<Reaction> take_reactions(const Model& model, std::span<const JointLoad> loads, Sheet& sheet) {
  std::vector<Reaction> reactions;
  for (const JointLoad& joint : loads) {
    Reaction reaction{name_of(model, joint), model.bodies[joint.body].name, {}, {}};
    reaction.about = sheet.vector();
    reaction.load.torque = sheet.vector(), reaction.load.force = sheet.vector();
    reactions.push_back(reaction);
  }
  return reactions;
}

void add_point(const Model& model, const Kinematics& kinematics, const PointRequest& point, bool acceleration,
               Sheet& sheet) {
  const Pose<Expr> frame = pose_on_body(model, point.place);
  const PointMotion motion =
      compute_point_motion(model, kinematics, body_of(model, point.place), frame.at(point.position));
  const Matrix rotation = motion.rotation * frame.rotation;
  sheet.add(motion.position);
  for (const Vector& row : rotation.rows) sheet.add(row);
  sheet.add(motion.velocity), sheet.add(motion.angular_velocity);
  if (acceleration) sheet.add(motion.acceleration), sheet.add(motion.angular_acceleration);
  for (const auto* columns : {&motion.J_T, &motion.J_R})
    for (Expr s : kinematics.speeds) {
      const auto found = std::find(motion.speeds.begin(), motion.speeds.end(), s);
      sheet.add(found == motion.speeds.end() ? Vector{}
                                             : (*columns)[static_cast<std::size_t>(found - motion.speeds.begin())]);
    }
}

PointNumbers take_point(const PointRequest& point, bool acceleration, Index f, Sheet& sheet) {
  PointNumbers numbers;
  numbers.name = point.name;
  numbers.position = sheet.vector();
  for (auto& row : numbers.rotation.rows) row = sheet.vector();
  numbers.velocity = sheet.vector(), numbers.angular_velocity = sheet.vector();
  if (acceleration) {
    numbers.acceleration = sheet.vector();
    numbers.angular_acceleration = sheet.vector();
  }
  for (MatrixXd* columns : {&numbers.J_T, &numbers.J_R}) *columns = sheet.numbers(3 * f).reshaped(3, f);
  return numbers;
}

}  // namespace

StateNumbers evaluate_state(const Model& model, const Kinematics& kinematics, const State& state,
                            const EvaluateRequest& request) {
  const auto f = static_cast<Index>(kinematics.speeds.size());
  const bool with_acceleration = request.acceleration || request.reactions;
  const bool solve_for_it = with_acceleration && !request.accelerations;
  const bool all = with_acceleration || request.accelerations;
  const bool mass = all || request.mass, bias = all || request.bias, forces = all || request.forces;

  Sheet first, second;
  add_motion(model, kinematics, first);
  if (mass || bias || forces) {
    const Equations equations = derive_by_kane(model, kinematics);
    if (mass) first.add(equations.mass);
    if (bias) first.add(equations.bias);
    if (forces) first.add(equations.forces);
  }
  if (request.energies) {
    const Energies energies = compute_energies(model, kinematics);
    first.add(energies.kinetic), first.add(energies.potential), first.add(energies.dissipation);
  }
  std::vector<JointLoad> loads;
  std::vector<ClosedLoads::Undetermined> undetermined;
  std::vector<ClosedLoads::EquationForce> multipliers;
  if (request.reactions && kinematics.closing) {
    ClosedLoads closed = compute_closed_loads(model, kinematics);
    loads = std::move(closed.loads);
    undetermined = std::move(closed.undetermined);
    multipliers = std::move(closed.equations);
  } else if (request.reactions) {
    loads = compute_joint_loads(model, kinematics);
  }
  add_reactions(loads, second);
  for (const ClosedLoads::EquationForce& force : multipliers) second.add(force.multiplier);
  for (const PointRequest& point : request.points) add_point(model, kinematics, point, request.acceleration, second);

  std::vector<Expr> needed = first.formulas();
  needed.insert(needed.end(), second.formulas().begin(), second.formulas().end());
  const std::vector<Expr> accelerations = accelerations_of(kinematics.speeds);
  require_values(needed, state, accelerations);

  if (const auto undefined = find_undefined_rates(model, kinematics, state.values)) throw *undefined;
  StateNumbers numbers;
  first.evaluate(state.values);
  take_motion(model, kinematics, first, numbers);
  if (mass) numbers.mass = take_mass(first, f);
  if (bias) numbers.bias = first.numbers(f);
  if (forces) numbers.forces = first.numbers(f);
  if (request.energies) {
    numbers.energies.emplace();
    for (double* energy : {&numbers.energies->kinetic, &numbers.energies->potential, &numbers.energies->dissipation})
      *energy = first.number();
  }

  if (!request.efforts.empty())
    numbers.effort = project_efforts(kinematics, state, numbers_by_speed(model, kinematics, state, request.efforts, 0));
  if (request.accelerations) {
    numbers.acceleration = numbers_by_speed(model, kinematics, state, *request.accelerations, 1);
    numbers.required_effort = *numbers.mass * *numbers.acceleration + *numbers.bias - *numbers.forces;
    if (numbers.effort) *numbers.required_effort -= *numbers.effort;
  } else if (solve_for_it) {
    if (const auto singular = find_singularity(model, kinematics, state.values, *numbers.mass)) throw *singular;
    VectorXd right = *numbers.forces - *numbers.bias;
    if (numbers.effort) right += *numbers.effort;
    numbers.acceleration = solve(*numbers.mass, right);
  }

  Values values = state.values;
  for (std::size_t i = 0; i < accelerations.size() && numbers.acceleration; ++i)
    values[accelerations[i]] = (*numbers.acceleration)[static_cast<Index>(i)];
  second.evaluate(values);
  if (numbers.acceleration) numbers.dependent = dependent_numbers(kinematics, values);
  for (const ClosedLoads::Undetermined& one : undetermined) numbers.undetermined.push_back(describe(model, one));
  if (request.reactions) numbers.reactions = take_reactions(model, loads, second);
  for (const ClosedLoads::EquationForce& force : multipliers)
    numbers.multipliers.push_back({model.constraints[force.constraint].name, second.number()});
  for (const PointRequest& point : request.points)
    numbers.points.push_back(take_point(point, request.acceleration, f, second));

  if (!request.mass) numbers.mass.reset();
  if (!request.bias) numbers.bias.reset();
  if (!request.forces) numbers.forces.reset();
  if (!request.acceleration) numbers.acceleration.reset();
  return numbers;
}

}  // namespace kinemate
