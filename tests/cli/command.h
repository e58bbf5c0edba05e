// The command as a user types it.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

namespace kinemate {

struct Outcome {
  int code;
  std::string out;  // standard output and standard error
};

// Runs a line in a shell.
inline Outcome run_line(const std::string& line) {
  FILE* pipe = popen(line.c_str(), "r");
  Outcome outcome{-1, ""};
  std::array<char, 4096> block;
  for (std::size_t got; (got = fread(block.data(), 1, block.size(), pipe)) > 0;) outcome.out.append(block.data(), got);
  outcome.code = WEXITSTATUS(pclose(pipe));
  return outcome;
}

// Runs `kinemate ARGUMENTS` in a shell, standard input from a file with `input`.
inline Outcome run(const std::string& arguments, const std::string& input = "") {
  const std::string file = testing::TempDir() + "kinemate_input_" + std::to_string(getpid());
  std::ofstream(file, std::ios::binary) << input;
  Outcome outcome = run_line(std::string(KINEMATE_COMMAND) + " 2>&1 < " + file + " " + arguments);
  std::filesystem::remove(file);
  return outcome;
}

inline void expect(const std::string& arguments, int code, const std::string& out, const std::string& input = "") {
  const Outcome outcome = run(arguments, input);
  EXPECT_EQ(outcome.code, code) << arguments << "\n" << outcome.out;
  EXPECT_EQ(outcome.out, out) << arguments;
}

inline void expect_error(const std::string& arguments, int code, const std::string& part,
                         const std::string& input = "") {
  const Outcome outcome = run(arguments, input);
  EXPECT_EQ(outcome.code, code) << arguments << "\n" << outcome.out;
  EXPECT_NE(outcome.out.find(part), std::string::npos) << arguments << "\n" << outcome.out;
}

/// The path of a file with this content, for the time of the test program.
inline std::string file_with(const std::string& name, const std::string& content) {
  const std::string path = testing::TempDir() + "kinemate_" + std::to_string(getpid()) + "_" + name;
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

}  // namespace kinemate
