#include "report/drawing/mode_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/error.h"
#include "base/file.h"
#include "model/specialise.h"
#include "report/drawing/mode_motion.h"
#include "report/drawing/mode_page.h"
#include "report/drawing/skeleton_points.h"

namespace kinemate {
namespace {

void require_finite_modes(const std::vector<double>& reference, const std::vector<ModeShapePicture>& modes) {
  const auto refuse = [](const std::string& what) {
    throw Error(ErrorCode::kPicture,
                fmt::format("there is no picture of these modes: {} has a number that is not finite", what));
  };
  if (!std::all_of(reference.begin(), reference.end(), [](double x) { return std::isfinite(x); }))
    refuse("the reference");
  for (const ModeShapePicture& mode : modes)
    if (!std::all_of(mode.shape.begin(), mode.shape.end(),
                     [](std::complex<double> u) { return std::isfinite(u.real()) && std::isfinite(u.imag()); }))
      refuse(fmt::format("'{}'", mode.title));
}

std::string mode_page_title(const Model& model, double time) {
  const bool driven = std::any_of(model.coordinates.begin(), model.coordinates.end(),
                                  [](const Coordinate& coordinate) { return coordinate.drive.has_value(); });
  return fmt::format("{}: modes{}", model.name.empty() ? "machine" : model.name,
                     driven || model.base ? fmt::format(" at t = {:.6g} s", time) : "");
}

}  // namespace

void check_mode_path(const std::string& path) {
  if (std::filesystem::path(path).extension() != ".svg")
    throw Error(ErrorCode::kSuffix, fmt::format("'{}' names no picture of modes that can be drawn", path),
                "end the name in .svg");
}

void write_mode_shapes(const Model& model, const std::vector<double>& reference, double time,
                       const std::vector<ModeShapePicture>& modes, const std::string& path) {
  check_mode_path(path);
  require_finite_modes(reference, modes);
  const Model machine = specialise(model, {{}, std::vector<std::string>{}});
  const Skeleton skeleton = make_skeleton(machine);
  ModeStage stage(machine, skeleton, reference, time);

  std::vector<ModeMotion> motions;
  Eigen::Matrix3d motion = Eigen::Matrix3d::Zero();
  for (std::size_t i = 0; i < std::min(modes.size(), kMostModeTiles); ++i) {
    motions.push_back(stage.move(modes[i].shape));
    for (const auto& pose : motions.back().phases) motion += motion_between(stage.reference(), pose);
  }
  const FilmView view = choose_film_view(motion, spread_of(stage.reference()), gravity_at(machine, time));
  ModePage page{mode_page_title(machine, time), skeleton, view, seen_from(view, stage.reference()), {}, ""};
  for (std::size_t i = 0; i < motions.size(); ++i)
    page.tiles.push_back(
        {modes[i].title, seen_from(view, motions[i].phases), seen_from(view, motions[i].paths), motions[i].seen});
  if (modes.size() > kMostModeTiles)
    page.remark = fmt::format("The first {} of {} modes.", kMostModeTiles, modes.size());
  write_text_file(path, mode_svg(page));
}

}  // namespace kinemate
