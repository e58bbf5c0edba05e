#include "codegen/c/source.h"

#include <fmt/format.h>

#include "codegen/c/language.h"
#include "codegen/c/text.h"
#include "codegen/expand_sines.h"
#include "codegen/parts.h"
#include "codegen/plain_text.h"
#include "codegen/target.h"

namespace kinemate {
namespace {

std::string declaration(const CodeParameter& parameter, std::string_view qualifier) {
  if (parameter.by_value) return "double " + parameter.name;
  return fmt::format("{}double *{}{}", parameter.output ? "" : "const ", qualifier, parameter.name);
}

// What a part takes: only what it uses.
std::string part_head(const std::string& name, const CodePart& part, const CodeScope& scope) {
  std::vector<std::string> words;
  for (const std::uint32_t region : part.regions) {
    const CodeParameter* parameter = parameter_of(scope, region);
    words.push_back(parameter == nullptr ? "double *restrict " + scope.workspace
                                         : declaration(*parameter, "restrict "));
  }
  if (words.empty()) words.push_back("void");
  return wrapped("static void " + name + "(", words) + ")";
}

std::string part_call(const std::string& name, const CodePart& part, const CodeScope& scope) {
  std::vector<std::string> words;
  for (const std::uint32_t region : part.regions) {
    const CodeParameter* parameter = parameter_of(scope, region);
    words.push_back(parameter == nullptr ? scope.workspace : parameter->name);
  }
  return wrapped("  " + name + "(", words) + ");\n";
}

std::string function_head(const CodeInterface& interface, const std::string& workspace, std::string_view qualifier) {
  std::vector<std::string> words;
  for (const CodeParameter& parameter : interface.parameters) words.push_back(declaration(parameter, qualifier));
  if (!workspace.empty()) words.push_back(fmt::format("double *{}{}", qualifier, workspace));
  if (words.empty()) words.push_back("void");
  return wrapped("void " + interface.function + "(", words) + ")";
}

// Compilers complain of parameters that are not used.
std::string unused_parameters(const CodeParts& made, const CodeScope& scope) {
  std::set<std::uint32_t> used;
  for (const CodePart& part : made.parts) used.insert(part.regions.begin(), part.regions.end());
  std::string text;
  for (std::size_t i = 0; i < scope.interface->parameters.size(); ++i) {
    if (!used.contains(kParameters + static_cast<std::uint32_t>(i)))
      text += fmt::format("  (void){};\n", scope.interface->parameters[i].name);
  }
  return text;
}

std::string file_head(const Program& program, const CodeInterface& interface, const CodeParts& made) {
  std::string text = fmt::format("/* {}\n * Made by Kinemate. */\n", c_title(program));
  text += fmt::format("#include \"{}.h\"\n\n#include <math.h>\n#include <stddef.h>\n\n", interface.function);
  for (const std::string_view definition : definitions_of(*interface.language, made.called))
    text += fmt::format("{}\n", definition);
  return text;
}

}  // namespace

CSource write_c_source(const Program& program, const Schedule& given, const CodeInterface& interface,
                       std::size_t chunk) {
  const Schedule schedule = expand_sines(given);
  CodeScope scope = make_scope(interface, schedule.constants);
  const CodeParts made = write_parts(schedule, scope, chunk);
  const bool passed = made.workspace > kLargestLocal;
  CSource source{file_head(program, interface, made), passed ? made.workspace : 0u};
  std::string body;
  if (made.workspace > 0 && !passed) body += fmt::format("  double {}[{}];\n", scope.workspace, made.workspace);
  for (std::size_t i = 0; i < made.parts.size(); ++i) {
    const CodePart& part = made.parts[i];
    if (made.parts.size() == 1) {
      body += part.text;
      continue;
    }
    const std::string name = scope.names.take(fmt::format("part_{}", i + 1));
    source.text += part_head(name, part, scope) + "\n{\n" + part.text + "}\n\n";
    body += part_call(name, part, scope);
  }
  body += unused_parameters(made, scope);
  source.text += function_head(interface, passed ? scope.workspace : "", "restrict ") + "\n{\n" + body + "}\n";
  return source;
}

std::string c_prototype(const CodeInterface& interface, bool workspace) {
  CodeNames names = interface.names;
  return function_head(interface, workspace ? names.take("workspace") : "", "");
}

std::string c_title(const Program& program) { return c_comment(title_of(program)); }

}  // namespace kinemate
