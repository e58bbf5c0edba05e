// Derivatives of a motion by parameters, as people look at them.
#pragma once

#include <string>
#include <vector>

#include "picture/figure.h"
#include "picture/tornado.h"
#include "sim/results/table.h"

namespace kinemate {

/// Of `outputs` by `causes`, at each time.
struct SensitivityRun {
  std::string machine;
  std::vector<std::string> outputs, causes;
  std::vector<double> values;  ///< of the causes
  std::vector<double> times;
  std::vector<double> numbers;      ///< (times x outputs)
  std::vector<double> derivatives;  ///< (times x outputs x causes)

  double number(std::size_t time, std::size_t output) const { return numbers[time * outputs.size() + output]; }
  double derivative(std::size_t time, std::size_t output, std::size_t cause) const {
    return derivatives[(time * outputs.size() + output) * causes.size() + cause];
  }
};

/// t, the outputs, then "d(x)/d(k)".
ResultHeader sensitivity_header(const SensitivityRun& run);

/// At the end, and where they are largest.
std::string sensitivity_text(const SensitivityRun& run);
std::string sensitivity_json(const SensitivityRun& run);

/// A panel for each output: what one per cent more of each cause changes over time; for each cause that is 0 a panel of
/// the derivative by it, which has a unit of its own.
Figure sensitivity_figure(const SensitivityRun& run);

/// What a change of each cause by a share of itself does to an output at the end, to first order; a cause that is 0
/// changes by the share.
Tornado sensitivity_tornado(const SensitivityRun& run, std::size_t output, double share);

}  // namespace kinemate
