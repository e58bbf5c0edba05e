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
  EXPECT_EQ(run("show " + yaml).out, run("show " + robot).out);
  const auto folder = std::filesystem::path(yaml).parent_path();
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    EXPECT_EQ(entry.path().string().find(".tmp"), std::string::npos);
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

TEST(ConvertVerb, FilesThatCannotBeWritten) {
  expect_error("convert " + file_with("arm.urdf", kRobot) + " -o /no/such/folder/arm.yaml", 4, "cannot be written");
  expect_error("convert /no/such/robot.urdf", 4, "cannot be opened");
}

}  // namespace
}  // namespace kinemate
