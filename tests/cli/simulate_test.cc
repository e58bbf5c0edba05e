#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <pugixml.hpp>
#include <thread>

#include "base/file.h"
#include "cli/command.h"
#include "sim/results/reader.h"

namespace kinemate {
namespace {

const std::string kSimulateCart = KINEMATE_SOURCE "/examples/cart_pendulums/model.yaml";

// The second numbers of the last line of "M1,2 L3,4 M5,6 L7,8", as gnuplot writes curves behind their legend.
std::vector<double> heights_of(const std::string& d) {
  std::vector<double> heights;
  const char* at = d.c_str() + (d.find('M') == std::string::npos ? 0 : d.rfind('M'));
  for (std::size_t count = 0; *at != '\0';) {
    char* end = nullptr;
    const double number = std::strtod(at, &end);
    if (end == at) {
      ++at;
      continue;
    }
    if (++count % 2 == 0) heights.push_back(number);
    at = end;
  }
  return heights;
}

class SimulateCommand : public testing::Test {
 protected:
  SimulateCommand() { std::filesystem::create_directories(folder_); }
  ~SimulateCommand() override { std::filesystem::remove_all(folder_); }
  std::string path(const std::string& name) const { return folder_ + "/" + name; }

  const std::string folder_ = testing::TempDir() + "kinemate_simulate_" + std::to_string(getpid());
};

TEST_F(SimulateCommand, ConstantsAndUnits) {
  const std::string slide = file_with("slide.yaml", R"yaml(
bodies: {b: {mass: 1, inertia: {xx: 1, yy: 1, zz: 1}}, c: {mass: 1}}
joints:
  j:
    {type: custom, from: world, to: b, coordinates: [x], position: [x, 0, 0],
     free_directions: [[0, 0, 0, 1, 0, 0]], speeds: [wv_1]}
  r: {type: prismatic, axis: y, from: b, to: c, coordinate: y}
loads: {F: {type: joint, joint: r, effort: "if(t > 0.5 and t < 0.6, 100, 0)"}}
)yaml");
  const Outcome outcome = run("simulate " + slide + " --to 0.4 --quiet -o " + path("slide.csv"));
  EXPECT_EQ(outcome.code, 0) << outcome.out;
  EXPECT_EQ(outcome.out.find("momentum of y"), std::string::npos) << outcome.out;
  const ResultTable table = read_results(path("slide.csv"));
  EXPECT_EQ(table.header.columns[find_result_column(table.header, "wv_1")].unit, "m/s");
}

// Conditions of the time, wherever they stand, and pulses: a mass of 1 kg that is pushed by 100 N for 0.1 s.
TEST_F(SimulateCommand, PushesAreNotJumpedOver) {
  const std::string file = path("mass.yaml"), road = path("road.yaml"), csv = path("mass.csv");
  write_text_file(file, R"(name: mass
inputs: {F: {unit: N}}
bodies: {m: {mass: 1}}
joints: {j: {type: prismatic, axis: x, from: world, to: m, coordinate: x}}
loads: {push: {type: joint, joint: j, effort: F}}
)");
  const auto speed = [&](const std::string& arguments) {
    const Outcome outcome = run("simulate " + arguments + " --to 10 --quiet -o " + csv);
    EXPECT_EQ(outcome.code, 0) << outcome.out;
    const ResultTable table = read_results(csv);
    return table.at(table.rows() - 1, find_result_column(table.header, "x'"));
  };
  for (const char* method : {"auto", "dop853", "dopri5", "adams", "cvode", "rk4 --step 0.03", "midpoint --step 0.03"})
    for (const char* force : {"if(t > 5 and t < 5.1, 100, 0)", "100*step(5, t, 5.1)", "if(5 <= t and t <= 5.1, 100, 0)"})
      EXPECT_NEAR(speed(file + " --set \"F = " + force + "\" --method " + method), 10, 1e-6) << method << ", " << force;
  EXPECT_NEAR(speed(file + " --set \"F = 100*exp(-((t - 5)/0.02)^2)\""), 2 * std::sqrt(std::acos(-1)), 1e-6);
  // a bump under a wheel on a spring: it comes back after the bump with what the bump gave it
  write_text_file(road, R"(name: wheel
bodies: {wheel: {mass: 1}}
joints: {j: {type: prismatic, axis: x, from: world, to: wheel, coordinate: x}}
loads: {tyre: {type: joint, joint: j, effort: 25*(road(t) - x)}}
)");
  const double height = 0.1, w = 5, from = 5, to = 5.1;  // x' = h w (sin w(t - from) - sin w(t - to))
  EXPECT_NEAR(speed(road + " --set \"road(t) = if(t > 5 and t < 5.1, 0.1, 0)\""),
              height * w * (std::sin(w * (10 - from)) - std::sin(w * (10 - to))), 1e-6);
  const Outcome outcome = run("simulate " + file + " --set \"F = if(t > 5, 1, 0)\" --json --quiet");
  EXPECT_NE(outcome.out.find("\"times\": 1"), std::string::npos) << outcome.out;
}

TEST_F(SimulateCommand, WritesResultsAndPictures) {
  for (const char* suffix : {".csv", ".json", ".mat"}) {
    const std::string file = path(std::string("cart") + suffix), picture = path("cart.svg"), second = path("again.svg");
    const Outcome outcome = run("simulate " + kSimulateCart + " --to 1 --every 0.1 --record energies --quiet -o " +
                                file + " --plot " + picture + " --film " + path("film.svg"));
    ASSERT_EQ(outcome.code, 0) << outcome.out;
    const ResultTable table = read_results(file);
    EXPECT_EQ(table.rows(), 11u);
    EXPECT_EQ(table.header.columns[0].name, "t");
    const std::size_t energy = find_result_column(table.header, "E");
    EXPECT_NEAR(table.at(10, energy), table.at(0, energy), 0.1);
    EXPECT_NE(read_text_file(picture).find("phi1"), std::string::npos);
    EXPECT_NE(read_text_file(path("film.svg")).find("<svg"), std::string::npos);
    const Outcome plotted = run("plot " + file + " --show phi1,phi2 -o " + second);
    EXPECT_EQ(plotted.code, 0) << plotted.out;
    EXPECT_NE(read_text_file(second).find("<svg"), std::string::npos);
  }
}

// 18 Hz in 500 rows over 20 s: 1.4 rows a period.
TEST_F(SimulateCommand, PicturesShowWhatRowsCannot) {
  write_text_file(path("shaken.yaml"), R"(name: shaken
parameters: {w: 36*pi}
bodies: {b: {mass: 1}}
joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}
loads: {f: {type: joint, joint: j, effort: -w^2*cos(w*t)}}
initial: {x: 1}
)");
  const std::string shaken = "simulate " + path("shaken.yaml");
  const Outcome outcome = run(shaken + " --to 20 -o " + path("a.csv") + " --plot " + path("a.svg"));
  EXPECT_EQ(outcome.code, 0) << outcome.out;
  for (const char* part : {"swings at 18 Hz", "rows 0.04 s apart", "--every 0.005", "leaves out x'; --show x' draws"})
    EXPECT_NE(outcome.out.find(part), std::string::npos) << part << "\n" << outcome.out;
  EXPECT_EQ(read_results(path("a.csv")).rows(), 501u);
  EXPECT_EQ(run(shaken + " --to 20 --every 0.005 -o " + path("b.csv")).out.find("swings at"), std::string::npos);
  EXPECT_NE(run(shaken + " --to 20 -o " + path("b.csv")).out.find("swings at 1"), std::string::npos);

  // ten periods as drawn: all whole swings, twenty passages through zero
  ASSERT_EQ(run(shaken + " --to 0.5555555 --every 0.04 --quiet --plot " + path("c.svg")).code, 0);
  pugi::xml_document document;
  ASSERT_TRUE(document.load_file(path("c.svg").c_str()));
  std::vector<double> heights;
  for (const pugi::xpath_node& node : document.select_nodes("//path"))
    if (const std::vector<double> drawn = heights_of(node.node().attribute("d").value()); drawn.size() > heights.size())
      heights = drawn;
  ASSERT_GT(heights.size(), 100u);
  const auto [top, bottom] = std::minmax_element(heights.begin(), heights.end());
  const double middle = (*top + *bottom) / 2, size = (*bottom - *top) / 2;
  int passages = 0, whole = 0;
  double farthest = 0;  // since the last passage
  for (std::size_t i = 1; i < heights.size(); ++i) {
    farthest = std::max(farthest, std::abs(heights[i] - middle));
    if ((heights[i - 1] < middle) == (heights[i] < middle)) continue;
    ++passages;
    whole += farthest > 0.98 * size ? 1 : 0;
    farthest = 0;
  }
  EXPECT_NEAR(passages, 20, 1);
  EXPECT_GE(whole, 19) << "the amplitude is whole in every period";
}

TEST_F(SimulateCommand, FilmsOfMachinesWithHomokineticJointsAreDrawn) {
  const Outcome outcome =
      run("simulate " KINEMATE_SOURCE "/examples/drive_line/model.yaml --to 0.1 --quiet --film " + path("film.svg"));
  EXPECT_EQ(outcome.code, 0) << outcome.out;
}

TEST_F(SimulateCommand, SaysHowItWentAsJson) {
  const Outcome outcome = run("simulate " + kSimulateCart + " --to 1 --json --quiet --method adams");
  ASSERT_EQ(outcome.code, 0) << outcome.out;
  EXPECT_NE(outcome.out.find("\"method\": \"adams\""), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("\"energy_drift\""), std::string::npos);
}

TEST_F(SimulateCommand, MistakesAreNamed) {
  const std::string cart = "simulate " + kSimulateCart + " --quiet ";
  expect_error(cart + "--method dop835", 2, "dop853");
  expect_error(cart + "--method rk4", 2, "--step 0.001");
  expect_error(cart + "-o cart.xls", 2, "cart.xls");
  expect_error(cart + "--plot cart.jpg", 2, "cart.jpg");
  expect_error(cart + "--film film.png", 2, "film.png");
  expect_error(cart + "--at 'psi = 1'", 2, "psi");
  expect_error(cart + "--reaction rails", 2, "did you mean rail?");
  expect_error(cart + "--to 0", 2, "finite end");
  expect_error(cart + "-o " + path("none/cart.csv"), 4, "none/cart.csv");
  expect_error(cart + "--show psi --plot " + path("a.svg"), 2, "psi");
  expect_error("plot " + path("nothing.csv") + " -o " + path("a.svg"), 4, "nothing.csv");
}

TEST_F(SimulateCommand, ARunThatFailsKeepsItsResults) {
  write_text_file(path("root.yaml"),
                  "name: root\nbodies: {b: {mass: 1}}\n"
                  "joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}\n"
                  "loads: {f: {type: joint, joint: j, effort: -sqrt(x)}}\ninitial: {x: 1}\n");
  expect_error("simulate " + path("root.yaml") + " --quiet -o " + path("root.csv"), 3, "error:");
  EXPECT_GT(read_results(path("root.csv")).rows(), 50u);
}

TEST_F(SimulateCommand, AFullDiskIsSaid) {
  std::filesystem::create_symlink("/dev/full", path("full.csv"));
  expect_error("simulate " + kSimulateCart + " --quiet -o " + path("full.csv"), 4, "full.csv");
}

// Starts the command by itself, so that signals reach it.
pid_t start(const std::vector<std::string>& arguments) {
  const pid_t child = fork();
  if (child != 0) return child;
  std::vector<char*> words = {const_cast<char*>(KINEMATE_COMMAND)};
  for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  std::freopen("/dev/null", "w", stdout);
  std::freopen("/dev/null", "w", stderr);
  execv(KINEMATE_COMMAND, words.data());
  _exit(127);
}

// So does a request to end.
TEST_F(SimulateCommand, ControlCLeavesAReadableFile) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const std::string file = path("long" + std::to_string(signal) + ".csv");
    const pid_t child =
        start({"simulate", kSimulateCart, "--to", "1e5", "--every", "0.01", "--most-steps", "1000000000", "-o", file});
    for (int i = 0; i < 600; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      if (std::filesystem::exists(file) && std::filesystem::file_size(file) > 100'000) break;
    }
    kill(child, signal);
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status)) << signal;
    EXPECT_EQ(WEXITSTATUS(status), 130) << signal;
    const ResultTable table = read_results(file);
    EXPECT_FALSE(table.cut_off) << signal;
    EXPECT_GT(table.rows(), 100u) << signal;
  }
}

// Kinematics, reactions and efforts over time of a machine whose every motion is given: curves, film, JSON.
TEST_F(SimulateCommand, DrivenMachinesRunLikeOthers) {
  const std::string slider = file_with("driven.yaml", R"(
name: slider_crank
parameters: {g: 9.81, r: 0.1, l: 0.3, m: 1, w: 10}
gravity: [0, 0, -g]
bodies: {crank: {mass: m, center: [r/2, 0, 0]}, rod: {mass: m, center: [l/2, 0, 0]}, piston: {mass: m}}
joints:
  main: {type: revolute, axis: y, from: world, to: crank, coordinate: phi, drive: w*t}
  pin: {type: revolute, axis: y, from: {body: crank, at: [r, 0, 0]}, to: rod, coordinate: psi}
  wrist: {type: revolute, axis: y, from: {body: rod, at: [l, 0, 0]}, to: piston, coordinate: chi}
  guide: {type: prismatic, axis: x, from: world, to: piston, coordinate: x}
)");
  for (const char* file : {"run.csv", "run.json", "run.mat"}) {
    const Outcome outcome =
        run("simulate " + slider + " --to 1 --record efforts,reactions,accelerations,energies --point piston --quiet -o " +
            path(file) + " --plot " + path("run.svg") + " --film " + path("film.svg"));
    ASSERT_EQ(outcome.code, 0) << outcome.out;
    const ResultTable table = read_results(path(file));
    EXPECT_EQ(table.rows(), 501u);
    EXPECT_NEAR(result_column_values(table, find_result_column(table.header, "x")).back(),
                0.1 * std::cos(10) + std::sqrt(0.09 - std::pow(0.1 * std::sin(10), 2)), 1e-9);
    for (const char* name : {"effort_phi", "phi'", "x''", "guide_F_z", "piston_v_x", "E"})
      EXPECT_LT(find_result_column(table.header, name), table.columns());
  }
  EXPECT_NE(read_text_file(path("run.svg")).find("</svg>"), std::string::npos);
  EXPECT_NE(read_text_file(path("film.svg")).find("</svg>"), std::string::npos);
  const Outcome json = run("simulate " + slider + " --to 1 --json --quiet");
  EXPECT_NE(json.out.find("\"good\": true"), std::string::npos) << json.out;
  // many of them, with other lengths
  const Outcome swept = run("sweep " + slider + " --vary 'l = 0.2 .. 0.4 : 3' --to 1 --record efforts --summary "
                            "'max(abs(effort_phi))' --summary 'max(x)' --quiet -o " + path("runs.csv"));
  ASSERT_EQ(swept.code, 0) << swept.out;
  EXPECT_NE(read_text_file(path("runs.csv")).find(",0.4"), std::string::npos);  // r + l of the second
}

TEST_F(SimulateCommand, WhatIsKilledStaysReadable) {
  for (int k = 0; k < 20; ++k) {
    const std::string file = path(k % 3 == 0 ? "killed.csv" : k % 3 == 1 ? "killed.json" : "killed.mat");
    std::filesystem::remove(file);
    const pid_t child =
        start({"simulate", kSimulateCart, "--to", "1e5", "--every", "0.01", "--most-steps", "1000000000", "-o", file});
    for (int i = 0; i < 6000 && !(std::filesystem::exists(file) && std::filesystem::file_size(file) > 20'000); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::this_thread::sleep_for(std::chrono::milliseconds((k * 37) % 50));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    const ResultTable table = read_results(file);
    EXPECT_GT(table.rows(), 10u) << file;
    for (std::size_t row = 1; row < table.rows(); ++row)
      ASSERT_NEAR(table.at(row, 0) - table.at(row - 1, 0), 0.01, 1e-6) << row;
  }
}

}  // namespace
}  // namespace kinemate
