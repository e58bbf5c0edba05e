// How programs are parted; c_source_test.cc runs the parts.
#include "codegen/parts.h"

#include <gtest/gtest.h>

#include "codegen/c/language.h"

#include "codegen/expand_sines.h"
#include "program/fixture.h"

namespace kinemate {
namespace {

CodeParts written_parts(const Program& program, std::size_t chunk) {
  const CodeInterface interface = make_interface(program, "m", c_language());
  const Schedule schedule = expand_sines(make_schedule(program));
  return write_parts(schedule, make_scope(interface, schedule.constants), chunk);
}

Program copies(std::size_t count) {
  return program_of(count, [](Builder&, const ValueList& x) { return ValueList(x.rbegin(), x.rend()); });
}

TEST(CodeParts, AShortProgramIsOnePartWithoutWorkspace) {
  const CodeParts made = written_parts(random_program(1, {.operations = 100}), 1000);
  EXPECT_EQ(made.parts.size(), 1u);
  EXPECT_EQ(made.workspace, 0u);
  EXPECT_EQ(made.parts[0].regions, (std::set<std::uint32_t>{kParameters, kParameters + 1}));
}

TEST(CodeParts, ALongProgramIsSeveral) {
  const Program program = random_program(1, {.operations = 100});
  const CodeParts made = written_parts(program, 10);
  EXPECT_GE(made.parts.size(), 8u);
  EXPECT_GT(made.workspace, 0u);
  EXPECT_LT(made.workspace, 60u);
}

TEST(CodeParts, OnlyTheHelpersThatAreUsed) {
  const Program program = program_of(2, [](Builder& b, const ValueList& x) {
    return ValueList{b.call(Function::kMin, std::array{x[0], x[1]})};
  });
  const CodeParts made = written_parts(program, 10);
  EXPECT_EQ(made.called, std::set<std::string>{"smaller_of"});
  EXPECT_EQ(made.parts[0].written, std::set<std::uint32_t>{kParameters + 1});
}

TEST(CodeParts, ManyCopiesAreALoop) {
  EXPECT_EQ(written_parts(copies(3), 10).parts.at(0).text, "  y[0] = x[2];\n  y[1] = x[1];\n  y[2] = x[0];\n");
  EXPECT_EQ(written_parts(copies(100), 10).parts.at(0).text,
            "  for (size_t i = 0; i < 100; ++i) {\n    y[i] = x[99 - i];\n  }\n");
}

TEST(CodeParts, NothingToDoIsNoPart) {
  EXPECT_TRUE(written_parts(copies(0), 10).parts.empty());
  EXPECT_EQ(written_parts(copies(0), 10).workspace, 0u);
}

}  // namespace
}  // namespace kinemate
