#include "study/singular.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <random>

#include "expr/graph.h"
#include "expr/normal/sample_functions.h"
#include "expr/text/print.h"
#include "formalism/equations.h"
#include "formalism/links/numeric_system.h"
#include "formalism/methods/kane.h"
#include "formalism/methods/recursive.h"
#include "loops/closing.h"
#include "model/topology/numeric_tree.h"
#include "numeric/decompositions.h"
#include "recursion/algorithms/articulated.h"
#include "recursion/singular_column.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kTolerance = 1e-13;   // of the scaled M: rounding of sums is some 1e-16, real machines are above 1e-12
constexpr double kNoDiagonal = 1e-24;  // M_ii that is rounding of a squared arm, against the largest
constexpr double kSmall = 1e-6;        // the root of kTolerance, and some: arms and directions
constexpr double kLargestRate = 1e9;   // of a coordinate for a speed of 1
constexpr double kLostPivot = 1e-14;   // of M_ii: rounding is some 1e-16, a chain of 10,000 links is at 1e-12
constexpr std::size_t kMostListedMotions = 4;
constexpr std::size_t kFewForFormulas = 60;     // so many that M as formulas is no great work
constexpr std::size_t kSeveralForErrors = 300;  // so many that it is not too much where an error is to be explained
constexpr std::size_t kManyForPivots = 10000;   // beyond, pivots of a chain may be as small as rounding

VectorXd speed_scale(const MatrixXd& mass) {
  const double largest = mass.diagonal().cwiseAbs().maxCoeff();
  return mass.diagonal().unaryExpr([&](double entry) {
    const double size = std::abs(entry) > kNoDiagonal * largest ? std::abs(entry) : largest;
    return size > 0 ? 1 / std::sqrt(size) : 1;
  });
}

// Columns with a pivot each, which is 1 there and 0 in all others (Gauss-Jordan with complete pivoting).
MatrixXd with_pivots(MatrixXd columns) {
  std::vector<Index> free(static_cast<std::size_t>(columns.cols()));
  for (std::size_t i = 0; i < free.size(); ++i) free[i] = static_cast<Index>(i);
  while (!free.empty()) {
    Index row = 0, column = free[0];
    for (Index j : free)
      for (Index i = 0; i < columns.rows(); ++i)
        if (std::abs(columns(i, j)) > std::abs(columns(row, column)) * (1 + 1e-9)) row = i, column = j;
    columns.col(column) /= columns(row, column);
    for (Index j = 0; j < columns.cols(); ++j)
      if (j != column) columns.col(j) -= columns.col(column) * double(columns(row, j));
    free.erase(std::find(free.begin(), free.end(), column));
  }
  return columns;
}

double value_of(const Values& values, Expr leaf) {
  const auto found = values.find(leaf);
  return found == values.end() ? 1 : found->second;
}

std::vector<double> numbers_of(const std::vector<Expr>& formulas, const Values& values) {
  Values all = values;
  for (Expr symbol : free_symbols(formulas)) all.emplace(symbol, value_of(values, symbol));
  for (Expr call : unspecified_calls(formulas)) all.emplace(call, value_of(values, call));
  return evaluate(formulas, all);
}

std::string join_and(const std::vector<std::string>& words) {
  if (words.size() < 2) return words.empty() ? "" : words[0];
  return fmt::format("{} and {}", fmt::join(words.begin(), words.end() - 1, ", "), words.back());
}

std::string motion_text(const Kinematics& kinematics, const VectorXd& motion) {
  std::vector<std::string> parts;
  for (Index i = 0; i < motion.size(); ++i)
    if (motion[i] != 0)
      parts.push_back(fmt::format("{} = {:.6g}", to_text(kinematics.speeds[static_cast<std::size_t>(i)]), motion[i]));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string position_text(const JointRelation& relation, const Values& values) {
  std::vector<std::string> parts;
  for (Expr q : relation.symbols) parts.push_back(fmt::format("{} = {:.10g}", to_text(q), value_of(values, q)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

// ---- gimbal lock: directions of a joint that depend on each other at this state ----

MatrixXd directions_of(const JointRelation& relation, const Values& values) {
  std::vector<Expr> formulas;
  for (const Twist<Expr>& y : relation.bases.free_motion)
    formulas.insert(formulas.end(), {y.angular.x, y.angular.y, y.angular.z, y.linear.x, y.linear.y, y.linear.z});
  const std::vector<double> numbers = numbers_of(formulas, values);
  return Eigen::Map<const MatrixXd>(numbers.data(), 6, static_cast<Index>(relation.speeds.size()));
}

// A motion of a joint's speeds (f) that does not move it; 0 where its directions are independent.
VectorXd idle_motion(const Kinematics& kinematics, const JointRelation& relation, const Values& values) {
  VectorXd motion = VectorXd::Zero(static_cast<Index>(kinematics.speeds.size()));
  if (relation.speeds.empty()) return motion;
  const MatrixXd directions = directions_of(relation, values);
  const SingularValues svd = decompose_singular(directions);
  const Index last = directions.cols() - 1;
  const double smallest = last >= 6 ? 0 : svd.values(last);
  if (smallest > kSmall * std::max(1.0, svd.values(0))) return motion;
  for (Index i = 0; i <= last; ++i) {
    const Expr speed = relation.speeds[static_cast<std::size_t>(i)];
    const auto place = std::find(kinematics.speeds.begin(), kinematics.speeds.end(), speed);
    if (std::abs(svd.v(i, last)) > kSmall) motion[place - kinematics.speeds.begin()] = svd.v(i, last);
  }
  return motion;
}

// Whether M s = 0; a speed that several joints share may move another one.
bool meets_no_inertia(const MatrixXd& mass, const VectorXd& motion) {
  const VectorXd scale = speed_scale(mass), scaled = motion.cwiseQuotient(scale);
  return motion.norm() > 0 && (scale.asDiagonal() * (mass * motion)).norm() <= kSmall * scaled.norm();
}

std::optional<Error> find_gimbal_lock(const Model& model, const Kinematics& kinematics, const Values& values,
                                      const MatrixXd& mass, const std::string& motions) {
  for (std::size_t i = 0; i < kinematics.relations.size(); ++i) {
    const JointRelation& relation = kinematics.relations[i];
    const VectorXd motion = idle_motion(kinematics, relation, values);
    if (!meets_no_inertia(mass, motion)) continue;
    std::vector<std::string> idle;
    for (Index k = 0; k < motion.size(); ++k)
      if (motion[k] != 0) idle.push_back(to_text(kinematics.speeds[static_cast<std::size_t>(k)]));
    const Joint& joint = model.joints[kinematics.tree.joints[i].joint];
    const bool turns = idle.size() > 1 && (joint.type == JointType::kSpherical || joint.type == JointType::kFree);
    const std::string why = idle.size() == 1 ? fmt::format("its speed {} does not move it", idle[0])
                            : idle.size() == 2
                                ? fmt::format("its speeds {} move it in one direction", join_and(idle))
                                : fmt::format("its speeds {} move it in fewer directions", join_and(idle));
    return Error(
        ErrorCode::kSingularPosition,
        fmt::format("joint {} is in {} at {}: {}; {}", joint.name, turns ? "gimbal lock" : "a singular position",
                    position_text(relation, values), why, motions),
        turns                                        ? "use `sequence: euler_parameters`, or another sequence of axes"
        : joint.type == JointType::kConstantVelocity ? "use `form: euler_parameters`: it moves at every bend"
                                                     : "describe the joint by coordinates that move it here, too");
  }
  return std::nullopt;
}

// ---- bodies without inertia ----

// Angular velocity and velocity of the centre of mass of a body for a motion of the speeds.
Twist<double> body_twist(const Model& model, const Kinematics& kinematics, std::size_t body, const VectorXd& motion,
                         const Values& values) {
  const PointMotion point = compute_point_motion(model, kinematics, body, model.bodies[body].center);
  std::vector<Expr> formulas;
  for (const auto* columns : {&point.J_R, &point.J_T})
    for (const Vector& v : *columns) formulas.insert(formulas.end(), {v.x, v.y, v.z});
  const std::vector<double> numbers = numbers_of(formulas, values);
  Twist<double> twist;
  for (std::size_t k = 0; k < point.speeds.size(); ++k) {
    const auto row = std::find(kinematics.speeds.begin(), kinematics.speeds.end(), point.speeds[k]);
    const double s = motion[row - kinematics.speeds.begin()];
    const double *R = &numbers[3 * k], *T = &numbers[3 * (k + point.speeds.size())];
    twist += Twist<double>{{R[0], R[1], R[2]}, {T[0], T[1], T[2]}} * s;
  }
  return twist;
}

double largest(const Vector3<double>& v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); }

// What makes a motion free of inertia: bodies without any, and bodies that have none in this direction.
std::string find_massless_bodies(const Model& model, const Kinematics& kinematics, const Values& values,
                                 const MatrixXd& motions) {
  std::vector<std::string> none, no_mass, no_inertia;
  for (std::size_t b = 1; b < model.bodies.size(); ++b) {
    const Body& body = model.bodies[b];
    double turns = 0, shifts = 0;
    for (Index k = 0; k < motions.cols(); ++k) {
      const Twist<double> twist = body_twist(model, kinematics, b, motions.col(k), values);
      turns = std::max(turns, largest(twist.angular));
      shifts = std::max(shifts, largest(twist.linear));
    }
    if (turns < kSmall && shifts < kSmall) continue;
    const Symmetric3<Expr>& I = body.inertia;
    const std::vector<double> numbers = numbers_of({body.mass, I.xx, I.yy, I.zz, I.xy, I.xz, I.yz}, values);
    const bool inertia = std::any_of(numbers.begin() + 1, numbers.end(), [](double entry) { return entry != 0; });
    (numbers[0] == 0 && !inertia          ? none
     : numbers[0] == 0 && shifts > kSmall ? no_mass
                                          : no_inertia)
        .push_back(body.name);
  }
  auto sentence = [](std::vector<std::string> names, const char* one, const char* many) {
    if (names.empty()) return std::string();
    const bool single = names.size() == 1;
    if (names.size() > kMostListedMotions + 1) {
      const std::size_t more = names.size() - kMostListedMotions;
      names.resize(kMostListedMotions);
      names.push_back(fmt::format("{} more", more));
    }
    return fmt::format("{} {} {}; ", single ? "body" : "bodies", join_and(names), single ? one : many);
  };
  return sentence(none, "moves and has neither mass nor inertia", "move and have neither mass nor inertia") +
         sentence(no_mass, "moves and has no mass", "move and have no mass") +
         sentence(no_inertia, "turns about an axis through its centre of mass without inertia about it",
                  "turn about axes through their centres of mass without inertia about them");
}

// Coordinates of no joint, such as charges, whose rates are not squared in the kinetic energy.
std::string find_massless_coordinates(const Kinematics& kinematics, const MatrixXd& motions) {
  std::vector<std::string> names;
  for (Expr q : kinematics.further) {
    const auto speed = std::find(kinematics.speeds.begin(), kinematics.speeds.end(), make_symbol(q.name(), 1));
    if (speed != kinematics.speeds.end() && motions.row(speed - kinematics.speeds.begin()).cwiseAbs().maxCoeff() > 0)
      names.push_back(to_text(*speed));
  }
  return names.empty() ? "" : fmt::format("the kinetic energy has no square of {}; ", join_and(names));
}

// A state that is like others: numbers at random where the machine has none.
Values choose_state(const Model& model, const Kinematics& kinematics) {
  constexpr unsigned kTrial = 1;
  Values values = choose_numbers(model, kTrial).values;
  std::mt19937_64 random(kTrial);
  std::uniform_real_distribution<double> number(0.2, 1);
  const Rates rates = compute_rates(kinematics);
  for (const auto* symbols : {&kinematics.speeds, &rates.coordinates})
    for (Expr symbol : *symbols) values[symbol] = number(random);
  if (kinematics.closing)
    for (const auto& [symbol, value] : kinematics.closing->start) values[symbol] = value;
  return values;
}

// A column whose pivot, articulated bodies, is rounding of the M_ii that it is left of, composite bodies.
std::optional<std::size_t> find_lost_column(const BaseSystem<double>& system) {
  try {
    const ArticulatedFactors<double> factors = factor_articulated(system);
    std::vector<ArticulatedInertia<double>> composites;
    for (const auto& link : system.links) composites.push_back(make_articulated(link.inertia));
    for (std::size_t i = system.links.size(); i-- > 0;) {
      const auto& link = system.links[i];
      for (std::size_t k = link.first; k < link.first + link.count; ++k) {
        const Twist<double>& free = system.free[k];
        if (kLostPivot * power(composites[i] * to_acceleration(free), free) * factors.columns[k].inverse >= 1) return k;
      }
      if (link.carrier != kBase)
        composites[link.carrier] = composites[link.carrier] + inward(link.transfer, composites[i]);
    }
  } catch (const SingularColumn& singular) {
    return singular.speed;
  }
  return std::nullopt;
}

}  // namespace

MatrixXd find_massless_motions(const MatrixXd& mass) {
  const Index f = mass.rows();
  if (f == 0) return MatrixXd(0, 0);
  const VectorXd scale = speed_scale(mass);
  const SymmetricEigenvalues eigen = decompose_symmetric(scale.asDiagonal() * mass * scale.asDiagonal());
  std::vector<Index> small;
  for (Index k = 0; k < f; ++k)
    if (std::abs(eigen.values[k]) <= kTolerance) small.push_back(k);
  MatrixXd scaled(f, static_cast<Index>(small.size()));
  for (std::size_t k = 0; k < small.size(); ++k) scaled.col(static_cast<Index>(k)) = eigen.vectors.col(small[k]);
  scaled = with_pivots(scaled);
  scaled = scaled.unaryExpr([](double entry) { return std::abs(entry) < kSmall ? 0 : entry; });
  MatrixXd motions = scale.asDiagonal() * scaled;
  // the pivot speed is 1
  for (Index k = 0; k < motions.cols(); ++k) {
    Index pivot = 0;
    scaled.col(k).cwiseAbs().maxCoeff(&pivot);
    motions.col(k) /= double(motions(pivot, k));
  }
  return motions;
}

std::optional<Error> find_singularity(const Model& model, const Kinematics& kinematics, const Values& values,
                                      const MatrixXd& mass) {
  const MatrixXd motions = find_massless_motions(mass);
  if (motions.cols() == 0) return std::nullopt;
  std::string text;
  for (Index k = 0; k < motions.cols() && k < static_cast<Index>(kMostListedMotions); ++k)
    text += fmt::format("{}{}", k == 0 ? "the motion " : "; the motion ", motion_text(kinematics, motions.col(k)));
  if (motions.cols() > static_cast<Index>(kMostListedMotions)) text += "; and others";
  text += motions.cols() == 1 ? " meets no inertia" : " meet no inertia";
  if (auto lock = find_gimbal_lock(model, kinematics, values, mass, text)) return lock;
  const std::string reasons =
      find_massless_bodies(model, kinematics, values, motions) + find_massless_coordinates(kinematics, motions);
  return Error(
      ErrorCode::kSingularMass, fmt::format("the mass matrix is singular at this state: {}", text),
      reasons.empty() ? "nothing that has mass moves in this way" : reasons + "give mass or inertia, or fix the joint");
}

std::optional<Error> find_undefined_rates(const Model& model, const Kinematics& kinematics, const Values& values) {
  for (std::size_t i = 0; i < kinematics.relations.size(); ++i) {
    const JointRelation& relation = kinematics.relations[i];
    const Joint& joint = model.joints[kinematics.tree.joints[i].joint];
    if (joint.type != JointType::kCustom) continue;
    std::vector<Expr> H;
    for (Expr rate : relation.rates) {
      const std::vector<Expr> row = gradient(rate, relation.speeds);
      H.insert(H.end(), row.begin(), row.end());
    }
    const std::vector<double> numbers = numbers_of(H, values);
    if (std::all_of(numbers.begin(), numbers.end(), [](double h) { return std::abs(h) < kLargestRate; })) continue;
    return Error(ErrorCode::kSingularPosition,
                 fmt::format("joint {} is in gimbal lock at {}: its coordinates cannot follow its speeds", joint.name,
                             position_text(relation, values)),
                 "describe its pose by coordinates that can, for example Euler parameters");
  }
  return std::nullopt;
}

std::optional<Error> find_near_singularity(const Model& model, const Kinematics& kinematics, const Values& values) {
  constexpr double kNearly = 1e-6;  // of a speed's own inertia
  const auto f = static_cast<Index>(kinematics.speeds.size());
  const std::vector<double> entries = evaluate(derive_by_kane(model, kinematics).mass, values);
  MatrixXd mass(f, f);
  for (Index i = 0; i < f; ++i)
    for (Index j = 0; j < f; ++j)
      mass(i, j) = entries[Equations::place(static_cast<std::size_t>(i), static_cast<std::size_t>(j))];
  const VectorXd size = mass.diagonal().cwiseAbs().cwiseMax(1e-300).cwiseSqrt();
  if (f == 0) return std::nullopt;
  const SymmetricEigenvalues solved =
      decompose_symmetric(size.cwiseInverse().asDiagonal() * mass * size.cwiseInverse().asDiagonal());
  if (solved.values[0] > kNearly) return std::nullopt;
  // without what little there is, the motion is named
  const VectorXd motion = size.asDiagonal() * solved.vectors.col(0);
  return find_singularity(model, kinematics, values, mass - solved.values[0] * motion * motion.transpose());
}

std::optional<Error> find_lasting_singularity(const Model& model, const Kinematics& kinematics,
                                              std::span<const Expr> mass_formulas) {
  const Values values = choose_state(model, kinematics);
  try {
    const std::vector<double> entries =
        evaluate(with_sample_functions({mass_formulas.begin(), mass_formulas.end()}), values);
    const auto f = static_cast<Index>(kinematics.speeds.size());
    MatrixXd mass(f, f);
    for (Index i = 0; i < f; ++i)
      for (Index j = 0; j < f; ++j)
        mass(i, j) = entries[Equations::place(static_cast<std::size_t>(i), static_cast<std::size_t>(j))];
    std::optional<Error> found = find_singularity(model, kinematics, values, mass);
    constexpr std::string_view here = " at this state";
    if (found)
      if (const std::size_t at = found->message.find(here); at != std::string::npos)
        found->message.erase(at, here.size());
    return found;
  } catch (const Error&) {  // no value there: nothing is known
    return std::nullopt;
  }
}

std::optional<Error> find_lasting_singularity(const Model& model, const Kinematics& kinematics,
                                              const FormulaSystem& links) {
  const std::size_t f = kinematics.speeds.size();
  if (f > kManyForPivots) return std::nullopt;
  std::optional<std::size_t> column;
  try {
    if (f > kFewForFormulas) column = find_lost_column(evaluate_system(links, choose_state(model, kinematics)).system);
  } catch (const Error&) {  // no value there: nothing is known
  }
  if (f > kFewForFormulas && !column) return std::nullopt;
  if (f <= kSeveralForErrors) return find_lasting_singularity(model, kinematics, compute_mass(links));
  return Error(ErrorCode::kSingularMass,
               fmt::format("the mass matrix is singular: a motion with the speed {} meets no inertia",
                           to_text(kinematics.speeds[links.speeds[*column]])),
               "give mass or inertia to the bodies that it moves");
}

}  // namespace kinemate
