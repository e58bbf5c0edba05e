#include "cli/command.h"

namespace kinemate {
namespace {

const char* const kRobot = R"(<robot name="arm">
  <link name="base"/>
  <link name="rod"><inertial><mass value="2"/><origin xyz="0 0 -0.5"/><inertia ixx="0.1" iyy="0.1" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="hinge" type="continuous"><parent link="base"/><child link="rod"/><origin xyz="0 0 1"/><axis xyz="0 1 0"/><dynamics friction="0.2"/></joint>
</robot>
)";

TEST(ConvertVerb, WritesAModelFileThatIsTheSameMachine) {
  const std::string robot = file_with("arm.urdf", kRobot), yaml = file_with("arm.yaml", "");
  const Outcome outcome = run("convert " + robot + " -o " + yaml);
  EXPECT_EQ(outcome.code, 0) << outcome.out;
  EXPECT_NE(outcome.out.find("note: "), std::string::npos) << outcome.out;  // of friction
  std::ifstream file(yaml);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_NE(text.find("hinge: {type: revolute"), std::string::npos) << text;
  expect("convert " + yaml, 0, text);
  EXPECT_EQ(run("show " + yaml).out, run("show " + robot + " 2>/dev/null").out);
  const auto folder = std::filesystem::path(yaml).parent_path();
  for (const auto& entry : std::filesystem::directory_iterator(folder))  // no half-written file beside it
    EXPECT_TRUE(entry.path() == yaml || !entry.path().string().starts_with(yaml)) << entry.path();
}

TEST(ConvertVerb, OptionsOfUrdf) {
  const std::string robot = file_with("arm.urdf", kRobot);
  expect_error("show --floating " + robot, 0, "base_free: free");
  expect_error("check --strict " + robot, 1, "friction");
  expect_error("check --ignore mimic,damping " + robot, 0, "hinge");
  expect_error("check --ignore mass " + robot, 2, "mimic");
  expect_error("check --floating " + file_with("m.yaml", "bodies: {a: {mass: 1}}\n"), 2, "--floating");
  expect_error("check --loops /no/such/file " + robot, 4, "/no/such/file");
}

TEST(ConvertVerb, OutputToAnyPlace) {
  namespace fs = std::filesystem;
  const std::string robot = file_with("arm.urdf", kRobot), text = run("convert " + robot + " 2>/dev/null").out;
  EXPECT_EQ(run("convert " + robot + " -o - 2>/dev/null").out, text);
  const fs::path folder = fs::path(testing::TempDir()) / ("kinemate_out_" + std::to_string(getpid()));
  fs::create_directory(folder);
  auto content = [](const fs::path& path) {
    std::ifstream file(path);
    return std::string{std::istreambuf_iterator<char>(file), {}};
  };
  // a link to what is not there yet stays a link
  fs::create_symlink("target.yaml", folder / "link.yaml");
  EXPECT_EQ(run("convert " + robot + " -o" + (folder / "link.yaml").string()).code, 0);
  EXPECT_TRUE(fs::is_symlink(folder / "link.yaml"));
  EXPECT_EQ(content(folder / "target.yaml"), text);
  // who may read a file stays as it was
  fs::permissions(folder / "target.yaml", fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(run("convert " + robot + " -o " + (folder / "target.yaml").string()).code, 0);
  EXPECT_EQ(fs::status(folder / "target.yaml").permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator{}), 2);
  fs::remove_all(folder);
}

// A list of equations without names, as kept with the example.
TEST(ConvertVerb, EquationsByASeed) {
  const std::string examples = KINEMATE_SOURCE "/examples/", pendulum = examples + "planar_pendulum/model.yaml";
  std::ifstream file(examples + "anonymous_pendulum/equations.yaml");
  const std::string kept{std::istreambuf_iterator<char>(file), {}};
  expect("convert " + pendulum + " --to equations --seed 7", 0, kept);
  EXPECT_NE(run("convert " + pendulum + " --to equations --seed 8").out, kept);
  const std::string named = run("convert " + pendulum + " --to equations").out;
  EXPECT_NE(named.find("  q1'': acceleration\n"), std::string::npos) << named;
  const std::string modelica = run("convert " + pendulum + " --to modelica --seed 0").out;
  EXPECT_TRUE(modelica.starts_with("model equations\n")) << modelica;
  EXPECT_EQ(modelica.find("q1"), std::string::npos) << modelica;
  expect_error("convert " + pendulum + " --to equations --set 'm = 0.25'", 0, "  Theta: {value: d^2/48, ");
}

TEST(ConvertVerb, Elements) {
  const std::string pendulum = KINEMATE_SOURCE "/examples/planar_pendulum/model.yaml";
  const std::string elements = file_with("pendulum.mo", "");
  expect("convert " + pendulum + " --to elements -o " + elements, 0, "");
  const std::string out = run("solve " + elements + " --only \"q1_dot',q2_dot',q3_dot'\" --quiet").out;
  EXPECT_TRUE(out.starts_with("planar_pendulum_elements.Machine: ")) << out;
  EXPECT_NE(out.find("\nq1_dot' = 8.8042953182123"), std::string::npos) << out;
  EXPECT_NE(out.find("\nq3_dot' = 3.201561933895"), std::string::npos) << out;
  const std::string part = run("convert " + pendulum + " --to elements --bodies b2,b3").out;
  for (const char* text : {"\n  model Body_b3 ", "\n  model Subsystem\n", "    connect(primary, b2.primary);\n"})
    EXPECT_NE(part.find(text), std::string::npos) << text << part;
  EXPECT_EQ(part.find("World"), std::string::npos) << part;
  expect_error("convert " + pendulum + " --to elements --bodies b2,c3", 2,
               "there is no body 'c3' [K113]\n  hint: did you mean b3?");
  expect_error("convert " + pendulum + " --to elements --bodies b1,b3", 2, "do not hang together");
}

// Lists of equations are of the motion between events, and so are programs; parameters are then constant.
TEST(ConvertVerb, EventsStandInModelFilesAlone) {
  const std::string ball = file_with("ball.yaml", R"(name: ball
parameters: {m: 2, k: 100}
bodies: {ball: {mass: m}}
joints: {fall: {type: prismatic, axis: z, from: world, to: ball, coordinate: z}}
loads: {spring: {type: joint, joint: fall, effort: -k*z}}
when: {landing: {condition: z - 1, direction: falling, impact: 0.5}, switch: {at: 3, set: {k: 2*k}}}
)");
  const std::string note = "note: events are left out: landing, switch\n";
  const Outcome model = run("convert " + ball);
  EXPECT_NE(model.out.find("\n  switch: {at: 3, set: {k: 2*k}}\n"), std::string::npos) << model.out;
  EXPECT_EQ(model.out.find("note"), std::string::npos) << model.out;
  expect_error("check " + ball, 0, "\n  events        landing, switch\n");
  for (const char* to : {"equations", "modelica", "elements"}) {
    const Outcome outcome = run("convert " + ball + " --to " + to);
    EXPECT_EQ(outcome.code, 0) << outcome.out;
    EXPECT_EQ(outcome.out.substr(0, note.size()), note) << outcome.out;
  }
  const std::string folder = testing::TempDir() + "kinemate_events_" + std::to_string(getpid());
  expect_error("generate " + ball + " -o " + folder, 0, note);
  EXPECT_EQ(run("generate " + ball + " --quiet -o " + folder).out, "");
  std::filesystem::remove_all(folder);
  expect_error("count " + ball, 0, note);
  expect_error("derive " + ball + " --quiet --set k=0", 0, "M(1,1) = m");
  expect_error("bench " + ball + " --quiet", 0, "ball");
}

TEST(ConvertVerb, OptionsWithoutMeaning) {
  const std::string robot = file_with("arm.urdf", kRobot);
  expect("convert " + robot + " --seed 3", 2,
         "error: --seed is of lists of equations [K605]\n  hint: add --to equations or --to modelica\n");
  expect("convert " + robot + " --to elements --seed 3", 2,
         "error: --seed is of lists of equations [K605]\n  hint: add --to equations or --to modelica\n");
  for (const char* to : {"model", "equations", "modelica"})
    expect("convert " + robot + " --bodies rod --to " + to, 2,
           "error: --bodies is of elements [K605]\n  hint: add --to elements\n");
  expect_error("convert " + robot + " --to matrices", 2, "--to");
}

TEST(ConvertVerb, FilesThatCannotBeWritten) {
  expect_error("convert " + file_with("arm.urdf", kRobot) + " -o /no/such/folder/arm.yaml", 4, "cannot be written");
  expect_error("convert /no/such/robot.urdf", 4, "cannot be opened");
}

}  // namespace
}  // namespace kinemate
