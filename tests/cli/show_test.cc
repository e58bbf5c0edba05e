#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/command.h"

namespace kinemate {
namespace {

std::string crank() {
  return file_with("crank.yaml", R"(name: crank
bodies: {a: {mass: 1}}
joints:
  A: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  B: {type: planar, axis: z, from: world, to: a, coordinates: [x, y, q2]}
)");
}

TEST(ShowVerb, PrintsTheTopology) {
  expect("show " + crank(), 0,
         "crank: 1 body, 2 joints, 1 loop\n"
         "  freedoms      1, where Grübler counts -2: 1 of the tree, 3 conditions of 1 loop\n"
         "                3 conditions are redundant: joint B: rotation about y, rotation about x,\n"
         "                translation along z\n"
         "tree\n"
         "  world\n"
         "  a      A: revolute q1\n"
         "loops, closed by\n"
         "  B: planar x y q2  around world, a\n"
         "subsystems, each one joint to recursions\n"
         "  a on world, closed by B\n"
         "1 branch, 1 joint deep\n");
}

TEST(ShowVerb, EveryGraphInEveryFormat) {
  for (const char* graph : {"topology", "system", "system --form implicit"}) {
    const std::string arguments = "show " + crank() + " --graph " + graph;
    expect_error(arguments + " --format dot", 0, "graph ");
    expect_error(arguments + " --format svg", 0, "</svg>");
    expect_error(arguments + " --format json", 0, "\"name\": \"crank\"");
    EXPECT_EQ(run(arguments + " --json").out, run(arguments + " --format json").out);
    EXPECT_EQ(run(arguments + " --format svg").out, run(arguments + " --format svg").out);
  }
  expect_error("show " + crank() + " --form implicit", 2, "--graph system");
  expect_error("show " + crank() + " --json --format svg", 2, "--format");
  expect_error("show " + crank() + " --graph tree", 2, "topology");
  expect_error("show " + crank() + " --format png", 2, "svg");
}

TEST(ShowVerb, BaseParameters) {
  const std::string pendulum = file_with("pendulum.yaml", R"(name: pendulum
gravity: [0, 0, -10]
bodies: {rod: {mass: 2, center: [0, 0, -1]}}
joints: {hinge: {type: revolute, axis: y, from: world, to: rod, coordinate: phi}}
)");
  expect("show --base-parameters " + pendulum, 0,
         "pendulum: 3 base parameters of the 10 of 1 body, found by rules\n"
         "  m mass, c mass times centre, I inertia, in a frame at the joint with z along its axis; R: regrouped\n"
         "rod: frame x along [0, 0, 1], y along [1, 0, 0], z along [0, 1, 0] of the body\n"
         "  rod_cx   -2\n"
         "  rod_cy   0\n"
         "  rod_Izz  2\n"
         "  no effect     rod_m, rod_cz, rod_Ixx, rod_Iyy, rod_Ixy, rod_Ixz, rod_Iyz\n");
  expect_error("show --base-parameters --json " + pendulum, 0, "\"name\": \"rod_Izz\"");
  expect_error("show --base-parameters --format svg " + pendulum, 2, "--format");
  expect_error("show --base-parameters --graph system " + pendulum, 2, "--graph");
  expect_error("show --base-parameters " + crank(), 2, "this machine has a closed loop");
}

// A bob on a rod, told in x and y: the motions that are free are along (-y, x), of length 1, so that cos^2 of x is y^2.
std::string cartesian_pendulum() {
  return file_with("cartesian.yaml", R"(name: pendulum
gravity: [0, -10, 0]
bodies: {slide: {mass: 0}, bob: {mass: 1}}
joints:
  X: {type: prismatic, axis: x, from: world, to: slide, coordinate: x}
  Y: {type: prismatic, axis: y, from: slide, to: bob, coordinate: y}
constraints: {rod: {type: holonomic, equation: x^2 + y^2 - 1}}
independent: [y]
initial: {x: 0.8, y: -0.6}
)");
}

TEST(ShowVerb, CriterionOfTheCoordinatesOfARun) {
  const std::string arguments = cartesian_pendulum() + " --to 4 --method adams --json --quiet";
  const auto json = nlohmann::json::parse(run("show --criterion " + arguments).out);
  EXPECT_EQ(json["machine"], "pendulum");
  EXPECT_EQ(json["to"], 4);
  const auto &x = json["coordinates"][0], &y = json["coordinates"][1];
  EXPECT_EQ(x["name"], "x");
  EXPECT_EQ(y["name"], "y");
  EXPECT_NEAR(x["least"].get<double>(), 0.36, 1e-6);  // where it turns round
  EXPECT_NEAR(x["largest"].get<double>(), 1, 1e-3);   // below
  EXPECT_NEAR(y["largest"].get<double>(), 0.64, 1e-6);
  EXPECT_NEAR(y["least"].get<double>(), 0, 1e-3);
  EXPECT_NEAR(x["largest_at"].get<double>(), y["least_at"].get<double>(), 1e-9);
  // y stands still below: x has to take over before
  ASSERT_FALSE(json["switches"].empty());
  EXPECT_EQ(json["switches"][0]["from"], "y");
  EXPECT_EQ(json["switches"][0]["to"], "x");
  EXPECT_GT(json["chosen_set"]["least"].get<double>(), 0.02);
  double of_y = 0, last = 0;
  for (const auto& one : json["switches"]) {
    if (one["from"] == "y") of_y += one["time"].get<double>() - last;
    last = one["time"].get<double>();
  }
  if (json["switches"].back()["to"] == "y") of_y += 4 - last;
  const double row = 4 / 500.0;
  EXPECT_NEAR(4 * y["independent"].get<double>(), of_y, row * static_cast<double>(json["switches"].size()));
  EXPECT_NEAR(x["independent"].get<double>() + y["independent"].get<double>(), 1, 1e-9);
  // the run is that of simulate
  EXPECT_EQ(json["switches"], nlohmann::json::parse(run("simulate " + arguments).out)["switches"]);
}

TEST(ShowVerb, CriterionAsTextAndPicture) {
  const std::string picture = file_with("criterion.svg", "");
  const std::string arguments = "show --criterion --to 1 --quiet " + cartesian_pendulum();
  expect_error(arguments + " --plot " + picture, 0, "  x           0.36");
  EXPECT_GT(std::filesystem::file_size(picture), 1000u);
  std::filesystem::remove(picture);
  expect_error(arguments, 0, ": y -> x (");
  expect_error(arguments + " --at x=0.6,y=-0.8", 0, "  x           0.64");
  expect_error(arguments + " --plot criterion.pdf", 2, ".svg");
}

TEST(ShowVerb, CriterionOfAnglesThatLock) {
  const std::string body = file_with("body.yaml", R"(name: body
bodies: {box: {mass: 1, inertia: {xx: 1, yy: 2, zz: 3}}}
joints: {F: {type: free, from: world, to: box, sequence: xyz, coordinates: [x, y, z, a, b, c]}}
initial: {"a'": 0.1, "b'": 1, "c'": 0.2}
)");
  const auto json = nlohmann::json::parse(run("show --criterion --to 3 --json --quiet " + body).out);
  EXPECT_TRUE(json["coordinates"].empty());
  EXPECT_EQ(json["joints"][0]["name"], "F");
  EXPECT_NEAR(json["joints"][0]["largest"].get<double>(), 1, 1e-3);  // cos^2 b at the start
  EXPECT_GT(json["joints"][0]["least"].get<double>(), 0.02);         // though b comes near pi/2
  EXPECT_FALSE(json["switches"].empty());
  const double own = json["joints"][0]["angles_of_the_file"];
  EXPECT_GT(own, 0.2);
  EXPECT_LT(own, 0.8);
}

TEST(ShowVerb, CriterionWhereThereIsNone) {
  const std::string arm = file_with("arm.yaml", R"(bodies: {rod: {mass: 1, center: [1, 0, 0]}}
joints: {hinge: {type: revolute, axis: y, from: world, to: rod, coordinate: phi}}
)");
  expect_error("show --criterion --quiet " + arm, 2,
               "there are no others to choose [K605]\n  hint: it is of machines with loops");
  const std::string sprung = file_with("sprung.yaml", R"(bodies: {box: {mass: 1, inertia: {xx: 1, yy: 1, zz: 1}}}
joints: {F: {type: spherical, from: world, to: box, sequence: xyz, coordinates: [a, b, c]}}
loads: {spring: {type: joint, joint: F, effort: [-a, 0, 0]}}
)");
  expect_error("show --criterion --quiet " + sprung, 2, "so that its angles stay as they are");
}

TEST(ShowVerb, CriterionHasOptionsOfItsOwn) {
  const std::string file = cartesian_pendulum();
  expect_error("show --to 5 " + file, 2, "--to is of --criterion");
  expect_error("show --plot a.svg " + file, 2, "--plot is of --criterion");
  expect_error("show --criterion --graph system " + file, 2, "--graph excludes --criterion");
  expect_error("show --criterion --format svg " + file, 2, "--format excludes --criterion");
  expect_error("show --criterion --base-parameters " + file, 2, "--base-parameters");
  expect_error("show --criterion --switching off " + file, 2, "--switching");
  const Outcome few = run("show --criterion --quiet --most-steps 5 " + file);
  EXPECT_EQ(few.code, 3) << few.out;
  EXPECT_NE(few.out.find("projection criterion"), std::string::npos) << few.out;  // what was before
  EXPECT_NE(few.out.find("error: "), std::string::npos) << few.out;
}

TEST(ShowVerb, NotesAreTold) {
  expect_error("show " + file_with("loose.yaml", "bodies: {a: {mass: 1}}\n"), 0, "note: no joint connects body a");
}

TEST(ShowVerb, TheSystemGraphSaysWhatItLeavesOut) {
  expect_error("show --graph system " +
                   file_with("con.yaml",
                             "bodies: {a: {mass: 1}}\njoints: {j: {type: prismatic, axis: x, from: world, to: "
                             "a, coordinate: q}}\nconstraints: {c: {type: holonomic, equation: q}}\n"),
               0, "without 1 constraint\n");
}

}  // namespace
}  // namespace kinemate
