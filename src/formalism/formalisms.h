// The formalisms by name.
#pragma once

#include <span>
#include <string_view>

#include "formalism/equations.h"

namespace kinemate {

struct Formalism {
  std::string_view name;   ///< on the command line
  std::string_view title;  ///< for people
  Equations (*derive)(const Model& model, const Kinematics& kinematics);
};

/// All of them; the first is the one to take where nobody chooses.
std::span<const Formalism> formalisms();

/// Throws Error where there is none of this name.
const Formalism& find_formalism(std::string_view name);

}  // namespace kinemate
