#include "codegen/matlab/source.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>

#include "codegen/expand_sines.h"
#include "codegen/matlab/language.h"
#include "codegen/parts.h"
#include "codegen/plain_text.h"
#include "codegen/target.h"

namespace kinemate {
namespace {

// Those of a matrix are named by their place already.
std::string describe_entries(const CodeParameter& parameter) {
  const Array& array = *parameter.array;
  std::string text;
  for (std::size_t i = 0; i < array.entries.size(); ++i) {
    const Entry& entry = array.entries[i];
    const std::string at = array.columns == 0
                               ? fmt::format("{}({})", parameter.name, i + 1)
                               : fmt::format("{}({},{})", parameter.name, i / array.columns + 1, i % array.columns + 1);
    const std::string about = plain_entry(entry.name == at ? "" : entry.name, entry.meaning);
    if (!about.empty()) text += fmt::format("%     {}: {}\n", at, about);
  }
  return text;
}

std::string describe_argument(const CodeParameter& parameter) {
  const Array& array = *parameter.array;
  std::string text = fmt::format("%   {}: {}", parameter.name, parameter.output ? "result" : "input");
  if (array.columns > 0) text += fmt::format(", {} x {} matrix", array.entries.size() / array.columns, array.columns);
  if (parameter.name != array.name) text += ", " + plain_line(array.name);
  if (!array.meaning.empty()) text += ", " + plain_line(array.meaning);
  if (!parameter.by_value) return text + "\n" + describe_entries(parameter);
  const std::string about = plain_entry(array.entries[0].name, array.entries[0].meaning);
  return text + (about == array.meaning || about == parameter.name ? "" : ", " + about) + "\n";
}

std::string help(const Program& program, const CodeInterface& interface) {
  std::string text = fmt::format("%{} {}\n", interface.macro, plain_line(title_of(program)));
  text += fmt::format("%   {}\n%\n", matlab_call(output_names(interface), interface.function, input_names(interface)));
  return text + matlab_help(interface) + "%\n%   Made by Kinemate.\n%#codegen\n";
}

// While they are computed, matrices are vectors, row by row: MATLAB itself counts along columns.
CodeInterface with_rows(CodeInterface interface) {
  for (CodeParameter& parameter : interface.parameters)
    if (parameter.output && parameter.array->columns > 0)
      parameter.name = interface.names.take(parameter.name + "_rows");
  return interface;
}

// What a part takes, or what it changes and gives back.
std::vector<std::string> names_of(const std::set<std::uint32_t>& regions, const CodeScope& scope) {
  std::vector<std::string> names;
  for (const std::uint32_t region : regions) {
    const CodeParameter* parameter = parameter_of(scope, region);
    names.push_back(parameter == nullptr ? scope.workspace : parameter->name);
  }
  return names;
}

std::string room(const std::string& name, std::size_t count) {
  return fmt::format("  {} = zeros({}, 1);\n", name, count);
}

}  // namespace

std::string matlab_call(std::span<const std::string> results, const std::string& name,
                        std::span<const std::string> arguments) {
  const std::string call = fmt::format("{}({})", name, fmt::join(arguments, ", "));
  if (results.empty()) return call;
  if (results.size() == 1) return fmt::format("{} = {}", results[0], call);
  return fmt::format("[{}] = {}", fmt::join(results, ", "), call);
}

std::string matlab_help(const CodeInterface& interface) {
  std::string text;
  for (const CodeParameter& parameter : interface.parameters) text += describe_argument(parameter);
  return text;
}

std::string matlab_definitions(const std::set<std::string>& called) {
  std::string text;
  for (const std::string_view definition : definitions_of(matlab_language(), called))
    text += fmt::format("\n{}", definition);
  return text;
}

MatlabSource write_matlab_source(const Program& program, const CodeInterface& interface, std::size_t chunk) {
  const Schedule schedule = make_straight_schedule(program);
  const CodeInterface inner = with_rows(interface);
  CodeScope scope = make_scope(inner, schedule.constants);
  const CodeParts made = write_parts(schedule, scope, chunk);
  std::string body, parts;
  for (const CodeParameter& parameter : inner.parameters)
    if (parameter.output) body += room(parameter.name, parameter.array->entries.size());
  if (made.workspace > 0) body += room(scope.workspace, made.workspace);
  for (std::size_t i = 0; i < made.parts.size(); ++i) {
    const CodePart& part = made.parts[i];
    if (made.parts.size() == 1) {
      body += part.text;
      continue;
    }
    const std::string name = scope.names.take(fmt::format("{}_part_{}", program.name, i + 1));
    const std::string call = matlab_call(names_of(part.written, scope), name, names_of(part.regions, scope));
    parts += fmt::format("\nfunction {}\n{}end\n", call, part.text);
    body += fmt::format("  {};\n", call);
  }
  for (std::size_t i = 0; i < inner.parameters.size(); ++i) {
    const Array& array = *inner.parameters[i].array;
    if (!inner.parameters[i].output || array.columns == 0) continue;
    body += fmt::format("  {} = reshape({}, {}, {}).';\n", interface.parameters[i].name, inner.parameters[i].name,
                        array.columns, array.entries.size() / array.columns);
  }
  const std::string head = matlab_call(output_names(interface), interface.function, input_names(interface));
  return {fmt::format("function {}\n{}{}end\n", head, help(program, interface), body) + parts, made.called};
}

}  // namespace kinemate
