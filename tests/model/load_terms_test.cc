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

// Spring and damper stand on one foot: as if the coordinate were measured from a joint that is driven by the angle.
TEST_F(LoadTermsTest, TorsionOnAMovingFoot) {
  for (const char* angle : {"A*sin(w*t)", "fu(t)", "c*t^2 + 1"}) {
    const Result result =
        result_of(with_load(std::string("type: torsion, joint: hinge, stiffness: k, damping: d, angle: ") + angle));
    const Expr foot = parse(angle), rate = differentiate(foot, time_symbol());
    const Expr slip = parse("phi'") - rate;
    EXPECT_TRUE(is_zero(force_on(result, "phi'") + parse("k") * (parse("phi") - foot) + parse("d") * slip)) << angle;
    EXPECT_TRUE(is_zero(result.terms.dissipation - parse("d/2") * slip * slip)) << angle;
  }
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

TEST_F(LoadTermsTest, FrictionOnAJoint) {
  const Result result = result_of(with_load("type: friction, joint: hinge, force: mu*(P + phi'^2), speed: v0"));
  EXPECT_TRUE(is_zero(force_on(result, "phi'") + parse("mu*(P + phi'^2)*tanh(phi'/v0)")));
  EXPECT_TRUE(is_zero(force_on(result, "y'")));
  EXPECT_TRUE(result.terms.potential.is_zero() && result.terms.dissipation.is_zero());
  const Result pressed = result_of(with_load("type: friction, joint: hinge, coefficient: mu, radius: r"));
  EXPECT_TRUE(is_zero(force_on(pressed, "phi'") + parse("mu*r*N_load*tanh(1000*phi')")));
  const Result shifted = result_of(with_load("type: friction, joint: rail, coefficient: mu"));
  EXPECT_TRUE(is_zero(force_on(shifted, "y'") + parse("mu*N_load*tanh(1000*y')")));
}

// The rate of the coordinate is a formula of other speeds: the power is that of the effort on the rate.
TEST_F(LoadTermsTest, FrictionOnACoordinate) {
  const Result shift = result_of(with_load("type: friction, coordinate: by, force: F"));
  EXPECT_TRUE(is_zero(force_on(shift, "by'") + parse("F*tanh(1000*by')")));
  const Model model = machine(R"(
bodies: {a: {mass: 1}}
joints:
  j: {type: custom, from: world, to: a, coordinates: [x], position: [x, 0, 0], free_directions: [[0, 0, 0, 2, 0, 0]], drift: [0, 0, 0, c, 0, 0], speeds: [s]}
loads: {onto: {type: friction, coordinate: x, force: F, speed: 1}, along: {type: friction, joint: j, force: F, speed: 1}}
)");
  const Kinematics kinematics = compute_kinematics(model);
  const std::vector<SpeedEffort> onto = compute_load_terms(model, kinematics, model.loads[0]).efforts,
                                 along = compute_load_terms(model, kinematics, model.loads[1]).efforts;
  ASSERT_EQ(onto.size(), 1u);
  EXPECT_TRUE(is_zero(onto[0].effort + parse("2*F*tanh(2*s + c)")));
  ASSERT_EQ(along.size(), 1u);
  EXPECT_TRUE(is_zero(along[0].effort + parse("F*tanh(s)")));
}

// On a body that shifts and turns against the world, by hand.
TEST_F(LoadTermsTest, BushingOfOneBody) {
  const Model model = machine(R"(
bodies: {a: {mass: 1}}
joints: {j: {type: planar, axis: z, from: world, to: a, coordinates: [x, y, phi]}}
loads: {load: {type: bushing, between: [{body: world, at: [1, 0, 0]}, {body: a, at: [0, 0, 0]}], stiffness: [k1, k2, k3], damping: [d1, d2, d3], torsional_stiffness: [c1, c2, c3], torsional_damping: [b1, b2, b3]}}
)");
  const Result result = result_of(model);
  EXPECT_TRUE(is_zero(force_on(result, "x'") + parse("k1*(x - 1) + d1*x'")));
  EXPECT_TRUE(is_zero(force_on(result, "y'") + parse("k2*y + d2*y'")));
  EXPECT_TRUE(is_zero(force_on(result, "phi'") + parse("c3*sin(phi) + b3*phi'")));
  EXPECT_TRUE(result.terms.potential.is_zero()) << "stiffnesses differ: no potential for turns about all axes";
}

// The same seen from the other side: its axes turn with the body, and so does where the force acts.
TEST_F(LoadTermsTest, BushingInAxesThatMove) {
  const Model model = machine(R"(
bodies: {a: {mass: 1}}
joints: {j: {type: planar, axis: z, from: world, to: a, coordinates: [x, y, phi]}}
loads: {load: {type: bushing, between: [a, world], stiffness: [k, 0, 0], damping: [0, d, 0]}}
)");
  const Result result = result_of(model);
  // the world's origin in axes of a: -(x cos + y sin), x sin - y cos; its rates as seen from a
  const Expr u = parse("-(x*cos(phi) + y*sin(phi))"), w = parse("x*sin(phi) - y*cos(phi)");
  const Expr force_u = -parse("k") * u, force_w = -parse("d") * differentiate_time(result.kinematics, w);
  EXPECT_TRUE(is_zero(force_on(result, "x'") + force_u * parse("cos(phi)") - force_w * parse("sin(phi)")));
  EXPECT_TRUE(is_zero(force_on(result, "y'") + force_u * parse("sin(phi)") + force_w * parse("cos(phi)")));
  EXPECT_TRUE(is_zero(force_on(result, "phi'") - (force_u * w - force_w * u)));
}

TEST_F(LoadTermsTest, BushingWithEqualTorsionHasAPotential) {
  const Result spring =
      result_of(with_load("type: bushing, between: [tip, ball], stiffness: [k1, k2, k3], torsional_stiffness: c"));
  expect_conservative(spring);
  const Substitution sphere = unit_euler_parameters("p0", "p1", "p2", "p3");
  const Result damper = result_of(
      with_load("type: bushing, between: [tip, ball], damping: [d1, d2, d3], torsional_damping: [b1, b2, b3]"));
  EXPECT_TRUE(damper.terms.potential.is_zero());
  EXPECT_FALSE(damper.terms.dissipation.is_zero());
  Expr lost;  // twice D, and never less than 0: a sum of squares
  for (std::size_t i = 0; i < damper.forces.size(); ++i) {
    lost -= damper.forces[i] * damper.kinematics.speeds[i];
    EXPECT_TRUE(is_zero(
        substitute(damper.forces[i] + differentiate(damper.terms.dissipation, damper.kinematics.speeds[i]), sphere)));
  }
  EXPECT_TRUE(is_zero(substitute(lost - Expr(2) * damper.terms.dissipation, sphere)));
  std::mt19937_64 random(6);
  for (int round = 0; round < 20; ++round) {
    Values values = random_values({&damper.terms.dissipation, 1}, random);
    for (const char* d : {"d1", "d2", "d3", "b1", "b2", "b3"}) values[parse(d)] = std::abs(values[parse(d)]);
    EXPECT_GT(evaluate(damper.terms.dissipation, values), 0);
  }
}

// Both bodies moved together as one rigid body feel nothing: the loads are in balance, moments too.
TEST_F(LoadTermsTest, BushingIsInBalance) {
  const Result result = result_of(with_load(
      "type: bushing, between: [tip, ball], stiffness: [k1, k2, k3], damping: d, torsional_stiffness: [c1, c2, c3], "
      "torsional_damping: b"));
  ASSERT_EQ(result.terms.body_loads.size(), 2u);
  Vector force, moment;
  for (const BodyLoad& on : result.terms.body_loads) {
    force += on.load.force;
    moment += on.load.torque + cross(result.kinematics.bodies[on.body].pose.at(on.point), on.load.force);
  }
  EXPECT_TRUE(is_equal(force, {}));
  EXPECT_TRUE(is_equal(moment, {}));
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
