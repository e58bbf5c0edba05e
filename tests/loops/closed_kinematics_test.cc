#include "loops/closed_kinematics.h"

#include <cmath>

#include "expr/text/print.h"
#include "loops/closed_machine.h"
#include "loops/loop_machines.h"
#include "loops/whole_machine.h"

namespace kinemate {
namespace {

class ClosedKinematicsTest : public ModelTest {};

Eigen::Vector3d vector_at(const Vector& v, const Values& values) {
  const std::vector<double> n = evaluate(with_sample_functions(std::vector<Expr>{v.x, v.y, v.z}), values);
  return {n[0], n[1], n[2]};
}

TEST_F(ClosedKinematicsTest, TreesAreAsTheyWere) {
  const Model model = example_machine("planar_pendulum");
  const Kinematics tree = compute_kinematics(model), closed = compute_closed_kinematics(model);
  EXPECT_EQ(closed.closing, nullptr);
  EXPECT_EQ(closed.speeds, tree.speeds);
  EXPECT_EQ(closed.bodies.back().twist, tree.bodies.back().twist);
}

// Velocities are the rates of positions and J s + drift, accelerations those of all bodies with all their joints.
TEST_F(ClosedKinematicsTest, BodiesMoveAsAllJointsLetThem) {
  std::mt19937_64 random(1);
  std::vector<Model> machines = all_loop_machines();
  for (Model& rolling : all_rolling_machines()) machines.push_back(std::move(rolling));
  for (const Model& model : machines) {
    SCOPED_TRACE(model.name);
    const Kinematics closed = compute_closed_kinematics(model);
    const WholeMachine whole(model);
    const WholeMotion motion = whole.at(whole.random_state(random));
    const Values& values = motion.values;
    for (std::size_t b = 1; b < model.bodies.size(); ++b) {
      const PointMotion origin = compute_point_motion(model, closed, b, {});
      Eigen::Vector3d velocity = vector_at(origin.drift, values), turning = vector_at(origin.angular_drift, values),
                      change = vector_at(origin.bias, values), bend = vector_at(origin.angular_bias, values);
      for (std::size_t k = 0; k < origin.speeds.size(); ++k) {
        EXPECT_NE(std::find(closed.speeds.begin(), closed.speeds.end(), origin.speeds[k]), closed.speeds.end());
        const Eigen::Vector3d J_T = vector_at(origin.J_T[k], values), J_R = vector_at(origin.J_R[k], values);
        velocity += J_T * values.at(origin.speeds[k]);
        turning += J_R * values.at(origin.speeds[k]);
        change += J_T * values.at(rate_of(origin.speeds[k]));
        bend += J_R * values.at(rate_of(origin.speeds[k]));
      }
      const double scale = std::max(1.0, motion.fastest);
      EXPECT_LT((velocity - vector_at(origin.velocity, values)).norm(), 1e-10);
      EXPECT_LT((velocity - vector_at(along(closed.time_derivative, origin.position), values)).norm(), 1e-10);
      EXPECT_LT((turning - vector_at(origin.angular_velocity, values)).norm(), 1e-10);
      EXPECT_LT((bend - motion.accelerations[b].head<3>()).norm(), 1e-10 * scale) << model.bodies[b].name;
      EXPECT_LT((change - motion.accelerations[b].tail<3>()).norm(), 1e-10 * scale) << model.bodies[b].name;
    }
  }
}

// All cranks of a chain of parallelograms turn alike, whichever leads and with all parameters open: nothing is divided
// by, so that no position is singular.
TEST_F(ClosedKinematicsTest, ChainOfParallelogramsIsPlain) {
  for (const char* leading : {"phi0'", "phi1'", "alpha2'", "beta1'"}) {
    Model model = example_machine("four_bar_chain");
    model.independent = {parse(leading)};
    const Kinematics closed = compute_closed_kinematics(model);
    const Closing& closing = *closed.closing;
    EXPECT_TRUE(closing.followed.empty());
    for (const ClosureStep& step : closing.steps) EXPECT_TRUE(is_plain_sum(step.formula)) << to_text(step.formula);
    for (std::size_t i = 0; i < closing.T.size(); ++i) {
      EXPECT_TRUE(closing.T[i][0] == Expr(1) || closing.T[i][0] == Expr(-1)) << to_text(closing.T[i][0]);
      EXPECT_TRUE(closing.rho[i].is_zero());
    }
  }
}

// Of every joint: y = Φ s + ξ in independent speeds, as its own speeds have it.
TEST_F(ClosedKinematicsTest, JointsMoveByIndependentSpeeds) {
  std::mt19937_64 random(3);
  for (const Model& model : all_loop_machines()) {
    SCOPED_TRACE(model.name);
    const Kinematics closed = compute_closed_kinematics(model);
    const Values values = WholeMachine(model).random_state(random);
    for (std::size_t i = 0; i < closed.relations.size(); ++i) {
      const JointRelation &relation = closed.relations[i], &own = closed.closing->tree.relations[i];
      const auto twist = [&](const JointRelation& of) {
        Twist<Expr> sum = of.drift;
        for (std::size_t k = 0; k < of.speeds.size(); ++k) sum += of.bases.free_motion[k] * of.speeds[k];
        return sum;
      };
      const Twist<Expr> expected = twist(own), found = twist(relation);
      for (const Twist<Expr>& y : {found, *relation.twist}) {
        EXPECT_LT((vector_at(y.angular, values) - vector_at(expected.angular, values)).norm(), 1e-10);
        EXPECT_LT((vector_at(y.linear, values) - vector_at(expected.linear, values)).norm(), 1e-10);
      }
    }
  }
}

// A closed motion in small steps: the independent speeds grow steadily, coordinates follow by their rates.
class SteppedMotion {
 public:
  SteppedMotion(const Kinematics& closed, Values start) : closed_(closed), start_(std::move(start)) {
    for (const auto& [symbol, rate] : closed.time_derivative)
      if (start_.contains(symbol) && symbol.name() != "t" &&
          std::find(closed.speeds.begin(), closed.speeds.end(), symbol) == closed.speeds.end()) {
        symbols_.push_back(symbol);
        rates_.push_back(rate);
      }
  }

  Values at(double time) const {
    constexpr int kSteps = 4;
    Values values = start_;
    for (int i = 0; i < kSteps; ++i) step(values, time / kSteps);
    return values;
  }

 private:
  // Runge and Kutta's
  void step(Values& values, double h) const {
    const Values before = values;
    std::vector<double> sum(symbols_.size(), 0.0), slope;
    const double parts[] = {0, 0.5, 0.5, 1}, weights[] = {1, 2, 2, 1};
    for (int stage = 0; stage < 4; ++stage) {
      move(before, values, h * parts[stage]);
      for (std::size_t i = 0; i < symbols_.size() && stage > 0; ++i)
        values[symbols_[i]] = before.at(symbols_[i]) + h * parts[stage] * slope[i];
      slope = evaluate(with_sample_functions(rates_), values);
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += weights[stage] / 6 * slope[i];
    }
    move(before, values, h);
    for (std::size_t i = 0; i < sum.size(); ++i) values[symbols_[i]] = before.at(symbols_[i]) + h * sum[i];
  }

  void move(const Values& before, Values& values, double h) const {
    values[make_symbol("t")] = before.at(make_symbol("t")) + h;
    for (Expr s : closed_.speeds) values[s] = before.at(s) + h * start_.at(rate_of(s));
  }

  const Kinematics& closed_;
  const Values start_;
  std::vector<Expr> symbols_, rates_;
};

TEST_F(ClosedKinematicsTest, MotionsInSmallStepsStayClosed) {
  std::mt19937_64 random(2);
  std::vector<Model> models = {example_machine("andrews_squeezer"), example_machine("bricard")};
  for (const char* name :
       {"free flight with Euler parameters", "driven coordinate in a loop", "driven joint that closes", "moving base",
        "gear in a loop", "pose by formulas", "rolls in a loop"})
    models.push_back(loop_machine(name));
  constexpr double h = 1e-3;
  for (const Model& model : models) {
    SCOPED_TRACE(model.name);
    const Kinematics closed = compute_closed_kinematics(model);
    Values start = WholeMachine(model).random_state(random);
    std::uniform_real_distribution<double> any(-1, 1);
    for (Expr s : closed.speeds) start[rate_of(s)] = any(random);
    const SteppedMotion motion(closed, start);
    const Values after = motion.at(h), before = motion.at(-h);
    for (const LoopCondition& condition : closed.closing->conditions.conditions)
      for (const Values* values : {&after, &before})
        EXPECT_NEAR(evaluate(with_sample_functions({&condition.residual, 1}), *values)[0], 0, 1e-11);
    for (std::size_t b = 1; b < model.bodies.size(); ++b) {
      const PointMotion origin = compute_point_motion(model, closed, b, model.bodies[b].center);
      const auto rate = [&](const Vector& v) {
        return Eigen::Vector3d((vector_at(v, after) - vector_at(v, before)) / (2 * h));
      };
      const double scale = 1 + vector_at(origin.acceleration, start).norm();
      EXPECT_LT((rate(origin.position) - vector_at(origin.velocity, start)).norm(), 1e-4 * scale);
      EXPECT_LT((rate(origin.velocity) - vector_at(origin.acceleration, start)).norm(), 1e-3 * scale);
      EXPECT_LT((rate(origin.angular_velocity) - vector_at(origin.angular_acceleration, start)).norm(), 1e-3 * scale);
      for (std::size_t k = 0; k < 3; ++k) {  // Ṙ e = ω × R e
        const Eigen::Vector3d axis = vector_at(origin.rotation.column(k), start);
        EXPECT_LT((rate(origin.rotation.column(k)) - vector_at(origin.angular_velocity, start).cross(axis)).norm(),
                  1e-4 * scale);
      }
    }
  }
}

TEST_F(ClosedKinematicsTest, DependentSpeedsAreNowhere) {
  for (const Model& model : all_loop_machines()) {
    SCOPED_TRACE(model.name);
    const Kinematics closed = compute_closed_kinematics(model);
    std::vector<Expr> formulas;
    for (const BodyMotion& body : closed.bodies)
      for (const Vector* v : {&body.twist.angular, &body.twist.linear, &body.bias.angular, &body.bias.linear})
        formulas.insert(formulas.end(), {v->x, v->y, v->z});
    for (const auto& [symbol, rate] : closed.time_derivative) formulas.push_back(rate);
    for (const auto& [symbol, formula] : closed.resolution.symbols) formulas.push_back(formula);
    const std::vector<Expr> used = free_symbols(formulas);
    for (Expr s : closed.closing->conditions.speeds) {
      if (std::find(closed.speeds.begin(), closed.speeds.end(), s) != closed.speeds.end()) continue;
      EXPECT_EQ(std::find(used.begin(), used.end(), s), used.end()) << to_text(s);
      EXPECT_FALSE(closed.time_derivative.contains(s));
      EXPECT_TRUE(closed.resolution.symbols.contains(s));
    }
  }
}

TEST_F(ClosedKinematicsTest, TheSameMachineTwiceGivesTheSameFormulas) {
  const auto text = [](const Model& model) {
    std::string all;
    const Closing closing = *compute_closed_kinematics(model).closing;
    for (Expr s : closing.speeds) all += to_text(s) + "\n";
    for (Expr r : closing.rho) all += to_text(r) + "\n";
    for (const ClosureStep& step : closing.steps) all += to_text(step.formula) + "\n";
    return all;
  };
  const Model model = loop_machine("two loops that share a body");
  EXPECT_EQ(text(model), text(model));
}

}  // namespace
}  // namespace kinemate
