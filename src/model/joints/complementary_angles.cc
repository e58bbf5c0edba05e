#include "model/joints/complementary_angles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <vector>

#include "base/check.h"
#include "expr/differentiate.h"
#include "expr/evaluate.h"
#include "expr/graph.h"
#include "expr/simplify/simplify.h"
#include "expr/substitute.h"
#include "expr/text/print.h"
#include "model/formulas.h"
#include "model/joints/joint.h"
#include "model/names.h"

namespace kinemate {
namespace {

constexpr double kRoundedAxis = 1e-12;  // axes given by doubles are perpendicular up to this

using ThreeAngles = std::array<Expr, 3>;

enum class SequenceKind { kCardan, kEuler };

struct AxisSequence {
  SequenceKind kind;
  int sign;  // of the last axis against n1 × n2, or against n1
};

struct TurnFormulas {
  ThreeAngles angles;
  ComplementaryAngles::Slopes slopes;
};

Expr arctangent(Expr y, Expr x) { return make_call(Function::kAtan2, y, x); }

Expr square_of(Expr x) { return pow(x, Expr(2)); }

// The value of a formula without symbols; NaN where it has some.
double number_of(Expr formula) {
  const Expr shortest = simplify(formula, kBriefly);
  return free_symbols(shortest).empty() && unspecified_calls({&shortest, 1}).empty() ? evaluate(shortest, {}) : NAN;
}

bool is_known_as(Expr formula, double value) { return std::abs(number_of(formula) - value) < kRoundedAxis; }

std::optional<AxisSequence> find_sequence(std::span<const Vector> n) {
  if (!is_known_as(dot(n[0], n[1]), 0) || !is_known_as(dot(n[1], n[2]), 0)) return std::nullopt;
  for (int sign : {1, -1}) {
    if (is_known_as(dot(n[2], cross(n[0], n[1])), sign)) return AxisSequence{SequenceKind::kCardan, sign};
    if (is_known_as(dot(n[2], n[0]), sign)) return AxisSequence{SequenceKind::kEuler, sign};
  }
  return std::nullopt;
}

// (α, β, γ) with R1(α) R2(β) R3(γ) = R1(φ) R2(θ) R1(ψ). R13 = sin β = sin θ cos ψ, and R11, R12 = cos β (cos γ, −sin γ)
// = (cos θ, sin θ sin ψ); R33 and −R23 = cos β (cos α, sin α) are (cos θ cos ψ, sin ψ) turned by φ.
TurnFormulas cardan_of_euler(const ThreeAngles& euler, Expr branch) {
  const auto& [phi, theta, psi] = euler;
  const Expr st = sin(theta), ct = cos(theta), sp = sin(psi), cp = cos(psi);
  const Expr square = square_of(ct) + square_of(st * sp), cosine = branch * sqrt(square);  // of β
  return {{phi + arctangent(branch * sp, branch * ct * cp), arctangent(st * cp, cosine),
           arctangent(-branch * st * sp, branch * ct)},
          {{{Expr(1), st * sp * cp / square, ct / square},
            {Expr(0), ct * cp / cosine, -st * sp / cosine},
            {Expr(0), -sp / square, -st * ct * cp / square}}}};
}

// The other way round: R11 = cos θ = cos β cos γ, and R13, R12 = sin θ (cos ψ, sin ψ) = (sin β, −cos β sin γ); −R31 and
// R21 = sin θ (cos φ, sin φ) are (sin β cos γ, sin γ) turned by α.
TurnFormulas euler_of_cardan(const ThreeAngles& cardan, Expr branch) {
  const auto& [alpha, beta, gamma] = cardan;
  const Expr sb = sin(beta), cb = cos(beta), sg = sin(gamma), cg = cos(gamma);
  const Expr square = square_of(sb) + square_of(cb * sg), sine = branch * sqrt(square);  // of θ
  return {{alpha + arctangent(branch * sg, branch * sb * cg), arctangent(sine, cb * cg),
           arctangent(-branch * cb * sg, branch * sb)},
          {{{Expr(1), -cb * sg * cg / square, sb / square},
            {Expr(0), sb * cg / sine, cb * sg / sine},
            {Expr(0), sg / square, -sb * cb * cg / square}}}};
}

// Both ways. About a last axis that points the other way, the last angle is counted the other way.
void set_turn_formulas(const AxisSequence& sequence, ComplementaryAngles& result) {
  const bool cardan = sequence.kind == SequenceKind::kCardan;
  const Expr sign(sequence.sign);
  const ThreeAngles turns = {result.angles[0], result.angles[1], sign * result.angles[2]};
  TurnFormulas there = cardan ? euler_of_cardan(turns, Expr(1)) : cardan_of_euler(turns, Expr(1));
  for (auto& row : there.slopes) row[2] *= sign;
  TurnFormulas back =
      cardan ? cardan_of_euler(result.complements, result.branch) : euler_of_cardan(result.complements, result.branch);
  back.angles[2] *= sign;
  for (Expr& slope : back.slopes[2]) slope *= sign;
  result.of_angles = there.angles;
  result.slopes_of_angles = there.slopes;
  result.of_complements = back.angles;
  result.slopes_of_complements = back.slopes;
  const Expr middle = result.angles[1], other = result.complements[1];
  result.branch_value = cardan ? cos(middle) : sin(middle);
  result.quality = square_of(result.branch_value);
  result.complement_quality = square_of(cardan ? sin(other) : cos(other));
}

bool has_three_angles(const Joint& joint) {
  return (joint.type == JointType::kSpherical || joint.type == JointType::kFree) && !joint.euler_parameters;
}

std::span<const std::size_t> angle_coordinates(const Joint& joint) { return std::span(joint.coordinates).last(3); }

// Whether a formula has the same value after whole turns of the angle. What is not seen to have counts as not having.
bool is_periodic(std::span<const Expr> formulas, Expr angle) {
  const Graph graph(formulas);
  std::vector<bool> bare(graph.size(), false);  // it grows or jumps with the angle
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Expr node = graph.node(i);
    const auto operands = graph.operands(i);
    bare[i] = node == angle || std::any_of(operands.begin(), operands.end(), [&](auto k) { return bare[k]; });
    if (!bare[i] || !(node.is_call(Function::kSin) || node.is_call(Function::kCos) || node.is_call(Function::kTan)))
      continue;
    const Expr slope = simplify(differentiate(node.operand(0), angle), kBriefly);
    bare[i] = !(slope.is_rational() && slope.rational().is_integer());
  }
  const auto roots = graph.roots();
  return std::none_of(roots.begin(), roots.end(), [&](auto root) { return bare[root]; });
}

// Why whole turns of a coordinate count; empty: they do not.
std::string where_turns_count(const Model& model, std::size_t joint, std::size_t coordinate) {
  const std::string& name = model.coordinates[coordinate].name;
  for (const LoadElement& load : model.loads) {
    const bool on_joint = load.type == LoadType::kFriction && load.coordinate == kNone && load.joint == joint;
    if (on_joint) return fmt::format("load {} acts on the turns of joint {}", load.name, model.joints[joint].name);
    if ((load.type == LoadType::kTorsion || load.type == LoadType::kFriction) && load.coordinate == coordinate)
      return fmt::format("load {} acts on the angle {} itself", load.name, name);
  }
  std::string reason;
  visit_formulas(model, [&](std::string_view section, std::string_view element, std::string_view key,
                            std::span<const Expr> formulas, Allowed allowed) {
    const bool fixed = allowed == Allowed::kParameters || allowed == Allowed::kTime;
    if (!reason.empty() || fixed || section == "outputs" || is_periodic(formulas, make_symbol(name))) return;
    reason = fmt::format("{} {}, {}: whole turns of {} count there", singular(section), element, key, name);
  });
  return reason;
}

std::string why_no_complement(const Model& model, std::size_t joint) {
  const Joint& locking = model.joints[joint];
  if (!find_sequence(locking.axes)) return fmt::format("the axes of joint {} are not perpendicular", locking.name);
  for (std::size_t index : angle_coordinates(locking)) {
    const Coordinate& coordinate = model.coordinates[index];
    if (coordinate.drive) return fmt::format("the angle {} of joint {} is driven", coordinate.name, locking.name);
    for (std::size_t other = 0; other < model.joints.size(); ++other) {
      const auto& used = model.joints[other].coordinates;
      if (other != joint && std::find(used.begin(), used.end(), index) != used.end())
        return fmt::format("the angle {} of joint {} serves joint {} too", coordinate.name, locking.name,
                           model.joints[other].name);
    }
    if (const std::string reason = where_turns_count(model, joint, index); !reason.empty()) return reason;
  }
  return "";
}

// Every name that may stand in formulas or over columns.
UniqueNames names_in_use(const Model& model) {
  std::set<std::string> used(model.functions.begin(), model.functions.end());
  for (const auto& [name, role] : symbol_roles(model)) used.insert(name);
  for (const std::string& name : undeclared_parameters(model)) used.insert(name);
  for (const LoadElement& load : model.loads) used.insert({load.name, load.distance, reaction_name(load)});
  for (const Output& output : model.outputs) used.insert(output.name);
  visit_formulas(model, [&](auto, auto, auto, std::span<const Expr> formulas, Allowed) {
    for (Expr call : unspecified_calls(formulas)) used.insert(std::string(call.name()));
  });
  UniqueNames names;
  for (const std::string& name : used) names.take(name);
  return names;
}

Expr rate_of(Expr coordinate) { return make_symbol(coordinate.name(), 1); }

bool is_angle_or_rate(const ComplementaryAngles& angles, Expr symbol) {
  return std::any_of(angles.angles.begin(), angles.angles.end(), [&](Expr a) { return a.name() == symbol.name(); });
}

// Q_k = Σ Q_i ∂angle_i/∂complement_k: the same power.
void turn_efforts(const ComplementaryAngles& angles, std::span<const Expr> speeds, std::span<Expr> efforts) {
  const auto first =
      static_cast<std::size_t>(std::find(speeds.begin(), speeds.end(), rate_of(angles.angles[0])) - speeds.begin());
  CHECK(first + 3 <= efforts.size());
  ThreeAngles turned;
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t i = 0; i < 3; ++i) turned[k] += efforts[first + i] * angles.slopes_of_complements[i][k];
  std::copy(turned.begin(), turned.end(), efforts.begin() + static_cast<std::ptrdiff_t>(first));
}

}  // namespace

std::optional<ComplementaryAngles> find_complementary_angles(const Model& model, std::size_t joint, std::string* why) {
  const Joint& locking = model.joints[joint];
  const std::string reason = has_three_angles(locking) ? why_no_complement(model, joint) : "";
  if (why) *why = reason;
  if (!has_three_angles(locking) || !reason.empty()) return std::nullopt;
  const AxisSequence sequence = *find_sequence(locking.axes);
  ComplementaryAngles result;
  result.joint = joint;
  UniqueNames names = names_in_use(model);
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string& name = model.coordinates[angle_coordinates(locking)[i]].name;
    result.angles[i] = make_symbol(name);
    result.complements[i] = make_symbol(names.take(name));
    if (i == 0) result.branch = make_symbol(names.take(name + "_branch"));
  }
  const Vector &n1 = locking.axes[0], &n2 = locking.axes[1];
  Vector n3 = n1;
  if (sequence.kind == SequenceKind::kEuler) {
    n3 = cross(n1, n2);
    for (std::size_t i = 0; i < 3; ++i) n3[i] = simplify(n3[i], kBriefly);
  }
  result.axes = {n1, n2, n3};
  set_turn_formulas(sequence, result);
  return result;
}

Model with_complementary_angles(const Model& model, const ComplementaryAngles& angles) {
  Model result = model;
  Substitution by_complements;
  for (std::size_t i = 0; i < 3; ++i) {
    Expr rate;
    for (std::size_t k = 0; k < 3; ++k) rate += angles.slopes_of_complements[i][k] * rate_of(angles.complements[k]);
    by_complements.symbols.emplace(angles.angles[i], angles.of_complements[i]);
    by_complements.symbols.emplace(rate_of(angles.angles[i]), rate);
  }
  replace_formulas(result, [&](auto, auto, auto, Expr formula) { return substitute(formula, by_complements); });

  const std::vector<Expr> speeds = joint_speeds(model, model.joints[angles.joint]);
  for (LoadElement& load : result.loads)
    if (load.type == LoadType::kJoint && load.joint == angles.joint) turn_efforts(angles, speeds, load.efforts);

  Joint& joint = result.joints[angles.joint];
  joint.axes.assign(angles.axes.begin(), angles.axes.end());
  for (std::size_t i = 0; i < 3; ++i)
    result.coordinates[angle_coordinates(joint)[i]].name = std::string(angles.complements[i].name());
  std::erase_if(result.initial, [&](const InitialValue& value) { return is_angle_or_rate(angles, value.symbol); });
  std::erase_if(result.independent, [&](Expr speed) { return is_angle_or_rate(angles, speed); });
  result.parameters.push_back({std::string(angles.branch.name()), Expr(1), "",
                               fmt::format("1 or -1, the sign of {}", to_text(angles.branch_value))});
  return result;
}

}  // namespace kinemate
