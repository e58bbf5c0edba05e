// Generated Modelica computed by modelica_reader.py.
#pragma once

#include <fmt/format.h>

#include <sstream>

#include "codegen/compile.h"
#include "program/fixture.h"

namespace kinemate {

/// What the reader prints of a function or model of the package, line by line; empty where it refuses the text.
inline std::string read_modelica_package(std::span<const GeneratedFile> files, const std::string& name,
                                         const std::string& arguments) {
  const CompileFolder folder;
  write_files(folder.path(), files);
  const std::string stem = folder.path() / "run";
  std::ofstream(stem + ".in") << arguments;
  const std::string run = fmt::format(
      "/usr/bin/python3 '{0}/tests/codegen/modelica_reader.py' '{1}' {2} < {3}.in > "
      "{3}.out 2> {3}.err",
      KINEMATE_SOURCE, (folder.path() / files[0].name).string(), name, stem);
  EXPECT_EQ(std::system(run.c_str()), 0) << read_whole(stem + ".err") << files[0].text.substr(0, 4000);
  return read_whole(stem + ".out");
}

/// The numbers behind the words that lines may begin with, all of them.
inline std::vector<double> numbers_in(const std::string& text) {
  std::vector<double> numbers;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    char* end = nullptr;
    const double number = std::strtod(word.c_str(), &end);
    if (*end == 0) numbers.push_back(number);
  }
  return numbers;
}

/// The results of a function of the package for these inputs of the program.
inline std::vector<double> call_modelica(std::span<const GeneratedFile> files, const Program& program,
                                         const std::string& function, std::span<const double> inputs) {
  std::string arguments;
  for (const Array& array : program.inputs) {
    for (std::size_t i = 0; i < array.entries.size(); ++i) {
      arguments += fmt::format("{} ", inputs[0]);
      inputs = inputs.subspan(1);
    }
    if (!array.entries.empty()) arguments += "\n";
  }
  return numbers_in(read_modelica_package(files, function, arguments));
}

inline void expect_relatively_close(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!std::isfinite(expected[i])) {  // an error in Modelica
      EXPECT_FALSE(std::isfinite(found[i])) << i << ": " << found[i];
    } else {
      EXPECT_NEAR(found[i], expected[i], 1e-12 * std::abs(expected[i])) << i;
    }
  }
}

}  // namespace kinemate
