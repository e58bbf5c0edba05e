#include "model_io/flat/file.h"

#include <filesystem>
#include <fstream>

#include "model_io/flat_fixture.h"

namespace kinemate {
namespace {

class FlatFileTest : public FlatTest {
 protected:
  static FlatReading read(const std::string& name, const std::string& text) {
    const std::string path = testing::TempDir() + name;
    std::ofstream(path) << text;
    FlatReading reading = read_flat_file(path);
    std::filesystem::remove(path);
    return reading;
  }
};

TEST_F(FlatFileTest, TheContentSaysWhatItIs) {
  EXPECT_TRUE(is_modelica_text("// a comment\nwithin;\nmodel A"));
  EXPECT_TRUE(is_modelica_text("partial model A"));
  EXPECT_FALSE(is_modelica_text("model: A"));
  EXPECT_FALSE(is_modelica_text("# a comment\nname: model"));
  EXPECT_FALSE(is_modelica_text(""));
  EXPECT_EQ(read("kinemate_flat.txt", "class A Real x; equation x = 1; end A;").system.name, "A");
  EXPECT_EQ(read("kinemate_flat.txt", "name: B\nunknowns: [x]\nequations: [x = 1]\n").system.name, "B");
  EXPECT_EQ(mistakes_of(read("kinemate_flat.mo", "x")),
            "1:1 expected a model, found 'x' | a Modelica file begins with: model NAME\n");
}

TEST_F(FlatFileTest, FilesThatAreNotThere) {
  try {
    read_flat_file("/no/such/file.mo");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, Error::Kind::kFileSystem);
  }
}

}  // namespace
}  // namespace kinemate
