// A program whose switches are inputs: smooth between two of them, however far an integrator looks ahead.
//
// sign, abs, step, min, max, < and <= choose by the sign of a number. Where that number moves it is a switching
// surface. The call is replaced by an input of the array "m" that says which side holds, as Modelica's relations are
// kept between two events (Modelica specification 3.6, section 8.5). Whoever runs the program finds where a
// surface is crossed, from the surfaces' arguments, and sets the inputs. == and != stay as they are, and so does what
// stands inside of noEvent().
//
// Formulas of t alone that are smooth may still be narrow pulses, which long steps jump over. Their values are given
// too, so that they can be looked at ahead of a run.
#pragma once

#include <optional>
#include <string_view>

#include "program/program.h"

namespace kinemate {

struct SwitchingSurface {
  bool of_time = false;  ///< its argument depends on t and on constants alone
  bool jumps = false;    ///< not so for abs, min and max, which are continuous
  bool cells = false;    ///< floor and mod: it is crossed at each whole number
};

/// An entry of "m".
struct SwitchMode {
  std::size_t surface = 0;
  double below = 0, above = 0;  ///< its value by the side of the surface; of cells it is the whole number below
};

struct FrozenProgram {
  Program frozen;     ///< inputs as before, then "m" where there are surfaces
  Program arguments;  ///< the same inputs: two numbers for each surface, whose difference is zero on it
  Program ahead;      ///< inputs as before: the arguments of surfaces of time, then smooth formulas of t that may be narrow
  std::vector<SwitchingSurface> surfaces;  ///< those of time come first
  std::vector<SwitchMode> modes;
  std::size_t of_time = 0;  ///< how many surfaces are
  std::size_t narrow = 0;   ///< how many smooth formulas `ahead` has
};

/// The time is the array "t"; entries of the arrays `moving` move with the state, all others stand still between
/// events. Nothing where there is neither a surface nor a formula of t that may be narrow.
std::optional<FrozenProgram> freeze_switches(const Program& program, std::span<const std::string_view> moving);

}  // namespace kinemate
