#include "model_io/modelica/write.h"

#include <fmt/format.h>

#include "expr/text/modelica_text.h"
#include "model_io/modelica/instances.h"

namespace kinemate {
namespace {

std::string comment(const std::string& text) { return text.empty() ? "" : " " + modelica_string(text); }

// A class has a single name, without dots and indices.
std::string class_name(std::string name) {
  if (name.empty()) return "Equations";
  for (char& c : name)
    if (std::string_view(".[],").find(c) != std::string_view::npos) c = '_';
  return modelica_name(make_symbol(name));
}

std::string declaration(const FlatKnown& known) {
  const std::string name = modelica_name(known.symbol), value = known.value ? to_modelica(*known.value) : "";
  if (!known.varies)
    return fmt::format("  parameter Real {}{}{}{};\n", name, value.empty() ? "" : " = ", value, comment(known.meaning));
  const std::string start = value.empty() ? "" : fmt::format("(start = {})", value);
  return fmt::format("  input Real {}{}{};\n", name, start, comment(known.meaning));
}

}  // namespace

std::string write_modelica_flat(const FlatSystem& system) {
  const std::string name = class_name(system.name);
  std::string text = fmt::format("model {}\n", name);
  for (const FlatKnown& known : system.known)
    if (!is_modelica_time(known.symbol)) text += declaration(known);
  for (const FlatUnknown& unknown : system.unknowns)
    text += fmt::format("  Real {}{};\n", modelica_name(unknown.symbol), comment(unknown.meaning));
  text += "equation\n";
  for (std::size_t i = 0; i < system.equations.size(); ++i) {
    const FlatEquation& equation = system.equations[i];
    const bool plain = equation.name == fmt::format("equation {}", i + 1);
    text += fmt::format("  {} = {}{};\n", to_modelica(equation.left), to_modelica(equation.right),
                        plain ? "" : comment(equation.name));
  }
  return text + fmt::format("end {};\n", name);
}

}  // namespace kinemate
