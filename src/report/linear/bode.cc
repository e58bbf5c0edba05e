#include "report/linear/bode.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "base/check.h"

namespace kinemate {
namespace {

constexpr double kTurn = 360, kMiddlePhase = -90;
constexpr double kHalfTurnSlack = 1e-6;  // degrees: a difference this near to half a turn may go either way

bool has_phase(std::complex<double> value) {
  return std::isfinite(value.real()) && std::isfinite(value.imag()) && value != 0.0;
}

// Of the angles that differ from `phase` by whole turns, the one nearest to `to`.
double nearest_turn(double phase, double to) {
  const double turns = (to - phase) / kTurn, whole = std::round(turns);
  const double near = phase + kTurn * whole;
  const double other = near + (near < to ? kTurn : -kTurn);  // the next one, on the other side
  const bool either_way = std::abs(std::abs(near - to) - kTurn / 2) < kHalfTurnSlack;
  return either_way && std::abs(other - kMiddlePhase) < std::abs(near - kMiddlePhase) ? other : near;
}

std::vector<double> decibels(const std::vector<std::complex<double>>& response) {
  std::vector<double> values;
  for (const std::complex<double> value : response)
    values.push_back(has_phase(value) ? 20 * std::log10(std::abs(value)) : std::numeric_limits<double>::quiet_NaN());
  return values;
}

}  // namespace

std::vector<double> unwrapped_phases(const std::vector<std::complex<double>>& response) {
  std::vector<double> phases;
  double last = std::numeric_limits<double>::quiet_NaN();
  for (const std::complex<double> value : response) {
    if (!has_phase(value)) {
      phases.push_back(std::numeric_limits<double>::quiet_NaN());
      continue;
    }
    const double phase = std::arg(value) * 180 / std::numbers::pi;
    if (std::isnan(last))
      last = phase > kTurn / 2 - kHalfTurnSlack ? phase - kTurn : phase;
    else
      last = nearest_turn(phase, last);
    phases.push_back(last);
  }
  return phases;
}

Figure bode_figure(const BodeData& data) {
  Panel magnitude{
      .y_label = "magnitude [dB]", .y_logarithmic = false, .curves = {}, .y_numbers = AxisNumbers::kDecibels};
  Panel phase{.y_label = "phase [deg]", .y_logarithmic = false, .curves = {}, .y_numbers = AxisNumbers::kDegrees};
  for (const BodeData::Channel& channel : data.channels) {
    CHECK(channel.response.size() == data.frequencies.size());
    const std::string name = fmt::format("{} from {}", channel.output, channel.input);
    magnitude.curves.push_back({name, data.frequencies, decibels(channel.response), CurveStyle::kLine});
    // colours are the same as above: one legend will do
    phase.curves.push_back({"", data.frequencies, unwrapped_phases(channel.response), CurveStyle::kLine});
  }
  const std::string what = "frequency response";
  return {.title = data.machine.empty() ? what : fmt::format("{}: {}", data.machine, what),
          .x_label = data.frequency_label,
          .x_logarithmic = true,
          .panels = {magnitude, phase}};
}

}  // namespace kinemate
