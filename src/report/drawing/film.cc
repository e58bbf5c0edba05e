#include "report/drawing/film.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "base/error.h"
#include "base/file.h"
#include "model/specialise.h"
#include "report/drawing/film_page.h"
#include "report/drawing/skeleton_points.h"

namespace kinemate {
namespace {

using Eigen::Vector3d;

constexpr std::size_t kMoments = 16;
constexpr std::size_t kMostPaths = 20;                      // more of them hide the machine
constexpr std::size_t kMostKept = 4096;                     // rows that moments are chosen among
constexpr std::size_t kBlockRows = 100, kMostBlocks = 200;  // of paths: more cannot be seen

bool is_finite(std::span<const double> numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
}

template <class T>
void drop_every_second(std::vector<T>& list) {
  std::size_t kept = 1;
  for (std::size_t i = 2; i < list.size(); i += 2) list[kept++] = std::move(list[i]);
  list.resize(kept);
}

}  // namespace

void check_film_path(const std::string& path) {
  if (std::filesystem::path(path).extension() != ".svg")
    throw Error(ErrorCode::kSuffix, fmt::format("'{}' names no film that can be drawn", path), "end the name in .svg");
}

FilmReel::FilmReel(const Model& model, const ResultHeader& header)
    : model_(specialise(model, {{}, std::vector<std::string>{}})),
      skeleton_(make_skeleton(model_)),
      function_(skeleton_.program),
      time_(find_result_column(header, "t")) {
  for (std::size_t c = 0; c < model_.coordinates.size(); ++c)
    columns_.push_back(skeleton_.uses[c] ? find_result_column(header, model_.coordinates[c].name) : kNone);
}

std::vector<double> FilmReel::coordinates_of(std::span<const double> row) const {
  std::vector<double> coordinates;
  for (const std::size_t column : columns_) coordinates.push_back(column == kNone ? 0 : row[column]);
  return coordinates;
}

std::span<const double> FilmReel::points(double t, std::span<const double> coordinates) {
  return function_(t, coordinates, {}, {});
}

std::span<const double> FilmReel::ends(std::span<const double> row) {
  const std::span<const double> all = points(row[time_], coordinates_of(row));
  ends_.clear();
  for (std::size_t k = 0; k < std::min(skeleton_.tips.size(), kMostPaths); ++k)
    for (std::size_t i = 0; i < 3; ++i) ends_.push_back(all[3 * skeleton_.tips[k].point + i]);
  return ends_;
}

void FilmReel::take_moment(std::span<const double> row) {
  Moment moment{row[time_] + 0.0, coordinates_of(row)};  // no negative zero
  if (!is_finite(points(moment.t, moment.coordinates))) return;
  if (moments_.empty() || std::abs(moment.t - moments_.back().t) >= spacing_) moments_.push_back(moment);
  last_ = std::move(moment);
  if (moments_.size() <= kMostKept) return;
  // by time, not by number: rows may lie close together at first
  spacing_ = 2 * std::abs(moments_.back().t - moments_.front().t) / kMostKept;
  std::vector<Moment> some = {moments_.front()};
  for (Moment& one : moments_)
    if (std::abs(one.t - some.back().t) >= spacing_) some.push_back(std::move(one));
  moments_ = std::move(some);
}

void FilmReel::take_path(std::span<const double> row) {
  const std::vector<double> coordinates = coordinates_of(row);
  const std::span<const double> numbers = points(row[time_], coordinates);
  if (!is_finite(numbers)) return;
  const std::vector<Vector3d> all = skeleton_points(numbers);
  if (first_.empty()) first_ = all;
  motion_ += motion_between(first_, all);
  const std::size_t number = path_rows_ / kBlockRows;
  if (path_rows_++ % kBlockRows == 0 && number % block_stride_ == 0) {
    if (blocks_.size() == kMostBlocks) drop_every_second(blocks_), block_stride_ *= 2;
    if (number % block_stride_ == 0) blocks_.emplace_back();
  }
  if (number % block_stride_ != 0) return;
  std::vector<Vector3d>& ends = blocks_.back().emplace_back();
  for (std::size_t k = 0; k < std::min(skeleton_.tips.size(), kMostPaths); ++k)
    ends.push_back(all[skeleton_.tips[k].point]);
}

// The rows nearest to equally spaced times, each once.
std::vector<FilmReel::Moment> FilmReel::chosen() const {
  std::vector<Moment> all = moments_;
  if (all.back().t != last_->t) all.push_back(*last_);
  const double start = all.front().t, end = all.back().t;
  std::vector<Moment> list;
  std::size_t at = 0, before = all.size();
  for (std::size_t k = 0; k < kMoments; ++k) {
    const double wanted = start + (end - start) * static_cast<double>(k) / (kMoments - 1);
    const auto off = [&](std::size_t i) { return std::abs(all[i].t - wanted); };
    while (at + 1 < all.size() && (off(at + 1) <= off(at) || k + 1 == kMoments)) ++at;
    if (at != before) list.push_back(all[at]);
    before = at;
  }
  return list;
}

// Of each end, parted where blocks were left out.
std::vector<std::vector<Vector3d>> FilmReel::paths() const {
  std::vector<std::vector<Vector3d>> list(std::min(skeleton_.tips.size(), kMostPaths));
  for (const PathBlock& block : blocks_) {
    for (std::vector<Vector3d>& path : list)
      if (block_stride_ > 1 && !path.empty())
        path.push_back(Vector3d::Constant(std::numeric_limits<double>::quiet_NaN()));
    for (const std::vector<Vector3d>& ends : block)
      for (std::size_t k = 0; k < list.size(); ++k) list[k].push_back(ends[k]);
  }
  return list;
}

void FilmReel::write(const std::string& path) {
  check_film_path(path);
  if (!last_)
    throw Error(ErrorCode::kPicture, "there is no film of this run: in none of its rows all positions are numbers");
  std::vector<std::vector<Vector3d>> poses;
  Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
  const std::vector<Moment> moments = chosen();
  for (const Moment& moment : moments) {
    poses.push_back(skeleton_points(points(moment.t, moment.coordinates)));
    spread += spread_of(poses.back());
  }
  const double start = moments.front().t, end = moments.back().t;
  const FilmView view = choose_film_view(motion_, spread, gravity_at(model_, start));
  FilmPage page{model_.name.empty() ? "machine" : model_.name,
                {},
                skeleton_,
                view,
                start,
                end,
                seen_from(view, poses),
                seen_from(view, paths())};
  for (const Body& body : model_.bodies) page.names.push_back(body.name);
  write_text_file(path, film_svg(page));
}

void write_film(const Model& model, const ResultTable& table, const std::string& path) {
  check_film_path(path);
  FilmReel reel(model, table.header);
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const std::span<const double> numbers(table.values.data() + row * table.columns(), table.columns());
    reel.take_moment(numbers);
    reel.take_path(numbers);
  }
  reel.write(path);
}

}  // namespace kinemate
