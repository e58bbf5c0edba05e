#include "study/programs/compiled_machine.h"

#include <fmt/format.h>

#include "base/suggest.h"

namespace kinemate {
namespace {

std::size_t place_of(std::span<const Array> arrays, std::string_view name, const char* what) {
  std::vector<std::string_view> names;
  for (const Array& array : arrays)
    for (const Entry& entry : array.entries) {
      if (entry.name == name) return names.size();
      names.push_back(entry.name);
    }
  const std::string near = nearest(std::string(name), names);
  throw Error(
      ErrorCode::kUnknownName, fmt::format("the program has no {} '{}'", what, name),
      near.empty() ? fmt::format("there are: {}", fmt::join(names, ", ")) : fmt::format("did you mean {}?", near));
}

}  // namespace

CompiledMachine::CompiledMachine(const Model& model, const ProgramRequest& request, const Progress& progress)
    : CompiledMachine(model, make_shortest_program(model, request, progress)) {}

CompiledMachine::CompiledMachine(const Model& model, ShortestProgram shortest)
    : program_(std::move(shortest.optimized.program)),
      way_(std::move(shortest.way)),
      start_(example_inputs(model, program_, shortest.base)),
      routine_(program_) {}

std::size_t CompiledMachine::input(std::string_view name) const { return place_of(program_.inputs, name, "input"); }

std::size_t CompiledMachine::output(std::string_view name) const { return place_of(program_.outputs, name, "output"); }

}  // namespace kinemate
