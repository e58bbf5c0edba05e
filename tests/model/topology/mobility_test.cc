#include "model/topology/mobility.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "model/connect.h"
#include "model/fixture.h"
#include "model_io/machine_file.h"

namespace kinemate {
namespace {

class MobilityTest : public ModelTest {};

Mobility mobility_of(const Model& model) { return compute_mobility(model, make_tree(model)); }

Model example(const std::string& name) {
  Reading reading = read_machine_file(KINEMATE_SOURCE "/examples/" + name);
  EXPECT_TRUE(reading.mistakes.empty()) << name;
  return std::move(reading.model);
}

struct Counts {
  const char* file;
  std::size_t loops;
  std::ptrdiff_t gruebler;
  std::size_t freedoms, positions, redundant;
};

// Reasons are given on the pages of the examples.
const Counts kExamples[] = {{"andrews_squeezer/model.yaml", 3, -8, 1, 1, 9},
                            {"bricard/model.yaml", 1, 0, 1, 1, 1},
                            {"cardan_double_pendulum/model.yaml", 0, 3, 3, 3, 0},
                            {"cart_pendulums/model.yaml", 0, 3, 3, 3, 0},
                            {"concrete_pump_mast/model.yaml", 5, -10, 5, 5, 15},
                            {"disc_guided_mass/model.yaml", 0, 2, 2, 2, 0},
                            {"excavator_arm/model.yaml", 5, -11, 4, 4, 15},
                            {"flyball_governor/model.yaml", 0, 4, 4, 4, 0},
                            {"four_bar/model.yaml", 1, -2, 1, 1, 3},
                            {"four_bar_chain/flat.yaml", 2, -5, 1, 1, 6},
                            {"four_bar_chain/model.yaml", 2, -5, 1, 1, 6},
                            {"lagr_pendulum/model.yaml", 0, 3, 3, 3, 0},
                            {"loudspeaker/model.yaml", 0, 2, 2, 2, 0},
                            {"planar_pendulum/model.yaml", 0, 3, 3, 3, 0},
                            {"puma_560/model.yaml", 0, 6, 6, 6, 0},
                            {"quadruped/model.yaml", 0, 18, 18, 18, 0},
                            {"rolling_disc/model.yaml", 0, 3, 3, 5, 0},
                            {"rotor/model.yaml", 0, 0, 0, 0, 0},
                            {"seven_axis_arm/model.yaml", 0, 8, 8, 8, 0},
                            {"slider_crank/model.yaml", 1, -2, 1, 1, 3},
                            {"spatial_pendulum/model.yaml", 0, 7, 7, 7, 0},
                            {"spatial_slider_crank/model.yaml", 1, 1, 1, 1, 0},
                            {"suspended_chain/model.yaml", 2, -2, 4, 4, 6},
                            {"whipple_bicycle/model.yaml", 0, 3, 3, 7, 0}};

TEST_F(MobilityTest, CountsOfTheExamples) {
  for (const Counts& expected : kExamples) {
    const Mobility m = mobility_of(example(expected.file));
    EXPECT_TRUE(m.closed) << expected.file << ": " << m.reason;
    EXPECT_LT(m.gap, 1e-12) << expected.file;
    EXPECT_EQ(m.loops, expected.loops) << expected.file;
    EXPECT_EQ(m.gruebler, expected.gruebler) << expected.file;
    EXPECT_EQ(m.freedoms, expected.freedoms) << expected.file;
    EXPECT_EQ(m.position_freedoms, expected.positions) << expected.file;
    EXPECT_EQ(m.redundant.size(), expected.redundant) << expected.file;
    EXPECT_EQ(m.is_singular(), std::string(expected.file).ends_with("flat.yaml")) << expected.file;
    EXPECT_EQ(m.contradicting_drives, 0u) << expected.file;
  }
}

TEST_F(MobilityTest, RedundantConditionsAreNamed) {
  const Model bricard = example("bricard/model.yaml");
  const Mobility m = mobility_of(bricard);
  ASSERT_EQ(m.redundant.size(), 1u);
  EXPECT_EQ(bricard.joints[m.redundant[0].joint].name, "P3");
  EXPECT_FALSE(m.redundant[0].meaning.empty());
  // a planar loop of spatial joints is held in its plane twice: across the axis, and about both directions in it
  const Model four_bar = example("four_bar/model.yaml");
  std::vector<std::string> meanings;
  for (const Condition& condition : mobility_of(four_bar).redundant) meanings.push_back(condition.meaning);
  std::sort(meanings.begin(), meanings.end());
  EXPECT_EQ(meanings, (std::vector<std::string>{"rotation about x", "rotation about y", "translation along z"}));
}

TEST_F(MobilityTest, FlatFourBarsAreSingular) {
  const Mobility m = mobility_of(example("four_bar_chain/flat.yaml"));
  EXPECT_TRUE(m.is_singular());
  EXPECT_EQ(m.freedoms, 1u);
  EXPECT_EQ(m.freedoms_at_start, 3u);
}

// What names, order and direction of joints and bodies do not change.
struct Shape {
  std::size_t loops, conditions, freedoms, positions, redundant, freedoms_at_start, branches, deepest;
  std::optional<std::ptrdiff_t> gruebler;

  friend bool operator==(const Shape&, const Shape&) = default;
};

Shape shape_of(const Model& model) {
  const Tree tree = make_tree(model);
  const Mobility m = compute_mobility(model, tree);
  EXPECT_TRUE(m.closed) << m.reason;
  return {m.loops,
          m.conditions,
          m.freedoms,
          m.position_freedoms,
          m.redundant.size(),
          m.freedoms_at_start,
          find_branches(tree).size(),
          *std::max_element(tree.depth.begin(), tree.depth.end()),
          m.gruebler};
}

Model shuffled(const Model& model, std::mt19937_64& random) {
  Model other = model;
  // bodies
  std::vector<std::size_t> place(model.bodies.size());
  std::iota(place.begin(), place.end(), 0u);
  std::shuffle(place.begin() + 1, place.end(), random);
  for (std::size_t i = 0; i < place.size(); ++i) {
    other.bodies[place[i]] = model.bodies[i];
    if (i > 0) other.bodies[place[i]].name = "x" + std::to_string(random());
  }
  auto moved = [&](Attachment& attachment) {
    if (attachment.frame == kNone) attachment.body = place[attachment.body];
  };
  for (NamedFrame& frame : other.frames) moved(frame.attachment);
  for (Constraint& constraint : other.constraints) moved(constraint.point), moved(constraint.plane);
  for (Joint& joint : other.joints) moved(joint.from), moved(joint.to);
  // joints, some of them seen from the other side
  std::shuffle(other.joints.begin(), other.joints.end(), random);
  for (Joint& joint : other.joints) {
    joint.name = "j" + std::to_string(random());
    const bool symmetric = joint.type == JointType::kRevolute || joint.type == JointType::kPrismatic ||
                           joint.type == JointType::kCylindrical || joint.type == JointType::kScrew ||
                           joint.type == JointType::kFixed;
    bool alone = true;  // its coordinates stand nowhere else
    for (std::size_t index : joint.coordinates) {
      const Expr q = make_symbol(model.coordinates[index].name);
      for (const Constraint& constraint : model.constraints)
        for (Expr symbol : free_symbols(constraint.equation)) alone = alone && !(symbol == q);
      alone = alone && !model.coordinates[index].drive;
    }
    if (!symmetric || !alone || random() % 2 == 0) continue;
    std::swap(joint.from, joint.to);
    for (std::size_t index : joint.coordinates)
      for (InitialValue& value : other.initial)
        if (value.symbol.name() == model.coordinates[index].name) value.value = -value.value;
  }
  return other;
}

TEST_F(MobilityTest, NamesOrderAndDirectionChangeNothing) {
  std::mt19937_64 random(5);
  for (const Counts& expected : kExamples) {
    const Model model = example(expected.file);
    const Shape shape = shape_of(model);
    for (int round = 0; round < 6; ++round)
      EXPECT_EQ(shape_of(shuffled(model, random)), shape) << expected.file << " in round " << round;
  }
}

// The loop may be cut anywhere.
TEST_F(MobilityTest, WhereLoopsAreCutChangesNothing) {
  for (const char* file : {"bricard/model.yaml", "four_bar/model.yaml", "four_bar_chain/flat.yaml",
                           "spatial_slider_crank/model.yaml", "andrews_squeezer/model.yaml"}) {
    const Model model = example(file);
    const Mobility expected = mobility_of(model);
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
      Model other = model;
      other.joints[j].cut = true;
      const Mobility m = mobility_of(other);
      EXPECT_EQ(m.freedoms, expected.freedoms) << file << " cut at " << model.joints[j].name;
      EXPECT_EQ(m.freedoms_at_start, expected.freedoms_at_start) << file;
      EXPECT_EQ(m.gruebler, expected.gruebler) << file;
      EXPECT_EQ(m.redundant.size(), expected.redundant.size()) << file;
    }
  }
}

// Every body by itself, held by all joints at once: the same machine by absolute coordinates.
Model by_absolute_coordinates(const Model& model) {
  Model released = model;
  for (Coordinate& coordinate : released.coordinates) coordinate.drive.reset();
  const Tree tree = make_tree(released);
  const Values constants = choose_numbers(model, 0).values;
  const NumericTree numbers(released, tree, {}, constants);
  Eigen::VectorXd q(static_cast<Eigen::Index>(numbers.coordinates().size()));
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    const Expr symbol = numbers.coordinates()[static_cast<std::size_t>(i)];
    const Coordinate& coordinate = model.coordinates[find_coordinate(model, std::string(symbol.name()))];
    q[i] = evaluate(coordinate.drive.value_or(initial_value(model, symbol)), constants);
  }
  const Configuration start = numbers.at(q);
  Model absolute = model;
  for (Joint& joint : absolute.joints) joint.cut = true;
  UniqueNames symbols, joints;
  for (std::size_t body = 1; body < model.bodies.size(); ++body) {
    const std::size_t first = absolute.coordinates.size();
    add_free_joint(absolute, body, symbols, joints);
    absolute.joints.back().cut = false;
    const Pose<double>& pose = start.bodies[body];
    const EulerParameters<double> p = make_euler_parameters(pose.rotation);
    const double values[] = {pose.position.x, pose.position.y, pose.position.z, p.s, p.v.x, p.v.y, p.v.z};
    for (std::size_t i = 0; i < 7; ++i)
      absolute.initial.push_back({make_symbol(absolute.coordinates[first + i].name), make_real(values[i])});
  }
  return absolute;
}

TEST_F(MobilityTest, AbsoluteCoordinatesGiveTheSame) {
  for (const Counts& expected : kExamples) {
    const Model model = example(expected.file);
    if (model.bodies.size() > case_size(7, 4)) continue;  // these take long where sanitizers look on
    const Model absolute = by_absolute_coordinates(model);
    const Tree tree = make_tree(absolute);
    EXPECT_EQ(tree.secondary.size(), model.joints.size()) << expected.file;
    const Mobility m = compute_mobility(absolute, tree), relative = mobility_of(model);
    EXPECT_TRUE(m.closed) << expected.file << ": " << m.reason;
    EXPECT_EQ(m.gruebler, relative.gruebler) << expected.file;
    EXPECT_EQ(m.freedoms, relative.freedoms) << expected.file;
    EXPECT_EQ(m.position_freedoms, relative.position_freedoms) << expected.file;
    EXPECT_EQ(m.freedoms_at_start, relative.freedoms_at_start) << expected.file;
    EXPECT_EQ(m.redundant.size(), relative.redundant.size()) << expected.file;
  }
}

// Four skew revolutes that move all the same (Bennett 1903): opposite bars alike, a/sin(alpha) = b/sin(beta).
std::string bennett(const std::string& length) {
  return R"(
parameters: {a: 1, alpha: pi/6, b: )" +
         length + R"(, beta: pi/3}
bodies: {one: {mass: 1}, two: {mass: 1}, three: {mass: 1}}
joints:
  A: {type: revolute, axis: z, from: world, to: one, coordinate: q1}
  B: {type: revolute, axis: z, from: {body: one, at: [a, 0, 0], rotation: [[x, alpha]]}, to: two, coordinate: q2}
  C: {type: revolute, axis: z, from: {body: two, at: [b, 0, 0], rotation: [[x, beta]]}, to: three, coordinate: q3}
  D: {type: revolute, axis: z, from: {body: three, at: [a, 0, 0], rotation: [[x, alpha]]}, to: {body: world, at: [-b, 0, 0], rotation: [[x, -beta]]}, coordinate: q4}
initial: {q1: 1, q2: 2, q3: -1, q4: -2}
)";
}

TEST_F(MobilityTest, ParadoxicalMechanisms) {
  const Mobility m = mobility_of(machine(bennett("sqrt(3)")));
  EXPECT_TRUE(m.closed) << m.reason;
  EXPECT_EQ(m.gruebler, -2);
  EXPECT_EQ(m.freedoms, 1u);
  EXPECT_EQ(m.redundant.size(), 3u);
  // Sarrus: two pairs of hinged plates whose axes are at right angles lift a platform straight up
  const Mobility sarrus = mobility_of(machine(R"(
bodies: {p1: {mass: 1}, p2: {mass: 1}, r1: {mass: 1}, r2: {mass: 1}, top: {mass: 1}}
joints:
  A: {type: revolute, axis: x, from: {body: world, at: [0, 1, 0]}, to: p1, coordinate: a}
  B: {type: revolute, axis: x, from: {body: p1, at: [0, 0, 1]}, to: p2, coordinate: b}
  C: {type: revolute, axis: x, from: {body: p2, at: [0, 0, 1]}, to: {body: top, at: [0, 1, 0]}, coordinate: c}
  D: {type: revolute, axis: y, from: {body: world, at: [1, 0, 0]}, to: r1, coordinate: d}
  E: {type: revolute, axis: y, from: {body: r1, at: [0, 0, 1]}, to: r2, coordinate: e}
  F: {type: revolute, axis: y, from: {body: r2, at: [0, 0, 1]}, to: {body: top, at: [1, 0, 0]}, coordinate: f}
initial: {a: -0.5, b: 1, c: -0.5, d: 0.5, e: -1, f: 0.5}
)"));
  EXPECT_TRUE(sarrus.closed) << sarrus.reason;
  EXPECT_LT(sarrus.gap, 1e-12);
  EXPECT_EQ(sarrus.gruebler, 0);
  EXPECT_EQ(sarrus.freedoms, 1u);
  EXPECT_EQ(sarrus.redundant.size(), 1u);
}

TEST_F(MobilityTest, PlatformOnSixLegs) {
  std::string text = "bodies:\n  top: {mass: 1}\n", joints = "joints:\n", initial = "initial: {";
  const double at[6][2] = {{1, 0.2}, {1, -0.2}, {-0.4, 0.9}, {-0.7, 0.7}, {-0.4, -0.9}, {-0.7, -0.7}};
  for (int i = 0; i < 6; ++i) {
    const std::string n = std::to_string(i), x = std::to_string(at[i][0]), y = std::to_string(at[i][1]);
    text += "  lower" + n + ": {mass: 1}\n  upper" + n + ": {mass: 1}\n";
    joints += "  u" + n + ": {type: universal, axes: [x, y], from: {body: world, at: [" + y + ", " + x +
              ", 0]}, to: lower" + n + ", coordinates: [a" + n + ", b" + n + "]}\n";
    joints +=
        "  p" + n + ": {type: prismatic, axis: z, from: lower" + n + ", to: upper" + n + ", coordinate: l" + n + "}\n";
    joints += "  s" + n + ": {type: spherical, sequence: xyz, from: upper" + n + ", to: {body: top, at: [" + x + ", " +
              y + ", 0]}, coordinates: [c" + n + ", d" + n + ", e" + n + "]}\n";
    initial += "l" + n + ": 1.5, ";
  }
  const Mobility m = mobility_of(machine(text + joints + initial + "}\n"));
  EXPECT_TRUE(m.closed) << m.reason;
  EXPECT_EQ(m.loops, 5u);
  EXPECT_EQ(m.gruebler, 6);
  EXPECT_EQ(m.freedoms, 6u);
  EXPECT_TRUE(m.redundant.empty());
  EXPECT_GT(m.gap, 0.1);  // it was not given closed, but could be closed
}

TEST_F(MobilityTest, DrivesTakeFreedomsAndMayContradictEachOther) {
  Model model = example("four_bar/model.yaml");
  auto drive = [&](const char* name, const char* function) {
    model.coordinates[find_coordinate(model, name)].drive = parse(function);
  };
  drive("phi", "pi/2 + 3*t");
  EXPECT_EQ(mobility_of(model).freedoms, 0u);
  EXPECT_EQ(mobility_of(model).contradicting_drives, 0u);
  EXPECT_EQ(mobility_of(model).redundant.size(), 3u);
  drive("psi", "pi/2 + atan(3/4)");
  EXPECT_EQ(mobility_of(model).contradicting_drives, 1u);
  // of a joint that closes the loop, too
  model = example("four_bar/model.yaml");
  drive("beta", "pi/2 + t");
  const Mobility m = mobility_of(model);
  EXPECT_TRUE(m.closed) << m.reason;
  EXPECT_EQ(m.freedoms, 0u);
  EXPECT_EQ(m.contradicting_drives, 0u);
}

// Millionths and millions of metres: no tolerance is a length.
TEST_F(MobilityTest, SizeDoesNotMatter) {
  for (const char* file : {"slider_crank/model.yaml", "andrews_squeezer/model.yaml", "spatial_slider_crank/model.yaml",
                           "excavator_arm/model.yaml", "rolling_disc/model.yaml", "seven_axis_arm/model.yaml"}) {
    const Model model = example(file);
    const Shape shape = shape_of(model);
    for (const char* size : {"1/1000000", "1000000"}) {
      Model other = model;
      const Expr factor = parse(size);
      auto scale = [&](Vector& v) { v = v * factor; };
      for (Joint& joint : other.joints) {
        scale(joint.from.position), scale(joint.to.position);
        const bool shifts = joint.type == JointType::kPrismatic || joint.type == JointType::kFree;
        for (std::size_t i = 0; i < (shifts ? std::min<std::size_t>(3, joint.coordinates.size()) : 0); ++i)
          for (InitialValue& value : other.initial)
            if (value.symbol == make_symbol(model.coordinates[joint.coordinates[i]].name)) value.value *= factor;
      }
      for (NamedFrame& frame : other.frames) scale(frame.attachment.position);
      for (Constraint& constraint : other.constraints) constraint.radius *= factor;
      const Mobility m = mobility_of(other);
      EXPECT_LT(m.gap, 1e-9) << file << " times " << size;
      EXPECT_EQ(shape_of(other), shape) << file << " times " << size;
    }
  }
}

TEST_F(MobilityTest, OpenParametersGetRandomValues) {
  Model model = example("four_bar/model.yaml");
  for (Parameter& parameter : model.parameters)
    if (parameter.name == "b" || parameter.name == "c") parameter.value.reset();
  const Mobility m = mobility_of(model);
  EXPECT_TRUE(m.closed) << m.reason;
  EXPECT_EQ(m.freedoms, 1u);
  EXPECT_EQ(m.at_random, (std::vector<std::string>{"b", "c"}));
}

// A rod on equal cranks, all flat: of two free directions one is a motion; it is found by what is of second order.
TEST_F(MobilityTest, FlatCranksInParallel) {
  for (int cranks : {2, 3, 5}) {
    std::string bodies = "bodies:\n  rod: {mass: 1}\n", joints = "joints:\n";
    for (int i = 0; i < cranks; ++i) {
      const std::string n = std::to_string(i);
      bodies += "  c" + n + ": {mass: 1}\n";
      joints += "  A" + n + ": {type: revolute, axis: z, from: {body: world, at: [" + n + ", 0, 0]}, to: c" + n +
                ", coordinate: a" + n + "}\n  B" + n + ": {type: revolute, axis: z, from: {body: c" + n +
                ", at: [0.3, 0, 0]}, to: {body: rod, at: [" + n + ", 0, 0]}, coordinate: b" + n + "}\n";
    }
    const Mobility m = mobility_of(machine(bodies + joints));
    EXPECT_EQ(m.freedoms, 1u) << cranks;
    EXPECT_EQ(m.freedoms_at_start, 2u) << cranks;
    EXPECT_EQ(m.redundant.size(), m.conditions - m.speeds + 1) << cranks;
  }
}

// Two bars in one line between fixed points: they may begin to move, but cannot.
TEST_F(MobilityTest, ShakyIsNotMovable) {
  const Mobility m = mobility_of(machine(R"(
bodies: {a: {mass: 1}, b: {mass: 1}}
joints:
  A: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  B: {type: revolute, axis: z, from: {body: a, at: [1, 0, 0]}, to: b, coordinate: q2}
  C: {type: revolute, axis: z, from: {body: b, at: [1, 0, 0]}, to: {body: world, at: [2, 0, 0]}, coordinate: q3}
)"));
  EXPECT_EQ(m.freedoms, 0u);
  EXPECT_EQ(m.freedoms_at_start, 1u);
  EXPECT_TRUE(m.is_singular());
  EXPECT_EQ(m.redundant.size(), 3u);
}

// Welds and hinges are not met turned round: not by a third of a turn about all axes, not by half a turn.
TEST_F(MobilityTest, TurnedOverIsNotClosed) {
  const std::string weld = R"(
bodies: {a: {mass: 1}}
joints:
  slide: {type: prismatic, axis: x, from: world, to: a, coordinate: q}
  weld: {type: fixed, from: {body: world, rotation: [[[1, 1, 1], ANGLE]]}, to: a, cut: true}
)";
  for (const char* angle : {"2*pi/3", "-2*pi/3", "pi"}) {
    std::string text = weld;
    text.replace(text.find("ANGLE"), 5, angle);
    const Mobility m = mobility_of(machine(text));
    EXPECT_FALSE(m.closed) << angle;
    EXPECT_GT(m.gap, 0.5) << angle;
    EXPECT_FALSE(m.reason.empty());
  }
  std::string text = weld;
  text.replace(text.find("ANGLE"), 5, "0");
  EXPECT_TRUE(mobility_of(machine(text)).closed);
}

TEST_F(MobilityTest, ScrewsOfManyTurns) {
  const Mobility m = mobility_of(machine(R"(
bodies: {nut: {mass: 1}, spindle: {mass: 1}}
joints:
  lift: {type: prismatic, axis: z, from: world, to: nut, coordinate: h}
  spin: {type: revolute, axis: z, from: world, to: spindle, coordinate: a}
  thread: {type: screw, axis: z, pitch: 0.01, from: spindle, to: nut, coordinate: s, cut: true}
initial: {a: -20*pi, s: 20*pi, h: 0.2*pi}
)"));
  EXPECT_LT(m.gap, 1e-12);
  EXPECT_EQ(m.freedoms, 1u);
}

// A knife's edge, as a joint: it slides along itself and turns.
TEST_F(MobilityTest, PositionsOfJointsWithFewerDirectionsThanCoordinates) {
  const Mobility m = mobility_of(machine(R"(
bodies: {knife: {mass: 1}}
joints:
  blade: {type: custom, from: world, to: knife, coordinates: [x, y, a], position: [x, y, 0], rotation: [[z, a]],
          speeds: [v, w], free_directions: [[0, 0, 0, cos(a), sin(a), 0], [0, 0, 1, 0, 0, 0]]}
)"));
  EXPECT_EQ(m.freedoms, 2u);
  EXPECT_EQ(m.position_freedoms, 3u);
}

TEST_F(MobilityTest, WhatHasNoValueAtTheStartIsNotedAsSuch) {
  Model model = machine(R"(
bodies: {c: {mass: 1}}
joints: {A: {type: revolute, axis: z, from: world, to: c, coordinate: q}}
constraints: {k: {type: holonomic, equation: log(q) = 0}}
)");
  EXPECT_TRUE(std::isinf(mobility_of(model).gap));
  model.constraints[0].equation = parse("f(q) - 1");  // what is not given leaves nothing open
  EXPECT_EQ(mobility_of(model).gap, 0);
  EXPECT_EQ(mobility_of(model).at_random, std::vector<std::string>{"f()"});
}

// A six-bar that closes in a narrow range far from its initial values.
TEST_F(MobilityTest, LoopsThatCloseFarFromTheInitialValues) {
  const Mobility m = mobility_of(machine(R"(
bodies: {ternary: {mass: 1}, crank: {mass: 1}, rocker: {mass: 1}, link: {mass: 1}, arm: {mass: 1}}
joints:
  E: {type: revolute, axis: y, from: {body: link, at: [1, 0, 0]}, to: {body: arm, at: [1, 0, 0]}, coordinate: e}
  D: {type: revolute, axis: y, from: {body: world, at: [3, 0, 0]}, to: rocker, coordinate: d}
  C: {type: revolute, axis: y, from: {body: rocker, at: [0, 0, 2]}, to: {body: ternary, at: [3, 0, 0]}, coordinate: c}
  B: {type: revolute, axis: y, from: ternary, to: {body: crank, at: [0, 0, 1]}, coordinate: b}
  A: {type: revolute, axis: y, from: crank, to: world, coordinate: a}
  F: {type: revolute, axis: y, from: {body: ternary, at: [1, 0, 1]}, to: link, coordinate: f}
  G: {type: revolute, axis: y, from: {body: world, at: [4, 0, 1]}, to: arm, coordinate: g}
initial: {d: -0.3, c: 0.4}
)"));
  ASSERT_TRUE(m.closed) << m.reason;
  EXPECT_FALSE(m.closed_nearby);
  EXPECT_EQ(m.freedoms, 1u);
  EXPECT_EQ(m.redundant.size(), 6u);
}

TEST_F(MobilityTest, WhatCannotBeClosedIsSaid) {
  const Mobility m = mobility_of(machine(R"(
bodies: {a: {mass: 1}, b: {mass: 1}}
joints:
  A: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  B: {type: revolute, axis: z, from: {body: a, at: [1, 0, 0]}, to: b, coordinate: q2}
  C: {type: revolute, axis: z, from: {body: b, at: [1, 0, 0]}, to: {body: world, at: [3, 0, 0]}, coordinate: q3}
)"));
  EXPECT_FALSE(m.closed);
  EXPECT_FALSE(m.reason.empty());
  EXPECT_NEAR(m.gap, 1.0 / 3, 1e-12);  // in parts of the longest arm
}

TEST_F(MobilityTest, FormulasWithoutAValueAreSaid) {
  const Mobility m = mobility_of(machine(R"(
parameters: {a: , b: sqrt(a - 2)}
bodies: {c: {mass: 1}}
joints:
  A: {type: revolute, axis: z, from: world, to: {body: c, at: [b, 0, 0]}, coordinate: q1}
  B: {type: planar, axis: z, from: world, to: c, coordinates: [x, y, q2]}
)"));
  EXPECT_FALSE(m.closed);
  EXPECT_FALSE(m.gruebler.has_value());
  EXPECT_NE(m.reason.find("has no finite real value"), std::string::npos) << m.reason;
}

TEST_F(MobilityTest, CoordinatesOfNoJointAreFreedomsToo) {
  const std::string text = R"(
coordinates: [q1, q2, q3]
bodies: {a: {mass: 1}}
joints: {j: {type: prismatic, axis: x, from: world, to: a, coordinate: x}}
loads: {coils: {type: kinetic, energy: q1'^2 + q2'^2 + q3'^2 + x*q1'}}
)";
  const Mobility free = mobility_of(machine(text));
  EXPECT_EQ(free.speeds, 4u);
  EXPECT_EQ(free.further, 3u);
  EXPECT_EQ(free.freedoms, 4u);
  EXPECT_EQ(free.position_freedoms, 4u);
  // currents that meet in a node, one of them twice, and one that follows the body
  const Mobility joined = mobility_of(machine(text + R"(constraints:
  node: {type: holonomic, equation: q1 = q2 + q3}
  again: {type: nonholonomic, equation: q1' - q2' = q3'}
  contact: {type: nonholonomic, equation: q3' = x*x' + x'}
)"));
  EXPECT_TRUE(joined.closed) << joined.reason;
  EXPECT_EQ(joined.conditions, 3u);
  EXPECT_EQ(joined.freedoms, 2u);
  EXPECT_EQ(joined.position_freedoms, 3u);
  ASSERT_EQ(joined.redundant.size(), 1u);
  EXPECT_EQ(joined.redundant[0].constraint, 1u);
}

TEST_F(MobilityTest, ConstraintsMayNameCoordinatesOfJointsThatCloseLoops) {
  // a rhombus whose cut joint is geared to the crank: with beta = -2 phi + const it still moves, with beta = phi it
  // does not
  Model model = machine(R"(
bodies: {a: {mass: 1}, b: {mass: 1}, c: {mass: 1}}
joints:
  A: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  B: {type: revolute, axis: z, from: {body: a, at: [0, 1, 0]}, to: b, coordinate: q2, cut: true}
  C: {type: revolute, axis: z, from: {body: b, at: [1, 0, 0]}, to: {body: c, at: [0, 1, 0]}, coordinate: q3}
  D: {type: revolute, axis: z, from: {body: world, at: [1, 0, 0]}, to: c, coordinate: q4}
initial: {q1: 0.3, q2: -0.3, q3: 0.3, q4: 0.3}
constraints: {gear: {type: holonomic, equation: q2 + q1}}
)");
  const Mobility moves = mobility_of(model);
  EXPECT_TRUE(moves.closed) << moves.reason;
  EXPECT_EQ(moves.freedoms, 1u);
  EXPECT_EQ(moves.redundant.size(), 4u);
  EXPECT_EQ(moves.conditions, 6u);
  EXPECT_EQ(moves.gruebler, -3);
  model.constraints[0].equation = parse("q2 + q1/2 + 0.15");
  const Mobility stands = mobility_of(model);
  EXPECT_EQ(stands.freedoms, 0u);
  EXPECT_EQ(stands.redundant.size(), 3u);
}

// A welded ring of free bodies: sparse matrices give the same answer as dense ones.
TEST_F(MobilityTest, LargeMachines) {
  std::string text = "bodies:\n", joints = "joints:\n";
  const int columns = 12, rows = 11;
  auto name = [&](int i, int j) { return "b" + std::to_string(i) + "_" + std::to_string(j); };
  for (int i = 0; i < columns; ++i) {
    for (int j = 0; j < rows; ++j) {
      text += "  " + name(i, j) + ": {mass: 1}\n";
      const std::string below = j == 0 ? "world" : name(i, j - 1);
      joints += "  up" + name(i, j) + ": {type: revolute, axis: z, from: {body: " + below + ", at: [" +
                (j == 0 ? std::to_string(i) + ", 0" : "0, 1") + ", 0]}, to: " + name(i, j) + ", coordinate: u" +
                name(i, j) + "}\n";
      if (i == 0) continue;
      text += "  r" + name(i, j) + ": {mass: 1}\n";
      joints += "  l" + name(i, j) + ": {type: revolute, axis: z, from: {body: " + name(i - 1, j) +
                ", at: [0, 1, 0]}, to: r" + name(i, j) + ", coordinate: l" + name(i, j) + "}\n  r" + name(i, j) +
                ": {type: revolute, axis: z, from: {body: r" + name(i, j) +
                ", at: [1, 0, 0]}, to: {body: " + name(i, j) + ", at: [0, 1, 0]}, coordinate: r" + name(i, j) + "}\n";
    }
  }
  const Mobility m = mobility_of(machine(text + joints));
  // every row of the trellis leans by itself
  EXPECT_TRUE(m.closed) << m.reason;
  EXPECT_EQ(m.loops, 121u);
  EXPECT_EQ(m.freedoms, 11u);
  EXPECT_EQ(m.redundant.size(), m.conditions - (m.speeds - 11u));
}

}  // namespace
}  // namespace kinemate
