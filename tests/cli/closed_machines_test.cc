// Machines with loops, from the command line: every verb, and what is said of machines that cannot be.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/file.h"
#include "cli/command.h"
#include "sim/results/reader.h"

namespace kinemate {
namespace {

namespace fs = std::filesystem;

const std::string kClosedExamples = KINEMATE_SOURCE "/examples/";
const std::string kClosedFourBar = kClosedExamples + "four_bar/model.yaml";

class ClosedMachinesCommand : public testing::Test {
 protected:
  ClosedMachinesCommand() { fs::create_directories(folder_); }
  ~ClosedMachinesCommand() override { fs::remove_all(folder_); }
  std::string path(const std::string& name) const { return folder_ + "/" + name; }

  static nlohmann::json json_of(const std::string& arguments) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 0) << arguments << "\n" << outcome.out;
    return nlohmann::json::parse(outcome.out, nullptr, false);
  }

  const std::string folder_ = testing::TempDir() + "kinemate_closed_" + std::to_string(getpid());
};

// The rocker of the example's four-bar by A cos ψ + B sin ψ + C = 0, above the ground.
double rocker_of_example(double phi, double c = 0.5) {
  const double a = 0.1, b = 0.5, d = 0.7;
  const double A = 2 * c * (d - a * std::cos(phi)), B = -2 * a * c * std::sin(phi);
  const double C = a * a - b * b + c * c + d * d - 2 * a * d * std::cos(phi), S = std::sqrt(A * A + B * B - C * C);
  return std::atan2(-B * C + A * S, -A * C - B * S);
}

TEST_F(ClosedMachinesCommand, EvaluateTakesIndependentAndDependentValues) {
  const nlohmann::json crank = json_of("evaluate " + kClosedFourBar + " --json --at \"phi = -1, phi' = 3\"");
  EXPECT_NEAR(crank["coordinates"]["psi"].get<double>(), rocker_of_example(-1), 1e-12) << crank.dump(1);
  char rocker[99];
  std::snprintf(rocker, sizeof rocker, "\"psi = %.17g\"", rocker_of_example(0.8));
  const nlohmann::json from_rocker = json_of("evaluate " + kClosedFourBar + " --json --at " + rocker);
  EXPECT_NEAR(from_rocker["coordinates"]["phi"].get<double>(), 0.8, 1e-10);
  expect_error("evaluate " + kClosedFourBar + " --at \"phi' = 1, psi' = 2.4\"", 3, "contradict each other");
}

// The crank is the same in every verb when the file's start is of another assembly, or there is none.
TEST_F(ClosedMachinesCommand, EveryVerbStartsWhereItIsTold) {
  const std::string below =
      " --at \"phi = pi/2, alpha = -2.498091544796509, beta = -1.5707963267948966, psi = -2.498091544796509\"";
  const nlohmann::json state = json_of("evaluate " + kClosedFourBar + " --json --what acceleration" + below);
  EXPECT_NEAR(state["coordinates"]["psi"].get<double>(), -2.498091544796509, 1e-9);
  const std::string rows = path("below.csv");
  ASSERT_EQ(run("simulate " + kClosedFourBar + " --to 0.01 --record accelerations --quiet -o " + rows + below).code, 0);
  const ResultTable table = read_results(rows);
  const auto column = [&](const std::string& name) {
    for (std::size_t i = 0; i < table.header.columns.size(); ++i)
      if (table.header.columns[i].name == name) return table.values[i];
    ADD_FAILURE() << name;
    return 0.0;
  };
  EXPECT_NEAR(column("psi"), -2.498091544796509, 1e-9);
  EXPECT_NEAR(column("phi''"), state["acceleration"][0].get<double>(), 1e-7);
  const nlohmann::json linear =
      json_of("linearize " + kClosedFourBar + " --json --quiet --residual --only numbers" + below);
  EXPECT_NE(linear.dump().find("-2.498"), std::string::npos);
  EXPECT_NE(run("kinematics " + kClosedFourBar + " --point rocker" + below).out.find("psi = -2.49809"),
            std::string::npos);
}

// A robot's file has no start: its loops close from zeros, what is given stays, and what no loop needs does not move.
TEST_F(ClosedMachinesCommand, LoopsOfRobotsCloseFromZeros) {
  std::string robot = "<robot name=\"leg\"><link name=\"base\"/><link name=\"tip\"/>";
  for (const char* name : {"thigh", "shin", "crank", "rod", "end"})
    robot +=
        std::string("<link name=\"") + name +
        "\"><inertial><origin xyz=\"0 0 -0.1\"/><mass value=\"1\"/><inertia ixx=\"0.01\" iyy=\"0.01\" izz=\"0.01\" "
        "ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial></link>";
  const auto joint = [&](const std::string& name, const std::string& parent, const std::string& child,
                         const std::string& place, const std::string& type) {
    robot += "<joint name=\"" + name + "\" type=\"" + type + "\"><parent link=\"" + parent + "\"/><child link=\"" +
             child + "\"/><origin " + place + "/><axis xyz=\"0 1 0\"/></joint>";
  };
  joint("hip", "base", "thigh", "xyz=\"0 0 0\"", "continuous");
  joint("knee", "thigh", "shin", "xyz=\"0 0 -0.4\"", "continuous");
  joint("motor", "thigh", "crank", "xyz=\"0 0 0\"", "continuous");
  joint("pin", "crank", "rod", "xyz=\"0.12 0 0\"", "continuous");
  joint("pivot", "rod", "end", "xyz=\"0 0 -0.4\"", "continuous");
  joint("weld", "shin", "tip", "xyz=\"0.1 0 0.03\" rpy=\"0 2.5 0\"", "fixed");
  const std::string file = file_with("leg.urdf", robot + "</robot>");
  const std::string loops = file_with("leg.yaml", "closed_loop: [[end, tip]]\ntype: [6d]\n");
  const auto angles = [&](const std::string& at) {
    const Outcome outcome = run("evaluate " + file + " --loops " + loops + " --json --what energies" + at);
    EXPECT_EQ(outcome.code, 0) << outcome.out;
    return nlohmann::json::parse(outcome.out, nullptr, false)["coordinates"];
  };
  EXPECT_NEAR(angles("")["hip"].get<double>(), 0, 1e-12);
  const nlohmann::json bent = angles(" --at \"knee = -0.9\"");
  EXPECT_NEAR(bent["hip"].get<double>(), 0, 1e-12);
  EXPECT_NEAR(bent["knee"].get<double>(), -0.9, 1e-12);
  const nlohmann::json moved = angles(" --at \"hip = 0.3, motor = -0.5\"");
  EXPECT_NEAR(moved["hip"].get<double>(), 0.3, 1e-12);
  EXPECT_NEAR(moved["motor"].get<double>(), -0.5, 1e-12);
}

// Modes of closed machines move dependent bodies, too.
TEST_F(ClosedMachinesCommand, PicturesOfModes) {
  for (const char* name : {"four_bar", "bricard", "suspended_chain", "wishbone_suspension"}) {
    const std::string picture = path(name) + ".svg";
    const Outcome outcome = run("linearize " + kClosedExamples + name +
                                "/model.yaml --about state --quiet --only numbers --modes " + picture);
    EXPECT_EQ(outcome.code, 0) << name << outcome.out;
    EXPECT_TRUE(fs::exists(picture)) << name;
  }
}

TEST_F(ClosedMachinesCommand, ListsAreWrittenClosed) {
  std::string text = read_text_file(kClosedExamples + "slider_crank/model.yaml");
  text = text.substr(0, text.find("\ninitial:")) + "\ninitial: {phi: 1}\n";
  const std::string model = file_with("open_crank.yaml", text), list = path("list.yaml");
  ASSERT_EQ(run("convert " + model + " --to equations -o " + list).code, 0);
  const nlohmann::json state = json_of("evaluate " + model + " --json --what acceleration");
  const Outcome solved = run("solve " + list + " --quiet --show values --set T=0 --set F=0");
  const std::size_t at = solved.out.find("phi'' = ");
  ASSERT_NE(at, std::string::npos) << solved.out;
  const double wanted = state["acceleration"][0].get<double>();
  EXPECT_NEAR(std::stod(solved.out.substr(at + 8)), wanted, 1e-9 * std::abs(wanted));
}

TEST_F(ClosedMachinesCommand, KinematicsClosesLoops) {
  const Outcome formulas = run("kinematics " + kClosedFourBar + " --point rocker");
  EXPECT_EQ(formulas.code, 0);
  EXPECT_NE(formulas.out.find("dependent coordinates\n"), std::string::npos) << formulas.out;
  EXPECT_NE(formulas.out.find("psi' = Ic_psi*phi'"), std::string::npos) << formulas.out;
  const Outcome numbers = run("kinematics " + kClosedFourBar + " --point coupler:b,0,0 --at \"phi = pi/2, phi' = 1\"");
  EXPECT_EQ(numbers.code, 0);
  EXPECT_NE(numbers.out.find("phi = 1.57"), std::string::npos) << numbers.out;
}

// The C program of the four-bar finds the acceleration that evaluate finds.
TEST_F(ClosedMachinesCommand, GeneratedCAgreesWithEvaluate) {
  for (const char* name : {"four_bar", "andrews_squeezer", "suspended_chain"}) {
    const std::string model = kClosedExamples + name + "/model.yaml", folder = path(name);
    expect("generate " + model + " --what ode --to c --quiet -o " + folder, 0, "");
    const std::string build =
        "cd " + folder + " && cc -std=c99 -O1 -Wall -Wextra -pedantic -Werror *.c -o example -lm && ./example";
    FILE* pipe = popen(build.c_str(), "r");
    char line[256];
    std::map<std::string, double> rates;
    while (std::fgets(line, sizeof line, pipe) != nullptr) {
      const std::string text = line;
      const std::size_t equals = text.find(" = ");
      if (equals != std::string::npos) rates[text.substr(0, equals)] = std::stod(text.substr(equals + 3));
    }
    EXPECT_EQ(pclose(pipe), 0) << name;
    const nlohmann::json numbers = json_of("evaluate " + model + " --json");
    const std::size_t freedoms = numbers["speeds"].size();
    ASSERT_GT(freedoms, 0u) << name;
    for (std::size_t i = 0; i < freedoms; ++i) {
      const std::string rate = numbers["speeds"][i].get<std::string>() + "'";
      const double wanted = numbers["acceleration"][i].get<double>();
      ASSERT_TRUE(rates.contains(rate)) << name << ": " << rate;
      EXPECT_NEAR(rates[rate], wanted, 1e-9 * (1 + std::abs(wanted))) << name;
    }
  }
}

TEST_F(ClosedMachinesCommand, CountCountsTheMinimalEquations) {
  const nlohmann::json count = json_of("count " + kClosedFourBar + " --json --quiet");
  EXPECT_FALSE(count.is_discarded());
  const Outcome text = run("count " + kClosedFourBar + " --quiet");
  EXPECT_NE(text.out.find("to    a (1)"), std::string::npos) << text.out;  // one acceleration
}

// Another length in each run: the loop is closed anew, the crank stays, the rocker is on its branch.
TEST_F(ClosedMachinesCommand, SweepClosesTheLoopInEveryRun) {
  const std::string file = path("sweep.csv");
  const Outcome outcome = run("sweep " + kClosedFourBar +
                              " --vary 'c = 0.45 .. 0.6 : 4' --to 0.5 --summary 'start(phi)' --summary 'start(psi)' "
                              "--summary 'end(phi)' --summary 'end(psi)' --quiet -o " +
                              file);
  ASSERT_EQ(outcome.code, 0) << outcome.out;
  const std::string text = read_text_file(file);
  std::vector<std::string> names;
  int runs = 0;
  std::istringstream lines(text);
  for (std::string row; std::getline(lines, row);) {
    if (row.empty() || row[0] == '#') continue;
    std::vector<std::string> cells;
    std::istringstream parts(row);
    for (std::string cell; std::getline(parts, cell, ',');) cells.push_back(cell);
    if (names.empty()) {
      names = cells;
      continue;
    }
    auto value = [&](const std::string& name) {
      const auto found = std::find(names.begin(), names.end(), name);
      return found == names.end() ? std::nan("") : std::stod(cells[static_cast<std::size_t>(found - names.begin())]);
    };
    ++runs;
    EXPECT_NEAR(value("start(phi)"), std::acos(0), 1e-12) << text;
    EXPECT_NEAR(value("start(psi)"), rocker_of_example(value("start(phi)"), value("c")), 1e-9) << text;
    EXPECT_NEAR(value("end(psi)"), rocker_of_example(value("end(phi)"), value("c")), 1e-7) << text;
  }
  EXPECT_EQ(runs, 4) << text;
}

TEST_F(ClosedMachinesCommand, SimulateRecordsWhatFollows) {
  const std::string file = path("run.csv");
  const Outcome outcome =
      run("simulate " + kClosedFourBar + " --to 1 --every 0.1 --record reactions --quiet -o " + file);
  ASSERT_EQ(outcome.code, 0) << outcome.out;
  const ResultTable table = read_results(file);
  const std::size_t phi = find_result_column(table.header, "phi"), psi = find_result_column(table.header, "psi");
  for (std::size_t row = 0; row < table.rows(); ++row)
    EXPECT_NEAR(table.at(row, psi), rocker_of_example(table.at(row, phi)), 1e-9);
  EXPECT_NO_THROW(find_result_column(table.header, "B_F_x"));  // of the joint that closes the loop
}

// Drake's four-bar, from a rough start.
TEST_F(ClosedMachinesCommand, EquilibriumOfDrakesFourBar) {
  const std::string file = file_with("drake.yaml", R"(name: drake
parameters: {m: 20, l: 4, J: m*l^2/12}
gravity: [0, 0, -9.8]
bodies:
  A: &link {mass: m, center: [0, 0, l/2], inertia: {xx: J, yy: J}}
  B: *link
  C: *link
joints:
  WA: {type: revolute, axis: -y, from: {body: world, at: [-1, 0, 0], rotation: [[y, -pi/2]]}, to: A, coordinate: qA}
  AB: {type: revolute, axis: -y, from: {body: A, at: [0, 0, l]}, to: B, coordinate: qB}
  WC: {type: revolute, axis: y, from: {body: world, at: [1, 0, 0], rotation: [[y, pi/2]]}, to: C, coordinate: qW}
  BC: {type: revolute, axis: -y, from: {body: B, at: [0, 0, l]}, to: {body: C, at: [0, 0, l], rotation: [[y, pi]]}, coordinate: qC}
initial: {qA: 1.1, qB: 1.6, qW: 1.2, qC: 1.7}
independent: [qA]
)");
  const Outcome outcome = run("equilibrium " + file + " --quiet");
  EXPECT_EQ(outcome.code, 0) << outcome.out;
  EXPECT_NE(outcome.out.find("qA = 1.31812"), std::string::npos) << outcome.out;  // atan(sqrt(15))
  EXPECT_NE(outcome.out.find("stable: its energy has a minimum there"), std::string::npos) << outcome.out;
}

TEST_F(ClosedMachinesCommand, WhatCannotBeIsExplained) {
  const std::string short_bar = file_with("short.yaml", R"(name: short
bodies: {crank: {mass: 1}, coupler: {mass: 1}, rocker: {mass: 1}}
joints:
  A0: {type: revolute, axis: z, from: world, to: crank, coordinate: phi}
  A:  {type: revolute, axis: z, from: {body: crank, at: [0.1, 0, 0]}, to: coupler, coordinate: alpha}
  B:  {type: revolute, axis: z, from: {body: coupler, at: [0.2, 0, 0]}, to: {body: rocker, at: [0.2, 0, 0]}, coordinate: beta}
  B0: {type: revolute, axis: z, from: {body: world, at: [0.7, 0, 0]}, to: rocker, coordinate: psi}
)");
  for (const char* verb : {"evaluate ", "derive ", "simulate ", "linearize ", "equilibrium ", "count "})
    expect_error(verb + short_bar, 3, "the loops cannot be closed; loop closure errors that remain: joint B 0.2 m");
  const std::string held = file_with("held.yaml", R"(name: held
bodies: {door: {mass: 30, center: [0.5, 0, 0], inertia: {xx: 2, yy: 4, zz: 3}}}
joints:
  lower: {type: revolute, axis: z, from: world, to: door, coordinate: q}
  upper: {type: revolute, axis: [0.1, 0, 1], from: {body: world, at: [0, 0, 1]}, to: {body: door, at: [0, 0, 1]}, coordinate: p}
)");
  expect_error("simulate " + held, 2, "no freedom to move");
  EXPECT_EQ(run("evaluate " + held).code, 0);
  EXPECT_NE(run("check " + held).out.find("freedoms      0"), std::string::npos);
  expect_error("evaluate " + held + " --at \"q' = 1\"", 3, "the loops leave 0 freedoms");
}

}  // namespace
}  // namespace kinemate
