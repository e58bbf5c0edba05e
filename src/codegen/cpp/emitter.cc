#include "codegen/cpp/emitter.h"

#include <fmt/format.h>

#include <cmath>

#include "base/check.h"
#include "codegen/c/language.h"
#include "codegen/c/source.h"
#include "codegen/c/text.h"
#include "codegen/expand_sines.h"
#include "codegen/parts.h"

namespace kinemate {
namespace {

std::string number(double value) {
  const char* sign = std::signbit(value) ? "-" : "";
  if (std::isnan(value)) return "T(NAN)";
  if (std::isinf(value)) return fmt::format("{}T(INFINITY)", sign);
  return fmt::format("{}T({})", sign, decimal_number(std::abs(value)));
}

bool is_cpp_word(std::string_view name) { return is_c_word(name) || name == "T" || name == "std" || name == "detail"; }

const CodeDefinition kCppDefinitions[] = {
    {"sign_of", "template <class T>\nT sign_of(const T& x) {\n  return T(x > T(0)) - T(x < T(0));\n}\n"},
    {"smaller_of", "template <class T>\nT smaller_of(const T& a, const T& b) {\n  return b < a ? b : a;\n}\n"},
    {"larger_of", "template <class T>\nT larger_of(const T& a, const T& b) {\n  return a < b ? b : a;\n}\n"},
    {"step_at", "template <class T>\nT step_at(const T& x) {\n  return x >= T(0) ? T(1) : T(0);\n}\n"},
    {"step_between",
     "// 1 for a <= x < b and for a == x == b, else 0\n"
     "template <class T>\nT step_between(const T& a, const T& x, const T& b) {\n"
     "  return (a <= x && x < b) || (a == x && x == b) ? T(1) : T(0);\n}\n"},
    {"factorial_of",
     "template <class T>\nT factorial_of(const T& n) {\n  using std::floor, std::tgamma;\n"
     "  return n < T(0) || n != floor(n) ? T(NAN) : tgamma(n + T(1));\n}\n"},
    {"comb_of",
     "// n!/(a! (n - a)!)\n"
     "template <class T>\nT comb_of(const T& n, const T& a) {\n  using std::exp, std::floor, std::lgamma, std::round;\n"
     "  const T rest = n - a;\n"
     "  if (n < T(0) || n != floor(n) || a < T(0) || a != floor(a) || rest < T(0)) return T(NAN);\n"
     "  return round(exp(lgamma(n + T(1)) - lgamma(a + T(1)) - lgamma(rest + T(1))));\n}\n"},
    {"multinomial_of",
     "// n!/(a! b! (n - a - b)!)\n"
     "template <class T>\nT multinomial_of(const T& n, const T& a, const T& b) {\n"
     "  using std::exp, std::floor, std::lgamma, std::round;\n"
     "  const T rest = n - a - b;\n"
     "  if (n < T(0) || n != floor(n) || a < T(0) || a != floor(a)) return T(NAN);\n"
     "  if (b < T(0) || b != floor(b) || rest < T(0)) return T(NAN);\n"
     "  return round(exp(lgamma(n + T(1)) - lgamma(a + T(1)) - lgamma(b + T(1)) - lgamma(rest + T(1))));\n}\n"},
};

const Language& cpp_language() {
  static const auto* const language =
      new Language{.title = "C++",
                   .column = LanguageColumn::kC,
                   .choice = "({} ? T({}) : T({}))",
                   .truth_value = "({} ? T(1) : T(0))",
                   .define = "const T {} = {};",
                   .number = number,
                   .is_taken = is_cpp_word,
                   .definitions = {std::begin(kCppDefinitions), std::end(kCppDefinitions)}};
  return *language;
}

// One program as code.
struct Header {
  const Program* program = nullptr;
  CodeInterface interface { &cpp_language(), {}, {}, {}, CodeNames(cpp_language()) };
  std::string space, function, file;
  std::size_t workspace = 0;  // what the caller gives room for
  std::string text;
};

std::string arguments_text(const Header& header, bool workspace) {
  std::string text;
  for (const CodeParameter& parameter : header.interface.parameters) {
    text += text.empty() ? "" : ", ";
    text += parameter.by_value ? fmt::format("const T& {}", parameter.name)
                               : fmt::format("{}T* __restrict {}", parameter.output ? "" : "const ", parameter.name);
  }
  if (workspace) text += std::string(text.empty() ? "" : ", ") + "T* __restrict workspace";
  return text;
}

// What parts read and write, as parameters or as arguments of a call.
std::string region_list(const CodePart& part, const CodeScope& scope, bool types) {
  std::string text;
  for (const std::uint32_t region : part.regions) {
    const CodeParameter* parameter = parameter_of(scope, region);
    const std::string name = parameter == nullptr ? scope.workspace : parameter->name;
    const bool changes = parameter == nullptr || parameter->output;
    const char* type = !types                                        ? ""
                       : parameter != nullptr && parameter->by_value ? "const T& "
                       : changes                                     ? "T* "
                                                                     : "const T* __restrict ";
    text += (text.empty() ? "" : ", ") + (type + name);
  }
  return text;
}

std::string using_text(const CodeParts& parts) {
  std::string names;
  for (const std::string& name : parts.called)
    if (definitions_of(cpp_language(), {name}).empty()) names += (names.empty() ? "std::" : ", std::") + name;
  return names.empty() ? "" : "  using " + names + ";\n";
}

std::string describe_header(const Header& header) {
  std::string text;
  for (const CodeParameter& parameter : header.interface.parameters) {
    const Array& array = *parameter.array;
    text += fmt::format("// {}{}\n", parameter.name, array.meaning.empty() ? "" : ": " + c_comment(array.meaning));
    if (parameter.by_value) continue;
    for (std::size_t i = 0; i < array.entries.size(); ++i) {
      const Entry& entry = array.entries[i];
      text += fmt::format("//   [{}] {}{}\n", i, c_comment(entry.name),
                          entry.meaning.empty() ? "" : ": " + c_comment(entry.meaning));
    }
    text += fmt::format("inline constexpr std::size_t {}_{}_count = {};\n", header.function, parameter.name,
                        array.entries.size());
  }
  if (header.workspace > 0)
    text += fmt::format(
        "// The last parameter is room for numbers on the way, which need not be set; each thread has its own.\n"
        "inline constexpr std::size_t {}_workspace = {};\n",
        header.function, header.workspace);
  return text;
}

Header write_header(const Program& program, const TargetOptions& options) {
  Header made;
  const std::string prefix = options.prefix.empty() ? program.machine : options.prefix;
  made.program = &program;
  made.interface = make_interface(program, prefix, cpp_language());
  made.space = make_name(prefix, cpp_language()), made.function = make_name(program.name, cpp_language());
  made.file = made.interface.function + ".hpp";
  const Schedule schedule = make_straight_schedule(program);
  CodeScope scope = make_scope(made.interface, schedule.constants);
  const CodeParts parts = write_parts(schedule, scope, options.chunk);
  const bool passed = parts.workspace > kLargestLocal;
  made.workspace = passed ? parts.workspace : 0;
  const std::string detail = made.function + "_detail", usings = using_text(parts);
  std::string inner, body;
  for (const std::string_view definition : definitions_of(cpp_language(), parts.called))
    inner += fmt::format("{}\n", definition);
  if (passed) body += fmt::format("  T* const {} = workspace;\n", scope.workspace);
  if (parts.workspace > 0 && !passed) body += fmt::format("  T {}[{}];\n", scope.workspace, parts.workspace);
  for (std::size_t i = 0; i < parts.parts.size(); ++i) {
    const CodePart& part = parts.parts[i];
    if (parts.parts.size() == 1) {
      body += usings + (inner.empty() ? "" : fmt::format("  using namespace {};\n", detail)) + part.text;
      continue;
    }
    const std::string name = scope.names.take(fmt::format("part_{}", i + 1));
    inner += fmt::format("template <class T>\nvoid {}({}) {{\n{}{}}}\n\n", name, region_list(part, scope, true), usings,
                         part.text);
    body += fmt::format("  {}::{}({});\n", detail, name, region_list(part, scope, false));
  }
  for (const CodeParameter& parameter : made.interface.parameters) body += fmt::format("  (void){};\n", parameter.name);
  made.text = fmt::format("// {}\n// Made by Kinemate.\n#pragma once\n\n#include <cmath>\n#include <cstddef>\n\n",
                          c_title(program));
  made.text += fmt::format("namespace {} {{\n", made.space);
  if (!inner.empty()) made.text += fmt::format("namespace {} {{\n\n{}}}  // namespace {}\n", detail, inner, detail);
  made.text += "\n" + describe_header(made);
  made.text += fmt::format("template <class T>\nvoid {}({}) {{\n{}}}\n\n}}  // namespace {}\n", made.function,
                           arguments_text(made, passed), body, made.space);
  return made;
}

std::string array_text(const CodeParameter& parameter, std::span<const double> values) {
  std::string text;
  for (std::size_t i = 0; i < parameter.array->entries.size(); ++i)
    text += fmt::format("    {},  // {}\n", c_number(i < values.size() ? values[i] : 0.0),
                        c_comment(parameter.array->entries[i].name));
  return fmt::format("  const double {}[] = {{\n{}  }};\n", parameter.name, text);
}

std::string write_example(const Header& header, const TargetOptions& options) {
  std::string text = fmt::format("// An example: {}\n// Made by Kinemate.\n", c_title(*header.program));
  text += fmt::format("#include \"{}\"\n\n#include <cstdio>\n\nint main() {{\n", header.file);
  std::string arguments, prints;
  for (const CodeParameter& parameter : header.interface.parameters) {
    const std::vector<double> values = example_of(*header.program, parameter.array->name, options.example);
    arguments += (arguments.empty() ? "" : ", ") + (parameter.by_value ? c_number(values.at(0)) : parameter.name);
    if (parameter.by_value) continue;
    if (!parameter.output) {
      text += array_text(parameter, values);
      continue;
    }
    text += fmt::format("  static double {}[{}::{}_{}_count];\n", parameter.name, header.space, header.function,
                        parameter.name);
    for (std::size_t i = 0; i < parameter.array->entries.size(); ++i)
      prints += fmt::format("  std::printf(\"%s = %.17g\\n\", {}, {}[{}]);\n",
                            c_string(parameter.array->entries[i].name), parameter.name, i);
  }
  if (header.workspace > 0) {
    text += fmt::format("  static double workspace[{}::{}_workspace];\n", header.space, header.function);
    arguments += std::string(arguments.empty() ? "" : ", ") + "workspace";
  }
  return text + fmt::format("  {}::{}<double>({});\n{}}}\n", header.space, header.function, arguments, prints);
}

std::string write_build_file(const Header& header, bool fast) {
  const std::string& name = header.interface.function;
  std::string text = fmt::format("cmake_minimum_required(VERSION 3.13)\nproject({} CXX)\n\n", name);
  text += "if(NOT CMAKE_BUILD_TYPE)\n  set(CMAKE_BUILD_TYPE Release)\nendif()\n\n";
  text += fmt::format(
      "add_library({0} INTERFACE)\ntarget_include_directories({0} INTERFACE ${{CMAKE_CURRENT_SOURCE_DIR}})\n", name);
  text += fmt::format("target_compile_features({} INTERFACE cxx_std_17)\n\n", name);
  text += "add_executable(example example.cpp)\n";
  text += fast ? "# a*b + c may be rounded once\n" : "# every operation is rounded once: the same numbers everywhere\n";
  text +=
      fmt::format("target_compile_options(example PRIVATE {})\n", fast ? c_compiler_flags(true) : "-ffp-contract=off");
  return text + fmt::format("target_link_libraries(example PRIVATE {})\n", name);
}

std::string write_cpp_readme(std::span<const Header> headers, bool fast) {
  std::string text = fmt::format("# {}\n\n", headers[0].interface.function);
  for (const Header& header : headers) text += fmt::format("`{}`: {}.\n\n", header.file, c_title(*header.program));
  text += fmt::format(
      "C++17 made by Kinemate: headers alone, nothing to link. `{0}::{1}` is a template over the scalar: `double`, "
      "`float`,\nnumbers that carry derivatives, packets. Its header says what goes in and what comes out, index by "
      "index.\n`example.cpp` calls it once and prints the results.\n\n",
      headers[0].space, headers[0].function);
  text += "Build and run with CMake:\n\n    cmake -B build && cmake --build build && build/example\n\n";
  text +=
      fmt::format("or by hand:\n\n    c++ -std=c++17 {} example.cpp -o example && ./example\n", c_compiler_flags(fast));
  if (fast) text += "\nThe flags let the compiler round a*b + c once, so that last digits depend on the processor.\n";
  return text;
}

}  // namespace

std::vector<GeneratedFile> generate_cpp(std::span<const Program> programs, const TargetOptions& options) {
  CHECK(options.chunk > 0 && !programs.empty());
  std::vector<Header> headers;
  std::vector<GeneratedFile> files;
  for (const Program& program : programs) {
    headers.push_back(write_header(program, options));
    files.push_back({headers.back().file, headers.back().text});
  }
  files.push_back({"example.cpp", write_example(headers[0], options)});
  files.push_back({"CMakeLists.txt", write_build_file(headers[0], options.fast)});
  files.push_back({"README.md", write_cpp_readme(headers, options.fast)});
  return files;
}

}  // namespace kinemate
