#include "model/joints/homokinetic.h"

#include <array>

#include "base/check.h"
#include "expr/differentiate.h"

namespace kinemate {
namespace {

// Axes across the shaft and along it.
struct ShaftTriad {
  explicit ShaftTriad(const Joint& joint) : n(joint.axes[0]) {
    const auto [first, second] = perpendicular(n);
    a = first, b = second;
  }

  Vector at(const Vector& v) const { return a * v.x + b * v.y + n * v.z; }
  Matrix at(const Matrix& m) const {
    const Matrix axes = transpose(Matrix{{a, b, n}});
    return axes == Matrix::identity() ? m : axes * m * transpose(axes);
  }

  Vector a, b, n;
};

// Forces that act at a place are locked, and motions of N's origin.
void lock_place(const Vector& place, DualBases& bases) {
  for (std::size_t i = 0; i < 3; ++i) {
    const Vector force = unit<Expr>(i);
    bases.locked_motion.push_back({{}, force});
    bases.locked_load.push_back({cross(place, force), force});
  }
}

// R(a, θ) R(b, φ) R(a, θ) in axes a, b, n, of the sines and cosines of θ and φ.
Matrix three_turns(Expr s, Expr c, Expr S, Expr C, Expr one_and_C) {
  const Expr slant = s * c * one_and_C;
  return {
      {Vector{C, s * S, c * S}, Vector{s * S, c * c - s * s * C, -slant}, Vector{-c * S, slant, c * c * C - s * s}}};
}

// d = 2 cos(φ/2) a of H, and b of H: free of half angles, with |d|² = 2 + 2 cos φ.
JointShape revolutes_shape(const Joint& joint, std::span<const Expr> q) {
  const ShaftTriad axes(joint);
  const Expr s = sin(q[0]), c = cos(q[0]), S = sin(q[1]), C = cos(q[1]), one_and_C = Expr(1) + C;
  const Vector d = axes.at(Vector{one_and_C, s * S, -c * S}), inner = axes.at(Vector{Expr(0), c, s});
  const Vector k = axes.at(Vector{S, -s * one_and_C, c * one_and_C});  // d × inner
  const Expr inverse_square = Expr(1) / (Expr(2) + Expr(2) * C);
  DualBases bases{
      {{d, {}}, {inner, {}}}, {{k * inverse_square, {}}}, {{d * inverse_square, {}}, {inner, {}}}, {{k, {}}}};
  lock_place({}, bases);
  return {{axes.at(three_turns(s, c, S, C, one_and_C)), {}}, bases};
}

// Turns by φ = 2 β, with the intermediate shaft along n of H. In axes of H
//   Φ_α = [2 cos β a; −l cos β b],  Φ_β = [2 b; l a],
// so that the place in the middle of the intermediate shaft is where forces pass.
JointShape double_cardan_shape(const Joint& joint, std::span<const Expr> q) {
  const ShaftTriad axes(joint);
  const Expr s = sin(q[0]), c = cos(q[0]), s_b = sin(q[1]), c_b = cos(q[1]), two(2);
  const Expr l = joint.length, one_and_C = two * c_b * c_b, S = two * s_b * c_b, C = one_and_C - Expr(1);
  const Vector a = axes.at(Vector{c_b, s * s_b, -c * s_b}), b = axes.at(Vector{Expr(0), c, s});
  const Vector n = axes.at(Vector{s_b, -s * c_b, c * c_b});
  DualBases bases{{{axes.at(Vector{one_and_C, s * S, -c * S}), b * (-l * c_b)}, {b * two, a * l}},
                  {{n, {}}},
                  {{a * (Expr(1) / (two * c_b)), {}}, {b * (Expr(1) / two), {}}},
                  {{n, {}}}};
  lock_place(n * (-l / two), bases);
  return {{axes.at(three_turns(s, c, S, C, one_and_C)), n * l}, bases};
}

// R_VH a = a + p × a + κ p × (p × a) and so on: the axes of H, in V.
JointShape parameters_shape(const Joint& joint, std::span<const Expr> p) {
  const ShaftTriad axes(joint);
  const Expr kappa = Expr(1) / (Expr(1) + p[0]), slant = kappa * p[1] * p[2], one(1);
  const Vector a = axes.at(Vector{one - kappa * p[2] * p[2], slant, -p[2]});
  const Vector b = axes.at(Vector{slant, one - kappa * p[1] * p[1], p[1]});
  const Vector n = axes.at(Vector{p[2], -p[1], p[0]});
  DualBases bases{{{a, {}}, {b, {}}}, {{n, {}}}, {{a, {}}, {b, {}}}, {{n, {}}}};
  lock_place({}, bases);
  return {{make_rotation(EulerParameters<Expr>{p[0], axes.at(Vector{p[1], p[2], Expr(0)})}), {}}, bases};
}

// The turning of the form of Euler parameters. ω = s_a a + s_b b of H. With w = s_a p_b − s_b p_a and u = κ w
//   ṗ_s = −½ (s_a p_a + s_b p_b),  ṗ_a = ½ (p_s s_a + u p_b),  ṗ_b = ½ (p_s s_b − u p_a),
// which keeps the norm for any p, unlike ½ (s − κ (s·p) p), to which it is equal where the norm is one.
// For ṡ = 0 also u̇ = 0, so that of ω = [s_a − u p_b, s_b + u p_a, −w] there remains u [−ṗ_b, ṗ_a, −ṗ_s].
struct ParameterMotion {
  ParameterMotion(Expr p_s, Expr p_a, Expr p_b, Expr speed_a, Expr speed_b) : s_a(speed_a), s_b(speed_b) {
    const Expr w = s_a * p_b - s_b * p_a, u = w / (Expr(1) + p_s);
    rates = homokinetic_rates<Expr>({p_s, p_a, p_b}, s_a, s_b);
    in_from = {s_a - u * p_b, s_b + u * p_a, -w};
    bias_in_from = {-u * rates.z, u * rates.y, -u * rates.x};
  }

  Expr s_a, s_b;
  Vector rates;                  // of p_s, p_a, p_b
  Vector in_from, bias_in_from;  // ω and ω̇ in axes a, b, n of V
};

// Mirrored at the plane between the shafts: a vector of V in axes of N, for those that lie in the plane.
Vector along_other_shaft(const Vector& v) { return {v.x, v.y, -v.z}; }

// The coordinates of the inverse rotation. Φ of them is Φ in axes of N.
std::vector<Expr> mirrored(const Joint& joint, std::span<const Expr> q) {
  std::vector<Expr> other;
  for (Expr x : q) other.push_back(-x);
  if (joint.euler_parameters) other[0] = q[0];
  return other;
}

}  // namespace

HomokineticForm homokinetic_form(const Joint& joint) {
  if (joint.euler_parameters) return HomokineticForm::kEulerParameters;
  return joint.double_cardan ? HomokineticForm::kDoubleCardan : HomokineticForm::kRevolutes;
}

std::string_view name_of_form(HomokineticForm form) {
  switch (form) {
    case HomokineticForm::kRevolutes: return "revolutes";
    case HomokineticForm::kDoubleCardan: return "double_cardan";
    case HomokineticForm::kEulerParameters: return "euler_parameters";
  }
  return "";
}

JointShape make_homokinetic_shape(const Joint& joint, std::span<const Expr> q) {
  CHECK(joint.type == JointType::kConstantVelocity);
  switch (homokinetic_form(joint)) {
    case HomokineticForm::kRevolutes: return revolutes_shape(joint, q);
    case HomokineticForm::kDoubleCardan: return double_cardan_shape(joint, q);
    case HomokineticForm::kEulerParameters: break;
  }
  return parameters_shape(joint, q);
}

void set_homokinetic_speeds(const Joint& joint, JointRelation& relation) {
  const std::vector<std::string> names = named_speeds(joint);
  const Expr p_s = relation.symbols[0], p_a = relation.symbols[1], p_b = relation.symbols[2];
  const ParameterMotion motion(p_s, p_a, p_b, make_symbol(names[0]), make_symbol(names[1]));
  const ShaftTriad axes(joint);
  relation.speeds = {motion.s_a, motion.s_b};
  relation.rates = {motion.rates.x, motion.rates.y, motion.rates.z};
  relation.twist = {axes.at(motion.in_from), {}};
  relation.bias = {axes.at(motion.bias_in_from), {}};
  auto prime = [](Expr symbol) { return make_symbol(symbol.name(), 1); };
  const Expr d_s = prime(p_s), d_a = prime(p_a), d_b = prime(p_b), two(2);
  const Expr turn = (d_a * p_b - d_b * p_a) / (Expr(1) + p_s);
  relation.inverse_rates = {two * (p_s * d_a - p_a * d_s + turn * p_b), two * (p_s * d_b - p_b * d_s - turn * p_a)};
}

HomokineticMotion make_homokinetic_motion(const Joint& joint, const JointRelation& relation, MovingEnd end) {
  const std::vector<Expr>&q = relation.symbols, &s = relation.speeds;
  const bool to = end == MovingEnd::kTo;
  HomokineticMotion motion;
  motion.free = make_homokinetic_shape(joint, to ? mirrored(joint, q) : q).bases.free_motion;
  if (!to)  // against N; about V's origin the shift is the same, since H is in the middle
    for (Twist<Expr>& column : motion.free) column.angular = -column.angular;
  if (joint.euler_parameters) {
    const ShaftTriad axes(joint);
    const ParameterMotion by_hand(q[0], q[1], q[2], s[0], s[1]);
    motion.twist = {axes.at(to ? along_other_shaft(by_hand.in_from) : -by_hand.in_from), {}};
    motion.bias = {axes.at(to ? along_other_shaft(by_hand.bias_in_from) : -by_hand.bias_in_from), {}};
    return motion;
  }
  Seeds seeds;
  for (std::size_t i = 0; i < q.size(); ++i) {
    motion.twist += motion.free[i] * s[i];
    seeds.emplace(q[i], s[i]);
  }
  const auto& [w, v] = motion.twist;
  const std::vector<Expr> rate = differentiate(std::array{w.x, w.y, w.z, v.x, v.y, v.z}, seeds);
  motion.bias = {{rate[0], rate[1], rate[2]}, Vector{rate[3], rate[4], rate[5]} + cross(w, v)};
  return motion;
}

}  // namespace kinemate
