// A program as a function of Modelica, and as functions that it calls where it is long.
//
// Functions of Modelica cannot write to what they are given. A function of a part of the statements takes what stood in
// the arrays that it writes to and returns all of them; matrices are filled row by row and put together at the end.
#pragma once

#include <set>
#include <string>

#include "codegen/interface.h"

namespace kinemate {

struct ModelicaFunctions {
  std::string name;  ///< of the function that computes the program
  std::string text;
  std::set<std::string> called;  ///< functions that Modelica has not, or that its library has
};

/// `names` are those of the package around it; `chunk` steps a function.
ModelicaFunctions write_modelica_functions(const Program& program, CodeNames& names, std::size_t chunk);

}  // namespace kinemate
