#include "codegen/modelica/flat.h"

#include <fmt/format.h>

#include "codegen/expand_sines.h"
#include "codegen/fold_constants.h"
#include "codegen/modelica/inputs.h"
#include "codegen/modelica/language.h"
#include "codegen/modelica/program.h"
#include "codegen/parts.h"

namespace kinemate {
namespace {

using Role = ModelicaVariable::Role;

// Every entry is a parameter that comes by value, with a name of its own: the result dx[2] is der(omega).
class FlatWriter {
 public:
  FlatWriter(std::span<const Program> programs, std::span<const double> example)
      : interface_{&modelica_equations(), {}, {}, {}, CodeNames(modelica_equations())},
        inputs_(make_modelica_inputs(programs, example, interface_.names)),
        program_(fold_constants(with_modelica_functions(join_programs(programs, inputs_.arrays)))) {
    std::vector<std::string> rates;
    single_.reserve(entry_count(program_.inputs) + entry_count(program_.outputs));
    for (std::size_t a = 0; a < inputs_.arrays.size(); ++a) {
      for (std::size_t i = 0; i < inputs_.variables[a].size(); ++i) {
        const ModelicaVariable& variable = inputs_.variables[a][i];
        add_parameter(inputs_.arrays[a].entries[i], variable.name, false);
        if (variable.role == Role::kState) rates.push_back(fmt::format("der({})", variable.name));
      }
    }
    for (const Array& array : program_.outputs) {
      for (std::size_t i = 0; i < array.entries.size(); ++i) {
        const Entry& entry = array.entries[i];
        add_parameter(entry, array.name == "dx" ? rates.at(i) : take_output(entry), true);
      }
    }
  }

  ModelicaFlat write(std::string_view name) {
    const Schedule schedule = make_straight_schedule(program_);
    const CodeScope scope = make_scope(interface_, schedule.constants);
    const CodeParts parts = write_parts(schedule, scope, program_.operations.size() + program_.results.size() + 1);
    ModelicaFlat made;
    made.library = parts.called.contains(kModelicaErf);
    made.text = fmt::format("// Made by Kinemate.\nmodel {} {}\n", name, modelica_text(title_of(program_)));
    for (const std::vector<ModelicaVariable>& variables : inputs_.variables)
      for (const ModelicaVariable& variable : variables) made.text += declare(variable);
    made.text += outputs_;
    std::string equations;
    for (const CodePart& part : parts.parts) {
      if (!part.variables.empty()) made.text += "protected\n" + modelica_variables(part.variables);
      equations += part.text;
    }
    made.text += "equation\n" + equations;
    if (made.library) made.text += kModelicaLibrary;
    made.text += fmt::format("end {};\n", name);
    return made;
  }

 private:
  void add_parameter(const Entry& entry, std::string name, bool output) {
    single_.push_back({"", "", {entry}, 0});
    interface_.parameters.push_back({&single_.back(), std::move(name), {}, true, output});
  }

  std::string take_output(const Entry& entry) {
    std::string name = interface_.names.take(entry.name);
    outputs_ += fmt::format("  output Real {}{};\n", name, modelica_remark(entry, name));
    return name;
  }

  CodeInterface interface_;
  const ModelicaInputs inputs_;
  const Program program_;
  std::vector<Array> single_;  // one for each entry
  std::string outputs_;        // declarations
};

}  // namespace

ModelicaFlat write_modelica_flat_model(std::span<const Program> programs, std::string_view name,
                                       std::span<const double> example) {
  return FlatWriter(programs, example).write(name);
}

}  // namespace kinemate
