#include "codegen/interface.h"

#include <fmt/format.h>

namespace kinemate {
namespace {

std::vector<std::string> names_where(const CodeInterface& code, bool output) {
  std::vector<std::string> names;
  for (const CodeParameter& parameter : code.parameters)
    if (parameter.output == output) names.push_back(parameter.name);
  return names;
}

}  // namespace

std::string make_c_macro(std::string_view c_name) {
  std::string made(c_name);
  for (char& c : made) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return made;
}

CodeInterface make_interface(const Program& program, std::string_view prefix, const Language& language) {
  CodeInterface made{&language, {}, {}, {}, CodeNames(language)};
  made.function = fmt::format("{}_{}", make_name(prefix, language), make_name(program.name, language));
  made.macro = make_c_macro(made.function);
  CodeNames lengths(language);  // q and Q have the same capital
  const auto add = [&](const Array& array, bool output) {
    if (array.entries.empty()) return;
    const bool by_value = !output && array.name == "t" && array.entries.size() == 1;
    std::string name = made.names.take(array.name);
    std::string length = by_value ? "" : fmt::format("{}_{}_COUNT", made.macro, lengths.take(make_c_macro(name)));
    made.parameters.push_back({&array, std::move(name), std::move(length), by_value, output});
  };
  for (const Array& array : program.inputs) add(array, false);
  for (const Array& array : program.outputs) add(array, true);
  return made;
}

std::vector<std::string> input_names(const CodeInterface& code) { return names_where(code, false); }
std::vector<std::string> output_names(const CodeInterface& code) { return names_where(code, true); }

}  // namespace kinemate
