#include "codegen/targets.h"

#include <gtest/gtest.h>

#include <set>

#include "base/error.h"
#include "codegen/pendulum_programs.h"
#include "program/fixture.h"

namespace kinemate {
namespace {

TEST(TargetTable, NamesAreFound) {
  std::set<std::string_view> names;
  for (const Target& target : targets()) {
    EXPECT_EQ(&find_target(target.name), &target);
    EXPECT_TRUE(names.insert(target.name).second);
  }
  try {
    find_target("pyhton");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.message, "--to: there is no 'pyhton'");
    EXPECT_EQ(error.hint, "did you mean python?");
  }
}

// Whatever a machine is called: a folder of files with plain names, among them a page on how to use it; twice the same.
TEST(TargetTable, EveryTargetWritesAFolder) {
  for (const Target& target : targets()) {
    for (const char* machine : {"pendulum", "end", "lambda", "Ω-Maschine\n\"%*/ $x \\", ""}) {
      std::vector<Program> programs = pendulum_programs();
      for (Program& program : programs) program.machine = machine;
      const TargetOptions options{.example = pendulum_example()};
      const std::vector<GeneratedFile> files = target.generate(programs, options),
                                       again = target.generate(programs, options);
      std::set<std::string> names;
      for (std::size_t i = 0; i < files.size(); ++i) {
        EXPECT_TRUE(names.insert(files[i].name).second) << files[i].name;
        EXPECT_EQ(files[i].name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_."),
                  std::string::npos)
            << files[i].name;
        EXPECT_TRUE(files[i].text.ends_with('\n')) << files[i].name;
        EXPECT_EQ(files[i].text, again[i].text);
      }
      EXPECT_TRUE(names.contains("README.md")) << target.name;
    }
  }
}

}  // namespace
}  // namespace kinemate
