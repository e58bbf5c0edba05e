#include "formalism/methods/carrier_load.h"

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "dense.h"
#include "formalism/closed_loads.h"
#include "formalism/fixture.h"
#include "formalism/methods/joint_loads.h"
#include "formalism/methods/kane.h"
#include "formalism/methods/newton_euler.h"
#include "loops/closed_kinematics.h"

namespace kinemate {
namespace {

class CarrierLoadTest : public ModelTest {};

using SixNumbers = Eigen::Matrix<double, 6, 1>;

// The load of each joint on the body behind it, about the joint's origin there, in inertial axes, by the joint's name.
std::map<std::string, SixNumbers> loads_at(const Model& model, const std::vector<JointLoad>& loads,
                                           const Values& values) {
  std::map<std::string, SixNumbers> result;
  for (const JointLoad& joint : loads) {
    const auto& [torque, force] = joint.load;
    const std::vector<Expr> six = {torque.x, torque.y, torque.z, force.x, force.y, force.z};
    const std::vector<double> n = evaluate(with_sample_functions(six), values);
    result[model.joints[joint.joint].name] = Eigen::Map<const SixNumbers>(n.data());
  }
  return result;
}

// The same at a state, with the accelerations that Kane's equations give; `q''` of coordinates are added to `values`.
std::map<std::string, SixNumbers> moving_loads(const Model& model, Values& values) {
  const Kinematics kinematics = compute_kinematics(model);
  const NumericEquations kane = numbers(derive_by_kane(model, kinematics), values);
  const std::vector<Expr> rates = accelerations_of(kinematics.speeds);
  const Eigen::VectorXd found = rates.empty() ? Eigen::VectorXd() : dense::solve(kane.mass, kane.forces - kane.bias);
  for (std::size_t i = 0; i < rates.size(); ++i) values[rates[i]] = found[static_cast<Eigen::Index>(i)];
  return loads_at(model, compute_joint_loads(model, kinematics), values);
}

void expect_equal(const std::map<std::string, SixNumbers>& a, const std::map<std::string, SixNumbers>& b) {
  ASSERT_EQ(a.size(), b.size());
  double size = 1;
  for (const auto& [name, load] : a) size = std::max(size, load.lpNorm<Eigen::Infinity>());
  for (const auto& [name, load] : a)
    EXPECT_LT((load - b.at(name)).lpNorm<Eigen::Infinity>(), 1e-9 * size)
        << name << ": " << load.transpose() << " and " << b.at(name).transpose();
}

// Two rods of 1 m and 1 kg, stretched, at rest: 10 N at 0.5 m and at 1.5 m.
constexpr const char* kRods = R"(
bodies: {{upper: {{mass: 1, center: [1/2, 0, 0]}}, lower: {{mass: 1, center: [1/2, 0, 0]}}}}
gravity: {}
joints:
  shoulder: {{type: revolute, axis: z, from: world, to: upper, coordinate: a{}}}
  elbow: {{type: revolute, axis: z, from: {{body: upper, at: [1, 0, 0], axes: world}}, to: lower, coordinate: b{}}}
)";

TEST_F(CarrierLoadTest, AShoulderCarriesTheWholeArm) {
  const std::string across = fmt::format(fmt::runtime(kRods), "[0, 0, -10]", "", ""),
                    driven = fmt::format(fmt::runtime(kRods), "[0, -10, 0]", ", drive: 0*t", ", drive: 0*t"),
                    with_motors = fmt::format(fmt::runtime(kRods), "[0, -10, 0]", "", "") +
                                  "loads:\n  m1: {type: joint, joint: shoulder, effort: 15}\n"
                                  "  m2: {type: joint, joint: elbow, effort: 5}\n";
  for (const std::string& text : {across, driven, with_motors}) {
    SCOPED_TRACE(text);
    const Model model = machine(text);
    Values values;
    for (const char* symbol : {"t", "a", "b", "a'", "b'", "a''", "b''"}) values[parse(symbol)] = 0;
    const auto loads = loads_at(model, compute_joint_loads(model, compute_kinematics(model)), values);
    const Eigen::Index along = text == across ? 1 : 2;
    const double sign = text == across ? -1 : 1;
    EXPECT_NEAR(loads.at("shoulder")[along], 20 * sign, 1e-12);
    EXPECT_NEAR(loads.at("elbow")[along], 5 * sign, 1e-12);
  }
}

// A tree whose turns all are about one axis, in two texts: angles against the carrier, and against the world.
struct BothWays {
  std::string relative, absolute;
  struct Turn {
    std::string relative, absolute;
    std::size_t before;  // the turn next to the root, or kNone
  };
  std::vector<Turn> turns;
};

class BothWaysMaker {
 public:
  explicit BothWaysMaker(std::mt19937_64& random) : random_(random) {}

  BothWays make() {
    const char* const axes[] = {"x", "y", "z", "[2, 3, 6]", "[0, -3, 4]"};
    axis_ = axes[below(5)];
    driven_ = below(4) == 0;
    const int count = 2 + below(4);
    std::string bodies;
    std::vector<std::size_t> turn_of = {kNone};  // of each body
    for (int i = 1; i <= count; ++i) {
      bodies += fmt::format("  b{}: {{mass: {}, center: {}, inertia: {{xx: 1.4, yy: 1.2, zz: 1, xy: 1/9, yz: -1/7}}}}\n", i,
                            1 + below(4), vector());
      const int parent = below(3) == 0 ? below(i) : i - 1;
      turn_of.push_back(add_joint(i, parent, turn_of[static_cast<std::size_t>(parent)]));
    }
    const std::string head = fmt::format("gravity: {}\nbodies:\n{}joints:\n", vector(), bodies);
    add_efforts();
    const std::string wind = fmt::format("  wind: {{type: force, point: {{body: b{}, at: {}}}, vector: {}}}\n", count,
                                         vector(), vector());
    made_.relative = head + joints_[0] + "loads:\n" + wind + efforts_[0];
    made_.absolute = head + joints_[1] + "loads:\n" + wind + efforts_[1];
    return made_;
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  std::string number() { return std::to_string(below(19) - 9) + "/10"; }
  std::string vector() { return "[" + number() + ", " + number() + ", " + number() + "]"; }

  // Returns the last turn on the way to the body.
  std::size_t add_joint(int body, int parent, std::size_t before) {
    const std::string carrier = parent == 0 ? "world" : fmt::format("b{}", parent), at = vector(), far = vector();
    const auto add = [&](std::size_t way, const std::string& type, bool world) {
      joints_[way] += fmt::format("  j{}: {{{}, from: {{body: {}, at: {}{}}}, to: {{body: b{}, at: {}}}}}\n", body, type,
                                  carrier, at, world && parent > 0 ? ", axes: world" : "", body, far);
    };
    const int kind = below(6);
    if (kind == 0) {  // goes on turning with its carrier
      const std::string type = fmt::format("type: prismatic, axis: {}, coordinate: s{}", vector_with_length(), body);
      add(0, type, false), add(1, type, false);
      return before;
    }
    BothWays::Turn turn{fmt::format("q{}", body), fmt::format("p{}", body), before};
    std::string own = fmt::format("{}*sin(t + {})/3", body, body), sum = own;
    if (driven_) {
      drives_.push_back(before == kNone ? own : drives_[before] + " + " + own);
      sum = drives_.back();
    }
    const bool slides = kind == 1 && !driven_;
    const auto type = [&](const std::string& angle, const std::string& drive) {
      if (slides) return fmt::format("type: cylindrical, axis: {}, coordinates: [{}, h{}]", axis_, angle, body);
      return fmt::format("type: revolute, axis: {}, coordinate: {}{}", axis_, angle,
                         driven_ ? ", drive: \"" + drive + "\"" : "");
    };
    add(0, type(turn.relative, own), false), add(1, type(turn.absolute, sum), true);
    joint_of_.push_back({body, slides});
    made_.turns.push_back(turn);
    return made_.turns.size() - 1;
  }

  // A motor in each joint; along angles against the world it is what it gives less what those behind it take.
  void add_efforts() {
    if (driven_) return;
    std::vector<std::string> along(made_.turns.size());
    std::vector<std::string> own;
    for (std::size_t i = 0; i < made_.turns.size(); ++i) {
      own.push_back(fmt::format("{}", 1 + below(9)));
      along[i] = own[i];
      if (made_.turns[i].before != kNone) along[made_.turns[i].before] += "-" + own[i];
    }
    for (std::size_t i = 0; i < made_.turns.size(); ++i)
      for (std::size_t way : {0u, 1u}) {
        const std::string effort = way == 0 ? own[i] : along[i];
        efforts_[way] += fmt::format("  m{0}: {{type: joint, joint: j{0}, effort: {1}}}\n", joint_of_[i].first,
                                     joint_of_[i].second ? "[" + effort + ", 2]" : effort);
      }
  }
  std::string vector_with_length() {
    const char* const axes[] = {"x", "y", "z", "[2, 3, 6]"};
    return axes[below(4)];
  }

  std::mt19937_64& random_;
  std::string axis_;
  bool driven_ = false;
  std::string joints_[2], efforts_[2];
  std::vector<std::string> drives_;
  std::vector<std::pair<int, bool>> joint_of_;
  BothWays made_;
};

TEST_F(CarrierLoadTest, AnglesAgainstTheWorldChangeNoLoad) {
  std::mt19937_64 random(71);
  const int rounds = random_cases(200);
  for (int round = 0; round < rounds; ++round) {
    const BothWays both = BothWaysMaker(random).make();
    SCOPED_TRACE(both.absolute);
    const Model relative = machine(both.relative), absolute = machine(both.absolute);
    Values values = random_state(relative, compute_kinematics(relative), random), turned = values;
    const auto sum = [&](const Values& of, std::size_t turn, int primes) {
      double total = 0;
      for (; turn != kNone; turn = both.turns[turn].before)
        if (const auto found = of.find(make_symbol(both.turns[turn].relative, primes)); found != of.end())
          total += found->second;
      return total;
    };
    for (std::size_t i = 0; i < both.turns.size(); ++i)
      for (int primes : {0, 1}) turned[make_symbol(both.turns[i].absolute, primes)] = sum(values, i, primes);
    const auto a = moving_loads(relative, values), b = moving_loads(absolute, turned);
    expect_equal(a, b);
    for (std::size_t i = 0; i < both.turns.size(); ++i) {
      const auto found = turned.find(make_symbol(both.turns[i].absolute, 2));
      if (found == turned.end()) continue;  // driven
      EXPECT_NEAR(found->second, sum(values, i, 2), 1e-8 * (1 + std::abs(found->second)));
    }
    // and each body's own equations hold with them
    const Kinematics kinematics = compute_kinematics(absolute);
    std::vector<Expr> residuals;
    for (const BodyEquation& body : compute_body_equations(absolute, kinematics, centers_of_mass(absolute))) {
      Vector force = body.momentum_rate - body.force, torque = body.spin_rate - body.torque;
      for (const CutLoad& cut : body.cuts) force -= cut.load.force, torque -= cut.load.torque;
      residuals.insert(residuals.end(), {force.x, force.y, force.z, torque.x, torque.y, torque.z});
    }
    for (const auto& [name, load] : b)
      for (Eigen::Index d = 0; d < 3; ++d) {
        turned[make_symbol(name + "_m" + "xyz"[d])] = load[d];
        turned[make_symbol(name + "_f" + "xyz"[d])] = load[3 + d];
      }
    for (double residual : evaluate(residuals, turned)) EXPECT_NEAR(residual, 0, 1e-7);
    if (HasFailure()) return;
  }
}

// Any axes: the same three coordinates, each joint against its carrier, or with all turns before it against the world.
TEST_F(CarrierLoadTest, SpatialTurnsWrittenOut) {
  std::mt19937_64 random(72);
  const char* const axes[] = {"x", "y", "z", "[2, 3, 6]", "[0, -3, 4]"};
  for (int round = 0; round < random_cases(40); ++round) {
    std::string texts[2], turns;
    for (std::string& text : texts) text = "gravity: [1, 2, -9]\nbodies:\n";
    for (int i = 1; i <= 3; ++i)
      for (std::string& text : texts)
        text += fmt::format("  b{}: {{mass: {}, center: [0.3, 0.1, -0.2], inertia: {{xx: 1.4, yy: 1.2, zz: 1}}}}\n", i, i);
    for (std::string& text : texts) text += "joints:\n";
    std::string names;
    for (int i = 1; i <= 3; ++i) {
      const std::string axis = axes[i == 2 ? random() % 2 : i == 1 ? 2 : 2 + random() % 3];  // no two alike
      const std::string from = i == 1 ? "world" : fmt::format("b{}", i - 1);
      names += fmt::format("{}q{}", i == 1 ? "" : ", ", i);
      turns += fmt::format("{}[{}, q{}]", i == 1 ? "" : ", ", axis, i);
      texts[0] += fmt::format("  j{0}: {{type: revolute, axis: {1}, from: {{body: {2}, at: [0.7, {0}, 0.2]}}, to: b{0}, coordinate: q{0}}}\n",
                              i, axis, from);
      texts[1] += fmt::format("  j{0}: {{type: motion, from: {{body: {1}, at: [0.7, {0}, 0.2]{2}}}, to: b{0}, coordinates: [{3}], rotation: [{4}]}}\n",
                              i, from, i == 1 ? "" : ", axes: world", names, turns);
    }
    texts[1] = "coordinates: [q1, q2, q3]\n" + texts[1];
    const std::string motors = "loads:\n  m: {type: torsion, coordinate: q2, stiffness: 3, angle: 0.2}\n";
    const Model relative = machine(texts[0] + motors), absolute = machine(texts[1] + motors);
    SCOPED_TRACE(texts[1]);
    Values values = random_state(relative, compute_kinematics(relative), random), same = values;
    expect_equal(moving_loads(relative, values), moving_loads(absolute, same));
    for (const char* rate : {"q1''", "q2''", "q3''"}) EXPECT_NEAR(values.at(parse(rate)), same.at(parse(rate)), 1e-8);
    if (HasFailure()) return;
  }
}

// A body that a joint holds against the world while its carrier turns: what holds it is no load of the carrier, whose
// hinge stays free.
TEST_F(CarrierLoadTest, WhatHoldsAgainstTheWorldDoesNoWorkOnTheCarrier) {
  const Model model = machine(R"(
gravity: [0, -10, -5]
bodies: {arm: {mass: 1, center: [1/2, 0, 0], inertia: {xx: 1, yy: 1, zz: 1}}, tray: {mass: 2, center: [0.3, 0.2, 0.4], inertia: {xx: 1, yy: 2, zz: 2}}}
joints:
  hinge: {type: revolute, axis: z, from: world, to: arm, coordinate: a}
  level: {type: prismatic, axis: y, from: {body: arm, at: [1, 0, 0], axes: world}, to: tray, coordinate: h}
)");
  std::mt19937_64 random(73);
  Values values = random_state(model, compute_kinematics(model), random);
  values[parse("a")] = 0.5, values[parse("a'")] = 3;
  const auto loads = moving_loads(model, values);
  EXPECT_NEAR(loads.at("hinge")[2], 0, 1e-9);        // about its axis
  EXPECT_GT(std::abs(loads.at("level")[2]), 0.05);   // which keeps the tray from turning
  EXPECT_NEAR(loads.at("level")[0], 2, 1e-9);        // the weight of the tray beside the slide
  // which the arm bears: with its lever to the slide, that of the tray's weight, and that of its own
  EXPECT_NEAR(loads.at("hinge")[0], 2 + 10 * values.at(parse("h")) + 12.5 * std::sin(0.5), 1e-9);
}

// Loops, whatever describes their joints: determined loads and those of least squares.
TEST_F(CarrierLoadTest, LoopsInEitherAngles) {
  const auto four_bar = [&](const char* axes, const char* start) {
    return machine(fmt::format(R"(
gravity: [0, 0, -10]
bodies:
  a: {{mass: 1, center: [0, 0.5, 0], inertia: {{xx: 0.1, zz: 0.1}}}}
  b: {{mass: 4, center: [1, 0, 0], inertia: {{yy: 0.4, zz: 0.4}}}}
  c: {{mass: 1, center: [0, 0.5, 0], inertia: {{xx: 0.1, zz: 0.1}}}}
joints:
  j: {{type: revolute, axis: z, from: world, to: a, coordinate: q1}}
  k: {{type: revolute, axis: z, from: {{body: a, at: [0, 1, 0]{0}}}, to: b, coordinate: q2}}
  m: {{type: revolute, axis: z, from: {{body: world, at: [2, 0, 0]}}, to: c, coordinate: q4}}
  l: {{type: revolute, axis: z, from: {{body: b, at: [2, 0, 0]{0}}}, to: {{body: c, at: [0, 1, 0]}}, coordinate: q3, cut: true}}
initial: {1}
)",
                               axes, start));
  };
  const auto loads = [&](const Model& model) {
    const Kinematics closed = compute_closed_kinematics(model);
    Values values = closed.closing->start;
    for (Expr s : closed.closing->conditions.speeds) values[s] = values[make_symbol(s.name(), s.primes() + 1)] = 0;
    return loads_at(model, compute_closed_loads(model, closed).loads, values);
  };
  expect_equal(loads(four_bar("", "{q1: 0.3, q2: -0.3, q4: 0.3, q3: 0.3}")),
               loads(four_bar(", axes: world", "{q1: 0.3, q2: 0, q4: 0.3, q3: 0.3}")));
}

}  // namespace
}  // namespace kinemate
