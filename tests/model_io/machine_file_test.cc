// The format of a file is that of its content.
#include "model_io/machine_file.h"

#include <unistd.h>

#include <filesystem>

#include "base/file.h"
#include "model_io/urdf_fixture.h"

namespace kinemate {
namespace {

namespace fs = std::filesystem;

class MachineFileTest : public UrdfTest {
 protected:
  ~MachineFileTest() override { fs::remove(path_); }

  Reading read(const std::string& text, const UrdfOptions& options = {}) {
    write_text_file(path_, text);
    return read_machine_file(path_, options);
  }

  const std::string path_ = fs::temp_directory_path() / ("kinemate_machine." + std::to_string(getpid()) + ".txt");
};

TEST_F(MachineFileTest, TheContentTellsTheFormat) {
  const std::string robot = robot_text(link_text("a") + link_text("b") + joint_text("j", "revolute", "a", "b"));
  for (const char* before : {"", " \n\t", "\xEF\xBB\xBF", "\xEF\xBB\xBF\n", "<?xml version='1.0'?>"}) {
    const Reading reading = read(before + robot);
    EXPECT_TRUE(reading.mistakes.empty()) << messages(reading.mistakes);
    ASSERT_EQ(reading.model.bodies.size(), 2u);
    EXPECT_EQ(reading.model.bodies[1].name, "b");
  }
  const Reading model = read("bodies: {<a>: {mass: 1}}\n");
  EXPECT_TRUE(model.mistakes.empty()) << messages(model.mistakes);
  EXPECT_EQ(model.model.bodies[1].name, "<a>");
}

TEST_F(MachineFileTest, MessagesNameTheFile) {
  for (const char* text : {"<robot/>", "bodies: 1"}) {
    const Reading reading = read(text);
    ASSERT_FALSE(reading.mistakes.empty());
    EXPECT_EQ(reading.mistakes[0].place->source, path_);
  }
}

TEST_F(MachineFileTest, LoadedOrAllMistakesInOneError) {
  write_text_file(path_, "bodies: {a: {mass: 1}}\n");
  EXPECT_EQ(load_machine(path_).bodies[1].name, "a");
  write_text_file(path_, "bodies: {a: {mas: 1}, b: {mass: -1}}\n");
  try {
    load_machine(path_);
    FAIL();
  } catch (const Error& error) {
    const std::string text = render(error);
    EXPECT_NE(text.find("no key 'mas'"), std::string::npos) << text;
    EXPECT_NE(text.find("mass of body b is -1"), std::string::npos) << text;
  }
}

TEST_F(MachineFileTest, OptionsOfUrdfAreForUrdf) {
  UrdfOptions floating, mimic, damping, angles, loops;
  floating.floating = mimic.ignore_mimic = damping.ignore_damping = angles.round_angles = true;
  loops.loops = "loops.yaml";
  for (const UrdfOptions& options : {floating, mimic, damping, angles, loops}) {
    try {
      read("bodies: {a: {mass: 1}}\n", options);
      ADD_FAILURE();
    } catch (const Error& error) {
      EXPECT_EQ(error.kind, Error::Kind::kInput);
      EXPECT_NE(error.message.find("this is a model file"), std::string::npos);
    }
  }
  EXPECT_EQ(read(robot_text(link_text("a")), floating).model.joints.size(), 1u);
}

TEST_F(MachineFileTest, MissingFilesAreOfTheFileSystem) {
  UrdfOptions loops;
  loops.loops = "/no/such/loops.yaml";
  try {
    read(robot_text(link_text("a")), loops);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, Error::Kind::kFileSystem);
    EXPECT_NE(error.message.find(loops.loops), std::string::npos);
  }
  EXPECT_THROW(read_machine_file("/no/such/robot.urdf"), Error);
}

}  // namespace
}  // namespace kinemate
