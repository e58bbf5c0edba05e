#include "codegen/target.h"

#include <fmt/format.h>

namespace kinemate {

const Program* find_program(std::span<const Program> programs, std::string_view name) {
  for (const Program& program : programs)
    if (program.name == name) return &program;
  return nullptr;
}

const Array* find_array(std::span<const Array> arrays, std::string_view name) {
  for (const Array& array : arrays)
    if (array.name == name && !array.entries.empty()) return &array;
  return nullptr;
}

std::vector<double> example_of(const Program& program, std::string_view array, std::span<const double> example) {
  std::size_t at = 0;
  for (const Array& input : program.inputs) {
    if (input.name != array) {
      at += input.entries.size();
      continue;
    }
    std::vector<double> values(input.entries.size(), 0.0);
    for (std::size_t i = 0; i < values.size() && at + i < example.size(); ++i) values[i] = example[at + i];
    return values;
  }
  return {};
}

std::string title_of(const Program& program) {
  std::string title = fmt::format("{} of {}", program.name, program.machine);
  if (!program.meaning.empty()) title += ": " + program.meaning;
  return title;
}

}  // namespace kinemate
