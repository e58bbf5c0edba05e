// What verbs that make programs say about --algorithm, and about machines that no algorithm can take.
#include "cli/command.h"

namespace kinemate {
namespace {

const std::vector<std::string> kRecursions = {
    "articulated",       "composite", "velocities",     "implicit",
    "modified-implicit", "mixed",     "implicit-cubic", "modified-implicit-cubic"};
const std::vector<std::string> kOthers = {"shortest", "fastest", "equations"};

std::string generate(const std::string& arguments) {
  return "generate --quiet -o " + testing::TempDir() + "kinemate_never_written " + arguments;
}

// count and generate by every algorithm, and bench: the same message.
void expect_all(const std::string& path, const std::string& error) {
  for (const auto& names : {kRecursions, kOthers})
    for (const std::string& name : names) {
      expect("count --quiet " + path + " --algorithm " + name, 3, error);
      expect(generate(path + " --algorithm " + name), 3, error);
    }
  expect("bench --quiet " + path, 3, error);
}

TEST(ProgramRequest, SubsystemsThatAreNotToBe) {
  const std::string path = "count --quiet " KINEMATE_SOURCE "/examples/four_bar/model.yaml --algorithm subsystems ";
  EXPECT_NE(run(path).out.find("subsystems as joints"), std::string::npos);
  expect_error(path + "--no-subsystems", 2,
               "error: --algorithm subsystems and --no-subsystems contradict each other [K605]\n");
  expect_error(path + "--by kane", 2, "error: --algorithm subsystems needs no formalism [K605]\n");
  expect_error(path + "--what mass", 2, "error: --algorithm subsystems cannot be used: it gives accelerations");
  expect_error(path + "--base-parameters", 2,
               "error: --base-parameters cannot be used: its loops and constraints bind");
  const std::string plain = "count --quiet " KINEMATE_SOURCE "/examples/excavator_arm/model.yaml";
  EXPECT_NE(run(plain).out.find("subsystems as joints"), std::string::npos);
  EXPECT_EQ(run(plain + " --no-subsystems").out.find("subsystems as joints"), std::string::npos);
}

TEST(ProgramRequest, UnknownAlgorithms) {
  const std::string path = KINEMATE_SOURCE "/examples/planar_pendulum/model.yaml";
  const std::string near = "error: --algorithm: there is no 'articulate' [K604]\n  hint: did you mean articulated?\n";
  expect("count --quiet " + path + " --algorithm articulate", 2, near);
  expect(generate(path + " --algorithm articulate"), 2, near);
  expect_error("count --quiet " + path + " --algorithm qr", 2,
               "error: --algorithm: there is no 'qr' [K604]\n  hint: there are: shortest, fastest, equations, subsystems, ");
  expect("count --quiet " + path + " --algorithm mixed --by kane", 2,
         "error: --algorithm mixed needs no formalism [K605]\n  hint: --by belongs to --algorithm equations\n");
  expect("derive " + path + " --by recursions", 2,
         "error: there is no formalism 'recursions' [K604]\n  hint: did you mean recursion?\n");
}

TEST(ProgramRequest, BodyWithoutInertia) {
  const std::string path = file_with("flail.yaml", R"(name: flail
bodies:
  arm: {mass: 2, center: [0, 0, -1], inertia: {xx: 1, yy: 1, zz: 1}}
  tip: {mass: 0}
joints:
  shoulder: {type: revolute, axis: y, from: world, to: arm, coordinate: alpha}
  wrist: {type: revolute, axis: y, from: {body: arm, at: [0, 0, -2]}, to: tip, coordinate: beta}
)");
  expect_all(path,
             "error: the mass matrix is singular: the motion beta' = 1 meets no inertia [K402]\n"
             "  hint: body tip moves and has neither mass nor inertia; give mass or inertia, or fix the joint\n");
}

// A point mass at the end of two hinges with one axis: only their difference meets no inertia.
TEST(ProgramRequest, MotionOfSeveralSpeedsWithoutInertia) {
  const std::string path = file_with("coaxial.yaml", R"(name: coaxial
bodies:
  ring: {mass: 0}
  ball: {mass: 2, center: [1, 0, 0]}
joints:
  outer: {type: revolute, axis: z, from: world, to: ring, coordinate: alpha}
  inner: {type: revolute, axis: z, from: ring, to: ball, coordinate: beta}
)");
  expect_all(path,
             "error: the mass matrix is singular: the motion alpha' = 1, beta' = -1 meets no inertia [K402]\n"
             "  hint: body ring moves and has neither mass nor inertia; give mass or inertia, or fix the joint\n");
}

// The coordinates of a joint that move it in one direction are a mistake in the file.
TEST(ProgramRequest, DependentDirections) {
  const std::string path = file_with("twice.yaml", R"(name: twice
bodies: {block: {mass: 1}}
joints: {guide: {type: motion, from: world, to: block, coordinates: [u, v], position: [u + v, 0, 0]}}
)");
  for (const std::string& algorithm : kRecursions)
    expect_error("count --quiet " + path + " --algorithm " + algorithm, 1,
                 "error: the coordinates of joint guide do not move it independently of each other [K203]\n");
}

TEST(ProgramRequest, WhatRecursionsCannotTake) {
  const std::string kinetic = file_with("rotor.yaml", R"(name: geared
bodies: {a: {mass: 1, center: [1, 0, 0]}}
joints: {hinge: {type: revolute, axis: z, from: world, to: a, coordinate: q}}
loads: {rotor: {type: kinetic, energy: "q'^2/2"}}
)");
  const std::string shared = file_with("shared.yaml", R"(name: shared
coordinates: [q]
bodies: {a: {mass: 1}, b: {mass: 1}}
joints:
  one: {type: motion, from: world, to: a, coordinates: [q], position: [q, 0, 0]}
  two: {type: motion, from: world, to: b, coordinates: [q], position: [0, q, 0]}
)");
  const std::pair<std::string, std::string> obstacles[] = {
      {kinetic, "load rotor adds kinetic energy that belongs to no body"},
      {shared, "several joints share the speed of q"}};
  for (const auto& [path, reason] : obstacles) {
    for (const std::string& algorithm : kRecursions) {
      const std::string error =
          "error: --algorithm " + algorithm + " cannot be used: " + reason + " [K305]\n  hint: --algorithm equations can\n";
      expect("count --quiet " + path + " --algorithm " + algorithm, 2, error);
      expect(generate(path + " --algorithm " + algorithm), 2, error);
    }
    for (const std::string& algorithm : kOthers)
      EXPECT_EQ(run("count --quiet " + path + " --algorithm " + algorithm).code, 0) << algorithm;
  }
  expect("bench --quiet " + kinetic, 2,
         "error: the algorithms cannot take this machine: " + obstacles[0].second +
             " [K305]\n  hint: kinemate count and kinemate generate solve the equations of such machines\n");
  const Outcome timed = run("bench --quiet " + shared);  // as far as there are any
  EXPECT_EQ(timed.code, 0);
  EXPECT_NE(timed.out.find("several joints share the speed of q"), std::string::npos) << timed.out;
  expect("count --quiet --what equations --algorithm mixed " + kinetic, 2,
         "error: --algorithm mixed cannot be used: M, k and tau themselves are asked for [K305]\n"
         "  hint: --algorithm equations can\n");
  for (const std::string& algorithm : kRecursions) {
    const std::string count = "count --quiet " KINEMATE_SOURCE "/examples/four_bar/model.yaml --algorithm " + algorithm;
    if (algorithm == "articulated" || algorithm == "composite") {
      EXPECT_EQ(run(count).code, 0) << algorithm;
    } else {
      expect_error(count, 2, "cannot be used: the machine has closed loops");
    }
  }
}

}  // namespace
}  // namespace kinemate
