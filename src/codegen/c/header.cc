#include "codegen/c/header.h"

#include <fmt/format.h>

#include "codegen/c/source.h"
#include "codegen/c/text.h"

namespace kinemate {
namespace {

// alpha1 -- pivot, rad
std::string described(std::string_view name, std::string_view meaning) {
  if (meaning.empty()) return c_comment(name);
  return c_comment(name) + (name.empty() ? "" : " -- ") + c_comment(meaning);
}

std::string describe_parameter(const CodeParameter& parameter) {
  const std::vector<Entry>& entries = parameter.array->entries;
  std::string text = fmt::format("/* {}: {}", parameter.name, parameter.output ? "result" : "input");
  if (parameter.name != parameter.array->name) text += fmt::format(" {}", c_comment(parameter.array->name));
  if (!parameter.array->meaning.empty()) text += ", " + c_comment(parameter.array->meaning);
  if (parameter.by_value) {
    return text + fmt::format("\n *   {} */\n", described(entries[0].name, entries[0].meaning));
  }
  for (std::size_t i = 0; i < entries.size(); ++i)
    text += fmt::format("\n *   {}[{}]: {}", parameter.name, i, described(entries[i].name, entries[i].meaning));
  return text + fmt::format(" */\n#define {} {}\n", parameter.length, entries.size());
}

// Arrays without entries are no parameters.
std::string describe_missing(std::span<const Array> arrays) {
  std::string text;
  for (const Array& array : arrays) {
    if (array.entries.empty())
      text += fmt::format("/* {} has no entries: no parameter */\n", described(array.name, array.meaning));
  }
  return text;
}

std::string input_definition(const CodeParameter& parameter, std::span<const double> values) {
  const std::vector<Entry>& entries = parameter.array->entries;
  std::string text = fmt::format("  static const double {}[{}] = {{\n", parameter.name, parameter.length);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const double value = i < values.size() ? values[i] : 0.0;
    text += fmt::format("    {}{} /* {} */\n", c_number(value), i + 1 < entries.size() ? "," : "",
                        c_comment(entries[i].name));
  }
  return text + "  };\n";
}

std::string label(const CodeParameter& parameter, std::size_t i) {
  const std::string& name = parameter.array->entries[i].name;
  return c_string(name.empty() ? fmt::format("{}[{}]", parameter.name, i) : name);
}

std::string print(const CodeParameter& parameter, const std::string& labels, const std::string& counter) {
  return fmt::format("  for (size_t {0} = 0; {0} < {1}; ++{0})\n    printf(\"%s = %.17g\\n\", {2}[{0}], {3}[{0}]);\n",
                     counter, parameter.length, labels, parameter.name);
}

std::string label_definition(const CodeParameter& parameter, const std::string& labels) {
  std::string text = fmt::format("  static const char *const {}[{}] = {{\n", labels, parameter.length);
  for (std::size_t i = 0; i < parameter.array->entries.size(); ++i)
    text += fmt::format("    {}{}\n", label(parameter, i), i + 1 < parameter.array->entries.size() ? "," : "");
  return text + "  };\n";
}

}  // namespace

std::string write_c_header(const Program& program, const CodeInterface& interface, std::size_t workspace) {
  std::string text = fmt::format("/* {}\n * Made by Kinemate.\n *\n", c_title(program));
  text += " * The function keeps nothing from call to call: several threads may call it at once.\n";
  text += " * Its arrays must not overlap. */\n";
  text += fmt::format("#ifndef {0}_H\n#define {0}_H\n\n", interface.macro);
  for (const CodeParameter& parameter : interface.parameters) text += describe_parameter(parameter) + "\n";
  const std::string missing = describe_missing(program.inputs) + describe_missing(program.outputs);
  if (!missing.empty()) text += missing + "\n";
  if (workspace > 0) {
    text +=
        "/* The last parameter is room for numbers on the way, which need not be set; each thread has its own. */\n";
    text += fmt::format("#define {}_WORKSPACE {}\n\n", interface.macro, workspace);
  }
  text += "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
  text += c_prototype(interface, workspace > 0) + ";\n";
  return text + "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
}

std::string write_c_example(const Program& program, const CodeInterface& interface, std::size_t workspace,
                            std::span<const double> values) {
  CodeNames names = interface.names;
  const std::string counter = names.take("i"), room = names.take("workspace");
  std::string definitions, arguments, prints;
  for (const CodeParameter& parameter : interface.parameters) {
    const std::size_t count = parameter.array->entries.size();
    const std::string before = arguments.empty() ? "" : ", ";
    if (parameter.by_value) {
      arguments += before + fmt::format("{}", c_number(values.empty() ? 0.0 : values[0]));
    } else {
      arguments += before + parameter.name;
      if (parameter.output) {
        const std::string labels = names.take(parameter.name + "_names");
        definitions += label_definition(parameter, labels);
        definitions += fmt::format("  static double {}[{}];\n", parameter.name, parameter.length);
        prints += print(parameter, labels, counter);
      } else {
        definitions += input_definition(parameter, values);
      }
    }
    values = values.subspan(parameter.output ? 0 : std::min(count, values.size()));
  }
  if (workspace > 0) {
    definitions += fmt::format("  static double {}[{}_WORKSPACE];\n", room, interface.macro);
    arguments += (arguments.empty() ? "" : ", ") + room;
  }
  std::string text = fmt::format("/* An example: {}\n * Made by Kinemate. */\n", c_title(program));
  text += fmt::format("#include \"{}.h\"\n\n#include <math.h>\n#include <stddef.h>\n#include <stdio.h>\n\n",
                      interface.function);
  text += "int main(void)\n{\n" + definitions;
  text += fmt::format("  {}({});\n", interface.function, arguments);
  return text + prints + "  return 0;\n}\n";
}

}  // namespace kinemate
