#include "cli/command.h"

#include <nlohmann/json.hpp>

namespace kinemate {
namespace {

const char* const kEvaluateArm = R"(name: arm
parameters: {g: 10, l: 1, k: }
gravity: [0, -g, 0]
inputs: [u]
bodies: {upper: {mass: 2, center: [l/2, 0, 0]}, lower: {mass: 1, center: [0.5, 0, 0]}}
joints:
  shoulder: {type: revolute, axis: z, from: world, to: upper, coordinate: a}
  elbow: {type: revolute, axis: z, from: {body: upper, at: [l, 0, 0]}, to: lower, coordinate: b}
loads:
  motor: {type: joint, joint: elbow, effort: k*u + w(t)}
initial: {b: pi/2}
)";

std::string arm() { return "evaluate " + file_with("arm.yaml", kEvaluateArm) + " "; }

nlohmann::json json_of(const std::string& arguments) {
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.code, 0) << arguments << "\n" << outcome.out;
  return outcome.code == 0 ? nlohmann::json::parse(outcome.out) : nlohmann::json();
}

// Stretched out: M = [2 (l/2)² + 1.5², 1.5/2; 1.5/2, 1/4].
TEST(EvaluateVerb, PrintsNumbers) {
  expect(arm() + "--at 'k=1, w(t)=0, b=0' --what mass,bias,forces", 0, R"(arm at t = 0
  coordinates   a = 0, b = 0
  speeds        a' = 0, b' = 0

mass
      a'    b'
  a'  2.75  0.75
  b'  0.75  0.25

      bias  forces
  a'  0     -25
  b'  0     -5
)");
  const auto json = json_of(arm() + "--at 'k=1, w(t)=0, b=0' --json --what acceleration");
  EXPECT_NEAR(json["acceleration"][0].get<double>(), -20, 1e-12);
  EXPECT_NEAR(json["acceleration"][1].get<double>(), 40, 1e-12);
}

TEST(EvaluateVerb, JsonHasEverything) {
  const auto json = json_of(arm() + "--at 'k=2; u=3' --at \"w(t)=1, a'=pi\" --json --point lower:1,0,0");
  EXPECT_EQ(json["machine"], "arm");
  EXPECT_EQ(json["speeds"], (std::vector<std::string>{"a'", "b'"}));
  EXPECT_EQ(json["rates"]["a"].get<double>(), 3.141592653589793);
  EXPECT_NEAR(json["forces"][1].get<double>(), 7, 1e-14);
  EXPECT_NEAR(json["kinetic_energy"].get<double>(), 1.75 * 3.141592653589793 * 3.141592653589793 / 2, 1e-13);
  EXPECT_NEAR(json["reactions"]["elbow"]["torque"][2].get<double>(), 7, 1e-13);
  EXPECT_EQ(json["points"]["lower:1,0,0"]["position"][1].get<double>(), 1);
  EXPECT_EQ(json["points"]["lower:1,0,0"]["J_R"][2], (std::vector<double>{1, 1}));
  for (const char* key : {"mass", "bias", "acceleration", "potential_energy", "dissipation"})
    EXPECT_TRUE(json.contains(key)) << key;
}

TEST(EvaluateVerb, StatesFromSeedFileAndArguments) {
  const std::string file = file_with("state.json", R"json({"a": 0.25, "b": "pi/4", "k": 1, "w(t)": 0})json");
  const auto from_file = json_of(arm() + "--json --state " + file + " --seed 3 --at b=1");
  EXPECT_EQ(from_file["coordinates"]["a"], 0.25);
  EXPECT_EQ(from_file["coordinates"]["b"], 1);
  EXPECT_NE(from_file["rates"]["a"], 0);  // of the seed
  EXPECT_EQ(from_file, json_of(arm() + "--format json --state " + file + " --seed 3 --at b=1"));
  EXPECT_NE(from_file, json_of(arm() + "--json --state " + file + " --seed 4 --at b=1"));
}

TEST(EvaluateVerb, ForwardAndBack) {
  const std::string state = "--json --at \"k=0, w(t)=0, a=0.3, a'=1, b'=-2\" ";
  const auto forward = json_of(arm() + state + "--effort \"a'=5\"");
  EXPECT_EQ(forward["effort"], (std::vector<double>{5, 0}));
  const auto back = json_of(arm() + state + "--acceleration \"a''=" + forward["acceleration"][0].dump() +
                            ", b''=" + forward["acceleration"][1].dump() + "\"");
  EXPECT_NEAR(back["required_effort"][0].get<double>(), 5, 1e-12);
  EXPECT_NEAR(back["required_effort"][1].get<double>(), 0, 1e-12);
}

TEST(EvaluateVerb, WrongStates) {
  expect_error(arm(), 2, "there are none for the parameter k and function w(t) [K215]\n");
  expect_error(arm() + "--at c=1", 2, "there is no 'c' in this machine");
  expect_error(arm() + "--at \"a''=1\"", 2, "a'' is not part of a state");
  expect_error(arm() + "--at a", 2, "--at: expected name = value, found 'a'");
  expect_error(arm() + "--at a=1+", 2, "--at:1:5");
  expect_error(arm() + "--at a=b", 2, "the value of a holds b, which is no parameter");
  expect_error(arm() + "--at k=1,'w(t)=1' --effort a=1", 2, "did you mean a'?");
  expect_error(arm() + "--at k=1,'w(t)=1' --acceleration c=1", 2, "'c' is no acceleration");
  expect_error(arm() + "--at k=1,'w(t)=1' --point lover", 2, "did you mean lower?");
  expect_error(arm() + "--what inertia", 2, "inertia");
  expect_error(arm() + "--state " + file_with("broken.json", "{\"a\": }"), 1, "the state is no JSON");
  expect_error(arm() + "--state " + file_with("list.json", "[1]"), 1, "a state is an object of names and values");
  expect_error(arm() + "--state " + file_with("deep.json", "{\"a\": [1]}"), 1, "neither a number nor a formula");
  expect_error(arm() + "--state " + file_with("big.json", "{\"a\": 1e999}"), 1, "too large");
  expect_error(arm() + "--state nowhere.json", 4, "nowhere.json");
}

TEST(EvaluateVerb, MachinesWithoutNumbers) {
  const std::string massless = file_with("massless.yaml", R"(
bodies: {rod: {mass: 1, center: [1, 0, 0]}, tip: {mass: 0}}
joints:
  j: {type: revolute, axis: z, from: world, to: rod, coordinate: a}
  k: {type: revolute, axis: z, from: rod, to: tip, coordinate: b}
)");
  expect_error("evaluate " + massless, 3, "the motion b' = 1 meets no inertia [K402]\n  hint: body tip moves and has neither");
  expect_error("evaluate " + massless + " --what mass", 0, "  b'  0   0\n");
  const std::string ball = file_with("ball.yaml", R"(
bodies: {b: {mass: 1, inertia: {xx: 1, yy: 1, zz: 1}}}
joints: {wrist: {type: spherical, sequence: zyx, from: world, to: b, coordinates: [a, b, c]}}
)");
  expect_error("evaluate " + ball + " --at b=pi/2", 3,
               "joint wrist is in gimbal lock at a = 0, b = 1.570796327, c = 0");
  const std::string quaternion = file_with("quaternion.yaml", R"(
bodies: {b: {mass: 1, inertia: {xx: 1, yy: 1, zz: 1}}, c: {mass: 1}}
joints:
  base: {type: free, sequence: euler_parameters, from: world, to: b, coordinates: [x, y, z, p0, p1, p2, p3]}
  slide: {type: prismatic, axis: x, from: b, to: c, coordinate: q, drive: sin(t)}
)");
  expect_error("evaluate " + quaternion + " --at p1=1", 2, "joint base have the length 1.41421, not 1");
  expect_error("evaluate " + quaternion + " --at \"p1'=1\"", 2, "give the speeds wx_base, wy_base, wz_base instead");
  expect_error("evaluate " + quaternion + " --at q=1", 2, "the coordinate q is driven");
  const std::string spring = file_with("spring.yaml", R"(
bodies: {b: {mass: 1}}
joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: q}}
loads: {s: {type: spring, between: [world, b], stiffness: 1, length: 1}}
)");
  expect_error("evaluate " + spring, 3, "error: ");
}

}  // namespace
}  // namespace kinemate
