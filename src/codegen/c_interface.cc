#include "codegen/c_interface.h"

#include <fmt/format.h>

namespace kinemate {

CInterface make_c_interface(const Program& program, std::string_view prefix) {
  CInterface made;
  made.function = fmt::format("{}_{}", make_c_name(prefix), make_c_name(program.name));
  made.macro = make_c_macro(made.function);
  CNames lengths;  // q and Q have the same capital
  const auto add = [&](const Array& array, bool output) {
    if (array.entries.empty()) return;
    const bool by_value = !output && array.name == "t" && array.entries.size() == 1;
    std::string name = made.names.take(array.name);
    std::string length = by_value ? "" : fmt::format("{}_{}_COUNT", made.macro, lengths.take(make_c_macro(name)));
    made.parameters.push_back({&array, std::move(name), std::move(length), output});
  };
  for (const Array& array : program.inputs) add(array, false);
  for (const Array& array : program.outputs) add(array, true);
  return made;
}

}  // namespace kinemate
