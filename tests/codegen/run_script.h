// Generated scripts run by what reads their language: Python itself, our reader of Julia.
#pragma once

#include <cmath>

#include "codegen/compile.h"

namespace kinemate {

inline constexpr const char* kPythonCommand = "/usr/bin/python3";

/// Why generated Python cannot run here; empty where it can.
inline std::string missing_python() {
  static const bool there = std::system("/usr/bin/python3 -c 'import numpy, scipy' > /dev/null 2>&1") == 0;
  return there ? "" : "no NumPy and SciPy for /usr/bin/python3: packages python3-numpy, python3-scipy";
}

/// What a command prints in a folder of these files, without a word on standard error.
inline Printed run_script(std::span<const GeneratedFile> files, const std::string& command) {
  const CompileFolder folder;
  write_files(folder.path(), files);
  const std::string line =
      "cd '" + folder.path().string() + "' && timeout 100 " + command + " > out 2> err < /dev/null";
  EXPECT_EQ(std::system(line.c_str()), 0) << command;
  EXPECT_EQ(read_whole(folder.path() / "err").substr(0, 2000), "") << files[0].text.substr(0, 4000);
  Printed printed{command, {}, {}, {}};
  read_printed(read_whole(folder.path() / "out"), printed);
  return printed;
}

inline Printed run_python(std::span<const GeneratedFile> files, const std::string& script) {
  return run_script(files, std::string(kPythonCommand) + " -B -W error " + script);
}

inline Printed run_julia(std::span<const GeneratedFile> files, const std::string& script) {
  return run_script(files,
                    std::string(kPythonCommand) + " -B '" KINEMATE_SOURCE "/tests/codegen/julia_reader.py' " + script);
}

/// Up to the last digits, which libraries round in their own way.
inline void expect_agreement(const std::vector<double>& found, const std::vector<double>& expected,
                             const std::string& how = "") {
  ASSERT_EQ(found.size(), expected.size()) << how;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i] == expected[i] || (std::isnan(found[i]) && std::isnan(expected[i]))) continue;
    ASSERT_TRUE(std::abs(found[i] - expected[i]) <= 1e-12 * std::abs(expected[i]))
        << how << ", " << i << ": " << found[i] << ", but " << expected[i];
  }
}

}  // namespace kinemate
