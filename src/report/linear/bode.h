// Frequency responses as a Bode plot: magnitudes in decibels above phases in degrees, over the logarithm of the
// frequency.
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "picture/figure.h"

namespace kinemate {

struct BodeData {
  /// A response that is not finite, at a pole on the imaginary axis, parts the curves.
  struct Channel {
    std::string input, output;
    std::vector<std::complex<double>> response;  ///< one a frequency, in SI units
  };
  std::string machine;
  std::string frequency_label = "frequency [Hz]";  ///< with the unit of the frequencies
  std::vector<double> frequencies;                 ///< increasing
  std::vector<Channel> channels;
};

/// REQUIRES: every channel has as many numbers as there are frequencies.
Figure bode_figure(const BodeData& data);

/// Phases in degrees without jumps by whole turns. The first is in [-180°, 180°): what is turned round, as the path of
/// a mass that a force pushes, lags behind. A jump by half a turn, at a resonance without damping, goes the way that
/// stays nearer to -90°. NaN where a response is 0 or not finite.
std::vector<double> unwrapped_phases(const std::vector<std::complex<double>>& response);

}  // namespace kinemate
