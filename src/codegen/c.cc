#include "codegen/c.h"

#include <fmt/format.h>

#include "base/check.h"
#include "codegen/c_header.h"
#include "codegen/c_source.h"
#include "codegen/c_text.h"

namespace kinemate {
namespace {

std::string flags(bool fast) { return fast ? "-O3 -march=native -ffp-contract=fast" : "-O2 -ffp-contract=off"; }

std::string write_build_file(const CInterface& interface, bool fast) {
  std::string text = "cmake_minimum_required(VERSION 3.13)\n";
  text += fmt::format("project({} C)\n\n", interface.function);
  text += "if(NOT CMAKE_BUILD_TYPE)\n  set(CMAKE_BUILD_TYPE Release)\nendif()\n\n";
  text += fmt::format("add_library({0} STATIC {0}.c {0}.h)\n", interface.function);
  text += fmt::format("set_target_properties({} PROPERTIES C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)\n",
                      interface.function);
  text += fast ? "# a*b + c may be rounded once\n" : "# every operation is rounded once: the same numbers everywhere\n";
  text += fmt::format("target_compile_options({} PRIVATE {})\n", interface.function,
                      fast ? flags(true) : "-ffp-contract=off");
  text += fmt::format("target_include_directories({} PUBLIC ${{CMAKE_CURRENT_SOURCE_DIR}})\n", interface.function);
  text += fmt::format("target_link_libraries({} PUBLIC m)\n\n", interface.function);
  text += "add_executable(example example.c)\n";
  text += "set_target_properties(example PROPERTIES C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)\n";
  return text + fmt::format("target_link_libraries(example PRIVATE {})\n", interface.function);
}

std::string write_readme(const Program& program, const CInterface& interface, bool fast, std::size_t workspace) {
  std::string text = fmt::format("# {}\n\n{}.\n\n", interface.function, c_title(program));
  text += fmt::format(
      "C99 made by Kinemate. `{0}.h` says what goes in and what comes out, index by index; `{0}.c` computes it and "
      "needs\n"
      "nothing but libm; `example.c` calls it once and prints the results.\n\n",
      interface.function);
  if (workspace > 0) {
    text += fmt::format(
        "The function needs room for {} numbers on the way, which its caller gives it: `{}_WORKSPACE` doubles.\n\n",
        workspace, interface.macro);
  }
  text += "Build and run with CMake:\n\n    cmake -B build && cmake --build build && build/example\n\n";
  text += fmt::format("or by hand:\n\n    cc -std=c99 {} {}.c example.c -o example -lm && ./example\n", flags(fast),
                      interface.function);
  if (fast) text += "\nThe flags let the compiler round a*b + c once, so that last digits depend on the processor.\n";
  return text;
}

}  // namespace

std::vector<GeneratedFile> generate_c(const Program& program, const COptions& options) {
  CHECK(options.chunk > 0);
  const CInterface interface = make_c_interface(program, options.prefix.empty() ? program.machine : options.prefix);
  const Schedule schedule = make_schedule(program, {.roll_above = options.roll_above, .loop_body = 0});
  CSource source = write_c_source(program, schedule, interface, options.chunk);
  return {{interface.function + ".h", write_c_header(program, interface, source.workspace)},
          {interface.function + ".c", std::move(source.text)},
          {"example.c", write_c_example(program, interface, source.workspace, options.example)},
          {"CMakeLists.txt", write_build_file(interface, options.fast)},
          {"README.md", write_readme(program, interface, options.fast, source.workspace)}};
}

}  // namespace kinemate
