#include "study/simulation/skeleton.h"

#include <cmath>
#include <numbers>

#include "model/specialise.h"
#include "study/fixture.h"
#include "study/simulation/state_function.h"

namespace kinemate {
namespace {

class SkeletonTest : public StudyTest {};

Model with_numbers(const std::string& text) { return specialise(machine(text), {{}, std::vector<std::string>{}}); }

/// Where all points are.
std::vector<Vector3<double>> points_at(const Skeleton& skeleton, double t, const std::vector<double>& coordinates) {
  StateFunction function(skeleton.program);
  const std::span<const double> numbers = function(t, coordinates, {}, {});
  EXPECT_EQ(numbers.size(), 3 * skeleton.points);
  std::vector<Vector3<double>> points;
  for (std::size_t i = 0; i < skeleton.points; ++i)
    points.push_back({numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]});
  return points;
}

void expect_near(const Vector3<double>& a, const Vector3<double>& b) {
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(a[i], b[i], 1e-14) << "component " << i;
}

TEST_F(SkeletonTest, StrokesLeadFromJointToJointAndToTheLastCentre) {
  const Skeleton skeleton = make_skeleton(with_numbers(R"(parameters: {l: 2}
bodies: {upper: {mass: 1, center: [0, 0, -l/4]}, lower: {mass: 1, center: [0, 0, -l/2]}}
joints:
  a: {type: revolute, axis: y, from: {body: world, at: [0, 0, 5]}, to: upper, coordinate: q1}
  b: {type: revolute, axis: y, from: {body: upper, at: [0, 0, -l]}, to: lower, coordinate: q2}
)"));
  ASSERT_EQ(skeleton.lines.size(), 2u);
  EXPECT_TRUE(skeleton.twigs.empty()) << "the centre of the upper one lies on its line";
  EXPECT_TRUE(skeleton.discs.empty());
  ASSERT_EQ(skeleton.centres.size(), 2u);
  ASSERT_EQ(skeleton.pins.size(), 2u);
  ASSERT_EQ(skeleton.tips.size(), 1u);
  ASSERT_EQ(skeleton.marks.size(), 1u);
  EXPECT_TRUE(skeleton.guides.empty());
  EXPECT_EQ(skeleton.lines[0].body, 1u);
  EXPECT_EQ(skeleton.lines[1].body, 2u);
  EXPECT_EQ(skeleton.tips[0].body, 2u);
  const double a = 0.3, b = a + 0.4;
  const auto points = points_at(skeleton, 0, {0.3, 0.4});
  const Vector3<double> hinge{0, 0, 5}, knee{-2 * std::sin(a), 0, 5 - 2 * std::cos(a)},
      end{knee.x - std::sin(b), 0, knee.z - std::cos(b)};
  expect_near(points[skeleton.marks[0]], hinge);
  expect_near(points[skeleton.lines[0].from], hinge);
  expect_near(points[skeleton.lines[0].to], knee);
  expect_near(points[skeleton.lines[1].from], knee);
  expect_near(points[skeleton.lines[1].to], end);
  expect_near(points[skeleton.centres[1].point], end);
  expect_near(points[skeleton.pins[1]], knee);
  expect_near(points[skeleton.tips[0].point], end);
}

// A four-bar: strokes of coupler and rocker end in the pin where the loop closes, whichever joint closes it.
TEST_F(SkeletonTest, StrokesReachThePinsWhereLoopsClose) {
  const Skeleton skeleton = make_skeleton(with_numbers(R"(
bodies: {crank: {mass: 1, center: [1, 0, 0]}, coupler: {mass: 1, center: [1.5, 0, 0]}, rocker: {mass: 1, center: [1, 0, 0]}}
joints:
  a: {type: revolute, axis: z, from: world, to: crank, coordinate: q1}
  b: {type: revolute, axis: z, from: {body: crank, at: [2, 0, 0]}, to: coupler, coordinate: q2}
  c: {type: revolute, axis: z, from: {body: world, at: [3, 0, 0]}, to: rocker, coordinate: q3}
  d: {type: revolute, axis: z, from: {body: coupler, at: [3, 0, 0]}, to: {body: rocker, at: [2, 0, 0]}, coordinate: q4}
)"));
  EXPECT_EQ(skeleton.lines.size(), 3u);
  EXPECT_EQ(skeleton.marks.size(), 2u);
  EXPECT_EQ(skeleton.pins.size(), 4u) << "also where the loop closes";
  EXPECT_EQ(skeleton.centres.size(), 3u);
  EXPECT_TRUE(skeleton.discs.empty());
  const double up = std::numbers::pi / 2;  // a parallelogram
  const auto points = points_at(skeleton, 0, {up, -up, up, up});
  std::size_t at_pin = 0;
  for (const Skeleton::Stroke& line : skeleton.lines) {
    const Vector3<double>& end = points[line.to];
    if (line.body != 1) expect_near(end, {3, 2, 0}), ++at_pin;
  }
  EXPECT_EQ(at_pin, 2u);
}

// The cart's joint and the hinge are one point of it.
TEST_F(SkeletonTest, ACartSlidesOnItsRail) {
  const Skeleton skeleton = make_skeleton(with_numbers(R"(
bodies: {cart: {mass: 2, center: [0, 0, -0.3]}, rod: {mass: 1, center: [0, 0, -1]}}
joints:
  rail: {type: prismatic, axis: x, from: world, to: cart, coordinate: x}
  hinge: {type: revolute, axis: y, from: cart, to: rod, coordinate: q}
)"));
  ASSERT_EQ(skeleton.lines.size(), 2u) << "of the cart to its centre of mass";
  EXPECT_EQ(skeleton.lines[1].body, 2u);
  ASSERT_EQ(skeleton.centres.size(), 2u);
  ASSERT_EQ(skeleton.sliders.size(), 1u);
  EXPECT_EQ(skeleton.sliders[0].body, 1u);
  ASSERT_EQ(skeleton.guides.size(), 1u);
  const auto points = points_at(skeleton, 0, {7, 0});
  expect_near(points[skeleton.centres[0].point], {7, 0, -0.3});
  expect_near(points[skeleton.centres[1].point], {7, 0, -1});
  expect_near(points[skeleton.sliders[0].point], {7, 0, 0});
  expect_near(points[skeleton.guides[0].from], {0, 0, 0});
  expect_near(points[skeleton.guides[0].to], {7, 0, 0});
}

TEST_F(SkeletonTest, JointsMayBeDescribedFromTheOtherSide) {
  const Skeleton skeleton = make_skeleton(with_numbers(R"(
bodies: {rod: {mass: 1, center: [0, 0, -1]}}
joints: {hinge: {type: revolute, axis: y, from: {body: rod, at: [0, 0, 3]}, to: {body: world, at: [1, 0, 0]}, coordinate: q}}
)"));
  const auto points = points_at(skeleton, 0, {0.5});
  expect_near(points[skeleton.marks[0]], {1, 0, 0});
  expect_near(points[skeleton.lines[0].from], {1, 0, 0});
  expect_near(points[skeleton.lines[0].to], {1 + 4 * std::sin(0.5), 0, -4 * std::cos(0.5)});
}

TEST_F(SkeletonTest, PointsThatUsersNameArePartsOfTheirBodies) {
  const Skeleton skeleton = make_skeleton(with_numbers(R"(
bodies: {upper: {mass: 1, center: [0, 0, -1]}, lower: {mass: 1, center: [0, 0, -1]}}
frames: {tool: {body: lower, at: [0, 0, -3]}, pad: {body: upper, at: [9, 0, 0]}}
joints:
  a: {type: revolute, axis: y, from: world, to: upper, coordinate: q1}
  b: {type: revolute, axis: y, from: {body: upper, at: [0, 0, -2]}, to: lower, coordinate: q2}
outputs:
  heel: {quantity: position, point: {body: lower, at: [0, 0, -2]}}
  speed: {quantity: velocity, point: {body: lower, at: [0, 0, -8]}}
)"));
  ASSERT_EQ(skeleton.lines.size(), 2u) << "centre, tool and heel of the lower one lie on the way to its far end";
  ASSERT_EQ(skeleton.twigs.size(), 1u);
  ASSERT_EQ(skeleton.frames.size(), 2u);
  const auto points = points_at(skeleton, 0, {0, 0});
  expect_near(points[skeleton.lines[0].to], {0, 0, -2});
  expect_near(points[skeleton.lines[1].to], {0, 0, -10});
  expect_near(points[skeleton.twigs[0].to], {9, 0, 0});
  expect_near(points[skeleton.centres[1].point], {0, 0, -3});
  expect_near(points[skeleton.tips[0].point], {0, 0, -10});
  expect_near(points[skeleton.frames[0].origin], {0, 0, -5});
}

// A box of 2 x 4 x 6 m.
TEST_F(SkeletonTest, ACrossShowsHowABodyWithoutExtentTurns) {
  const Skeleton skeleton = make_skeleton(with_numbers(R"(parameters: {m: 5}
bodies: {box: {mass: m, inertia: {xx: m*(16+36)/12, yy: m*(4+36)/12, zz: m*(4+16)/12}}}
joints: {pivot: {type: free, sequence: zyx, from: {body: world, at: [1, 0, 0]}, to: box, coordinates: [x, y, z, q, b, a]}}
)"));
  ASSERT_EQ(skeleton.lines.size(), 3u);
  ASSERT_EQ(skeleton.discs.size(), 1u);
  const double c = std::cos(0.3), s = std::sin(0.3);
  const auto points = points_at(skeleton, 0, {0, 0, 0, 0.3, 0, 0});
  expect_near(points[skeleton.discs[0].point], {1, 0, 0});
  expect_near(points[skeleton.lines[0].from], {1 - c, -s, 0});
  expect_near(points[skeleton.lines[0].to], {1 + c, s, 0});
  expect_near(points[skeleton.lines[1].to], {1 - 2 * s, 2 * c, 0});
  expect_near(points[skeleton.lines[2].to], {1, 0, 3});
}

TEST_F(SkeletonTest, FreeBodiesLeaveNoMarkOnTheWorld) {
  const Skeleton skeleton = make_skeleton(with_numbers(R"(
bodies: {ball: {mass: 1}}
joints: {j: {type: free, sequence: xyz, from: world, to: ball, coordinates: [x, y, z, a, b, c]}}
)"));
  EXPECT_TRUE(skeleton.marks.empty());
  EXPECT_TRUE(skeleton.lines.empty()) << "it has no inertia that could give its extent";
  ASSERT_EQ(skeleton.discs.size(), 1u);
  expect_near(points_at(skeleton, 0, {1, 2, 3, 0, 0, 0})[skeleton.discs[0].point], {1, 2, 3});
}

TEST_F(SkeletonTest, AGuideLeadsToWhatSlidesOnABody) {
  const Skeleton skeleton = make_skeleton(with_numbers(R"(
bodies: {arm: {mass: 1}, slider: {mass: 1}}
joints:
  hinge: {type: revolute, axis: z, from: world, to: arm, coordinate: q}
  slot: {type: prismatic, axis: x, from: {body: arm, at: [1, 0, 0]}, to: slider, coordinate: s}
)"));
  ASSERT_EQ(skeleton.guides.size(), 1u);
  EXPECT_EQ(skeleton.guides[0].body, 2u);
  ASSERT_EQ(skeleton.sliders.size(), 1u);
  const auto points = points_at(skeleton, 0, {std::acos(0.0), 4});
  const Vector3<double> ahead =
      points[skeleton.sliders[0].towards] - points[skeleton.sliders[0].point];  // the axis x, turned by 90 degrees
  EXPECT_NEAR(ahead.y, kSkeletonStep, 1e-3 * kSkeletonStep);
  EXPECT_NEAR(ahead.x, 0, 1e-3 * kSkeletonStep);
  expect_near(points[skeleton.guides[0].from], {0, 1, 0});
  expect_near(points[skeleton.guides[0].to], {0, 5, 0});
}

TEST_F(SkeletonTest, DrivenCoordinatesAreTakenAsGivenAndTimeCounts) {
  const Skeleton skeleton = make_skeleton(with_numbers(R"(
base: {position: [0, 10*t, 0]}
bodies: {arm: {mass: 1, center: [1, 0, 0]}}
joints: {hinge: {type: revolute, axis: z, from: world, to: arm, coordinate: q, drive: {q: 99*t}}}
)"));
  const auto points = points_at(skeleton, 2, {std::acos(0.0)});
  expect_near(points[skeleton.marks[0]], {0, 20, 0});
  expect_near(points[skeleton.lines[0].to], {0, 21, 0});
}

TEST_F(SkeletonTest, EventsMayChangeMassesButNotWherePointsAre) {
  const std::string text = R"(parameters: {l: 1, m: 1}
bodies: {rod: {mass: m, center: [0, 0, -l]}}
joints: {hinge: {type: revolute, axis: y, from: world, to: rod, coordinate: q}}
when: {change: {at: 1, set: {)";
  EXPECT_EQ(make_skeleton(with_numbers(text + "m: 2}}}\n")).lines.size(), 1u);
  EXPECT_TRUE(contains(refusal([&] { make_skeleton(with_numbers(text + "l: 2}}}\n")); }), "events set l"));
  EXPECT_EQ(make_skeleton(with_numbers(R"(parameters: {w: 1}
bodies: {rod: {mass: 1, center: [0, 0, -1]}}
joints: {hinge: {type: revolute, axis: y, from: world, to: rod, coordinate: q, drive: {q: w*t}}}
when: {change: {at: 1, set: {w: 2}}}
)"))
                .lines.size(),
            1u)
      << "what events change of drives stands in the coordinates";
}

TEST_F(SkeletonTest, SpringsAndDampersAreWires) {
  const Skeleton skeleton = make_skeleton(with_numbers(R"(parameters: {k: 3}
bodies: {chassis: {mass: 4}, wheel: {mass: 1}}
joints:
  hop: {type: prismatic, axis: z, from: world, to: wheel, coordinate: w}
  travel: {type: prismatic, axis: z, from: wheel, to: chassis, coordinate: u}
loads:
  coil: {type: spring, between: [{body: wheel, at: [1, 0, 0]}, {body: chassis, at: [1, 0, 0]}], stiffness: k, length: 1}
  shock: {type: damper, between: [{body: chassis, at: [1, 0, 0]}, {body: wheel, at: [1, 0, 0]}], damping: 2}
  strap: {type: line, between: [{body: chassis, at: [2, 0, 0]}, wheel], distance: s, force: -s}
  tyre: {type: torsion, joint: hop, stiffness: 9, angle: 0.3}
  air: {type: vector_damper, between: [world, chassis], damping: 1}
)"));
  ASSERT_EQ(skeleton.wires.size(), 3u) << "drag against the world is none";
  using Kind = Skeleton::WireKind;
  EXPECT_EQ(skeleton.wires[0].kind, Kind::kSpringDamper) << "side by side between the same points";
  EXPECT_EQ(skeleton.wires[1].kind, Kind::kLine);
  EXPECT_EQ(skeleton.wires[2].kind, Kind::kSpring);
  const auto points = points_at(skeleton, 0, {0.25, 0.5});
  expect_near(points[skeleton.wires[0].from], {1, 0, 0.25});
  expect_near(points[skeleton.wires[0].to], {1, 0, 0.75});
  expect_near(points[skeleton.wires[2].from], {0, 0, 0});
  expect_near(points[skeleton.wires[2].to], {0, 0, 0.25});
}

TEST_F(SkeletonTest, RoundBodiesAreCirclesWithASpoke) {
  const Skeleton skeleton = make_skeleton(with_numbers(R"(parameters: {r: 0.3}
bodies: {wheel: {mass: 2, inertia: {xx: 1, yy: 2, zz: 1}}}
joints: {ride: {type: planar, axis: y, from: {body: world, at: [0, 0, r]}, to: wheel, coordinates: [x, z, phi]}}
constraints: {roll: {type: rolling_disc, point: wheel, axis: y, radius: r}}
)"));
  ASSERT_EQ(skeleton.circles.size(), 1u);
  EXPECT_EQ(skeleton.twigs.size(), 1u);
  EXPECT_EQ(skeleton.grounds.size(), 1u);
  const auto points = points_at(skeleton, 0, {0, 0, 0.7});
  const Skeleton::Circle& circle = skeleton.circles[0];
  expect_near(points[circle.centre], {0, 0, 0.3});
  for (const std::size_t rim : {circle.u, circle.v}) {
    const Vector3<double> arm = points[rim] - points[circle.centre];
    EXPECT_NEAR(std::sqrt(dot(arm, arm)), 0.3, 1e-14);
    EXPECT_NEAR(arm.y, 0, 1e-14) << "the axis";
  }
}

TEST_F(SkeletonTest, AllBodiesOfAllExamplesAreDrawn) {
  for (const char* name :
       {"andrews_squeezer", "bead_on_hoop", "bricard", "cart_pendulums", "concrete_pump_mast", "drive_line",
        "excavator_arm", "flyball_governor", "four_bar", "lifting_table", "loudspeaker", "quadruped", "seven_axis_arm",
        "spatial_slider_crank", "suspended_chain", "two_wheeled_car", "whipple_bicycle", "wishbone_suspension"}) {
    const Model model = specialise(example(name), {{}, std::vector<std::string>{}});
    const Skeleton skeleton = make_skeleton(model);
    std::vector<bool> drawn(model.bodies.size());
    for (const auto* strokes : {&skeleton.lines, &skeleton.twigs})
      for (const Skeleton::Stroke& stroke : *strokes) drawn[stroke.body] = true;
    for (const Skeleton::Spot& disc : skeleton.discs) drawn[disc.body] = true;
    for (const Skeleton::Circle& circle : skeleton.circles) drawn[circle.body] = true;
    for (std::size_t body = 1; body < drawn.size(); ++body)
      EXPECT_TRUE(drawn[body]) << name << ": " << model.bodies[body].name;
    std::vector<bool> centred(model.bodies.size());
    for (const auto* spots : {&skeleton.discs, &skeleton.centres})
      for (const Skeleton::Spot& spot : *spots) centred[spot.body] = true;
    for (std::size_t body = 1; body < centred.size(); ++body)
      EXPECT_TRUE(centred[body] || model.bodies[body].mass.is_zero()) << name << ": " << model.bodies[body].name;
    EXPECT_EQ(skeleton.frames.size(), model.frames.size()) << name;
  }
}

TEST_F(SkeletonTest, ExamplesHaveOneTipForEachEnd) {
  const auto skeleton_of = [](const char* name) {
    return make_skeleton(specialise(example(name), {{}, std::vector<std::string>{}}));
  };
  const Skeleton arm = skeleton_of("seven_axis_arm");
  EXPECT_EQ(arm.tips.size(), 2u) << "two fingers";
  EXPECT_EQ(arm.guides.size(), 2u) << "that slide on the hand";
  EXPECT_EQ(arm.marks.size(), 1u);
  EXPECT_EQ(skeleton_of("cart_pendulums").tips.size(), 1u);
}

}  // namespace
}  // namespace kinemate
