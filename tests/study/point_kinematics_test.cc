#include "study/point_kinematics.h"

#include <random>

#include "expr/graph.h"
#include "loops/loop_machines.h"
#include "study/loops/fixture.h"

namespace kinemate {
namespace {

class PointKinematicsTest : public StudyTest {
 protected:
  // The values of a state with those of what depends on it.
  static Values with_dependent(Values values, const std::vector<DependentFormula>& dependent) {
    for (const DependentFormula& one : dependent)
      if (!values.contains(one.symbol)) values[one.symbol] = evaluate(one.formula, values);
    return values;
  }
};

// Formulas of closed machines have the values that evaluate finds.
TEST_F(PointKinematicsTest, FormulasAgreeWithNumbers) {
  for (const Model& model : all_loop_machines()) {
    SCOPED_TRACE(model.name);
    const Kinematics kinematics = compute_closed_kinematics(model);
    if (!kinematics.closing || kinematics.closing->freedoms_at_start > kinematics.speeds.size()) continue;
    std::vector<Given> moving;
    for (Expr s : kinematics.speeds) moving.push_back({s, Expr(Rational(3, 10))});
    const State state = make_state(model, kinematics, moving);
    const std::size_t body = model.bodies.size() - 1;
    Attachment place;
    place.body = body;
    const Vector point{Expr(Rational(1, 10)), Expr(Rational(1, 5)), Expr(0)};
    EvaluateRequest request;
    request.acceleration = request.reactions = request.energies = false;
    request.points.push_back({"p", place, point});
    const PointNumbers numbers = evaluate_state(model, kinematics, state, request).points[0];
    const PointKinematics made = compute_point_kinematics(model, place, point, std::nullopt);
    const Values values = with_dependent(state.values, made.dependent);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(evaluate(made.motion.position[i], values), numbers.position[i], 1e-9);
      EXPECT_NEAR(evaluate(made.motion.velocity[i], values), numbers.velocity[i], 1e-8);
      EXPECT_NEAR(evaluate(made.motion.angular_velocity[i], values), numbers.angular_velocity[i], 1e-8);
    }
  }
}

TEST_F(PointKinematicsTest, DependentOnesAreNamed) {
  const Model model = example_machine("slider_crank");
  Attachment place;
  place.body = find_body(model, "slider");
  if (place.body == kNone) place.body = model.bodies.size() - 1;
  const PointKinematics made = compute_point_kinematics(model, place, {}, std::nullopt);
  EXPECT_EQ(made.motion.speeds.size(), 1u);  // of the crank
  EXPECT_FALSE(made.dependent.empty());
  EXPECT_TRUE(made.implicit.empty());
}

TEST_F(PointKinematicsTest, TreesHaveNothingDependent) {
  const Model model = example_machine("planar_pendulum");
  Attachment place;
  place.body = 1;
  const PointKinematics made = compute_point_kinematics(model, place, {}, std::nullopt);
  EXPECT_TRUE(made.dependent.empty());
  EXPECT_TRUE(made.notes.empty());
}

}  // namespace
}  // namespace kinemate
