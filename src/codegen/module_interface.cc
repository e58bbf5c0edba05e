#include "codegen/module_interface.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codegen/plain_text.h"
#include "codegen/shared_inputs.h"
#include "codegen/target.h"

namespace kinemate {
namespace {

std::string describe_module_parameter(const CodeParameter& parameter, const Language& language) {
  const Array& array = *parameter.array;
  std::string text = fmt::format("{}: {}", parameter.name, parameter.output ? "result" : "input");
  if (parameter.name != array.name) text += " " + plain_line(array.name);
  if (!array.meaning.empty()) text += ", " + plain_line(array.meaning);
  text += "\n";
  for (std::size_t i = 0; i < array.entries.size(); ++i)
    text += fmt::format("  {}: {}\n", entry_text(parameter, i, language),
                        plain_entry(array.entries[i].name, array.entries[i].meaning));
  return text;
}

}  // namespace

ModuleInterface make_module_interface(const Program& program, std::string_view prefix, const Language& language) {
  ModuleInterface made{make_interface(program, prefix, language), {}, {}, {}};
  CodeNames names(language);
  made.function = names.take(program.name);
  CodeNames stems(language);  // q and Q have the same capital
  for (const CodeParameter& parameter : made.code.parameters) {
    const std::string stem = stems.take(make_c_macro(parameter.name));
    made.entries.push_back(names.take(stem + "_NAMES"));
    made.beginning.push_back(parameter.output ? "" : names.take(stem + "0"));
  }
  return made;
}

std::string entry_text(const CodeParameter& parameter, std::size_t entry, const Language& language) {
  if (parameter.by_value) return parameter.name;
  const std::size_t first = language.first_index, columns = parameter.array->columns;
  if (columns == 0) return fmt::format("{}[{}]", parameter.name, first + entry);
  return fmt::format("{}[{}, {}]", parameter.name, first + entry / columns, first + entry % columns);
}

std::string entry_label(const CodeParameter& parameter, std::size_t entry, const Language& language) {
  const std::string& name = parameter.array->entries[entry].name;
  return name.empty() ? entry_text(parameter, entry, language) : name;
}

std::string describe_entries(const ModuleInterface& module) {
  std::string text;
  for (const CodeParameter& parameter : module.code.parameters)
    text += describe_module_parameter(parameter, *module.code.language);
  return text;
}

std::vector<double> example_for(const Program& program, const Program& first, std::span<const double> example) {
  std::vector<double> values;
  for (const Array& own : program.inputs) {
    const Program both[] = {{.inputs = first.inputs}, {.inputs = {own}}};
    for (const Array& shared : share_inputs(both)) {
      if (shared.name != own.name) continue;
      const std::vector<double> all = shared_example(shared, first, example);
      for (const std::size_t place : places_in(shared, own)) values.push_back(all[place]);
    }
  }
  return values;
}

std::string module_call(const ModuleInterface& module, std::string_view time, std::string_view state) {
  std::vector<std::string> arguments;
  for (std::size_t i = 0; i < module.code.parameters.size(); ++i) {
    const CodeParameter& parameter = module.code.parameters[i];
    if (parameter.output) continue;
    const std::string& name = parameter.array->name;
    arguments.push_back(name == "t" && !time.empty()    ? std::string(time)
                        : name == "x" && !state.empty() ? std::string(state)
                        : name == "u" && !time.empty()  ? fmt::format("inputs({})", time)
                                                        : module.code.function + "." + module.beginning[i]);
  }
  return fmt::format("{}.{}({})", module.code.function, module.function, fmt::join(arguments, ", "));
}

const ModuleInterface* find_module(std::span<const Program> programs, std::span<const ModuleInterface> modules,
                                   std::string_view name) {
  const Program* found = find_program(programs, name);
  return found == nullptr ? nullptr : &modules[static_cast<std::size_t>(found - programs.data())];
}

std::string constant_of(const ModuleInterface& module, std::string_view array, std::span<const std::string> constants) {
  for (std::size_t i = 0; i < module.code.parameters.size(); ++i) {
    const CodeParameter& parameter = module.code.parameters[i];
    if (!parameter.output && parameter.array->name == array) return module.code.function + "." + constants[i];
  }
  return "";
}

std::string joined(std::span<const std::string> words) { return fmt::format("{}", fmt::join(words, ", ")); }

}  // namespace kinemate
