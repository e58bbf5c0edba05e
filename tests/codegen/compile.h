// Generated C compiled and run: by two compilers, with and without optimisation, no warning allowed.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "codegen/files.h"

namespace kinemate {

inline bool has_command(const std::string& name) {
  return std::system(("command -v " + name + " > /dev/null 2>&1").c_str()) == 0;
}

/// Those of gcc and clang that are there.
inline std::vector<std::string> c_compilers() {
  std::vector<std::string> found;
  if (has_command("gcc")) found.push_back("gcc");
  for (const char* name : {"clang-14", "clang"}) {
    if (!has_command(name)) continue;
    found.push_back(name);
    break;
  }
  return found;
}

inline std::string read_whole(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Without the built-in functions of compilers, which round pow(x, 2) otherwise than libm.
inline constexpr const char* kStrictFlags =
    "-std=c99 -Wall -Wextra -pedantic -Wconversion -Wshadow -Werror -ffp-contract=off -fno-builtin";

/// Null where there is none.
inline const std::string* file(const std::vector<GeneratedFile>& files, std::string_view name) {
  for (const GeneratedFile& found : files) {
    if (found.name == name) return &found.text;
  }
  return nullptr;
}

struct Printed {
  std::string how;  ///< compiler and flags
  std::vector<std::string> names;
  std::vector<double> numbers;
  std::vector<std::string> symbols;  ///< that the object needs
};

/// A folder that is removed with the object.
class CompileFolder {
 public:
  CompileFolder() {
    static int count = 0;
    path_ = std::filesystem::temp_directory_path() /
            ("kinemate_codegen_test." + std::to_string(getpid()) + "." + std::to_string(count++));
  }
  ~CompileFolder() { std::filesystem::remove_all(path_); }
  CompileFolder(const CompileFolder&) = delete;
  CompileFolder& operator=(const CompileFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Lines of an example: name = number.
inline void read_printed(const std::string& text, Printed& printed) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t sign = line.rfind(" = ");
    EXPECT_NE(sign, std::string::npos) << line;
    if (sign == std::string::npos) continue;
    printed.names.push_back(line.substr(0, sign));
    printed.numbers.push_back(std::strtod(line.c_str() + sign + 3, nullptr));
  }
}

/// What the example prints, for every compiler at -O0 and -O2, at the same time.
inline std::vector<Printed> compile_and_run(std::span<const GeneratedFile> files) {
  const CompileFolder folder;
  write_files(folder.path(), files);
  const std::string name = std::filesystem::path(files[1].name).stem();
  std::vector<Printed> made;
  std::string script = "cd '" + folder.path().string() + "'\n";
  for (const std::string& compiler : c_compilers()) {
    for (const char* level : {"-O0", "-O2"}) {
      const std::string cc = compiler + " " + kStrictFlags + " " + level, run = std::to_string(made.size());
      script += "( timeout 100 " + cc + " -c " + name + ".c -o " + run + ".o && timeout 100 " + cc + " " + run +
                ".o example.c -o " + run + " -lm && nm -u " + run + ".o > " + run + ".nm && timeout 10 ./" + run +
                " > " + run + ".out ) > " + run + ".err 2>&1 || echo failed >> " + run + ".err &\n";
      made.push_back({cc, {}, {}, {}});
    }
  }
  std::ofstream(folder.path() / "run.sh") << script << "wait\n";
  EXPECT_EQ(std::system(("sh '" + (folder.path() / "run.sh").string() + "'").c_str()), 0);
  for (std::size_t i = 0; i < made.size(); ++i) {
    const std::string run = folder.path() / std::to_string(i);
    EXPECT_EQ(read_whole(run + ".err").substr(0, 2000), "") << made[i].how << "\n" << files[1].text.substr(0, 4000);
    read_printed(read_whole(run + ".out"), made[i]);
    std::istringstream symbols(read_whole(run + ".nm"));
    for (std::string kind, symbol; symbols >> kind >> symbol;) made[i].symbols.push_back(symbol);
  }
  return made;
}

}  // namespace kinemate
