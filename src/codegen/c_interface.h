// What generated C shows to its callers: the names of function, parameters and lengths.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codegen/c_names.h"
#include "program/program.h"

namespace kinemate {

/// A parameter: an array of the program that has entries. The time comes by value.
struct CParameter {
  const Array* array = nullptr;
  std::string name;
  std::string length;  ///< the macro that is its number of entries; empty where it comes by value
  bool output = false;
};

struct CInterface {
  std::string function;  ///< pendulum_forward; files have this name too
  std::string macro;     ///< PENDULUM_FORWARD
  std::vector<CParameter> parameters;
  CNames names;  ///< those of the parameters are taken
};

/// The parameters point into the program. `prefix` is any text.
CInterface make_c_interface(const Program& program, std::string_view prefix);

}  // namespace kinemate
