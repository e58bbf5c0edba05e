// Programs as documents, set by pdflatex: no error, no line too long.
#include "codegen/latex/emitter.h"

#include <gtest/gtest.h>

#include "codegen/compile.h"
#include "codegen/pendulum_programs.h"
#include "program/fixture.h"

namespace kinemate {
namespace {

// What pdflatex says of the document; empty where it is not there.
std::string set_in_type(std::span<const Program> programs, const TargetOptions& options = {}) {
  const std::vector<GeneratedFile> files = generate_latex(programs, options);
  const CompileFolder folder;
  write_files(folder.path(), files);
  const std::string stem = std::filesystem::path(files[0].name).stem();
  const std::string run = "cd '" + folder.path().string() + "' && timeout 100 pdflatex -interaction=nonstopmode " +
                          "-halt-on-error " + files[0].name + " > out.txt 2>&1";
  EXPECT_EQ(std::system(run.c_str()), 0) << read_whole(folder.path() / "out.txt").substr(0, 4000);
  EXPECT_TRUE(std::filesystem::exists(folder.path() / (stem + ".pdf")));
  return read_whole(folder.path() / (stem + ".log"));
}

class Latex : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_command("pdflatex")) GTEST_SKIP() << "no pdflatex";
  }
};

void expect_fitting(const std::string& log) {
  EXPECT_EQ(log.find("Overfull \\hbox"), std::string::npos) << log;
  EXPECT_EQ(log.find("Missing character"), std::string::npos) << log;
}

TEST_F(Latex, AMachine) {
  const std::vector<Program> programs = pendulum_programs({.unspecified = true});
  expect_fitting(set_in_type(programs));
}

TEST_F(Latex, LongProgramsOverManyPages) {
  const Program program = random_program(7, {.operations = 3000});
  const std::string log = set_in_type({&program, 1});
  expect_fitting(log);
  const std::size_t at = log.find("Output written on ");
  ASSERT_NE(at, std::string::npos);
  EXPECT_GT(std::stoi(log.substr(log.find('(', at) + 1)), 15);  // pages
}

// Too long to be set in type here: what is open is closed again.
TEST_F(Latex, VeryLongPrograms) {
  const Program program = random_program(8, {.operations = 100'000});
  const std::string text = generate_latex({&program, 1}, {}).front().text;
  const auto count = [&](std::string_view what) {
    std::size_t found = 0;
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += what.size()) ++found;
    return found;
  };
  EXPECT_GT(text.size(), 1'000'000u);
  EXPECT_EQ(count("\\begin{"), count("\\end{"));
  EXPECT_EQ(count("\\left"), count("\\right"));
}

TEST_F(Latex, EveryFunction) {
  const Program program = program_of(3, [](Builder& builder, const ValueList& x) {
    ValueList results;
    for (std::size_t f = 0; f < kFunctionCount; ++f) {
      const auto function = static_cast<Function>(f);
      const auto least = static_cast<std::size_t>(info(function).least_arguments);
      for (const Value made : {builder.call(function, std::span(x).first(least))}) {
        results.push_back(made);
        results.push_back(builder.power(made, builder.constant(-1.5)));
        results.push_back(builder.multiply(builder.constant(1e-7), builder.power(made, x[0])));
        results.push_back(builder.power(builder.constant(1e-30), made));
      }
    }
    return results;
  });
  expect_fitting(set_in_type({&program, 1}));
}

TEST_F(Latex, TheWorstNames) {
  Program like;
  like.name = "\\end{document}", like.machine = "Кран %$#&_{}~^\\", like.meaning = "ð中\x01 \"a\" < b\n\n|c|";
  like.inputs = {{"t", "\\\\", {{"t", "%"}}},
                 {"y_1", "_", {{"a\"b\\", "\\input{x}"}, {"\u202Ex%d", "$"}}},
                 {"é", "", {{"Ωmega_шаг_ü''", "\xFF"}, {"𝛼", "&"}, {"größe1'", "#"}}},
                 {"z1", "", {{"z1", "}"}, {"z_1", "{"}, {"''''", "^^M"}, {"x'''''", ""}}},
                 {"", "", {{"", ""}}}};
  Builder builder(like);
  std::vector<Value> results;
  for (std::size_t i = 0; i < 11; ++i) {
    const Value a = builder.input(i), s = builder.sine(builder.add(a, builder.input((i + 1) % 11)));
    results.push_back(builder.multiply(builder.add(builder.multiply(s, a), s), builder.power(a, builder.constant(2))));
  }
  const Program program = builder.finish(
      {{"out%", "a_b", entries("a\n_%", 9)}, {"", "", {{"last\\", "\\"}, {"f(\\end)", "\\end{align*}"}}}}, results);
  EXPECT_EQ(generate_latex({&program, 1}, {})[0].name, "n_end_document.tex");
  expect_fitting(set_in_type({&program, 1}));
}

TEST(LatexFiles, NamesAndReadme) {
  const std::vector<Program> programs = pendulum_programs();
  const std::vector<GeneratedFile> files = generate_latex(programs, {.prefix = "crane 7"});
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[0].name, "crane_7_ode.tex");
  EXPECT_EQ(files[0].text.find("% ode of pendulum: by hand\n% Made by Kinemate.\n\\documentclass"), 0u);
  EXPECT_NE(files[1].text.find("    pdflatex crane_7_ode.tex\n"), std::string::npos);
  std::size_t sections = 0;
  for (std::size_t at = 0; (at = files[0].text.find("\\section*{By hand}", at)) != std::string::npos; ++at) ++sections;
  EXPECT_EQ(sections, 3u);
}

}  // namespace
}  // namespace kinemate
