// Keys of the file against fields of the model; whole files stand in write_test.cc and wrong_files_test.cc.
#include "model_io/read.h"
#include "model_io/machine_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "model/fixture.h"
#include "model/load_terms.h"

namespace kinemate {
namespace {

class ReadTest : public ModelTest {};

TEST_F(ReadTest, ParametersInputsAndUnits) {
  const Model model = machine(R"(
parameters: {a: 0.5, b: , c: {value: 30, unit: deg, remark: tilt}, d: {unit: N/m}}
inputs: {u: {unit: V}, v: }
functions: [cso]
gravity: [0, {value: 981, unit: cm/s^2}, cso(a)]
bodies: {x: {mass: {value: 300, unit: g}}}
)");
  EXPECT_EQ(*model.parameters[0].value, parse("1/2"));
  EXPECT_FALSE(model.parameters[1].value);
  EXPECT_EQ(*model.parameters[2].value, parse("pi/6"));
  EXPECT_EQ(model.parameters[2].remark, "tilt");
  EXPECT_EQ(model.parameters[3].unit, "N/m");
  EXPECT_EQ(model.inputs[0].unit, "V");
  EXPECT_EQ(model.inputs[1].name, "v");
  EXPECT_EQ(model.gravity.y, parse("981/100"));
  EXPECT_EQ(model.gravity.z.name(), "cso");
  EXPECT_EQ(model.bodies[1].mass, parse("3/10"));
}

TEST_F(ReadTest, InertiaAboutOtherPointsInOtherAxesAndBinets) {
  const Model model = machine(R"(
bodies:
  a: {mass: m, center: [0, 0, l/2], inertia: {xx: m*l^2/3, yy: m*l^2/3, at: [0, 0, 0]}}
  b: {mass: m, inertia: {xx: A, yy: B, zz: C, rotation: [[z, pi/2]]}}
  c: {mass: m, inertia: {xx: 1, yy: 2, zz: 3, xy: 1, kind: binet}}
  d: {mass: m, inertia: [[2, p, 0], [p, 2, 0], [0, 0, 2]]}
)");
  EXPECT_TRUE(is_zero(model.bodies[1].inertia.xx - parse("m*l^2/12")));
  EXPECT_TRUE(is_zero(model.bodies[1].inertia.zz));
  EXPECT_TRUE(is_zero(model.bodies[2].inertia.xx - parse("B")));
  EXPECT_TRUE(is_zero(model.bodies[2].inertia.yy - parse("A")));
  EXPECT_EQ(model.bodies[3].inertia, (Symmetric3<Expr>{Expr(5), Expr(4), Expr(3), Expr(-1), Expr(0), Expr(0)}));
  EXPECT_EQ(model.bodies[4].inertia.xy, parse("p"));
}

TEST_F(ReadTest, CoordinatesAndDrives) {
  const Model model = machine(R"(
bodies: {a: {mass: 1}, b: {mass: 1}}
coordinates: [s]
joints:
  j: {type: cylindrical, axis: z, from: world, to: a, coordinates: [p, q], drive: {q: sin(t)}}
  k: {type: motion, from: a, to: b, coordinates: [s], position: [s, 0, 0]}
)");
  EXPECT_EQ(model.listed_coordinates, 1u);
  EXPECT_EQ(model.coordinates[0].name, "s");
  EXPECT_EQ(model.joints[0].coordinates, (std::vector<std::size_t>{1, 2}));
  EXPECT_FALSE(model.coordinates[1].drive);
  EXPECT_EQ(*model.coordinates[2].drive, parse("sin(t)"));
}

TEST_F(ReadTest, StatesWithInitialValuesAndOutputs) {
  const Model model = machine(R"(
bodies: {a: {mass: 1}}
joints: {j: {type: revolute, axis: z, from: world, to: a, coordinate: q}}
loads: {l: {type: joint, joint: j, effort: x, states: {x: {rate: -x, initial: 2}, y: x}}}
initial: {q: 1, q': 3}
outputs: {a: q^2, b: {quantity: angular_velocity, point: a, axes: a}}
)");
  ASSERT_EQ(model.initial.size(), 3u);
  EXPECT_EQ(model.initial[0].symbol, parse("x"));
  EXPECT_EQ(model.initial[2].symbol, parse("q'"));
  EXPECT_EQ(model.loads[0].states[1].rate, parse("x"));
  EXPECT_EQ(model.outputs[0].formula, parse("q^2"));
  EXPECT_EQ(model.outputs[1].quantity, Output::Quantity::kAngularVelocity);
  EXPECT_EQ(model.outputs[1].axes->body, 1u);
}

TEST_F(ReadTest, NameRemarkAndBase) {
  const Model model = machine(R"yaml(
name: rig
remark: on a table
base: {position: [sin(t), 0, 1], rotation: [[z, w*t]]}
bodies:
)yaml");
  EXPECT_EQ(model.name, "rig");
  EXPECT_EQ(model.remark, "on a table");
  EXPECT_EQ(model.base->position, parse_vector("sin(t)", "0", "1"));
  EXPECT_EQ(model.base->rotation.sequence[0].angle, parse("w*t"));
  EXPECT_EQ(model.bodies.size(), 1u);
  EXPECT_FALSE(machine("bodies: {}").base);
}

TEST_F(ReadTest, BodiesAndFramesOnFrames) {
  const Model model = machine(R"yaml(
bodies: {a: {mass: m, center: [x, y, z]}, b: {mass: 0}}
frames:
  f: {body: b, at: [1, 2, 3]}
  g: {frame: f, at: [0, 0, h], rotation: [[0, -1, 0], [1, 0, 0], [0, 0, 1]]}
  k: {body: world}
inputs: [u, v]
)yaml");
  EXPECT_EQ(model.bodies[1].name, "a");
  EXPECT_EQ(model.bodies[1].mass, parse("m"));
  EXPECT_EQ(model.bodies[1].center, parse_vector("x", "y", "z"));
  EXPECT_EQ(model.bodies[1].inertia, Symmetric3<Expr>{});
  EXPECT_EQ(model.frames[0].attachment.body, 2u);
  EXPECT_EQ(model.frames[0].attachment.frame, kNone);
  EXPECT_EQ(model.frames[0].attachment.position, parse_vector("1", "2", "3"));
  EXPECT_EQ(model.frames[1].attachment.frame, 0u);
  EXPECT_EQ((*model.frames[1].attachment.rotation.matrix)(0, 1), Expr(-1));
  EXPECT_EQ(body_of(model, model.frames[1].attachment), 2u);
  EXPECT_EQ(model.frames[2].attachment.body, kWorld);
  EXPECT_EQ(model.inputs[1].name, "v");
}

struct JointCase {
  const char* keys;
  JointType type;
  std::size_t coordinates;
  std::size_t axes;
};

TEST_F(ReadTest, EveryTypeOfJoint) {
  const JointCase cases[] = {
      {"type: fixed", JointType::kFixed, 0, 0},
      {"type: revolute, axis: x, coordinate: q", JointType::kRevolute, 1, 1},
      {"type: prismatic, axis: -y, coordinates: [q]", JointType::kPrismatic, 1, 1},
      {"type: screw, axis: z, pitch: h/2, coordinate: q", JointType::kScrew, 1, 1},
      {"type: cylindrical, axis: z, coordinates: [p, q]", JointType::kCylindrical, 2, 1},
      {"type: universal, axes: [x, z], coordinates: [p, q]", JointType::kUniversal, 2, 2},
      {"type: planar, axis: [0, 3, 4], coordinates: [p, q, r]", JointType::kPlanar, 3, 1},
      {"type: spherical, sequence: zxz, coordinates: [p, q, r]", JointType::kSpherical, 3, 3},
      {"type: free, sequence: [x, y, z], coordinates: [x, y, z, p, q, r]", JointType::kFree, 6, 3},
      {"type: constant_velocity, axis: x, coordinates: [p, q]", JointType::kConstantVelocity, 2, 1},
      {"type: motion, coordinates: [p], position: [p, p^2, t]", JointType::kMotion, 1, 0},
      {"type: custom, coordinates: [p], position: [p, 0, 0]", JointType::kCustom, 1, 0},
  };
  ASSERT_EQ(std::size(cases), joint_kinds().size());
  for (const JointCase& row : cases) {
    const Model model = joint_machine(row.keys);
    const Joint& joint = model.joints[0];
    EXPECT_EQ(joint.type, row.type) << row.keys;
    EXPECT_EQ(joint.coordinates.size(), row.coordinates) << row.keys;
    EXPECT_EQ(joint.axes.size(), row.axes) << row.keys;
    EXPECT_EQ(joint.from.body, 1u) << row.keys;
    EXPECT_EQ(joint.to.body, 2u) << row.keys;
  }
}

TEST_F(ReadTest, KeysOfJoints) {
  EXPECT_EQ(joint_machine("type: screw, axis: z, pitch: h/2, coordinate: q").joints[0].pitch, parse("h/2"));
  EXPECT_EQ(joint_machine("type: prismatic, axis: -y, coordinate: q").joints[0].axes[0], -unit<Expr>(1));
  EXPECT_EQ(joint_machine("type: planar, axis: [0, 3, 4], coordinates: [p, q, r]").joints[0].axes[0],
            parse_vector("0", "3/5", "4/5"));
  const Joint spherical =
      joint_machine("type: spherical, sequence: euler_parameters, coordinates: [a, b, c, d], speeds: [u, v, w]")
          .joints[0];
  EXPECT_TRUE(spherical.euler_parameters);
  EXPECT_EQ(spherical.speeds, (std::vector<std::string>{"u", "v", "w"}));
  const Joint revolutes =
      joint_machine("type: constant_velocity, axis: x, coordinates: [p, q], form: revolutes").joints[0];
  EXPECT_FALSE(revolutes.double_cardan || revolutes.euler_parameters);
  const Joint cardan =
      joint_machine("type: constant_velocity, axis: x, coordinates: [p, q], form: double_cardan, length: 2*h")
          .joints[0];
  EXPECT_TRUE(cardan.double_cardan);
  EXPECT_EQ(cardan.length, parse("2*h"));
  const Joint parameters =
      joint_machine("type: constant_velocity, axis: x, coordinates: [p, q, r], form: euler_parameters, speeds: [u, v]")
          .joints[0];
  EXPECT_TRUE(parameters.euler_parameters);
  EXPECT_EQ(parameters.speeds, (std::vector<std::string>{"u", "v"}));
  EXPECT_EQ(parameters.axes.size(), 1u);
  const Joint motion =
      joint_machine("type: motion, coordinates: [p], position: [p, p^2, t], rotation: [[x, p]]").joints[0];
  EXPECT_EQ(motion.position, parse_vector("p", "p^2", "t"));
  EXPECT_EQ(motion.rotation.sequence[0].angle, parse("p"));
  const Joint free = joint_machine(
                         "type: custom, coordinates: [p], position: [p, 0, 0], free_directions: [[0, 0, 0, 2, "
                         "0, 0]], drift: [0, 0, 0, t, 0, 0]")
                         .joints[0];
  EXPECT_EQ(free.free_directions[0].linear, parse_vector("2", "0", "0"));
  EXPECT_EQ(free.drift.linear, parse_vector("t", "0", "0"));
  const Joint locked =
      joint_machine(
          "type: custom, coordinates: [p], position: [p, 0, 0], locked_directions: [[1, 0, 0, 0, 0, 0], [0, "
          "1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0], [0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 1]], locked_rates: [0, 0, "
          "0, 0, 0]")
          .joints[0];
  EXPECT_EQ(locked.locked_directions[3].force, parse_vector("0", "1", "0"));
  EXPECT_EQ(locked.locked_rates.size(), 5u);
  EXPECT_EQ(*joint_machine("type: revolute, axis: x, coordinate: q, drive: W*t").coordinates[0].drive, parse("W*t"));
}

TEST_F(ReadTest, PlacesOfJoints) {
  const Model model = machine(R"yaml(
bodies: {a: {mass: 1}}
frames: {f: {body: a}}
joints:
  j: {type: revolute, axis: x, from: {body: world, at: [0, 0, 1], rotation: [[y, w]], axes: world}, to: f, coordinate: q}
)yaml");
  const Joint& joint = model.joints[0];
  EXPECT_EQ(joint.from.body, kWorld);
  EXPECT_EQ(joint.from.position, parse_vector("0", "0", "1"));
  EXPECT_EQ(joint.from.rotation.sequence[0].angle, parse("w"));
  EXPECT_TRUE(joint.from.world_axes);
  EXPECT_EQ(joint.to.frame, 0u);
  EXPECT_FALSE(joint.to.world_axes);
}

TEST_F(ReadTest, EveryTypeOfLoad) {
  const Model model = machine(R"yaml(
bodies: {a: {mass: 1}, b: {mass: 1}}
frames: {f: {body: b}}
joints:
  j: {type: revolute, axis: x, from: world, to: a, coordinate: q}
  k: {type: cylindrical, axis: x, from: a, to: b, coordinates: [r, s]}
loads:
  force: {type: force, point: {body: a, at: [1, 0, 0]}, vector: [F, 0, t], axes: body}
  torque: {type: torque, body: b, vector: [0, M, 0], axes: f}
  joint: {type: joint, joint: k, effort: [u, -d*s']}
  spring: {type: spring, between: [a, f], stiffness: c, length: L}
  damper: {type: damper, between: [a, b], damping: d}
  all: {type: vector_damper, between: [a, b], damping: e}
  torsion: {type: torsion, joint: j, stiffness: c, angle: w, damping: d}
  other: {type: torsion, coordinate: s, stiffness: c}
  line: {type: line, between: [world, a], distance: D, force: -D'}
  potential: {type: potential, energy: q^2}
  loss: {type: dissipation, function: q'^2}
  coil: {type: kinetic, energy: I*q'^2, states: {z: -z}}
  brake: {type: friction, joint: j, force: mu*P, speed: {value: 1, unit: deg/s}}
  bearing: {type: friction, coordinate: s, coefficient: mu}
  pivot: {type: friction, joint: j, coefficient: mu, radius: R}
  mount: {type: bushing, between: [f, a], stiffness: [c, 0, t], torsional_damping: d}
)yaml");
  ASSERT_EQ(model.loads.size(), 16u);
  auto load = [&](const char* name) -> const LoadElement& {
    return *std::find_if(model.loads.begin(), model.loads.end(), [&](const LoadElement& l) { return l.name == name; });
  };
  EXPECT_EQ(load("force").points[0].position, parse_vector("1", "0", "0"));
  EXPECT_EQ(load("force").vector, parse_vector("F", "0", "t"));
  EXPECT_EQ(load("force").axes->body, 1u);
  EXPECT_EQ(load("torque").type, LoadType::kTorque);
  EXPECT_EQ(load("torque").points[0].body, 2u);
  EXPECT_EQ(load("torque").axes->frame, 0u);
  EXPECT_EQ(load("joint").joint, 1u);
  EXPECT_EQ(load("joint").efforts[1], parse("-d*s'"));
  EXPECT_EQ(load("spring").points[1].frame, 0u);
  EXPECT_EQ(load("spring").stiffness, parse("c"));
  EXPECT_EQ(load("spring").rest, parse("L"));
  EXPECT_EQ(load("damper").damping, parse("d"));
  EXPECT_EQ(load("all").type, LoadType::kVectorDamper);
  EXPECT_EQ(load("torsion").coordinate, 0u);
  EXPECT_EQ(load("torsion").rest, parse("w"));
  EXPECT_EQ(load("other").coordinate, 2u);
  EXPECT_EQ(load("line").distance, "D");
  EXPECT_EQ(load("line").formula, parse("-D'"));
  EXPECT_EQ(load("potential").formula, parse("q^2"));
  EXPECT_EQ(load("loss").type, LoadType::kDissipation);
  EXPECT_EQ(load("loss").formula, parse("q'^2"));
  EXPECT_EQ(load("coil").type, LoadType::kKinetic);
  EXPECT_EQ(load("coil").formula, parse("I*q'^2"));
  EXPECT_EQ(load("coil").states.size(), 1u);
  EXPECT_EQ(load("brake").joint, 0u);
  EXPECT_EQ(load("brake").coordinate, kNone);
  EXPECT_EQ(load("brake").reaction, kNone);
  EXPECT_EQ(load("brake").formula, parse("mu*P"));
  EXPECT_EQ(load("brake").friction.speed, parse("pi/180"));
  EXPECT_FALSE(load("brake").friction.coefficient);
  EXPECT_EQ(load("bearing").coordinate, 2u);
  EXPECT_EQ(load("bearing").reaction, 1u);
  EXPECT_EQ(load("bearing").friction.coefficient, parse("mu"));
  EXPECT_EQ(load("bearing").friction.normal, parse("N_bearing"));
  EXPECT_EQ(load("bearing").friction.speed, parse("1/1000"));
  EXPECT_EQ(load("pivot").reaction, 0u);
  EXPECT_EQ(load("pivot").friction.radius, parse("R"));
  ASSERT_EQ(model.inputs.size(), 2u);
  EXPECT_EQ(model.inputs[1].name, "N_pivot");
  EXPECT_TRUE(model.inputs[1].of_load);
  EXPECT_EQ(load("mount").points[0].frame, 0u);
  EXPECT_EQ(load("mount").bushing.stiffness, parse_vector("c", "0", "t"));
  EXPECT_EQ(load("mount").bushing.torsional_damping, parse_vector("d", "d", "d"));
  EXPECT_EQ(load("mount").bushing.damping, Vector{});
}

TEST_F(ReadTest, CoordinatesOfNoJoint) {
  const Model model = machine(R"yaml(
inputs: [u]
coordinates: [q, p]
bodies: {a: {mass: 1}}
joints: {j: {type: prismatic, axis: x, from: world, to: a, coordinate: x}}
loads:
  coil: {type: kinetic, energy: L*q'^2/2}
  source: {type: potential, energy: -u*q}
  capacitor: {type: torsion, coordinate: p, stiffness: 1/C}
initial: {q: 1, p': 2}
)yaml");
  EXPECT_EQ(model.coordinates[0].name, "q");
  EXPECT_EQ(model.listed_coordinates, 2u);
  EXPECT_EQ(model.loads[2].coordinate, 1u);
  EXPECT_EQ(initial_value(model, parse("p'")), Expr(2));
}

TEST_F(ReadTest, IndependentCoordinatesInTheOrderOfTheFile) {
  const Model model = machine(R"yaml(
coordinates: [q]
independent: [b, q]
bodies: {x: {mass: 1}, y: {mass: 1}}
joints:
  j: {type: prismatic, axis: x, from: world, to: x, coordinate: a}
  k: {type: prismatic, axis: x, from: x, to: y, coordinate: b}
loads: {coil: {type: kinetic, energy: L*q'^2/2}}
constraints: {c: {type: holonomic, equation: a = b}}
)yaml");
  EXPECT_EQ(model.independent, (std::vector<Expr>{parse("b'"), parse("q'")}));
}

TEST_F(ReadTest, EveryTypeOfConstraintAndOutput) {
  const Model model = machine(R"yaml(
bodies: {a: {mass: 1}}
frames: {f: {body: world, rotation: [[x, w]]}}
joints: {j: {type: free, sequence: xyz, from: world, to: a, coordinates: [x, y, z, p, q, r]}}
constraints:
  a: {type: holonomic, equation: "x - y"}
  b: {type: nonholonomic, equation: x' = l*q'}
  c: {type: rolling_disc, point: {body: a, at: [0, 0, 1]}, axis: y, radius: R, plane: f}
  d: {type: rolling_sphere, point: a, radius: {value: 5, unit: cm}}
  e: {type: skate, point: a, axis: [1, 0, 0]}
outputs:
  a: x'*y
  b: {quantity: position, point: a}
  c: {quantity: velocity, point: {body: a, at: [1, 0, 0]}, axes: body}
  d: {quantity: acceleration, point: a, axes: world}
  e: {quantity: angular_velocity, point: f}
  f: {quantity: angular_acceleration, point: a, axes: f}
)yaml");
  EXPECT_EQ(model.constraints[0].equation, parse("x - y"));
  EXPECT_EQ(model.constraints[1].equation, parse("x' - l*q'"));
  EXPECT_EQ(model.constraints[1].type, ConstraintType::kNonholonomic);
  EXPECT_EQ(model.constraints[2].point.position, parse_vector("0", "0", "1"));
  EXPECT_EQ(model.constraints[2].axis, unit<Expr>(1));
  EXPECT_EQ(model.constraints[2].radius, parse("R"));
  EXPECT_EQ(model.constraints[2].plane.frame, 0u);
  EXPECT_EQ(model.constraints[3].radius, parse("1/20"));
  EXPECT_EQ(model.constraints[3].plane.body, kWorld);
  EXPECT_EQ(model.constraints[4].type, ConstraintType::kSkate);
  EXPECT_EQ(model.outputs[0].formula, parse("x'*y"));
  EXPECT_EQ(model.outputs[1].quantity, Output::Quantity::kPosition);
  EXPECT_FALSE(model.outputs[1].axes);
  EXPECT_EQ(model.outputs[2].axes->body, 1u);
  EXPECT_EQ(model.outputs[2].point.position.x, Expr(1));
  EXPECT_EQ(model.outputs[3].quantity, Output::Quantity::kAcceleration);
  EXPECT_FALSE(model.outputs[3].axes);
  EXPECT_EQ(model.outputs[4].point.frame, 0u);
  EXPECT_EQ(model.outputs[5].quantity, Output::Quantity::kAngularAcceleration);
}

TEST_F(ReadTest, Events) {
  const Model model = machine(R"yaml(
parameters: {k: 100, F0: 1, r: 0.1}
bodies: {a: {mass: 1}}
joints: {j: {type: prismatic, axis: z, from: world, to: a, coordinate: z}}
loads: {l: {type: joint, joint: j, effort: F0 - k*z}}
when:
  landing: {condition: z - r, direction: falling, impact: 0.8}
  stopper: {condition: z - 1, direction: rising, contact: 0.2}
  switch: {at: 2, set: {k: 200, F0: F0/2}}
  strokes: {at: [{value: 4, unit: ms}, r, 1], stop: false, set: {r: z'}}
  done: {condition: z - 10, direction: both, stop: true}
)yaml");
  ASSERT_EQ(model.events.size(), 5u);
  EXPECT_EQ(model.events[0].name, "landing");
  EXPECT_EQ(model.events[0].condition, parse("z - r"));
  EXPECT_EQ(model.events[0].direction, Event::Direction::kFalling);
  EXPECT_EQ(model.events[0].impact, parse("0.8"));
  EXPECT_FALSE(model.events[0].contact);
  EXPECT_EQ(model.events[1].direction, Event::Direction::kRising);
  EXPECT_EQ(model.events[1].contact, parse("0.2"));
  EXPECT_FALSE(model.events[2].condition);
  EXPECT_EQ(model.events[2].times, std::vector<Expr>{Expr(2)});
  EXPECT_EQ(model.events[2].set.size(), 2u);
  EXPECT_EQ(model.events[2].set[1], (std::pair<std::string, Expr>("F0", parse("F0/2"))));
  EXPECT_FALSE(model.events[2].stop);
  EXPECT_EQ(model.events[3].times.size(), 3u);
  EXPECT_TRUE(model.events[4].stop);
  EXPECT_EQ(model.events[4].direction, Event::Direction::kBoth);
}

TEST_F(ReadTest, ExamplesHaveNoMistakes) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(KINEMATE_SOURCE "/examples"))
    if (entry.path().extension() == ".yaml" && entry.path().filename() != "equations.yaml") {
      for (const Error& mistake : read_machine_file(entry.path()).mistakes) ADD_FAILURE() << render(mistake);
    }
}

TEST_F(ReadTest, RemarksHavePlaces) {
  const Reading reading = read_model("parameters: {spare: 1}\nbodies: {a: {mass: m}}\n", "m");
  ASSERT_EQ(reading.remarks.size(), 3u);
  for (const Error& remark : reading.remarks) EXPECT_TRUE(remark.place) << remark.message;
  EXPECT_EQ(reading.remarks[1].place->column, 14);
}

}  // namespace
}  // namespace kinemate
