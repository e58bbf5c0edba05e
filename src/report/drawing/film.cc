#include "report/drawing/film.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/error.h"
#include "base/file.h"
#include "model/specialise.h"
#include "report/drawing/film_page.h"
#include "report/drawing/skeleton_points.h"
#include "study/simulation/skeleton.h"
#include "study/simulation/state_function.h"

namespace kinemate {
namespace {

using Eigen::Vector3d;

constexpr std::size_t kMoments = 16;
constexpr std::size_t kMostPaths = 20;     // more of them hide the machine
constexpr std::size_t kMostRows = 20'000;  // of a path: more cannot be seen

// The points of a machine in the rows of a table.
class Scene {
 public:
  Scene(const Model& model, const Skeleton& skeleton, const ResultTable& table)
      : table_(table), function_(skeleton.program), time_(find_result_column(table.header, "t")) {
    for (const Coordinate& coordinate : model.coordinates)
      columns_.push_back(find_result_column(table.header, coordinate.name));
    state_.resize(columns_.size());
    for (std::size_t row = 0; row < table.rows(); ++row)
      if (is_finite(points(row))) rows_.push_back(row);
    if (rows_.empty())
      throw Error(ErrorCode::kPicture, "there is no film of this run: in none of its rows all positions are numbers");
  }

  const std::vector<std::size_t>& rows() const { return rows_; }              ///< those that can be drawn
  double time(std::size_t row) const { return table_.at(row, time_) + 0.0; }  ///< no negative zero

  /// x, y, z of each point. Valid until the next call.
  std::span<const double> points(std::size_t row) {
    for (std::size_t i = 0; i < columns_.size(); ++i) state_[i] = table_.at(row, columns_[i]);
    return function_(time(row), state_, {}, {});
  }

  /// The rows nearest to equally spaced times, each once.
  std::vector<std::size_t> moments() const {
    const double start = time(rows_.front()), end = time(rows_.back());
    std::vector<std::size_t> chosen;
    std::size_t at = 0;
    for (std::size_t k = 0; k < kMoments; ++k) {
      const double wanted = start + (end - start) * static_cast<double>(k) / (kMoments - 1);
      const auto off = [&](std::size_t i) { return std::abs(time(rows_[i]) - wanted); };
      while (at + 1 < rows_.size() && (off(at + 1) <= off(at) || k + 1 == kMoments)) ++at;
      if (chosen.empty() || chosen.back() != rows_[at]) chosen.push_back(rows_[at]);
    }
    return chosen;
  }

 private:
  static bool is_finite(std::span<const double> numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
  }

  const ResultTable& table_;
  StateFunction function_;
  std::size_t time_;
  std::vector<std::size_t> columns_, rows_;
  std::vector<double> state_;
};

// Where everything is, before anybody looks at it.
struct Take {
  std::vector<std::vector<Vector3d>> moments, paths;
  Eigen::Matrix3d motion = Eigen::Matrix3d::Zero(), spread = Eigen::Matrix3d::Zero();  // as choose_film_view has them
};

Take shoot(Scene& scene, const Skeleton& skeleton) {
  Take take;
  for (std::size_t row : scene.moments()) {
    take.moments.push_back(skeleton_points(scene.points(row)));
    take.spread += spread_of(take.moments.back());
  }
  take.paths.resize(std::min(skeleton.tips.size(), kMostPaths));
  const std::vector<std::size_t>& rows = scene.rows();
  const std::size_t stride = (rows.size() + kMostRows - 1) / kMostRows;
  for (std::size_t i = 0; i < rows.size(); i += stride) {
    const std::vector<Vector3d> points = skeleton_points(scene.points(rows[i]));
    take.motion += motion_between(take.moments[0], points);
    for (std::size_t k = 0; k < take.paths.size(); ++k) take.paths[k].push_back(points[skeleton.tips[k].point]);
  }
  return take;
}

}  // namespace

void check_film_path(const std::string& path) {
  if (std::filesystem::path(path).extension() != ".svg")
    throw Error(ErrorCode::kSuffix, fmt::format("'{}' names no film that can be drawn", path), "end the name in .svg");
}

void write_film(const Model& model, const ResultTable& table, const std::string& path) {
  check_film_path(path);
  const Model machine = specialise(model, {{}, std::vector<std::string>{}});
  const Skeleton skeleton = make_skeleton(machine);
  Scene scene(machine, skeleton, table);
  const double start = scene.time(scene.rows().front()), end = scene.time(scene.rows().back());
  const Take take = shoot(scene, skeleton);
  const FilmView view = choose_film_view(take.motion, take.spread, gravity_at(machine, start));
  FilmPage page{model.name.empty() ? "machine" : model.name,
                {},
                skeleton,
                view,
                start,
                end,
                seen_from(view, take.moments),
                seen_from(view, take.paths)};
  for (const Body& body : model.bodies) page.names.push_back(body.name);
  write_text_file(path, film_svg(page));
}

}  // namespace kinemate
