#include "codegen/julia/solver.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "codegen/target.h"

namespace kinemate {
namespace {

// Parameters that are neither time nor state nor results, by their places.
std::vector<std::size_t> find_others(const CodeInterface& code) {
  std::vector<std::size_t> others;
  for (std::size_t i = 0; i < code.parameters.size(); ++i) {
    const CodeParameter& parameter = code.parameters[i];
    if (!parameter.output && parameter.array->name != "t" && parameter.array->name != "x") others.push_back(i);
  }
  return others;
}

bool is_plain(const CodeInterface& code) {
  const std::vector<std::size_t> others = find_others(code);
  return others.size() == 1 && code.parameters[others[0]].array->name == "p";
}

// The arguments of the module's function: results, of which solvers have room for the first, then inputs.
std::vector<std::string> make_arguments(const CodeInterface& code, const std::string& result) {
  std::vector<std::string> outputs, inputs;
  for (const CodeParameter& parameter : code.parameters) {
    const Array& array = *parameter.array;
    if (!parameter.output) {
      const bool given = array.name == "t" || array.name == "x" || is_plain(code);
      inputs.push_back(given ? array.name : fmt::format("_at(p.{}, t)", parameter.name));
    } else if (outputs.empty()) {
      outputs.push_back(result);
    } else {
      const std::size_t count = array.entries.size();
      outputs.push_back(array.columns == 0
                            ? fmt::format("similar({}, {})", result, count)
                            : fmt::format("similar({}, {}, {})", result, count / array.columns, array.columns));
    }
  }
  outputs.insert(outputs.end(), inputs.begin(), inputs.end());
  return outputs;
}

bool have_same_names(const Array& a, const Array& b) {
  return a.name == b.name && std::equal(a.entries.begin(), a.entries.end(), b.entries.begin(), b.entries.end(),
                                        [](const Entry& x, const Entry& y) { return x.name == y.name; });
}

}  // namespace

std::string julia_solver_functions(const Program& program, const ModuleInterface& module) {
  const bool rates = program.name == "ode";
  if ((!rates && program.name != "jacobian") || find_array(program.inputs, "x") == nullptr) return "";
  const std::string result = rates ? "dx" : "A", head = fmt::format("{}({}, x, p, t)", rates ? "f!" : "jac!", result);
  std::vector<std::string> fields;
  for (const std::size_t i : find_others(module.code)) fields.push_back(module.code.parameters[i].name);
  std::string text;
  if (!fields.empty() && !is_plain(module.code))
    text += "\n_at(value, t) = value\n_at(value::Function, t) = value(t)\n";
  text += "\n# As solvers of SciML call it; ";
  text += fields.empty() ? "p is not used.\n"
          : is_plain(module.code)
              ? "p is as above.\n"
              : fmt::format("p has the fields {}: arrays, or functions of time.\n", fmt::join(fields, ", "));
  return text +
         fmt::format("{} = {}!({})\n", head, module.function, fmt::join(make_arguments(module.code, result), ", "));
}

std::string julia_solver_parameters(const ModuleInterface& module) {
  std::string fields;
  for (const std::size_t i : find_others(module.code)) {
    const std::string value = module.code.function + "." + module.beginning[i];
    if (is_plain(module.code)) return value;
    fields += fmt::format("{}{} = {},", fields.empty() ? "" : " ", module.code.parameters[i].name, value);
  }
  return fields.empty() ? "nothing" : "(" + fields + ")";
}

bool julia_solver_parameters_fit(const ModuleInterface& module, const ModuleInterface& other) {
  const std::vector<std::size_t> own = find_others(module.code), given = find_others(other.code);
  if (own.empty()) return true;
  const auto is_given = [&](std::size_t i) {
    return std::any_of(given.begin(), given.end(), [&](std::size_t k) {
      return have_same_names(*module.code.parameters[i].array, *other.code.parameters[k].array);
    });
  };
  return is_plain(module.code) == is_plain(other.code) && std::all_of(own.begin(), own.end(), is_given);
}

}  // namespace kinemate
