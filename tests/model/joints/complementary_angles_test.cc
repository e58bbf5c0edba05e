// Both sequences of angles give the same rotation and the same angular velocity, and never lock together.
#include "model/joints/complementary_angles.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "model/checks/check.h"
#include "model/fixture.h"

namespace kinemate {
namespace {

class ComplementaryAnglesTest : public ModelTest {
 protected:
  // All sequences of three coordinate axes of which neighbours differ, with all signs.
  static std::vector<std::array<Vector, 3>> all_axes() {
    std::vector<std::array<Vector, 3>> result;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        for (std::size_t k = 0; k < 3; ++k)
          for (unsigned signs = 0; signs < 8; ++signs) {
            if (i == j || j == k) continue;
            auto axis = [&](std::size_t number, unsigned bit) {
              return signs >> bit & 1 ? -unit<Expr>(number) : unit<Expr>(number);
            };
            result.push_back({axis(i, 0), axis(j, 1), axis(k, 2)});
          }
    return result;
  }

  static Model ball(std::span<const Vector> axes) {
    Model model = joint_machine("type: spherical, sequence: xyz, coordinates: [a, b, c]");
    model.joints[0].axes.assign(axes.begin(), axes.end());
    return model;
  }

  static std::vector<ElementaryRotation<Expr>> turns(std::span<const Vector> axes, std::span<const Expr> angles) {
    std::vector<ElementaryRotation<Expr>> sequence;
    for (std::size_t i = 0; i < 3; ++i) sequence.push_back({axes[i], angles[i]});
    return sequence;
  }

  // The nine entries of the rotation, then the three of the angular velocity.
  static std::vector<Expr> motion(std::span<const Vector> axes, std::span<const Expr> angles) {
    const auto sequence = turns(axes, angles);
    const Matrix R = make_rotation<Expr>(sequence);
    const std::vector<Vector> columns = rotation_axes<Expr>(sequence);
    Vector omega;
    for (std::size_t i = 0; i < 3; ++i) omega += columns[i] * make_symbol(angles[i].name(), 1);
    std::vector<Expr> result;
    for (const Vector& row : R.rows) result.insert(result.end(), {row.x, row.y, row.z});
    result.insert(result.end(), {omega.x, omega.y, omega.z});
    return result;
  }

  // Angles of all quadrants and some turns, and rates.
  static Values random_motion(std::span<const Expr> angles, std::mt19937_64& random) {
    std::uniform_real_distribution<double> angle(-9, 9), rate(-1, 1);
    Values values;
    for (Expr a : angles) {
      values[a] = angle(random);
      values[make_symbol(a.name(), 1)] = rate(random);
    }
    return values;
  }

  // Values of other angles and their rates by formulas and slopes.
  static void add_others(std::span<const Expr> from, std::span<const Expr> to, std::span<const Expr> formulas,
                         const ComplementaryAngles::Slopes& slopes, const Values& known, Values& values) {
    for (std::size_t i = 0; i < 3; ++i) {
      values[to[i]] = evaluate(formulas[i], known);
      double rate = 0;
      for (std::size_t k = 0; k < 3; ++k)
        rate += evaluate(slopes[i][k], known) * known.at(make_symbol(from[k].name(), 1));
      values[make_symbol(to[i].name(), 1)] = rate;
    }
  }

  static double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
  }

  static double beyond_turns(double angle) { return std::abs(std::remainder(angle, 2 * std::numbers::pi)); }

  static std::string reason(const Model& model, std::size_t joint = 0) {
    std::string why = "not asked";
    EXPECT_FALSE(find_complementary_angles(model, joint, &why));
    return why;
  }

  // A ball joint about x, y, z with angles a, b, c and more of the machine.
  static Model ball_with(const std::string& more, const std::string& fields = "") {
    return machine(
        "bodies: {p: {mass: 1, center: [0.1, 0.2, 0.3], inertia: {xx: 1, yy: 2, zz: 2.5}}}\n"
        "joints: {ball: {type: spherical, sequence: xyz, from: world, to: p, coordinates: [a, b, c]" +
        fields + "}}\n" + more);
  }
};

TEST_F(ComplementaryAnglesTest, TurnTheSameWayAndBack) {
  std::mt19937_64 random(1);
  int other_branch = 0;
  for (const auto& axes : all_axes()) {
    const auto found = find_complementary_angles(ball(axes), 0);
    ASSERT_TRUE(found);
    const std::vector<Expr> by_angles = motion(axes, found->angles),
                            by_complements = motion(found->axes, found->complements);
    for (int trial = 0; trial < 12; ++trial) {
      const Values values = random_motion(found->angles, random);
      Values others;
      add_others(found->angles, found->complements, found->of_angles, found->slopes_of_angles, values, others);
      const double lock = std::min(evaluate(found->quality, values), evaluate(found->complement_quality, others));
      if (lock < 1e-3) continue;
      EXPECT_LT(largest_difference(evaluate(by_angles, values), evaluate(by_complements, others)), 1e-12 / lock);

      others[found->branch] = evaluate(found->branch_value, values) < 0 ? -1 : 1;
      other_branch += others[found->branch] < 0;
      Values again;
      add_others(found->complements, found->angles, found->of_complements, found->slopes_of_complements, others, again);
      for (Expr angle : found->angles) {
        const Expr rate = make_symbol(angle.name(), 1);
        EXPECT_LT(beyond_turns(again.at(angle) - values.at(angle)), 1e-12 / lock);
        EXPECT_NEAR(again.at(rate), values.at(rate), 1e-12 / lock / lock);
      }
    }
  }
  EXPECT_GT(other_branch, 400);
}

TEST_F(ComplementaryAnglesTest, SlopesAreDerivatives) {
  for (const char* axes : {"xyz", "zxz"}) {
    const auto found = find_complementary_angles(
        joint_machine(fmt::format("type: spherical, sequence: {}, coordinates: [a, b, c]", axes)), 0);
    ASSERT_TRUE(found);
    const Substitution on_branch{{{found->branch, Expr(-1)}}, {}};
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_TRUE(is_zero(found->slopes_of_angles[i][k] - differentiate(found->of_angles[i], found->angles[k])));
        EXPECT_TRUE(is_zero(substitute(
            found->slopes_of_complements[i][k] - differentiate(found->of_complements[i], found->complements[k]),
            on_branch)));
      }
  }
}

// The qualities are those of the axes as they are turned, and one of them is always large.
TEST_F(ComplementaryAnglesTest, NeverLockTogether) {
  std::mt19937_64 random(2);
  double least = 1;
  for (const auto& axes : all_axes()) {
    const auto found = find_complementary_angles(ball(axes), 0);
    ASSERT_TRUE(found);
    auto sine_squared = [](std::span<const Vector> about, std::span<const Expr> angles, const Values& values) {
      const std::vector<Vector> columns = rotation_axes<Expr>(turns(about, angles));
      return 1 - std::pow(evaluate(dot(columns[0], columns[2]), values), 2);
    };
    for (int trial = 0; trial < 12; ++trial) {
      Values values = random_motion(found->angles, random);
      for (std::size_t i = 0; i < 3; ++i) values[found->complements[i]] = evaluate(found->of_angles[i], values);
      const double quality = evaluate(found->quality, values), other = evaluate(found->complement_quality, values);
      EXPECT_NEAR(quality, sine_squared(axes, found->angles, values), 1e-12);
      EXPECT_NEAR(other, sine_squared(found->axes, found->complements, values), 1e-12);
      least = std::min(least, std::max(quality, other));
    }
  }
  EXPECT_GE(least, 0.5 - 1e-12);
  EXPECT_LT(least, 0.55);  // so that there were orientations where both are middling
}

// At the lock of the angles, where they stand for no definite orientation of their own, the complements are regular.
TEST_F(ComplementaryAnglesTest, AreRegularAtTheLock) {
  const auto found =
      find_complementary_angles(joint_machine("type: spherical, sequence: xyz, coordinates: [a, b, c]"), 0);
  ASSERT_TRUE(found);
  Values values{{parse("a"), 0.4}, {parse("b"), std::numbers::pi / 2}, {parse("c"), 1.1}};
  for (std::size_t i = 0; i < 3; ++i) values[found->complements[i]] = evaluate(found->of_angles[i], values);
  EXPECT_NEAR(evaluate(found->complement_quality, values), 1, 1e-12);
  EXPECT_NEAR(values.at(found->complements[0]), 1.5, 1e-12);  // a + c
}

TEST_F(ComplementaryAnglesTest, TakeAxesOfAnyDirection) {
  const Vector tilted[] = {parse_vector("3/5", "4/5", "0"), parse_vector("-4/5*cos(p)", "3/5*cos(p)", "sin(p)"),
                           parse_vector("4/5*sin(p)", "-3/5*sin(p)", "cos(p)")};
  for (const Vector& last : {tilted[2], -tilted[2], tilted[0], -tilted[0]}) {
    const Vector axes[] = {tilted[0], tilted[1], last};
    const auto found = find_complementary_angles(ball(axes), 0);
    ASSERT_TRUE(found);
    Values values{{parse("a"), 0.4}, {parse("b"), 0.7}, {parse("c"), -2.1}, {parse("p"), 0.3}};
    for (std::size_t i = 0; i < 3; ++i) values[found->complements[i]] = evaluate(found->of_angles[i], values);
    const Matrix difference =
        make_rotation<Expr>(turns(axes, found->angles)) - make_rotation<Expr>(turns(found->axes, found->complements));
    for (const Vector& row : difference.rows)
      for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(evaluate(row[i], values), 0, 1e-14);
  }
  // as doubles, not quite perpendicular
  const Expr s = make_real(std::sqrt(0.5)), h = make_real(0.5), r = make_real(std::sqrt(0.75));
  const Vector rounded[] = {{s, s, Expr(0)}, {-h * s, h * s, r}, {r * s, -r * s, h}};
  EXPECT_TRUE(find_complementary_angles(ball(rounded), 0));
}

TEST_F(ComplementaryAnglesTest, StandInTheModel) {
  Model model = machine(R"(
parameters: {k: 2, b_2: 3}
bodies: {p: {mass: 1, inertia: {xx: 1, yy: 2, zz: 2.5}}}
joints: {fly: {type: free, sequence: zxz, from: world, to: p, coordinates: [x, y, z, a, b, c], drive: {y: sin(t)}}}
loads:
  motor: {type: joint, joint: fly, effort: [1, 2, 3*sin(a), 4, 5*a'], states: {s: b_2*cos(b)}}
  line: {type: line, between: [world, p], distance: c_2, force: -k*c_2}
when: {up: {condition: cos(b) - 1/2, stop: true}}
initial: {x: 1, a: 2, b: 1, b': 3}
outputs: {turned: a + 2*b}
)");
  model.independent = {parse("x'"), parse("a'"), parse("c'")};
  const auto found = find_complementary_angles(model, 0);
  ASSERT_TRUE(found);
  EXPECT_EQ(to_text(found->complements[0]), "a_2");
  EXPECT_EQ(to_text(found->complements[1]), "b_3");
  EXPECT_EQ(to_text(found->complements[2]), "c_3");
  EXPECT_EQ(to_text(found->branch), "a_branch");
  EXPECT_EQ(to_text(found->branch_value), "sin(b)");
  const Model other = with_complementary_angles(model, *found);
  for (const auto& finding : find_mistakes(other)) ADD_FAILURE() << finding.message;
  EXPECT_EQ(other.coordinates[2].name, "z");
  EXPECT_EQ(other.coordinates[3].name, "a_2");
  EXPECT_EQ(other.coordinates[5].name, "c_3");
  EXPECT_EQ(other.joints[0].axes[2], (Vector{Expr(0), Expr(1), Expr(0)}));
  ASSERT_EQ(other.initial.size(), 1u);
  EXPECT_EQ(other.initial[0].symbol, parse("x"));
  EXPECT_EQ(other.independent, std::vector<Expr>{parse("x'")});
  EXPECT_EQ(other.parameters.back().name, "a_branch");
  EXPECT_TRUE(other.parameters.back().value->is_one());
  EXPECT_EQ(other.outputs[0].formula, found->of_complements[0] + Expr(2) * found->of_complements[1]);
  EXPECT_EQ(other.loads[0].states[0].rate, parse("b_2") * cos(found->of_complements[1]));
  EXPECT_EQ(*other.events[0].condition, cos(found->of_complements[1]) - Expr(Rational(1, 2)));

  // efforts on shifts stay, those on angles have the same power
  const std::vector<Expr>& efforts = other.loads[0].efforts;
  EXPECT_EQ(efforts[0], Expr(1));
  EXPECT_EQ(efforts[1], Expr(2));
  std::mt19937_64 random(3);
  Values values = random_motion(found->angles, random), others;
  add_others(found->angles, found->complements, found->of_angles, found->slopes_of_angles, values, others);
  others[found->branch] = evaluate(found->branch_value, values) < 0 ? -1 : 1;
  double power = 0;
  for (std::size_t k = 0; k < 3; ++k)
    power += evaluate(efforts[2 + k], others) * others.at(make_symbol(found->complements[k].name(), 1));
  EXPECT_NEAR(power, evaluate(parse("3*sin(a)*a' + 4*b' + 5*a'*c'"), values), 1e-11);
}

TEST_F(ComplementaryAnglesTest, AreNotLookedForWhereNothingLocks) {
  EXPECT_EQ(reason(joint_machine("type: revolute, axis: x, coordinate: a")), "");
  EXPECT_EQ(reason(joint_machine("type: spherical, sequence: euler_parameters, coordinates: [p0, p1, p2, p3]")), "");
}

TEST_F(ComplementaryAnglesTest, RefusalsSayWhy) {
  EXPECT_EQ(reason(joint_machine("type: spherical, sequence: [x, [1, 1, 0], z], coordinates: [a, b, c]")),
            "the axes of joint j are not perpendicular");
  EXPECT_EQ(reason(joint_machine("type: spherical, sequence: [x, y, [1, 0, 1]], coordinates: [a, b, c]")),
            "the axes of joint j are not perpendicular");
  EXPECT_EQ(reason(ball_with("", ", drive: {b: t}")), "the angle b of joint ball is driven");
  const struct {
    const char *more, *why;
  } cases[] = {
      {"loads: {k: {type: torsion, coordinate: c, stiffness: 1}}", "load k acts on the angle c itself"},
      {"loads: {f: {type: friction, coordinate: a, force: 1}}", "load f acts on the angle a itself"},
      {"loads: {V: {type: potential, energy: 3*a^2}}", "load V, energy: whole turns of a count there"},
      {"loads: {V: {type: potential, energy: cos(b/2)}}", "load V, energy: whole turns of b count there"},
      {"loads: {V: {type: potential, energy: f(c)}}", "load V, energy: whole turns of c count there"},
      {"loads: {m: {type: joint, joint: ball, effort: [0, -b, 0]}}", "load m, effort: whole turns of b count there"},
      {"constraints: {h: {type: holonomic, equation: a - 2*c}}",
       "constraint h, holonomic: whole turns of a count there"},
      {"when: {e: {condition: c - 1, stop: true}}", "event e, condition: whole turns of c count there"},
  };
  for (const auto& [more, why] : cases) EXPECT_EQ(reason(ball_with(more)), why);
}

TEST_F(ComplementaryAnglesTest, SharedAnglesAreRefused) {
  Model model = machine(R"(
bodies: {p: {mass: 1}, q: {mass: 1}}
joints:
  ball: {type: spherical, sequence: xyz, from: world, to: p, coordinates: [a, b, c]}
  hinge: {type: motion, from: world, to: q, coordinates: [d], rotation: [[z, d]]}
)");
  EXPECT_TRUE(find_complementary_angles(model, 0));
  model.joints[1].coordinates = {1};
  EXPECT_EQ(reason(model), "the angle b of joint ball serves joint hinge too");
}

TEST_F(ComplementaryAnglesTest, PeriodicFormulasAreNoHindrance) {
  std::string why;
  EXPECT_TRUE(find_complementary_angles(ball_with(R"(
loads:
  V: {type: potential, energy: sin(2*a - b + k) + cos(c)^2 + f(sin(b))}
  D: {type: dissipation, function: a'^2 + b'*c'}
  wind: {type: torque, body: p, vector: [tan(b), a', abs(sin(c))]}
outputs: {turned: a + b}
)"),
                                        0, &why))
      << why;
  EXPECT_EQ(why, "");
}

}  // namespace
}  // namespace kinemate
