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

TEST(ConvertVerb, FilesThatCannotBeWritten) {
  expect_error("convert " + file_with("arm.urdf", kRobot) + " -o /no/such/folder/arm.yaml", 4, "cannot be written");
  expect_error("convert /no/such/robot.urdf", 4, "cannot be opened");
}

}  // namespace
}  // namespace kinemate
