// Random schedules with loops and sines of all kinds, as C: the same numbers.
#include "codegen/c/source.h"

#include <gtest/gtest.h>

#include "codegen/c/language.h"

#include "codegen/c/header.h"
#include "codegen/compile.h"
#include "program/fixture.h"
#include "program/plain_schedule.h"
#include "program/random_schedule.h"

namespace kinemate {
namespace {

Schedule random_looping_schedule(std::uint64_t seed) {
  ScheduleMaker maker(seed, 12);
  maker.straight(30, true);
  maker.loop(4, 8, true);
  maker.sines(70);
  maker.straight(20, true);
  maker.loop(9, 5, true);
  maker.loop(7, 12, true);
  maker.sines(5);
  maker.straight(25, true);
  Schedule schedule = maker.finish();
  // loops that read what they have written in the iteration before find a number there in the first
  schedule.blocks.insert(schedule.blocks.begin(), {Block::Kind::kStraight, schedule.straights.size(), 0});
  Straight& first = schedule.straights.emplace_back();
  for (const Loop& loop : schedule.loops) {
    first.steps.push_back({.code = Code::kAdd,
                           .count = 2,
                           .operands = {schedule.inputs_at(), schedule.constants_at() + 1, 0},
                           .result = loop.table[4]});
  }
  return schedule;
}

// A program with these inputs and outputs, in two arrays each.
Program shell(const Schedule& schedule) {
  Program program;
  program.name = "shell", program.machine = "m";
  program.inputs = {{"a", "", entries("x", 3)}, {"b", "", entries("y", schedule.inputs - 3)}};
  program.outputs = {{"c", "", entries("x", 5)}, {"d", "", entries("y", schedule.outputs - 5)}};
  return program;
}

TEST(CSources, SchedulesOfAllKinds) {
  if (c_compilers().empty()) GTEST_SKIP() << "neither gcc nor clang is there";
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    const Schedule schedule = random_looping_schedule(seed);
    const Program program = shell(schedule);
    const CodeInterface interface = make_interface(program, "m", c_language());
    const std::vector<double> inputs = random_inputs(seed, schedule.inputs);
    const CSource source = write_c_source(program, schedule, interface, seed == 1 ? 1000 : 7);
    const std::vector<GeneratedFile> files = {
        {interface.function + ".h", write_c_header(program, interface, source.workspace)},
        {interface.function + ".c", source.text},
        {"example.c", write_c_example(program, interface, source.workspace, inputs)}};
    EXPECT_NE(source.text.find("static const unsigned at["), std::string::npos);
    for (const Printed& printed : compile_and_run(files))
      expect_same(printed.numbers, run_schedule_plainly(schedule, inputs), printed.how);
  }
}

TEST(CSources, TheCallerGivesALargeWorkspace) {
  Program program;
  const CodeInterface interface = make_interface(program, "m", c_language());
  EXPECT_EQ(c_prototype(interface, false), "void m_n(void)");
  EXPECT_EQ(c_prototype(interface, true), "void m_n(double *workspace)");
}

TEST(CSources, PrototypesAreWrapped) {
  Program program;
  for (int i = 0; i < 40; ++i) program.inputs.push_back({"array" + std::to_string(i), "", entries("x", 2)});
  const std::string text = c_prototype(make_interface(program, "m", c_language()), false);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    EXPECT_LE(end - at, 100u);
    at = end + 1;
  }
}

}  // namespace
}  // namespace kinemate
