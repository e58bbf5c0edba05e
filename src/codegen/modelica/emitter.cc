#include "codegen/modelica/emitter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/check.h"
#include "codegen/modelica/flat.h"
#include "codegen/modelica/function.h"
#include "codegen/modelica/language.h"
#include "codegen/modelica/model.h"
#include "codegen/plain_text.h"

namespace kinemate {
namespace {

struct Package {
  std::string name;
  std::vector<std::string> functions;  // (programs)
  std::set<std::string> called;
  std::string text;

  bool library() const { return called.contains(kModelicaErf); }
};

// The differential equation and the outputs, if it is a machine's.
std::vector<Program> machine_programs(std::span<const Program> programs) {
  std::vector<Program> machine;
  if (programs[0].name != "ode") return machine;
  machine.push_back(programs[0]);
  if (const Program* outputs = find_program(programs.subspan(1), "outputs")) machine.push_back(*outputs);
  return machine;
}

Package write_package(std::span<const Program> programs, std::span<const Program> machine, std::string name,
                      const TargetOptions& options) {
  Package made;
  made.name = std::move(name);
  CodeNames names(modelica_language());
  std::string functions, model;
  for (const Program& program : programs) {
    ModelicaFunctions written = write_modelica_functions(program, names, options.chunk);
    made.functions.push_back(written.name);
    made.called.merge(written.called);
    functions += written.text + "\n";
  }
  for (const char* user : {"asinh_of", "acosh_of", "atanh_of"})
    if (made.called.contains(user)) made.called.insert("log1p_of");
  std::string definitions;
  for (const std::string_view definition : definitions_of(modelica_language(), made.called))
    definitions += fmt::format("{}\n", definition);
  if (!machine.empty()) {
    std::vector<std::string> called;
    for (const Program& program : machine)
      called.push_back(made.functions[static_cast<std::size_t>(find_program(programs, program.name) - &programs[0])]);
    model = write_modelica_model(machine, called, options.example) + "\n";
  }
  made.text = fmt::format("// Made by Kinemate.\npackage {} {}\n", made.name, modelica_text(title_of(programs[0]))) +
              indented(definitions + functions + model, 2) + (made.library() ? kModelicaLibrary : "") +
              fmt::format("end {};\n", made.name);
  return made;
}

// A call of the first function with the values of the example.
std::string example_call(const Program& program, const Package& package, std::span<const double> example) {
  std::vector<std::string> arguments;
  for (const Array& array : program.inputs) {
    if (array.entries.empty()) continue;
    std::vector<std::string> numbers;
    for (const double value : example_of(program, array.name, example)) numbers.push_back(modelica_number(value));
    const bool time = array.name == "t" && numbers.size() == 1;
    arguments.push_back(time ? numbers[0] : fmt::format("{{{}}}", fmt::join(numbers, ", ")));
  }
  return fmt::format("{}.{}({})", package.name, package.functions[0], fmt::join(arguments, ", "));
}

std::string write_script(const Package& package, const std::string& call, bool machine) {
  std::string text = "// Run by: omc example.mos\n";
  if (package.library()) text += "loadModel(Modelica);\n";
  text += fmt::format("loadFile(\"{}.mo\"); getErrorString();\n{}; getErrorString();\n", package.name, call);
  if (machine) text += fmt::format("simulate({}.Machine, stopTime = 1.0); getErrorString();\n", package.name);
  return text;
}

std::string write_modelica_readme(std::span<const Program> programs, const Package& package, bool machine,
                                  bool flat_library) {
  std::string text = fmt::format("# {}\n\n", package.name);
  for (const Program& program : programs) text += fmt::format("{}.\n\n", plain_line(title_of(program)));
  text += fmt::format("Modelica made by Kinemate. `{}.mo` is a package. Its {} `{}` {}; comments say\n", package.name,
                      package.functions.size() == 1 ? "function" : "functions", fmt::join(package.functions, "`, `"),
                      package.functions.size() == 1 ? "computes the above" : "compute the above");
  text +=
      "what each index of its arrays is. What is beyond the domain of a root or a logarithm is an error of the tool\n";
  text += "that runs it.";
  if (machine) {
    text += fmt::format(
        " `{0}.Machine` is the machine: its states with their values to begin with, its parameters and\n"
        "inputs by their names, and the rates of the states as a call of `{1}`. `{0}Flat.mo` is the same machine as "
        "one\n"
        "model of scalar equations, which every tool can rearrange; there, switching formulas make events.",
        package.name, package.functions[0]);
  }
  text += package.library() || flat_library ? "\nThe Modelica Standard Library 4 is needed, too.\n\n"
                                            : "\nNothing but the language itself is needed.\n\n";
  text += "With OpenModelica, `omc example.mos` calls the function once";
  text += machine ? " and simulates a second. In OMEdit or\nDymola:" : ". In OMEdit or Dymola:";
  text += fmt::format(" open `{}.mo`", package.name);
  text += machine ? ", choose `Machine`, simulate. In scripts of Dymola:\n\n"
                  : " and call it from a model of your own:\n\n";
  text += machine ? fmt::format("    openModel(\"{0}.mo\")\n    simulateModel(\"{0}.Machine\", stopTime = 1)\n",
                                package.name)
                  : fmt::format("    {}.{}({})\n", package.name, package.functions[0], "...");
  return text;
}

}  // namespace

std::vector<GeneratedFile> generate_modelica(std::span<const Program> programs, const TargetOptions& options) {
  CHECK(options.chunk > 0 && !programs.empty());
  const std::vector<Program> machine = machine_programs(programs);
  const std::string name = modelica_class_name(options.prefix.empty() ? programs[0].machine : options.prefix);
  Package package = write_package(programs, machine, name, options);
  const std::string call = example_call(programs[0], package, options.example);
  std::vector<GeneratedFile> files = {{name + ".mo", package.text}};
  bool flat_library = false;
  if (!machine.empty()) {
    ModelicaFlat flat = write_modelica_flat_model(machine, name + "Flat", options.example);
    files.push_back({name + "Flat.mo", std::move(flat.text)});
    flat_library = flat.library;
  }
  files.push_back({"example.mos", write_script(package, call, !machine.empty())});
  files.push_back({"README.md", write_modelica_readme(programs, package, !machine.empty(), flat_library)});
  return files;
}

}  // namespace kinemate
