// A section of a LaTeX document: what goes into a program, its formulas, and what comes out.
#pragma once

#include <string>

#include "program/program.h"

namespace kinemate {

std::string write_latex_section(const Program& program);

}  // namespace kinemate
