#include "codegen/python/module.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codegen/expand_sines.h"
#include "codegen/fold_constants.h"
#include "codegen/parts.h"
#include "codegen/plain_text.h"
#include "codegen/python/language.h"
#include "codegen/target.h"

namespace kinemate {
namespace {

constexpr std::string_view kPythonHelpers = R"(def _numbers(name, value, count):
    value = np.asarray(value, dtype=float)
    if value.ndim == 0 or value.shape[0] != count:
        raise ValueError(f"{name} must have {count} entries along its first axis, but its shape is {value.shape}")
    return value


def _stacked(entries, shape, states):
    made = np.empty((len(entries), *states))
    for i, entry in enumerate(entries):
        made[i] = entry
    return made.reshape(shape + states)


)";

// ("a", "b"), with a comma behind a single one.
std::string tuple_text(const std::string& head, std::span<const std::string> words) {
  return wrapped(head + "(", words) + (words.size() == 1 ? ",)" : ")");
}

std::string python_constants(const Program& program, const ModuleInterface& module, std::span<const double> example) {
  std::string text;
  for (std::size_t i = 0; i < module.code.parameters.size(); ++i) {
    const CodeParameter& parameter = module.code.parameters[i];
    std::vector<std::string> names, numbers;
    for (std::size_t k = 0; k < parameter.array->entries.size(); ++k)
      names.push_back(python_string(entry_label(parameter, k, *module.code.language)));
    text += tuple_text(module.entries[i] + " = ", names) + "\n";
    if (parameter.output) continue;
    for (const double value : example_of(program, parameter.array->name, example))
      numbers.push_back(python_number(value));
    text += parameter.by_value ? fmt::format("{} = {}\n", module.beginning[i], numbers[0])
                               : tuple_text(module.beginning[i] + " = ", numbers) + "\n";
  }
  return text;
}

std::string python_call(const std::string& name, const CodePart& part, const CodeScope& scope) {
  std::string text = name + "(m";
  for (const std::uint32_t region : part.regions) {
    const CodeParameter* parameter = parameter_of(scope, region);
    text += ", " + (parameter == nullptr ? scope.workspace : parameter->name);
  }
  return text + ")";
}

// The function that computes, with a namespace to compute in; and those that it calls.
std::string compute_text(const CodeParts& made, const CodeScope& scope) {
  const std::vector<std::string> inputs = input_names(*scope.interface), outputs = output_names(*scope.interface);
  std::string parts, text = fmt::format("def _compute(m{}{}):\n", inputs.empty() ? "" : ", ", joined(inputs));
  for (const CodeParameter& parameter : scope.interface->parameters)
    if (parameter.output) text += fmt::format("    {} = [0.0] * {}\n", parameter.name, parameter.array->entries.size());
  if (made.workspace > 0) text += fmt::format("    {} = [0.0] * {}\n", scope.workspace, made.workspace);
  for (std::size_t i = 0; i < made.parts.size(); ++i) {
    const std::string body = indented(made.parts[i].text, 2);
    if (made.parts.size() == 1) {
      text += body;
      continue;
    }
    const std::string call = python_call(fmt::format("_part_{}", i + 1), made.parts[i], scope);
    parts += fmt::format("def {}:\n{}\n\n", call, body);
    text += fmt::format("    {}\n", call);
  }
  return parts + text + fmt::format("    return {}\n\n\n", outputs.empty() ? "()" : joined(outputs));
}

std::string shape_text(const Array& array) {
  const std::size_t count = array.entries.size();
  return array.columns == 0 ? fmt::format("({},)", count)
                            : fmt::format("({}, {})", count / array.columns, array.columns);
}

// How each parameter stands in what users call.
struct FunctionTexts {
  std::string reads;                                                // of the inputs, a line each
  std::vector<std::string> single;                                  // conditions: one state alone is given
  std::vector<std::string> numbers = {"_One"}, arrays = {"_Many"};  // arguments of both ways to compute
  std::vector<std::string> rows;                                    // what has the shape of the states
  std::vector<std::string> made, stacked;                           // results of both ways
};

FunctionTexts make_function_texts(const CodeInterface& code, const std::string& states) {
  FunctionTexts texts;
  for (const CodeParameter& parameter : code.parameters) {
    const std::string& name = parameter.name;
    const Array& array = *parameter.array;
    if (parameter.output) {
      const std::string reshape = array.columns == 0 ? "" : ".reshape" + shape_text(array);
      texts.made.push_back(fmt::format("np.array({}){}", name, reshape));
      texts.stacked.push_back(fmt::format("_stacked({}, {}, {})", name, shape_text(array), states));
      continue;
    }
    texts.reads += parameter.by_value
                       ? fmt::format("    {0} = np.asarray({0}, dtype=float)\n", name)
                       : fmt::format("    {0} = _numbers(\"{0}\", {0}, {1})\n", name, array.entries.size());
    texts.single.push_back(fmt::format("{}.ndim == {}", name, parameter.by_value ? 0 : 1));
    texts.numbers.push_back(name + ".tolist()");
    texts.arrays.push_back(parameter.by_value ? name : fmt::format("list({})", name));
    texts.rows.push_back(parameter.by_value ? name : name + "[0]");
  }
  if (texts.single.empty()) texts.single.push_back("True");
  return texts;
}

// What users call.
std::string function_text(const ModuleInterface& module) {
  CodeNames names = module.code.names;
  const std::string states = names.take("states");
  const FunctionTexts texts = make_function_texts(module.code, states);
  const std::vector<std::string> outputs = output_names(module.code);
  const std::string results = outputs.empty() ? "" : joined(outputs) + " = ";
  std::string text = fmt::format("def {}({}):\n", module.function, joined(input_names(module.code)));
  text += "    \"\"\"What each entry is stands at the top of this file.\"\"\"\n" + texts.reads;
  text += fmt::format("    if {}:\n        try:\n", fmt::join(texts.single, " and "));
  text += fmt::format("            {}_compute({})\n", results, joined(texts.numbers));
  text += fmt::format("            return {}\n", outputs.empty() ? "()" : joined(texts.made));
  text +=
      "        except (ArithmeticError, ValueError):\n"
      "            pass  # beyond the domain of a function, where arrays go on with inf and nan\n";
  text += texts.rows.empty() ? fmt::format("    {} = ()\n", states)
                             : fmt::format("    {} = np.broadcast({}).shape\n", states, joined(texts.rows));
  text += fmt::format("    with np.errstate(all=\"ignore\"):\n        {}_compute({})\n", results, joined(texts.arrays));
  return text + fmt::format("    return {}\n", outputs.empty() ? "()" : joined(texts.stacked));
}

std::string python_head(const Program& program, const ModuleInterface& module) {
  const std::vector<std::string> inputs = input_names(module.code), outputs = output_names(module.code);
  std::string text = plain_line(title_of(program)) + "\n\nMade by Kinemate.\n\n";
  text +=
      fmt::format("    {}{}{}({})\n\n", joined(outputs), outputs.empty() ? "" : " = ", module.function, joined(inputs));
  text +=
      "Entries stand along the first axis: an array of shape (n,) is one state, (n, k) are k states, and so are the\n"
      "results. What is given for one state, as (n,), holds for all of them.\n\n";
  return python_docstring(text + describe_entries(module));
}

}  // namespace

std::string python_docstring(std::string_view text) { return fmt::format("\"\"\"{}\"\"\"\n", escaped(text, "\"\\")); }

std::string write_python_module(const Program& program, const ModuleInterface& module, std::span<const double> example,
                                std::size_t chunk) {
  const Schedule schedule = make_straight_schedule(fold_constants(program));
  const CodeScope scope = make_scope(module.code, schedule.constants);
  const CodeParts made = write_parts(schedule, scope, chunk);
  std::string text = python_head(program, module) + "\nimport math\n\nimport numpy as np\n\n";
  text += python_constants(program, module, example) + "\n\n";
  text += python_namespaces(made.called) + std::string(kPythonHelpers);
  return text + compute_text(made, scope) + function_text(module);
}

}  // namespace kinemate
