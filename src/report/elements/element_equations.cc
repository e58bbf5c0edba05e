#include "report/elements/element_equations.h"

#include <fmt/format.h>

#include <algorithm>

#include "expr/graph.h"
#include "flat/sampled_values.h"
#include "recursion/algorithms/explicit_column.h"
#include "report/elements/shorten_element.h"

namespace kinemate {
namespace {

constexpr const char* kVelocities = "velocities and pose, outward";
constexpr const char* kInward = "inertia and loads, inward";
constexpr const char* kOutward = "accelerations, outward";

std::vector<std::string> numbered(std::string_view name, std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i <= count; ++i) names.push_back(fmt::format("{}{}", name, i));
  return names;
}

// R11, R12, ..., R33
std::vector<std::string> matrix_names(std::string_view name) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i <= 3; ++i)
    for (std::size_t j = 1; j <= 3; ++j) names.push_back(fmt::format("{}{}{}", name, i, j));
  return names;
}

// The upper triangle: M11, M12, ..., M66
std::vector<std::string> inertia_names(std::string_view name) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i <= 6; ++i)
    for (std::size_t j = i; j <= 6; ++j) names.push_back(fmt::format("{}{}{}", name, i, j));
  return names;
}

// References to the entries in the order of these names.

std::vector<Expr*> entries_of(Vector& v) { return {&v.x, &v.y, &v.z}; }

std::vector<Expr*> entries_of(Matrix& m) {
  std::vector<Expr*> entries;
  for (Vector& row : m.rows)
    for (Expr* entry : entries_of(row)) entries.push_back(entry);
  return entries;
}

template <template <class> class Pair>
std::vector<Expr*> entries_of(Pair<Expr>& pair) {
  auto& [a, b] = pair;
  return {&a.x, &a.y, &a.z, &b.x, &b.y, &b.z};
}

std::vector<Expr*> entries_of(ArticulatedInertia<Expr>& M) {
  auto& [A, C, L] = M;
  return {&A.xx, &A.xy,    &A.xz,    &C(0, 0), &C(0, 1), &C(0, 2), &A.yy, &A.yz, &C(1, 0), &C(1, 1), &C(1, 2),
          &A.zz, &C(2, 0), &C(2, 1), &C(2, 2), &L.xx,    &L.xy,    &L.xz, &L.yy, &L.yz,    &L.zz};
}

template <class Quantity>
Quantity symbols_of(std::string_view interface, const std::vector<std::string>& names) {
  Quantity quantity;
  const std::vector<Expr*> entries = entries_of(quantity);
  for (std::size_t i = 0; i < entries.size(); ++i) *entries[i] = make_symbol(fmt::format("{}.{}", interface, names[i]));
  return quantity;
}

// How a frame moves.
struct FrameMotion {
  Matrix R;              ///< its axes, in inertial ones
  Vector r;              ///< its origin
  Twist<Expr> y;         ///< in its axes
  Acceleration<Expr> x;  ///< likewise, against free fall
};

FrameMotion motion_at(std::string_view interface) {
  return {symbols_of<Matrix>(interface, matrix_names("R")), symbols_of<Vector>(interface, numbered("r", 3)),
          symbols_of<Twist<Expr>>(interface, numbered("y", 6)),
          symbols_of<Acceleration<Expr>>(interface, numbered("x", 6))};
}

// What gets no name: zeros, constants, and symbols with their signs.
bool is_short(Expr formula) {
  const Kind kind = split_number(formula).rest.kind();
  return formula.is_number() || kind == Kind::kSymbol || kind == Kind::kPi || free_symbols(formula).empty();
}

// One element while it is made.
class Element {
 public:
  Element(const MachineLinks& links, const FormulaSystem& system, const BodyMotion& world,
          const std::unordered_set<std::string>& taken)
      : links_(links), system_(system), world_(world), taken_(taken) {}

  ElementEquations make(const std::vector<std::size_t>& chain, ElementMaker::Role role) {
    carries_ = role == ElementMaker::Role::kCarrier;
    for (std::size_t i = 0; i < chain.size(); ++i) {
      stages_.push_back({chain[i], chain.size() == 1 ? "" : fmt::format("_{}", i + 1)});
      is_last_ = i + 1 == chain.size();
      move_outward(stages_.back(), i == 0 ? motion_at(kPrimary) : stages_[i - 1].motion);
    }
    for (std::size_t i = chain.size(); i-- > 0;) {
      is_last_ = i + 1 == chain.size();
      eliminate(stages_[i]);
      if (i > 0) {
        stages_[i - 1].M = stages_[i - 1].M + passed_inertia(stages_[i]);
        stages_[i - 1].l += inward(stages_[i].transfer, stages_[i].l);
      } else {
        define(kPrimary, inertia_names("M"), passed_inertia(stages_[i]));
        define(kPrimary, numbered("l", 6), inward(stages_[i].transfer, stages_[i].l));
      }
    }
    group_ = kOutward;
    for (std::size_t i = 0; i < chain.size(); ++i) {
      is_last_ = i + 1 == chain.size();
      accelerate(stages_[i], i == 0 ? motion_at(kPrimary) : stages_[i - 1].motion);
    }
    return shorten_element(std::move(made_), taken_);
  }

  ElementEquations make_world() {
    const Matrix& R = world_.pose.rotation;
    group_ = "the motion of the world; accelerations less gravity";
    define(kSecondary, matrix_names("R"), R);
    define(kSecondary, numbered("r", 3), world_.pose.position);
    define(kSecondary, numbered("y", 6),
           Twist<Expr>{links_.base.angular_velocity, transposed_times(R, world_.twist.linear)});
    define(kSecondary, numbered("x", 6), links_.base.acceleration);
    return shorten_element(std::move(made_), taken_);
  }

 private:
  // A link of the element.
  struct Stage {
    std::size_t link;
    std::string suffix;  ///< of the names of its variables
    Transfer<Expr> transfer{};
    FrameMotion motion{};
    Acceleration<Expr> c{};
    ArticulatedInertia<Expr> M{};  ///< M^A, then M^a
    Load<Expr> l{};                ///< l^A, then l^a
    struct Column {
      ExplicitColumn<Expr> factors;
      Expr driving;  ///< η + Φᵀl
    };
    std::vector<Column> columns{};
  };

  // Names

  Expr make_variable(std::string name) {
    while (taken_.contains(name)) name += '_';
    made_.variables.push_back(make_symbol(name));
    return made_.variables.back();
  }

  // Products of other orders may cancel: what is zero is written so.
  void add(Expr left, Expr right) {
    made_.equations.push_back({group_, left, samples_.is_zero(right) ? Expr(0) : right});
  }

  void let(const std::string& name, Expr& formula) {
    if (samples_.is_zero(formula)) formula = Expr(0);
    if (is_short(formula)) return;
    const Expr variable = make_variable(name);
    add(variable, formula);
    formula = variable;
  }

  template <class Quantity>
  void let(const std::vector<std::string>& names, const std::string& suffix, Quantity& quantity) {
    const std::vector<Expr*> entries = entries_of(quantity);
    for (std::size_t i = 0; i < entries.size(); ++i) let(names[i] + suffix, *entries[i]);
  }

  void let(const std::string& what, const std::string& suffix, Turn<Expr>& turn) {
    let("cosine" + what + suffix, turn.cos);
    let("sine" + what + suffix, turn.sin);
  }

  template <class Quantity>
  void define(std::string_view interface, const std::vector<std::string>& names, Quantity quantity) {
    const std::vector<Expr*> entries = entries_of(quantity);
    for (std::size_t i = 0; i < entries.size(); ++i)
      add(make_symbol(fmt::format("{}.{}", interface, names[i])), *entries[i]);
  }

  // A quantity of the body's frame, which others may ask for.
  template <class Quantity>
  void let_or_define(const std::vector<std::string>& names, const std::string& suffix, Quantity& quantity) {
    if (!carries_ || !is_last_) return let(names, suffix, quantity);
    define(kSecondary, names, quantity);
    quantity = symbols_of<Quantity>(kSecondary, names);
  }

  // Passes

  // y, pose and c. Of a leaf nobody asks for more than ω and c.
  void move_outward(Stage& stage, const FrameMotion& V) {
    group_ = kVelocities;
    const MachineLink& link = links_.links[stage.link];
    const auto& [twist, bias] = system_.joints[stage.link];
    const Vector& w_V = V.y.angular;
    Transfer<Expr>& t = stage.transfer = system_.system.links[stage.link].transfer;
    if (!t.turns_with_carrier) t.fixed = transpose(V.R) * (world_.pose.rotation * link.near.rotation);
    let("", stage.suffix, t.after);
    let("_before", stage.suffix, t.before);
    if (t.tilt) let("_tilt", stage.suffix, *t.tilt);
    let(matrix_names("T"), stage.suffix, t.fixed);
    let(numbered("d", 3), stage.suffix, t.arm);

    // of the carrier, or of the world where the link is oriented against it
    Vector w_near =
        t.turns_with_carrier ? t.outward(w_V) : transposed_times(link.near.rotation, links_.base.angular_velocity);
    let(numbered("o", 3), stage.suffix, w_near);
    stage.c.angular = cross(w_near, twist.angular) + bias.angular;
    if (!t.turns_with_carrier)
      stage.c.angular += transposed_times(link.near.rotation, links_.base.acceleration.angular);
    stage.c.linear =
        t.outward(cross(w_V, cross(w_V, t.arm))) + cross(w_near, twist.linear + twist.linear) + bias.linear;
    let(numbered("c", 6), stage.suffix, stage.c);

    FrameMotion& N = stage.motion;
    N.y.angular = w_near + twist.angular;
    if (carries_) {
      N.y.linear = t.outward(V.y.linear + cross(w_V, t.arm)) + twist.linear;
      const Matrix columns{
          {V.R * t.inward(unit<Expr>(0)), V.R * t.inward(unit<Expr>(1)), V.R * t.inward(unit<Expr>(2))}};
      N.R = transpose(columns);
      N.r = V.r + V.R * t.arm;
      let_or_define(matrix_names("R"), stage.suffix, N.R);
      let_or_define(numbered("r", 3), stage.suffix, N.r);
    }
    let_or_define(numbered("y", 6), stage.suffix, N.y);
    const RigidInertia<Expr>& inertia = system_.system.links[stage.link].inertia;
    stage.M = make_articulated(inertia);
    stage.l = system_.applied[stage.link] - velocity_load(inertia, N.y.angular);
  }

  // M^A and l^A to M^a and l^a.
  void eliminate(Stage& stage) {
    group_ = kInward;
    if (carries_ && is_last_) {
      subtract(stage.M, symbols_of<ArticulatedInertia<Expr>>(kSecondary, inertia_names("M")));
      subtract(stage.l, symbols_of<Load<Expr>>(kSecondary, numbered("l", 6)));
    }
    let(inertia_names("MA"), stage.suffix, stage.M);
    let(numbered("lA", 6), stage.suffix, stage.l);
    const auto& link = system_.system.links[stage.link];
    stage.columns.resize(link.count);
    for (std::size_t k = link.count; k-- > 0;) {
      const std::string suffix = link.count == 1 ? stage.suffix : fmt::format("{}_{}", stage.suffix, k + 1);
      const Twist<Expr>& free = system_.system.free[link.first + k];
      auto [factors, remaining] = eliminate_column(stage.M, free, link.first + k);
      let("W" + suffix, factors.inverse);
      let(numbered("K", 6), suffix, factors.gain);
      const DrivenColumn<Expr> driven = drive_column(factors, free, stage.l, system_.efforts[link.first + k]);
      stage.columns[k] = {factors, driven.driving};
      let("e" + suffix, stage.columns[k].driving);
      stage.M = remaining;
      stage.l = driven.load;
      let(inertia_names("Ma"), suffix, stage.M);
      if (k > 0) let(numbered("lk", 6), suffix, stage.l);
    }
    stage.l = stage.l - stage.M * stage.c;
    let(numbered("la", 6), stage.suffix, stage.l);
  }

  template <class Quantity>
  static void subtract(Quantity& a, Quantity b) {
    const std::vector<Expr*> left = entries_of(a), right = entries_of(b);
    for (std::size_t i = 0; i < left.size(); ++i) *left[i] -= *right[i];
  }

  // Gᵀ M^a G, one rotation after the other.
  ArticulatedInertia<Expr> passed_inertia(const Stage& stage) {
    const Transfer<Expr>& t = stage.transfer;
    ArticulatedInertia<Expr> M = rotate(stage.M, t.after);
    let(inertia_names("Mt"), stage.suffix, M);
    M = t.tilt ? tilt(M, *t.tilt) : rotate(M, t.fixed);
    let(inertia_names("Mf"), stage.suffix, M);
    M = rotate(M, t.before);
    if (!t.turns_with_carrier) M.angular = {}, M.coupling = {};
    let(inertia_names("Mr"), stage.suffix, M);
    return move_to(M, t.arm);
  }

  void accelerate(Stage& stage, const FrameMotion& V) {
    Acceleration<Expr>& x = stage.motion.x;
    x = outward(stage.transfer, V.x) + stage.c;
    const auto& link = system_.system.links[stage.link];
    if (link.count > 0) let(numbered("xc", 6), stage.suffix, x);
    std::vector<Expr> rates(link.count);
    for (std::size_t k = 0; k < link.count; ++k) {
      const auto& [factors, driving] = stage.columns[k];
      rates[k] = move_column(factors, driving, x);
      let(link.count == 1 ? "a" + stage.suffix : fmt::format("a{}_{}", stage.suffix, k + 1), rates[k]);
      x = x + to_acceleration(system_.system.free[link.first + k] * rates[k]);
    }
    if (carries_ || !is_last_) let_or_define(numbered("x", 6), stage.suffix, x);
    for (const auto& [first, R] : system_.turned) {
      if (first < link.first || first >= link.first + link.count) continue;
      const std::size_t k = first - link.first;
      Vector turned = R * Vector{rates[k], rates[k + 1], rates[k + 2]};
      let(numbered("at", 3), stage.suffix, turned);
      for (std::size_t i = 0; i < 3; ++i) rates[k + i] = turned[i];
    }
    for (std::size_t k = 0; k < link.count; ++k)
      made_.accelerations.push_back({system_.speeds[link.first + k], rates[k]});
  }

  const MachineLinks& links_;
  const FormulaSystem& system_;
  const BodyMotion& world_;
  const std::unordered_set<std::string>& taken_;
  bool carries_ = false, is_last_ = false;
  std::vector<Stage> stages_;
  const char* group_ = kVelocities;
  SampledValues samples_{{}};
  ElementEquations made_;
};

}  // namespace

InterfaceNames interface_names() {
  InterfaceNames names{matrix_names("R"), inertia_names("M")};
  for (const auto& more : {numbered("r", 3), numbered("y", 6), numbered("x", 6)})
    names.potentials.insert(names.potentials.end(), more.begin(), more.end());
  for (const std::string& more : numbered("l", 6)) names.flows.push_back(more);
  return names;
}

ElementMaker::ElementMaker(const MachineLinks& links, const FormulaSystem& system, const BodyMotion& world,
                           std::unordered_set<std::string> taken)
    : links_(links), system_(system), world_(world), taken_(std::move(taken)) {}

ElementEquations ElementMaker::make_body(const std::vector<std::size_t>& chain, Role role) const {
  return Element(links_, system_, world_, taken_).make(chain, role);
}

ElementEquations ElementMaker::make_world() const { return Element(links_, system_, world_, taken_).make_world(); }

}  // namespace kinemate
