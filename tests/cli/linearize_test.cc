#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/file.h"
#include "cli/command.h"

namespace kinemate {
namespace {

const std::string kLinearCart = KINEMATE_SOURCE "/examples/cart_pendulums/model.yaml";
const std::string kLinearDisc = KINEMATE_SOURCE "/examples/disc_guided_mass/model.yaml";

std::string linear_file(const std::string& name) {
  return testing::TempDir() + "kinemate_linear_" + std::to_string(getpid()) + "_" + name;
}

nlohmann::json linear_json_of(const std::string& arguments) {
  const Outcome outcome = run("linearize " + arguments + " --json --quiet");
  EXPECT_EQ(outcome.code, 0) << outcome.out;
  return nlohmann::json::parse(outcome.out);
}

// What a script prints, run in a shell.
std::vector<std::complex<double>> poles_printed(const std::string& command) {
  FILE* pipe = popen((command + " 2>&1 < /dev/null").c_str(), "r");
  std::string text;
  std::array<char, 4096> block;
  for (std::size_t got; (got = fread(block.data(), 1, block.size(), pipe)) > 0;) text.append(block.data(), got);
  EXPECT_EQ(pclose(pipe), 0) << text;
  std::istringstream stream(text);
  std::vector<std::complex<double>> poles;
  for (double re = 0, im = 0; stream >> re >> im;) poles.emplace_back(re, im);
  EXPECT_TRUE(stream.eof()) << text;
  return poles;
}

void expect_poles_of_json(std::vector<std::complex<double>> printed, const nlohmann::json& json) {
  std::vector<std::complex<double>> expected(json["free"].size());  // of what is free, 0
  for (const nlohmann::json& mode : json["modes"]) {
    expected.emplace_back(mode["pole"]["real"], mode["pole"]["imaginary"]);
    if (mode["frequency_hz"] > 0) expected.push_back(std::conj(expected.back()));
  }
  ASSERT_EQ(printed.size(), expected.size());
  for (const std::complex<double>& pole : expected) {
    const auto nearest = std::min_element(printed.begin(), printed.end(),
                                          [&](auto a, auto b) { return std::abs(a - pole) < std::abs(b - pole); });
    EXPECT_LT(std::abs(*nearest - pole), 1e-9 * (1 + std::abs(pole)));
    printed.erase(nearest);
  }
}

std::vector<std::complex<double>> octave_poles(const std::string& script) {
  return poles_printed("octave-cli --norc --quiet --no-history --eval \"run('" + script +
                       "'); printf('%.17g %.17g\\n', [real(poles) imag(poles)]');\"");
}

TEST(LinearizeCommand, OctaveReadsTheExport) {
  if (std::system("command -v octave-cli > /dev/null 2>&1") != 0) GTEST_SKIP() << "no Octave";
  const std::string script = linear_file("export.m"), bead = KINEMATE_SOURCE "/examples/bead_on_hoop/model.yaml";
  for (const std::string& arguments :
       {kLinearDisc, kLinearDisc + " --keep k,Omega", kLinearCart + " --at phi1=pi", bead, bead + " --keep Omega"}) {
    expect("linearize " + arguments + " --format matlab --quiet -o " + script, 0, "");
    expect_poles_of_json(octave_poles(script), linear_json_of(arguments));
  }
}

TEST(LinearizeCommand, PythonReadsTheExport) {
  if (std::system("/usr/bin/python3 -c 'import numpy' > /dev/null 2>&1") != 0) GTEST_SKIP() << "no NumPy";
  const std::string script = linear_file("export.py"), bead = KINEMATE_SOURCE "/examples/bead_on_hoop/model.yaml";
  for (const std::string& arguments : {kLinearDisc, bead + " --keep Omega,R"}) {
    expect("linearize " + arguments + " --format python --quiet -o " + script, 0, "");
    std::ofstream(script, std::ios::app) << "for p in poles:\n    print(repr(float(p.real)), repr(float(p.imag)))\n";
    expect_poles_of_json(poles_printed("/usr/bin/python3 -B -W error " + script), linear_json_of(arguments));
  }
}

TEST(LinearizeCommand, EveryFormat) {
  const std::string first[][2] = {{"text", "disc-guided-mass, linearised about an equilibrium\n"},
                                  {"latex", "\\documentclass"},
                                  {"json", "{\n  \"machine\": \"disc-guided-mass\""},
                                  {"matlab", "% disc-guided-mass, linearised"},
                                  {"python", "# disc-guided-mass, linearised"}};
  for (const auto& [format, begin] : first) {
    const Outcome outcome = run("linearize " + kLinearDisc + " --quiet --format " + format);
    EXPECT_EQ(outcome.code, 0) << outcome.out;
    EXPECT_EQ(outcome.out.substr(0, begin.size()), begin);
  }
  EXPECT_EQ(run("linearize " + kLinearDisc + " --quiet --json").out,
            run("linearize " + kLinearDisc + " --quiet --format json").out);
  expect_error("linearize " + kLinearDisc + " --format html", 2, "html");
}

TEST(LinearizeCommand, EveryPicture) {
  const std::string poles = linear_file("poles.svg"), locus = linear_file("locus.png"), bode = linear_file("bode.svg"),
                    modes = linear_file("modes.svg");
  const Outcome outcome = run("linearize " + kLinearCart + " --only numbers --quiet --poles " + poles + " --bode " +
                              bode + " --modes " + modes);
  ASSERT_EQ(outcome.code, 0) << outcome.out;
  for (const std::string& path : {poles, bode, modes})
    EXPECT_NE(read_text_file(path).find("</svg>"), std::string::npos) << path;
  EXPECT_NE(read_text_file(modes).find("mode 1: 0 1/s"), std::string::npos);
  const Outcome varied =
      run("linearize " + kLinearDisc + " --only numbers --quiet --vary 'k = 20 .. 200 : 31' --poles " + locus);
  ASSERT_EQ(varied.code, 0) << varied.out;
  EXPECT_EQ(read_text_file(locus).substr(1, 3), "PNG");
  EXPECT_NE(varied.out.find("boundary      k = 50"), std::string::npos) << varied.out;
  expect_error("linearize " + kLinearCart + " --poles p.gif", 2, "end the name in .svg or in .png");
  expect_error("linearize " + kLinearCart + " --bode p.gif", 2, "end the name in .svg or in .png");
  expect_error("linearize " + kLinearCart + " --modes p.png", 2, "end the name in .svg");
  expect_error("linearize " + kLinearCart + " --poles p.svg --only formulas", 2, "leave --only formulas out");
  expect_error("linearize " + kLinearCart + " --modes p.svg --about motion", 2, "--along");
}

TEST(LinearizeCommand, InputsOutputsAndFrequencies) {
  const nlohmann::json json = linear_json_of(
      kLinearCart + " --only numbers --input phi2,F --output \"x, l*sin(phi1)\" --frequencies '0.1 .. 10 : 3 log'");
  EXPECT_EQ(json["numbers"]["u"], (std::vector<std::string>{"effort on phi2'", "F"}));
  EXPECT_EQ(json["numbers"]["outputs"], (std::vector<std::string>{"x", "l*sin(phi1)"}));
  EXPECT_NEAR(json["numbers"]["state_space"]["C"][1][1], 0.4, 1e-12);
  EXPECT_EQ(json["response"]["channels"].size(), 4u);
  EXPECT_NEAR(json["response"]["frequencies_hz"][1], 1, 1e-12);
  expect_error("linearize " + kLinearCart + " --input G", 2, "'G' is neither an input");
  expect_error("linearize " + kLinearCart + " --output phi9", 2, "did you mean phi");
  expect_error("linearize " + kLinearCart + " --output 'x +'", 2, "--output");
  expect_error("linearize " + kLinearCart + " --frequencies '1 .. 10'", 2, "does not say how many values");
  expect_error("linearize " + kLinearCart + " --frequencies abc", 2, "'abc', is no number");
  expect_error("linearize " + kLinearCart + " --frequencies '0 .. 1 : 5 log'", 2, "begin above 0");
  expect_error("linearize " + kLinearCart + " --frequencies '-1 .. 1 : 5'", 2, "-1 Hz is negative");
  const std::string free = file_with("free_of_inputs.yaml", R"(
name: pendulum
gravity: [0, 0, -10]
bodies: {b: {mass: 1, center: [0, 0, -1]}}
joints: {j: {type: revolute, axis: y, from: world, to: b, coordinate: q}}
)");
  expect_error("linearize " + free + " --response", 2, "--input q takes a force on it");
}

TEST(LinearizeCommand, VariedParameters) {
  expect_error("linearize " + kLinearCart + " --vary 'dd = 1 .. 2 : 5'", 2,
               "--vary: the machine has no parameter 'dd'");
  expect_error("linearize " + kLinearCart + " --vary 'F = 1 .. 2 : 5'", 2, "no parameter 'F'");
  expect_error("linearize " + kLinearCart + " --vary 'd = 1 .. 2'", 2, "d = 1 .. 2 : 50");
  expect_error("linearize " + kLinearCart + " --vary d", 2, "expected name = values");
  expect_error("linearize " + kLinearCart + " --vary 'd = [1, 3, 2]'", 2, "should ascend or descend");
  expect_error("linearize " + kLinearCart + " --vary 'd = 1 .. 2 : 5' --only formulas", 2, "need numbers");
}

TEST(LinearizeCommand, References) {
  const Outcome tilted = run("linearize " + kLinearCart + " --at phi1=0.3 --quiet");
  EXPECT_EQ(tilted.code, 3);
  for (const char* part : {"no equilibrium; what remains: the force on phi1' -0.695773", "--residual", "--near"})
    EXPECT_NE(tilted.out.find(part), std::string::npos) << tilted.out;
  EXPECT_EQ(run("linearize " + kLinearCart + " --at phi1=0.3 --residual --quiet").code, 0);
  const nlohmann::json near = linear_json_of(kLinearCart + " --near phi1=3");
  EXPECT_NEAR(near["numbers"]["reference"]["q"][1], std::acos(-1.0), 1e-9);
  EXPECT_EQ(linear_json_of(kLinearCart + " --about state")["numbers"]["reference"]["q"][1], 0.2);
  const nlohmann::json along = linear_json_of(kLinearCart + " --along 'phi1 = 0.1*t^2' --at t=2");
  EXPECT_EQ(along["about"], "motion");
  EXPECT_NEAR(along["numbers"]["reference"]["accelerations"][1], 0.2, 1e-12);
  expect_error("linearize " + kLinearCart + " --at zz=1", 2, "there is no 'zz'");
  expect_error("linearize " + kLinearCart + " --along zz=t", 2, "'zz' is no coordinate");
}

TEST(LinearizeCommand, MachinesThatCannot) {
  const std::string slider =
      "bodies: {b: {mass: MASS}}\njoints: {j: {type: prismatic, axis: x, from: world, to: b, "
      "coordinate: x}}\nloads: {f: {type: joint, joint: j, effort: EFFORT}}\n";
  const auto with = [&](const std::string& name, const std::string& mass, const std::string& effort) {
    std::string text = slider;
    text.replace(text.find("MASS"), 4, mass);
    text.replace(text.find("EFFORT"), 6, effort);
    return "linearize --quiet " + file_with(name + ".yaml", "name: " + name + "\n" + text);
  };
  const Outcome pushed = run(with("pushed", "1", "3"));
  EXPECT_EQ(pushed.code, 3);
  EXPECT_NE(pushed.out.find("no equilibrium was found. Nearest: x = 0; what remains there: the force on x' 3"),
            std::string::npos)
      << pushed.out;
  expect_error(with("massless", "0", "-x"), 3, "the mass matrix is singular");
  expect_error(with("undefined", "1", "sqrt(x - 1)"), 3, "not defined");
  const std::string open = with("open", "m", "-k*x").substr(18);  // formulas, but no numbers
  expect_error("linearize --quiet " + open, 0, "no numbers: parameters without a value: k, m");
  expect_error("linearize --quiet --only numbers " + open, 2, "parameters without a value: k, m");
  expect_error("linearize --quiet --poles p.svg " + open, 2, "parameters without a value: k, m");
  expect_error("linearize --quiet /nowhere.yaml", 4, "/nowhere.yaml");
  expect_error("linearize --quiet " + kLinearCart + " -o /nowhere/x", 4, "/nowhere/x");
}

TEST(LinearizeCommand, NothingMoves) {
  const std::string bolted = file_with(
      "bolted.yaml", "name: bolted\nbodies: {b: {mass: 1}}\njoints: {j: {type: fixed, from: world, to: b}}\n");
  for (const char* format : {"text", "latex", "json", "matlab", "python"})
    EXPECT_EQ(run("linearize --quiet " + bolted + " --format " + format).code, 0) << format;
  const std::string poles = linear_file("none.svg"), modes = linear_file("no_modes.svg");
  EXPECT_EQ(run("linearize --quiet " + bolted + " --poles " + poles + " --modes " + modes).code, 0);
  EXPECT_NE(read_text_file(modes).find("no modes"), std::string::npos);
}

}  // namespace
}  // namespace kinemate
