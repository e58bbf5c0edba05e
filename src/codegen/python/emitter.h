// Programs → Python: a module for each, which needs NumPy alone, an example, and for `ode` a simulation by SciPy.
//
// The function takes one state or many side by side. One state is computed with Python's own numbers, which are several
// times as fast as NumPy's scalars; many with arrays, operation by operation. Both are one text (python_language.h).
#pragma once

#include "codegen/target.h"

namespace kinemate {

/// <prefix>_<what>.py for each program, example.py, README.md; of `ode`: simulate.py.
Emitter generate_python;

}  // namespace kinemate
