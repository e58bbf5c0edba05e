#include "codegen/modelica/function.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codegen/expand_sines.h"
#include "codegen/fold_constants.h"
#include "codegen/modelica/language.h"
#include "codegen/parts.h"
#include "codegen/plain_text.h"
#include "codegen/target.h"

namespace kinemate {
namespace {

class FunctionWriter {
 public:
  FunctionWriter(const Program& program, CodeNames& names, std::size_t chunk)
      : program_(program),
        schedule_(make_straight_schedule(fold_constants(program))),
        package_(names),
        interface_(make_interface(program, program.machine, modelica_language())) {
    for (CodeParameter& parameter : interface_.parameters) {
      shown_.push_back(parameter.name);
      if (is_matrix(parameter)) parameter.name = interface_.names.take(parameter.name + "_rows");
    }
    scope_ = make_scope(interface_, schedule_.constants);
    parts_ = write_parts(schedule_, scope_, chunk);
    made_.called = parts_.called;
  }

  ModelicaFunctions write() {
    made_.name = package_.take(program_.name);
    std::vector<std::string> variables;
    std::string body, parts;
    for (std::size_t i = 0; i < parts_.parts.size(); ++i) {
      const CodePart& part = parts_.parts[i];
      if (parts_.parts.size() == 1) {
        body += part.text;
        variables = part.variables;
        continue;
      }
      const std::string name = package_.take(scope_.names.take(fmt::format("{}_part_{}", made_.name, i + 1)));
      parts += write_part(name, part, i);
      body += part_call(name, part);
    }
    made_.text = parts + write_head(variables) + "algorithm\n" + write_beginning() + body + write_matrices() +
                 fmt::format("end {};\n", made_.name);
    return std::move(made_);
  }

 private:
  static bool is_matrix(const CodeParameter& parameter) { return parameter.output && parameter.array->columns > 0; }

  std::string name_of(std::uint32_t region) const {
    const CodeParameter* parameter = parameter_of(scope_, region);
    return parameter == nullptr ? scope_.workspace : parameter->name;
  }

  std::size_t size_of(std::uint32_t region) const {
    const CodeParameter* parameter = parameter_of(scope_, region);
    return parameter == nullptr ? parts_.workspace : parameter->array->entries.size();
  }

  // `x[3]`, or `t` where the region comes by value.
  std::string declared(std::uint32_t region, const std::string& name) const {
    const CodeParameter* parameter = parameter_of(scope_, region);
    return parameter != nullptr && parameter->by_value ? name : fmt::format("{}[{}]", name, size_of(region));
  }

  // Parts

  std::string write_part(const std::string& name, const CodePart& part, std::size_t number) {
    std::string text =
        fmt::format("function {} \"part {} of {} of {}\"\n", name, number + 1, parts_.parts.size(), made_.name);
    std::string outputs, beginning;
    CodeNames names = scope_.names;
    for (const std::uint32_t region : part.regions) {
      const bool written = part.written.contains(region);
      const std::string before = written ? names.take(name_of(region) + "_before") : name_of(region);
      text += fmt::format("  input Real {};\n", declared(region, before));
      if (!written) continue;
      outputs += fmt::format("  output Real {};\n", declared(region, name_of(region)));
      beginning += fmt::format("  {} := {};\n", name_of(region), before);
    }
    text += outputs;
    if (!part.variables.empty()) text += "protected\n" + modelica_variables(part.variables);
    return text + "algorithm\n" + beginning + part.text + fmt::format("end {};\n\n", name);
  }

  std::string part_call(const std::string& name, const CodePart& part) const {
    std::vector<std::string> given, written;
    for (const std::uint32_t region : part.regions) given.push_back(name_of(region));
    for (const std::uint32_t region : part.written) written.push_back(name_of(region));
    const std::string results = fmt::format("{}", fmt::join(written, ", "));
    return fmt::format("  {} := {}({});\n", written.size() == 1 ? results : "(" + results + ")", name,
                       fmt::join(given, ", "));
  }

  // The function itself

  std::string write_head(const std::vector<std::string>& variables) const {
    std::string text = fmt::format("function {} {}\n", made_.name, modelica_text(title_of(program_))), rows;
    for (std::size_t i = 0; i < interface_.parameters.size(); ++i) {
      text += declaration(interface_.parameters[i], shown_[i]);
      if (is_matrix(interface_.parameters[i])) rows += row_declaration(i);
    }
    if (parts_.workspace > 0) rows += fmt::format("  Real {}[{}];\n", scope_.workspace, parts_.workspace);
    rows += modelica_variables(variables);
    return text + (rows.empty() ? "" : "protected\n" + rows);
  }

  std::string row_declaration(std::size_t parameter) const {
    const auto region = kParameters + static_cast<std::uint32_t>(parameter);
    return fmt::format("  Real {} \"row by row\";\n", declared(region, name_of(region)));
  }

  static std::string declaration(const CodeParameter& parameter, const std::string& name) {
    const std::vector<Entry>& entries = parameter.array->entries;
    const std::size_t columns = parameter.output ? parameter.array->columns : 0;
    std::string text = fmt::format("  {} Real {}", parameter.output ? "output" : "input", name);
    if (columns > 0) {
      text += fmt::format("[{}, {}]", entries.size() / columns, columns);
    } else if (!parameter.by_value) {
      text += fmt::format("[{}]", entries.size());
    }
    text += modelica_remark({parameter.array->name, parameter.array->meaning}, name) + ";\n";
    for (std::size_t i = 0; i < entries.size() && !parameter.by_value; ++i) {
      const std::string index =
          columns > 0 ? fmt::format("{}, {}", i / columns + 1, i % columns + 1) : fmt::format("{}", i + 1);
      text += fmt::format("  // {}[{}]: {}\n", name, index, plain_entry(entries[i].name, entries[i].meaning));
    }
    return text;
  }

  // What parts hand on to each other begins as something.
  std::string write_beginning() const {
    if (parts_.parts.size() < 2) return "";
    std::set<std::uint32_t> written;
    for (const CodePart& part : parts_.parts) written.insert(part.written.begin(), part.written.end());
    std::string text;
    for (const std::uint32_t region : written)
      text += fmt::format("  {} := fill(0.0, {});\n", name_of(region), size_of(region));
    return text;
  }

  std::string write_matrices() const {
    std::string text;
    for (std::size_t i = 0; i < interface_.parameters.size(); ++i) {
      const CodeParameter& parameter = interface_.parameters[i];
      if (!is_matrix(parameter)) continue;
      CodeNames names = interface_.names;
      const std::string row = names.take("i"), column = names.take("j");
      const std::size_t columns = parameter.array->columns, rows = parameter.array->entries.size() / columns;
      text += fmt::format("  {0} := {{{{{1}[{2} * ({3} - 1) + {4}] for {4} in 1:{2}}} for {3} in 1:{5}}};\n", shown_[i],
                          parameter.name, columns, row, column, rows);
    }
    return text;
  }

  const Program& program_;
  const Schedule schedule_;
  CodeNames& package_;
  CodeInterface interface_;
  std::vector<std::string> shown_;  // by parameter: its name to callers
  CodeScope scope_{nullptr, {}, {}, {}, CodeNames(modelica_language())};
  CodeParts parts_;
  ModelicaFunctions made_;
};

}  // namespace

ModelicaFunctions write_modelica_functions(const Program& program, CodeNames& names, std::size_t chunk) {
  return FunctionWriter(program, names, chunk).write();
}

}  // namespace kinemate
