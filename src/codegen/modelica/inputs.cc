#include "codegen/modelica/inputs.h"

#include <fmt/format.h>

#include "codegen/modelica/language.h"
#include "codegen/shared_inputs.h"

namespace kinemate {
namespace {

using Role = ModelicaVariable::Role;

Role role_of(const Array& array) {
  if (array.name == "t" && array.entries.size() == 1) return Role::kTime;
  if (array.name == "x") return Role::kState;
  return array.name == "p" || array.name == "b" ? Role::kParameter : Role::kInput;
}

}  // namespace

ModelicaInputs make_modelica_inputs(std::span<const Program> programs, std::span<const double> example,
                                    CodeNames& names) {
  ModelicaInputs made{share_inputs(programs), {}};
  for (const Array& array : made.arrays) {
    const std::vector<double> values = shared_example(array, programs[0], example);
    const Role role = role_of(array);
    std::vector<ModelicaVariable>& variables = made.variables.emplace_back();
    for (std::size_t i = 0; i < array.entries.size(); ++i) {
      const std::string name = role == Role::kTime ? "time" : names.take(array.entries[i].name);
      variables.push_back({name, modelica_remark(array.entries[i], name), role, values[i]});
    }
  }
  return made;
}

std::string declare(const ModelicaVariable& variable) {
  const std::string value = modelica_number(variable.value);
  const auto& [name, remark, role, number] = variable;
  switch (role) {
    case Role::kTime: break;
    case Role::kState: return fmt::format("  Real {}(start = {}, fixed = true){};\n", name, value, remark);
    case Role::kParameter: return fmt::format("  parameter Real {} = {}{};\n", name, value, remark);
    case Role::kInput: return fmt::format("  input Real {}(start = {}){};\n", name, value, remark);
  }
  return "";
}

}  // namespace kinemate
