#include <map>
#include <nlohmann/json.hpp>

#include "cli/command.h"

namespace kinemate {
namespace {

TEST(ExplainVerb, ExplainsACodeHoweverItIsWritten) {
  const Outcome outcome = run("explain K105");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(outcome.out.starts_with("K105: a field that is not known\n\n  A key stands where")) << outcome.out;
  EXPECT_NE(outcome.out.find("\nFor example:\n  bodies: {bob: {mas: 1}}\n  put right: "), std::string::npos);
  expect("explain k105", 0, outcome.out);
  expect("explain 105", 0, outcome.out);
  expect("explain K105 402", 0, outcome.out + "\n" + run("explain K402").out);
}

TEST(ExplainVerb, ListsAllCodes) {
  const Outcome outcome = run("explain");
  EXPECT_EQ(outcome.code, 0);
  for (const char* part : {"\n  K105  a field that is not known\n", "numbers:\n  K401  a singular matrix\n",
                           "kinemate itself:\n  K901  a fault in kinemate itself\n"})
    EXPECT_NE(outcome.out.find(part), std::string::npos) << part;
}

TEST(ExplainVerb, ListsExitCodes) {
  const Outcome outcome = run("explain exit");
  EXPECT_EQ(outcome.code, 0);
  for (const char* part : {"  0  done\n", "\n  1  ", "\n  2  ", "\n  3  ", "\n  4  ", "\n 70  ", "\n130  "})
    EXPECT_NE(outcome.out.find(part), std::string::npos) << part;
}

TEST(ExplainVerb, WritesJson) {
  const auto one = nlohmann::json::parse(run("explain --json K105").out);
  ASSERT_EQ(one["codes"].size(), 1u);
  EXPECT_EQ(one["codes"][0]["code"], "K105");
  for (const char* key : {"title", "explanation", "example"}) EXPECT_TRUE(one["codes"][0][key].is_string()) << key;
  EXPECT_GE(nlohmann::json::parse(run("explain --json").out)["codes"].size(), 60u);
  EXPECT_EQ(nlohmann::json::parse(run("explain exit --json").out)["exit_codes"].size(), 7u);
}

TEST(ExplainVerb, RefusesWhatIsNoCode) {
  expect("explain K199", 2,
         "error: there is no code K199 [K604]\n"
         "  hint: the nearest are K201 (a body without a way to the world), K202 (a joint with impossible axes or "
         "directions), K203 (coordinates that do not fit the joint)\n");
  expect_error("explain mass", 2, "'mass' is no code of an error [K604]");
  expect_error("explain K10", 2, "'K10' is no code of an error [K604]");
}

// Input that leads to a code, for as many of them as a few lines can.
struct Provocation {
  const char* code;
  int exit;
  std::string verb, options;  // before and behind the file
  std::string file, content;  // none where the name is empty
};

const std::string kPendulum =
    "parameters: {m: 1, l: 1, g: 9.81}\n"
    "gravity: [0, 0, -g]\n"
    "bodies: {bob: {mass: m, center: [0, 0, -l]}}\n"
    "joints: {hinge: {type: revolute, axis: y, from: world, to: bob, coordinate: phi}}\n";

Provocation of_file(const char* code, const std::string& content) { return {code, 1, "check", "", "m.yaml", content}; }

Provocation of_pendulum(const char* code, int exit, const std::string& verb, const std::string& options,
                        const std::string& more = "") {
  return {code, exit, verb, options, "m.yaml", kPendulum + more};
}

std::vector<Provocation> of_files() {
  const std::string body = "bodies: {bob: {mass: 1}}\n";
  return {
      of_file("K101", std::string("bodies:\n\x01\n")),
      of_file("K102", "# nothing\n"),
      of_file("K103", "bodies: {bob: {mass: 1}\n"),
      of_file("K104", body + "joints: {j: {type: revolute, from: world, to: bob, coordinate: q}}\n"),
      of_file("K105", "bodies: {bob: {mas: 1}}\n"),
      of_file("K106", body + "gravity: 9.81\n"),
      of_file("K107", body + "frames: {f: {body: bob}, g: {body: bob, frame: f}}\n"),
      of_file("K108", body + "joints: {j: {type: rotary, axis: y, from: world, to: bob, coordinate: q}}\n"),
      of_file("K109", "bodies: {bob: {mass: 2x}}\n"),
      of_file("K110", "bodies: {bob: {mass: \"sin(1, 2)\"}}\n"),
      of_file("K111", "bodies: {bob: {mass: 1/0}}\n"),
      of_file("K112", "bodies: {bob: {mass: {value: 1, unit: kgg}}}\n"),
      of_file("K113", body + "joints: {j: {type: revolute, axis: y, from: world, to: bop, coordinate: q}}\n"),
      of_file("K114", body + "parameters: {a: 1, a: 2}\n"),
      of_file("K115", body + "inputs: [sin]\n"),
      of_file("K116", "bodies: {bob: {mass: 1 + t}}\n"),
      of_file("K117", body + "parameters: {a: 2*b, b: a}\n"),
      {"K120", 1, "check", "", "m.urdf", "<robot name='r'><link name='a'></robot>"},
      {"K121", 1, "check", "", "m.urdf", "<robot name='r'></robot>"},
      {"K122", 1, "check", "--strict", "m.urdf", "<robot name='r'><link name='a'/><foo/></robot>"},
      {"K130", 1, "check", "", "m.lagr", "'1'B\n"},
      {"K140", 1, "solve", "", "m.mo", "model M\n  Real x\nequation\n  x = 1;\nend M;\n"},
      {"K141", 1, "solve", "", "m.mo", "model M\n  Real x;\nalgorithm\n  x := 1;\nend M;\n"},
      {"K150", 1, "solve", "", "m.yaml", "unknowns: [x, y]\nequations:\n  - x + y = 1\n"},
      {"K151", 1, "solve", "", "m.yaml", "unknowns: [x, y]\nequations:\n  - x + y = 1\n  - 2*x + 2*y = 3\n"},
      of_file("K202", body + "joints: {j: {type: revolute, axis: [0, 0, 0], from: world, to: bob, coordinate: q}}\n"),
      of_file("K203", body + "joints: {j: {type: revolute, axis: y, from: world, to: bob, coordinates: [a, b]}}\n"),
      of_file("K204", body + "joints: {j: {type: revolute, axis: y, from: bob, to: bob, coordinate: q}}\n"),
      of_file("K205", body + "frames: {f: {body: bob, rotation: [[1, 0, 0], [0, 1, 0], [0, 0, -1]]}}\n"),
      of_file("K206", "bodies: {bob: {mass: -1}}\n"),
      of_file("K207", kPendulum + "loads: {f: {type: joint, joint: hinge, effort: [1, 2]}}\n"),
      of_file("K208", kPendulum + "loads: {f: {type: friction, joint: hinge, coefficient: 0.1}}\n"),
      of_file("K209", body + "joints: {j: {type: planar, axis: y, from: world, to: bob, coordinates: [a, b, c], "
                             "drive: t}}\n"),
      of_file("K210", kPendulum + "constraints: {c: {type: holonomic, equation: m = 1}}\n"),
      of_file("K211", kPendulum + "constraints: {c: {type: rolling_sphere, point: bob, radius: 0}}\n"),
      of_file("K212", kPendulum + "subsystems: {s: {bodies: [world]}}\n"),
      of_file("K213", kPendulum + "when: {e: {condition: phi}}\n"),
      of_file("K214", kPendulum + "initial: {m: 1}\n"),
  };
}

std::vector<Provocation> of_commands() {
  const std::string four_bar = KINEMATE_SOURCE "/examples/four_bar/model.yaml";
  const std::string ball =
      "bodies: {b: {mass: 1, inertia: {xx: 1, yy: 1, zz: 1}}}\n"
      "joints: {j: {type: spherical, sequence: xyz, from: world, to: b, coordinates: [p, q, r]}}\n";
  return {
      of_pendulum("K215", 2, "simulate", "--to 1 --set 'm = mu'"),
      of_pendulum("K216", 2, "derive", "--set 'phi = 0'"),
      {"K217", 2, "simulate", "--to 1", "m.yaml",
       "bodies: {b: {mass: 1}}\njoints: {j: {type: fixed, from: world, to: b}}\n"},
      of_pendulum("K302", 2, "derive", "--speeds \"u = phi'^2\""),
      {"K304", 2, "reduce " + four_bar, "", "", ""},
      {"K305", 2, "generate " + four_bar, "--algorithm mixed --to c -o " + testing::TempDir() + "none", "", ""},
      of_pendulum("K306", 2, "reduce", "--error 0.1"),
      of_pendulum("K308", 2, "generate", "--to simulink --what mass -o " + testing::TempDir() + "none"),
      {"K309", 2, "formula integrate 'exp(-x^2)/x' x", "", "", ""},
      of_pendulum("K310", 2, "simulate", "--to 1 --method rk4"),
      {"K402", 3, "evaluate", "", "m.yaml",
       "bodies: {b: {mass: 0}}\njoints: {j: {type: revolute, axis: y, from: world, to: b, coordinate: q}}\n"},
      {"K403", 3, "evaluate", "--at 'q = pi/2'", "m.yaml", ball},
      {"K404", 3, "formula eval 'log(x)' x=-1", "", "", ""},
      of_pendulum("K407", 3, "linearize", "--at 'phi = 0.3'"),
      of_pendulum("K501", 2, "sweep", "--to 1 --vary 'l = 1 .. 2'"),
      of_pendulum("K502", 2, "sweep", "--to 1 --vary 'l = 1, 2' --summary phi"),
      of_pendulum("K507", 2, "sweep", "--to 1 --vary 'l = 1, 2' --shard 5/4"),
      {"K601", 2, "simulat", "", "", ""},
      of_pendulum("K602", 2, "check", "--formatt json"),
      {"K603", 2, "check", "", "", ""},
      of_pendulum("K604", 2, "generate", "--to pyton -o " + testing::TempDir() + "none"),
      of_pendulum("K605", 2, "check", "--system 2"),
      {"K701", 4, "check /no/such/file.yaml", "", "", ""},
      of_pendulum("K702", 4, "simulate", "--to 1 -o /no/such/folder/run.csv"),
      of_pendulum("K751", 2, "simulate", "--to 1 -o run.gif"),
      {"K752", 1, "solve", "", "m.yaml", kPendulum},
  };
}

TEST(Codes, AreProvokedAsTheirExplanationsSay) {
  std::vector<Provocation> all = of_files();
  for (Provocation& one : of_commands()) all.push_back(std::move(one));
  for (const Provocation& one : all) {
    const std::string file = one.file.empty() ? "" : " " + file_with(one.file, one.content);
    const Outcome outcome = run(one.verb + file + " " + one.options);
    EXPECT_EQ(outcome.code, one.exit) << one.code << "\n" << outcome.out;
    EXPECT_NE(outcome.out.find(std::string(" [") + one.code + "]\n"), std::string::npos) << one.code << "\n"
                                                                                         << outcome.out;
  }
  EXPECT_GE(all.size(), 50u);
}

}  // namespace
}  // namespace kinemate
