#include "codegen/modelica/model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/check.h"
#include "codegen/modelica/inputs.h"
#include "codegen/modelica/language.h"
#include "codegen/shared_inputs.h"

namespace kinemate {
namespace {

using Role = ModelicaVariable::Role;

class ModelWriter {
 public:
  ModelWriter(std::span<const Program> programs, std::span<const std::string> functions,
              std::span<const double> example)
      : programs_(programs), functions_(functions), names_(modelica_language()) {
    for (const std::string& function : functions) names_.take(function);
    inputs_ = make_modelica_inputs(programs, example, names_);
    y_ = programs.size() > 1 ? find_array(programs[1].outputs, "y") : nullptr;
    for (std::size_t i = 0; y_ != nullptr && i < y_->entries.size(); ++i)
      outputs_.push_back(names_.take(y_->entries[i].name));
    state_ = names_.take("state"), results_ = names_.take("results");  // names of the machine go first
  }

  std::string write() {
    std::string text = fmt::format("model Machine {}\n", modelica_text(programs_[0].machine)), equations;
    for (const std::vector<ModelicaVariable>& variables : inputs_.variables)
      text += variables[0].role == Role::kState ? declare_states(variables) : declare_all(variables);
    if (find_array(programs_[0].outputs, "dx") != nullptr)
      equations += fmt::format("  der({}) = {};\n", state_, call(0));
    if (y_ != nullptr) {
      text += declare_outputs();
      equations += fmt::format("  {} = {};\n", results_, call(1));
    }
    return text + "equation\n" + equations + "end Machine;\n";
  }

 private:
  static std::string declare_all(const std::vector<ModelicaVariable>& variables) {
    std::string text;
    for (const ModelicaVariable& variable : variables) text += declare(variable);
    return text;
  }

  // phi = x[1]
  static std::string alias(std::string_view head, const ModelicaVariable& variable, std::string_view array,
                           std::size_t i) {
    return fmt::format("  {}Real {} = {}[{}]{};\n", head, variable.name, array, i + 1, variable.remark);
  }

  std::string declare_states(const std::vector<ModelicaVariable>& variables) const {
    std::vector<std::string> starts;
    std::string names;
    for (std::size_t i = 0; i < variables.size(); ++i) {
      starts.push_back(modelica_number(variables[i].value));
      names += alias("", variables[i], state_, i);
    }
    return fmt::format("  Real {}[{}](start = {{{}}}, each fixed = true);\n", state_, variables.size(),
                       fmt::join(starts, ", ")) +
           names;
  }

  std::string declare_outputs() const {
    std::string text = fmt::format("  Real {}[{}]{};\n", results_, outputs_.size(),
                                   y_->meaning.empty() ? "" : " " + modelica_text(y_->meaning));
    for (std::size_t i = 0; i < outputs_.size(); ++i)
      text += alias("output ", {outputs_[i], modelica_remark(y_->entries[i], outputs_[i])}, results_, i);
    return text;
  }

  std::string call(std::size_t program) const {
    std::vector<std::string> arguments;
    for (const Array& array : programs_[program].inputs)
      if (!array.entries.empty()) arguments.push_back(argument(array));
    return fmt::format("{}({})", functions_[program], fmt::join(arguments, ", "));
  }

  std::string argument(const Array& own) const {
    std::size_t at = 0;
    while (inputs_.arrays[at].name != own.name) ++at;
    const std::vector<ModelicaVariable>& variables = inputs_.variables[at];
    const std::vector<std::size_t> places = places_in(inputs_.arrays[at], own);
    if (variables[0].role == Role::kTime) return variables[0].name;
    if (variables[0].role == Role::kState && is_whole(inputs_.arrays[at], places)) return state_;
    std::vector<std::string> entries;
    for (const std::size_t place : places) entries.push_back(variables[place].name);
    return fmt::format("{{{}}}", fmt::join(entries, ", "));
  }

  const std::span<const Program> programs_;
  const std::span<const std::string> functions_;
  CodeNames names_;
  std::string state_, results_;  // the vectors
  const Array* y_ = nullptr;
  std::vector<std::string> outputs_;
  ModelicaInputs inputs_;
};

}  // namespace

std::string write_modelica_model(std::span<const Program> programs, std::span<const std::string> functions,
                                 std::span<const double> example) {
  CHECK(!programs.empty() && functions.size() == programs.size());
  return ModelWriter(programs, functions, example).write();
}

}  // namespace kinemate
