// What holds of every list of equations that was read, whatever from.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "expr/pool.h"
#include "model_io/flat/yaml.h"
#include "model_io/flat/yaml_write.h"
#include "model_io/modelica/modelica.h"
#include "model_io/modelica/write.h"

namespace kinemate {

inline void refuse_text(const std::string& text, const FlatReading& again) {
  for (const Error& mistake : again.mistakes) fputs(render(mistake).c_str(), stderr);
  fputs(text.c_str(), stderr);
  std::abort();
}

/// Mistakes have places; what has none is written, reads back, and is written the same again.
inline void check_flat_reading(const FlatReading& reading) {
  for (const Error& mistake : reading.mistakes) {
    if (!mistake.place || mistake.place->line < 1 || mistake.message.empty()) std::abort();
    render(mistake);
  }
  if (!reading.mistakes.empty()) return;
  try {
    const std::string yaml = write_flat_yaml(reading.system);
    const FlatReading again = read_flat_yaml(yaml, "again");
    if (!again.mistakes.empty() || write_flat_yaml(again.system) != yaml) refuse_text(yaml, again);
    const std::string modelica = write_modelica_flat(reading.system);
    const FlatReading third = read_modelica(modelica, "again");
    if (!third.mistakes.empty() || write_modelica_flat(third.system) != modelica) refuse_text(modelica, third);
  } catch (const Error&) {  // factorials, formulas beyond all bounds
  }
}

}  // namespace kinemate
