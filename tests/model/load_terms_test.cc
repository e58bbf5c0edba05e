// Loads against their potential and dissipation, against written-out forces, and LAGR's two kinds of damper.
#include "model/load_terms.h"

#include <gtest/gtest.h>

#include "model/fixture.h"

namespace kinemate {
namespace {

class LoadTermsTest : public ModelTest {
 protected:
  // A pendulum on a sliding support, and a free mass.
  static Model with_load(const std::string& load, const std::string& rest = "") {
    return machine(rest + R"(
bodies: {car: {mass: M}, rod: {mass: m}, ball: {mass: 1}}
frames: {tip: {body: rod, at: [0, 0, -l], rotation: [[x, c]]}}
joints:
  rail: {type: prismatic, axis: y, from: world, to: car, coordinate: y}
  hinge: {type: revolute, axis: x, from: car, to: rod, coordinate: phi}
  air: {type: free, sequence: euler_parameters, from: world, to: ball, coordinates: [bx, by, bz, p0, p1, p2, p3], speeds: [wx, wy, wz]}
loads:
  load: {)" + load +
                   "}\n");
  }

  struct Result {
    Kinematics kinematics;
    LoadTerms terms;
    std::vector<Expr> forces;  // for each speed
  };

  static Result result_of(const Model& model) {
    Result result{compute_kinematics(model), {}, {}};
    result.terms = compute_load_terms(model, result.kinematics, model.loads[0]);
    result.forces = generalised_forces(model, result.kinematics, result.terms, result.kinematics.speeds);
    return result;
  }

  static Expr force_on(const Result& result, const char* speed) {
    for (std::size_t i = 0; i < result.forces.size(); ++i)
      if (result.kinematics.speeds[i] == parse(speed)) return result.forces[i];
    ADD_FAILURE() << "no speed " << speed;
    return Expr(0);
  }

  // Q = −∂V/∂q along the speeds: power of the loads = −dV/dt
  static void expect_conservative(const Result& result) {
    Expr power;
    for (std::size_t i = 0; i < result.forces.size(); ++i) power += result.forces[i] * result.kinematics.speeds[i];
    EXPECT_FALSE(result.terms.potential.is_zero());
    const Substitution sphere = unit_euler_parameters("p0", "p1", "p2", "p3");
    EXPECT_TRUE(is_zero(substitute(power + differentiate_time(result.kinematics, result.terms.potential), sphere)));
  }

  // Q = −∂D/∂s
  static void expect_dissipative(const Result& result) {
    EXPECT_FALSE(result.terms.dissipation.is_zero());
    for (std::size_t i = 0; i < result.forces.size(); ++i)
      EXPECT_TRUE(is_zero(result.forces[i] + differentiate(result.terms.dissipation, result.kinematics.speeds[i])));
  }
};

TEST_F(LoadTermsTest, ForceInWorldBodyAndFrameAxes) {
  const Result world = result_of(with_load("type: force, point: tip, vector: [0, F, 0]"));
  EXPECT_TRUE(is_zero(force_on(world, "y'") - parse("F")));
  EXPECT_TRUE(is_zero(force_on(world, "phi'") - parse("F*l*cos(phi)")));
  const Result body =
      result_of(with_load("type: force, point: {body: rod, at: [0, 0, -l]}, vector: [0, F, 0], axes: body"));
  EXPECT_TRUE(is_zero(force_on(body, "y'") - parse("F*cos(phi)")));
  EXPECT_TRUE(is_zero(force_on(body, "phi'") - parse("F*l")));
  const Result frame =
      result_of(with_load("type: force, point: {body: rod, at: [0, 0, -l]}, vector: [0, F, 0], axes: tip"));
  EXPECT_TRUE(is_zero(force_on(frame, "y'") - parse("F*cos(phi + c)")));
  EXPECT_TRUE(is_zero(force_on(frame, "phi'") - parse("F*l*cos(c)")));
  const Result own = result_of(with_load("type: force, point: tip, vector: [0, F, 0], axes: body"));
  EXPECT_TRUE(is_zero(force_on(own, "y'") - parse("F*cos(phi + c)")));
}

TEST_F(LoadTermsTest, TorqueOnABody) {
  const Result result = result_of(with_load("type: torque, body: ball, vector: [T, 0, 0], axes: ball"));
  const Substitution sphere = unit_euler_parameters("p0", "p1", "p2", "p3");
  EXPECT_TRUE(is_zero(substitute(force_on(result, "wx") - parse("T"), sphere)));
  EXPECT_TRUE(is_zero(substitute(force_on(result, "wy"), sphere)));
  EXPECT_TRUE(is_zero(force_on(result, "bx'")));
}

TEST_F(LoadTermsTest, JointEffortWithStatesInputsAndFunctions) {
  const Model model =
      with_load("type: joint, joint: hinge, effort: \"k*i + f(t, phi) - d*phi'\", states: {i: (u - R*i - k*phi')/L}",
                "inputs: [u]\n");
  const Result result = result_of(model);
  EXPECT_TRUE(is_zero(force_on(result, "phi'") - parse("k*i + f(t, phi) - d*phi'")));
  EXPECT_TRUE(is_zero(force_on(result, "y'")));
  EXPECT_TRUE(is_zero(differentiate_time(result.kinematics, parse("i")) - parse("(u - R*i - k*phi')/L")));
}

TEST_F(LoadTermsTest, SpringAlongTheLine) {
  const Result result =
      result_of(with_load("type: spring, between: [tip, {body: world, at: [0, 1, 2]}], stiffness: k, length: L0"));
  const Expr length = parse("sqrt((y + l*sin(phi) - 1)^2 + (l*cos(phi) + 2)^2)");
  EXPECT_TRUE(is_zero(result.terms.potential - parse("k/2") * pow(length - parse("L0"), Expr(2))));
  expect_conservative(result);
}

TEST_F(LoadTermsTest, SpringWithoutLengthHasNoSquareRoot) {
  const Result result = result_of(with_load("type: spring, between: [tip, ball], stiffness: k"));
  EXPECT_EQ(to_text(result.terms.potential).find("sqrt"), std::string::npos);
  expect_conservative(result);
  EXPECT_TRUE(is_zero(force_on(result, "by'") - parse("k*(y + l*sin(phi) - by)")));
}

TEST_F(LoadTermsTest, DampersAlongTheLineAndInAllDirections) {
  expect_dissipative(result_of(with_load("type: damper, between: [tip, ball], damping: d")));
  expect_dissipative(result_of(with_load("type: vector_damper, between: [tip, ball], damping: d")));
  // around a fixed point the distance does not change: only the vector damper resists
  const Result line = result_of(with_load("type: damper, between: [tip, car], damping: d"));
  EXPECT_TRUE(is_zero(force_on(line, "phi'")));
  const Result vector = result_of(with_load("type: vector_damper, between: [tip, car], damping: d"));
  EXPECT_TRUE(is_zero(force_on(vector, "phi'") + parse("d*l^2*phi'")));
}

TEST_F(LoadTermsTest, TorsionSpringAndDamper) {
  const Result result = result_of(with_load("type: torsion, joint: hinge, stiffness: k, angle: phi0, damping: d"));
  EXPECT_TRUE(is_zero(force_on(result, "phi'") + parse("k*(phi - phi0) + d*phi'")));
  EXPECT_TRUE(is_zero(result.terms.potential - parse("k*(phi - phi0)^2/2")));
  EXPECT_TRUE(is_zero(result.terms.dissipation - parse("d*phi'^2/2")));
}

TEST_F(LoadTermsTest, LineLawPushesApart) {
  const Result spring = result_of(with_load("type: spring, between: [tip, ball], stiffness: k, length: L0"));
  const Result law = result_of(with_load("type: line, between: [tip, ball], distance: x, force: -k*(x - L0)"));
  for (std::size_t i = 0; i < law.forces.size(); ++i) EXPECT_TRUE(is_zero(law.forces[i] - spring.forces[i]));
  const Result damper = result_of(with_load("type: damper, between: [tip, ball], damping: d"));
  const Result rate = result_of(with_load("type: line, between: [tip, ball], distance: x, force: -d*x'"));
  for (std::size_t i = 0; i < rate.forces.size(); ++i) EXPECT_TRUE(is_zero(rate.forces[i] - damper.forces[i]));
}

TEST_F(LoadTermsTest, PotentialAndDissipationFunction) {
  expect_conservative(result_of(with_load("type: potential, energy: a*y*cos(phi) + b*p0*p1 + bx^2")));
  const Result result = result_of(with_load("type: dissipation, function: a*(y' + phi')^2/2 + b*p1'^2"));
  for (std::size_t i = 0; i < result.forces.size(); ++i)
    EXPECT_TRUE(is_zero(result.forces[i] + differentiate(result.terms.dissipation, result.kinematics.speeds[i])));
  EXPECT_FALSE(is_zero(force_on(result, "wx")));  // by way of the rate of p1
}

TEST_F(LoadTermsTest, KineticEnergyWithSpeedsAndDrives) {
  const Model model = machine(R"(
inputs: [u]
coordinates: [charge]
bodies: {a: {mass: 1}, b: {mass: 1}}
joints:
  j: {type: prismatic, axis: x, from: world, to: a, coordinate: x, drive: w*t}
  k: {type: spherical, sequence: euler_parameters, from: a, to: b, coordinates: [p0, p1, p2, p3], speeds: [wx, wy, wz]}
loads: {coil: {type: kinetic, energy: L*x*x'*charge'^2/2 + p0', states: {z: charge'}}}
)");
  const Kinematics kinematics = compute_kinematics(model);
  const LoadTerms terms = compute_load_terms(model, kinematics, model.loads[0]);
  EXPECT_TRUE(is_zero(terms.kinetic - parse("L*w^2*t*charge'^2/2 - (p1*wx + p2*wy + p3*wz)/2")));
  EXPECT_TRUE(terms.efforts.empty() && terms.body_loads.empty());
  EXPECT_TRUE(terms.potential.is_zero() && terms.dissipation.is_zero());
  EXPECT_EQ(differentiate_time(kinematics, parse("z")), parse("charge'"));
}

TEST_F(LoadTermsTest, LoadsOnACoordinateOfNoJoint) {
  auto charged = [](const std::string& load) {
    return result_of(with_load(load, "inputs: [u]\ncoordinates: [charge]\n"));
  };
  const Result source = charged("type: potential, energy: -u*charge - E*cos(t)*charge*y");
  EXPECT_TRUE(is_zero(force_on(source, "charge'") - parse("u + E*cos(t)*y")));
  EXPECT_TRUE(is_zero(force_on(source, "y'") - parse("E*cos(t)*charge")));
  const Result resistor = charged("type: dissipation, function: R*charge'^2/2");
  EXPECT_TRUE(is_zero(force_on(resistor, "charge'") + parse("R*charge'")));
  const Result both = charged("type: torsion, coordinate: charge, stiffness: 1/C, damping: R");
  EXPECT_TRUE(is_zero(force_on(both, "charge'") + parse("charge/C + R*charge'")));
}

TEST_F(LoadTermsTest, DrivenCoordinatesAreFunctionsOfTime) {
  const Model model = machine(R"(
bodies: {b: {mass: 1}}
joints: {j: {type: cylindrical, axis: z, from: world, to: b, coordinates: [phi, s], drive: {phi: w*t}}}
loads: {l: {type: joint, joint: j, effort: phi + phi'*s}}
)");
  const Kinematics kinematics = compute_kinematics(model);
  EXPECT_EQ(compute_load_terms(model, kinematics, model.loads[0]).efforts[0].effort, parse("w*t + w*s"));
}

TEST_F(LoadTermsTest, TorsionOnTheJointThatClosesALoop) {
  const Model model = machine(R"(
bodies: {a: {mass: 1}, b: {mass: 1}}
joints:
  j: {type: revolute, axis: x, from: world, to: a, coordinate: p}
  k: {type: revolute, axis: x, from: world, to: b, coordinate: q}
  close: {type: revolute, axis: x, from: {body: a, at: [0, 1, 0]}, to: {body: b, at: [0, 1, 0]}, coordinate: r}
loads: {l: {type: torsion, joint: close, stiffness: c}}
)");
  const LoadTerms terms = compute_load_terms(model, compute_kinematics(model), model.loads[0]);
  ASSERT_EQ(terms.efforts.size(), 1u);
  EXPECT_EQ(terms.efforts[0].speed, parse("r'"));
  EXPECT_EQ(terms.efforts[0].effort, parse("-c*r"));
}

TEST_F(LoadTermsTest, BodiesWithoutAWayToTheWorldAreRefused) {
  Model model = machine("bodies: {a: {mass: 1}}\nloads: {l: {type: force, point: a, vector: [1, 0, 0], axes: body}}");
  model.joints.clear();  // the free one that every loose part gets
  EXPECT_EQ(message_of([&] { compute_load_terms(model, compute_kinematics(model), model.loads[0]); }),
            "body a is not connected to the world by joints");
}

TEST_F(LoadTermsTest, EqualAndOpposite) {
  const Result result = result_of(with_load("type: line, between: [tip, ball], distance: x, force: \"F(x, t)\""));
  ASSERT_EQ(result.terms.body_loads.size(), 2u);
  EXPECT_TRUE(is_equal(result.terms.body_loads[0].load.force + result.terms.body_loads[1].load.force, {}));
}

}  // namespace
}  // namespace kinemate
