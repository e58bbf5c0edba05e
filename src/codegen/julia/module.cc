#include "codegen/julia/module.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codegen/expand_sines.h"
#include "codegen/julia/language.h"
#include "codegen/julia/solver.h"
#include "codegen/parts.h"
#include "codegen/plain_text.h"
#include "codegen/target.h"

namespace kinemate {
namespace {

constexpr std::string_view kJuliaHelpers = R"(function _require(name, array, shape)
  if axes(array) != shape
    throw(DimensionMismatch(string(name, " must have indices ", shape, ", but has ", axes(array))))
  end
end

)";

std::vector<std::string> all_names(const CodeInterface& code) {
  std::vector<std::string> names = output_names(code);
  const std::vector<std::string> inputs = input_names(code);
  names.insert(names.end(), inputs.begin(), inputs.end());
  return names;
}

std::string julia_constants(const Program& program, const ModuleInterface& module, std::span<const double> example) {
  std::string text;
  for (std::size_t i = 0; i < module.code.parameters.size(); ++i) {
    const CodeParameter& parameter = module.code.parameters[i];
    std::vector<std::string> names, numbers;
    for (std::size_t k = 0; k < parameter.array->entries.size(); ++k)
      names.push_back(julia_string(entry_label(parameter, k, *module.code.language)));
    text += wrapped(fmt::format("const {} = (", module.entries[i]), names) + (names.size() == 1 ? ",)\n" : ")\n");
    if (parameter.output) continue;
    for (const double value : example_of(program, parameter.array->name, example))
      numbers.push_back(julia_number(value));
    const std::string head = fmt::format("const {} = ", module.beginning[i]);
    text += parameter.by_value ? head + numbers[0] + "\n" : wrapped(head + "[", numbers) + "]\n";
  }
  return text + "\n";
}

std::string julia_call(const std::string& name, const CodePart& part, const CodeScope& scope) {
  std::vector<std::string> arguments;
  for (const std::uint32_t region : part.regions) {
    const CodeParameter* parameter = parameter_of(scope, region);
    arguments.push_back(parameter == nullptr ? scope.workspace : parameter->name);
  }
  return fmt::format("{}({})", name, joined(arguments));
}

// Indices are right: the function has looked at all arrays.
std::string unchecked(const std::string& body) { return "  @inbounds begin\n" + indented(body, 2) + "  end\n"; }

// The type of numbers that come out of such inputs.
std::string type_text(const CodeInterface& code) {
  std::vector<std::string> types = {"Float64"};
  for (const CodeParameter& parameter : code.parameters)
    if (!parameter.output)
      types.push_back(fmt::format("{}({})", parameter.by_value ? "typeof" : "eltype", parameter.name));
  return fmt::format("promote_type({})", joined(types));
}

std::string checks_text(const CodeInterface& code) {
  std::string text;
  for (const CodeParameter& parameter : code.parameters) {
    const std::size_t count = parameter.array->entries.size(), columns = parameter.array->columns;
    if (parameter.by_value) continue;
    text += fmt::format("  _require(\"{0}\", {0}, ", parameter.name);
    text += parameter.output && columns > 0 ? fmt::format("(1:{}, 1:{}))\n", count / columns, columns)
                                            : fmt::format("(1:{},))\n", count);
  }
  return text;
}

// The function that writes into arrays of its caller, and those that it calls.
std::string in_place_text(const ModuleInterface& module, const CodeParts& made, const CodeScope& scope) {
  std::string parts, text = fmt::format("function {}!({})\n", module.function, joined(all_names(module.code)));
  text += checks_text(module.code);
  if (made.workspace > 0)
    text += fmt::format("  {} = Vector{{{}}}(undef, {})\n", scope.workspace, type_text(module.code), made.workspace);
  for (std::size_t i = 0; i < made.parts.size(); ++i) {
    const std::string body = unchecked(made.parts[i].text);
    if (made.parts.size() == 1) {
      text += body;
      continue;
    }
    const std::string call = julia_call(fmt::format("_part_{}", i + 1), made.parts[i], scope);
    parts += fmt::format("function {}\n{}  return nothing\nend\n\n", call, body);
    text += fmt::format("  {}\n", call);
  }
  const std::vector<std::string> outputs = output_names(module.code);
  return parts + text + fmt::format("  return {}\nend\n\n", outputs.empty() ? "nothing" : joined(outputs));
}

std::string allocating_text(const ModuleInterface& module) {
  const std::string type = CodeNames(module.code.names).take("T");
  std::string text = fmt::format("function {}({})\n", module.function, joined(input_names(module.code)));
  text += fmt::format("  {} = {}\n", type, type_text(module.code));
  for (const CodeParameter& parameter : module.code.parameters) {
    const std::size_t count = parameter.array->entries.size(), columns = parameter.array->columns;
    if (!parameter.output) continue;
    text += columns > 0
                ? fmt::format("  {} = Matrix{{{}}}(undef, {}, {})\n", parameter.name, type, count / columns, columns)
                : fmt::format("  {} = Vector{{{}}}(undef, {})\n", parameter.name, type, count);
  }
  return text + fmt::format("  return {}!({})\nend\n", module.function, joined(all_names(module.code)));
}

std::string julia_head(const Program& program, const ModuleInterface& module) {
  const std::vector<std::string> inputs = input_names(module.code), outputs = output_names(module.code);
  std::string text =
      fmt::format("    {}{}{}({})\n", joined(outputs), outputs.empty() ? "" : " = ", module.function, joined(inputs));
  text += fmt::format("    {}!({})\n\n", module.function, joined(all_names(module.code)));
  text +=
      plain_line(title_of(program)) + "\n\nMade by Kinemate. The second form writes into arrays that it is given.\n\n";
  text += indented(describe_entries(module), 4);
  return fmt::format("\"\"\"\n{}\"\"\"\nmodule {}\n\n", julia_escaped(text), module.code.function);
}

}  // namespace

std::string write_julia_module(const Program& program, const ModuleInterface& module, std::span<const double> example,
                               std::size_t chunk) {
  const Schedule schedule = make_straight_schedule(program);
  const CodeScope scope = make_scope(module.code, schedule.constants);
  const CodeParts made = write_parts(schedule, scope, chunk);
  std::string text = julia_head(program, module) + fmt::format("export {0}, {0}!\n\n", module.function);
  text += julia_constants(program, module, example) + julia_definitions(made.called) + std::string(kJuliaHelpers);
  text += in_place_text(module, made, scope) + allocating_text(module);
  return text + julia_solver_functions(program, module) + "\nend\n";
}

}  // namespace kinemate
