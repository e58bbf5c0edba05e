// Files of equations in either form: YAML or Modelica.
#pragma once

#include <string>

#include "model_io/flat/reading.h"

namespace kinemate {

/// The form is recognised by the content: what is called .mo, or begins like Modelica, is Modelica. Throws Error of
/// kind kFileSystem where the file cannot be read.
FlatReading read_flat_file(const std::string& path);

/// Whether a text begins like Modelica: with within, model, package, ..., comments aside.
bool is_modelica_text(std::string_view text);

}  // namespace kinemate
