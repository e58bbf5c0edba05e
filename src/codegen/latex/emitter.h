// Programs → LaTeX: a document that shows what goes in, the formulas, and what comes out.
#pragma once

#include "codegen/target.h"

namespace kinemate {

/// <prefix>_<what>.tex, with a section for each program, and README.md.
Emitter generate_latex;

}  // namespace kinemate
