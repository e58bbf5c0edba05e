#include <fmt/format.h>

#include "report/linear/linear.h"

namespace kinemate {

BodeData bode_data(const Linearisation& linear) {
  BodeData data;
  data.machine = linear.machine;
  data.frequencies = linear.response->frequencies;
  for (const ResponseTable::Channel& channel : linear.response->channels)
    data.channels.push_back({channel.input, channel.output, channel.values});
  return data;
}

RootLocus locus_picture(const Linearisation& linear) {
  RootLocus picture;
  if (!linear.locus) {
    picture.title = fmt::format("poles of {}", linear.machine);
    RootLocus::Branch& all = picture.branches.emplace_back();
    for (const Mode& mode : linear.modes->modes)
      for (const double sign : {1.0, -1.0}) {
        if (sign < 0 && mode.frequency == 0) continue;
        all.real.push_back(mode.pole.value.real());
        all.imaginary.push_back(sign * mode.pole.value.imag());
      }
    return picture;
  }
  const MachineLocus& locus = *linear.locus;
  picture.title = fmt::format("poles of {}", linear.machine);
  picture.parameter = locus.parameter;
  for (const LocusPoint& point : locus.points) picture.values.push_back(point.value);
  for (const std::vector<std::complex<double>>& branch : locus.branches) {
    RootLocus::Branch& drawn = picture.branches.emplace_back();
    for (const std::complex<double>& pole : branch) {
      drawn.real.push_back(pole.real());
      drawn.imaginary.push_back(pole.imag());
    }
  }
  for (const StabilityBoundary& boundary : locus.boundaries)
    picture.boundaries.push_back({boundary.pole.value.real(), boundary.pole.value.imag(),
                                  fmt::format("{} = {:.4g}", locus.parameter, boundary.value)});
  return picture;
}

std::vector<ModeShapePicture> mode_pictures(const LinearSystem& system, const ModalAnalysis& modes) {
  std::vector<ModeShapePicture> pictures;
  std::size_t number = 0;
  for (const Mode& mode : modes.modes) {
    ++number;
    if (shape_kind(system, mode) == ShapeOf::kStates || mode.shape.size() != system.T.cols()) continue;
    ModeShapePicture picture;
    picture.title = mode.frequency > 0 ? fmt::format("mode {}: {:.3g} Hz, damping {:.2g} %", number, mode.frequency,
                                                     100 * sure_damping(mode))
                                       : fmt::format("mode {}: {:.3g} 1/s", number, sure_real_part(mode.pole));
    const Eigen::VectorXcd changes = system.T.cast<std::complex<double>>() * mode.shape;
    picture.shape.assign(changes.begin(), changes.end());
    pictures.push_back(picture);
  }
  return pictures;
}

}  // namespace kinemate
