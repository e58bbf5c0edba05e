#include "codegen/c/emitter.h"

#include <fmt/format.h>

#include "base/check.h"
#include "codegen/c/header.h"
#include "codegen/c/language.h"
#include "codegen/c/source.h"

namespace kinemate {
namespace {

std::string write_build_file(std::span<const CodeInterface> interfaces, bool fast) {
  std::string text = "cmake_minimum_required(VERSION 3.13)\n", sources;
  const std::string& name = interfaces[0].function;
  for (const CodeInterface& interface : interfaces) sources += fmt::format(" {0}.c {0}.h", interface.function);
  text += fmt::format("project({} C)\n\n", name);
  text += "if(NOT CMAKE_BUILD_TYPE)\n  set(CMAKE_BUILD_TYPE Release)\nendif()\n\n";
  text += fmt::format("add_library({} STATIC{})\n", name, sources);
  text +=
      fmt::format("set_target_properties({} PROPERTIES C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)\n", name);
  text += fast ? "# a*b + c may be rounded once\n" : "# every operation is rounded once: the same numbers everywhere\n";
  text +=
      fmt::format("target_compile_options({} PRIVATE {})\n", name, fast ? c_compiler_flags(true) : "-ffp-contract=off");
  text += fmt::format("target_include_directories({} PUBLIC ${{CMAKE_CURRENT_SOURCE_DIR}})\n", name);
  text += fmt::format("target_link_libraries({} PUBLIC m)\n\n", name);
  text += "add_executable(example example.c)\n";
  text += "set_target_properties(example PROPERTIES C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)\n";
  return text + fmt::format("target_link_libraries(example PRIVATE {})\n", name);
}

std::string write_c_readme(std::span<const Program> programs, std::span<const CodeInterface> interfaces,
                           std::span<const std::size_t> workspaces, bool fast) {
  std::string text = fmt::format("# {}\n\n", interfaces[0].function), sources;
  for (const Program& program : programs) text += fmt::format("{}.\n\n", c_title(program));
  for (std::size_t i = 0; i < interfaces.size(); ++i) {
    text += fmt::format(
        "{0}`{1}.h` says what goes in and what comes out, index by index; `{1}.c` computes it and needs\n"
        "nothing but libm.\n",
        i == 0 ? "C99 made by Kinemate. " : "", interfaces[i].function);
    if (workspaces[i] > 0) {
      text += fmt::format(
          "The function needs room for {} numbers on the way, which its caller gives it: `{}_WORKSPACE` doubles.\n",
          workspaces[i], interfaces[i].macro);
    }
    sources += interfaces[i].function + ".c ";
  }
  text += fmt::format("`example.c` calls `{}` once and prints the results.\n\n", interfaces[0].function);
  text += "Build and run with CMake:\n\n    cmake -B build && cmake --build build && build/example\n\n";
  text += fmt::format("or by hand:\n\n    cc -std=c99 {} {}example.c -o example -lm && ./example\n",
                      c_compiler_flags(fast), sources);
  if (fast) text += "\nThe flags let the compiler round a*b + c once, so that last digits depend on the processor.\n";
  return text;
}

}  // namespace

CCode write_c_code(const Program& program, const TargetOptions& options) {
  const std::string& prefix = options.prefix.empty() ? program.machine : options.prefix;
  CCode made{make_interface(program, prefix, c_language()), 0, {}, {}};
  const Schedule schedule = make_schedule(program, {.roll_above = options.roll_above, .loop_body = 0});
  CSource source = write_c_source(program, schedule, made.interface, options.chunk);
  made.workspace = source.workspace;
  made.header = write_c_header(program, made.interface, source.workspace);
  made.source = std::move(source.text);
  return made;
}

std::vector<GeneratedFile> generate_c(std::span<const Program> programs, const TargetOptions& options) {
  CHECK(options.chunk > 0 && !programs.empty());
  std::vector<GeneratedFile> files;
  std::vector<CodeInterface> interfaces;
  std::vector<std::size_t> workspaces;
  for (const Program& program : programs) {
    CCode code = write_c_code(program, options);
    files.push_back({code.interface.function + ".h", std::move(code.header)});
    files.push_back({code.interface.function + ".c", std::move(code.source)});
    workspaces.push_back(code.workspace);
    interfaces.push_back(std::move(code.interface));
  }
  files.push_back({"example.c", write_c_example(programs[0], interfaces[0], workspaces[0], options.example)});
  files.push_back({"CMakeLists.txt", write_build_file(interfaces, options.fast)});
  files.push_back({"README.md", write_c_readme(programs, interfaces, workspaces, options.fast)});
  return files;
}

}  // namespace kinemate
