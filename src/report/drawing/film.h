// A stroboscopic picture of a run: some moments of the machine over each other.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/model.h"
#include "sim/results/table.h"
#include "study/simulation/skeleton.h"
#include "study/simulation/state_function.h"

namespace kinemate {

/// Throws Error of kind kInput unless the path ends in .svg.
void check_film_path(const std::string& path);

/// What a film needs of a run, taken while it goes on: memory does not grow with its length.
class FilmReel {
 public:
  /// Throws Error of kind kInput where events change what positions depend on. REQUIRES: the columns t and all
  /// coordinates that positions depend on by name.
  FilmReel(const Model& model, const ResultHeader& header);

  /// x, y, z of the outermost points, whose paths are drawn. Valid until the next call.
  std::span<const double> ends(std::span<const double> row);
  /// The moments that are drawn are chosen among these. Of very many only some are kept.
  void take_moment(std::span<const double> row);
  /// Of the paths. Of very many, pieces are left out, so that those that stay have their true shape.
  void take_path(std::span<const double> row);

  /// Sixteen moments equally spaced in time, early ones pale, and the paths of the outermost points. Written whole or
  /// not at all; the same run gives the same bytes. Throws Error: of kind kInput for another suffix, of kind kNumerical
  /// where no row has numbers, of kind kFileSystem where the file cannot be written.
  void write(const std::string& path);

 private:
  struct Moment {
    double t;
    std::vector<double> coordinates;
  };
  using PathBlock = std::vector<std::vector<Eigen::Vector3d>>;  // the points of some rows in their order

  std::span<const double> points(double t, std::span<const double> coordinates);
  std::vector<double> coordinates_of(std::span<const double> row) const;
  std::vector<Moment> chosen() const;
  std::vector<std::vector<Eigen::Vector3d>> paths() const;

  Model model_;
  Skeleton skeleton_;
  StateFunction function_;
  std::size_t time_;
  std::vector<std::size_t> columns_;
  std::vector<Moment> moments_;
  std::optional<Moment> last_;  // taken, kept or not
  double spacing_ = 0;          // s, at least between those that are kept
  std::vector<PathBlock> blocks_;
  std::size_t path_rows_ = 0, block_stride_ = 1;
  std::vector<double> ends_;
  std::vector<Eigen::Vector3d> first_;  // where all points were at first
  Eigen::Matrix3d motion_ = Eigen::Matrix3d::Zero();
};

/// The same of a table. REQUIRES: a machine without closed loops, or whose dependent coordinates are columns too.
void write_film(const Model& model, const ResultTable& table, const std::string& path);

}  // namespace kinemate
