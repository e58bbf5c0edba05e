// What generated code shows to its callers: the names of function, parameters and lengths.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codegen/names.h"
#include "program/program.h"

namespace kinemate {

/// A parameter: an array of the program that has entries. The time comes by value.
struct CodeParameter {
  const Array* array = nullptr;
  std::string name;
  std::string length;  ///< in C, the macro that is its number of entries
  bool by_value = false;
  bool output = false;
};

struct CodeInterface {
  const Language* language = nullptr;
  std::string function;  ///< pendulum_forward; files have this name too
  std::string macro;     ///< in C: PENDULUM_FORWARD
  std::vector<CodeParameter> parameters;
  CodeNames names;  ///< those of the parameters are taken
};

/// In capitals.
std::string make_c_macro(std::string_view name);

/// The parameters point into the program. `prefix` is any text.
CodeInterface make_interface(const Program& program, std::string_view prefix, const Language& language);

/// t, x, u: the names of what goes in, or of what comes out.
std::vector<std::string> input_names(const CodeInterface& code);
std::vector<std::string> output_names(const CodeInterface& code);

}  // namespace kinemate
