#include "formalism/parameters/parameter_samples.h"
#include "numeric/decompositions.h"

#include <Eigen/Core>
#include <cmath>

namespace kinemate {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Twists = std::vector<Twist<double>>;

constexpr Index kCount = static_cast<Index>(kParameterCount);
constexpr int kStates = 24;  // ten columns of a body with one joint need ten at least

double length(const Vector3<double>& v) { return std::sqrt(dot(v, v)); }

// The power without anything that cancels.
double largest_power(const Load<double>& load, const Twist<double>& twist) {
  return length(load.torque) * length(twist.angular) + length(load.force) * length(twist.linear);
}

// Six twists or fewer, D, for any number of them, Z, with the same products: Zᵀ Z = Dᵀ D. So powers of loads along
// D have the same lengths and dependences as those along Z.
Twists compress(const Twists& twists) {
  if (twists.size() <= 6) return twists;
  MatrixXd rows(static_cast<Index>(twists.size()), 6);
  for (std::size_t i = 0; i < twists.size(); ++i) {
    const auto& [w, v] = twists[i];
    rows.row(static_cast<Index>(i)) << w.x, w.y, w.z, v.x, v.y, v.z;
  }
  const MatrixXd R = decompose_qr(rows).r;
  Twists result;
  for (Index i = 0; i < 6; ++i) result.push_back({{R(i, 0), R(i, 1), R(i, 2)}, {R(i, 3), R(i, 4), R(i, 5)}});
  return result;
}

// For each link, twists that stand for all directions in which speeds move it.
std::vector<Twists> compress_directions(const BaseSystem<double>& system) {
  std::vector<Twists> result;
  for (const auto& link : system.links) {
    Twists twists;
    if (link.carrier != kBase)
      for (const Twist<double>& twist : result[link.carrier]) twists.push_back(outward(link.transfer, twist));
    const auto first = system.free.begin() + static_cast<std::ptrdiff_t>(link.first);
    twists.insert(twists.end(), first, first + static_cast<std::ptrdiff_t>(link.count));
    result.push_back(compress(twists));
  }
  return result;
}

class PairSampler {
 public:
  explicit PairSampler(const BodyPair& pair)
      : pair_(pair), effects_(VectorXd::Zero(kCount)), scale_(VectorXd::Zero(kCount)) {}

  void add(const LinkNumbers& numbers, const std::vector<Twists>& directions) {
    InertiaList<Load<double>> loads = unit_loads(numbers.motions[pair_.link]);
    const InertiaList<Load<double>> none{};
    for (std::size_t at = pair_.link; at != pair_.before; at = numbers.system.links[at].carrier) {
      const auto& link = numbers.system.links[at];
      for (std::size_t k = link.first; k < link.first + link.count; ++k) add_row(loads, none, numbers.system.free[k]);
      for (Load<double>& load : loads) load = inward(link.transfer, load);
    }
    if (pair_.before == kBase) return;
    const InertiaList<Load<double>> units = unit_loads(numbers.motions[pair_.before]);
    InertiaList<Load<double>> moved{};
    for (Index j = 0; j < kCount; ++j)
      for (Index i = 0; i < kCount; ++i)
        moved[static_cast<std::size_t>(j)] += units[static_cast<std::size_t>(i)] * pair_.on_before(i, j);
    for (const Twist<double>& twist : directions[pair_.before]) add_row(loads, moved, twist);
  }

  ParameterSample finish() const {
    MatrixXd rows(static_cast<Index>(rows_.size()), kCount);
    for (std::size_t i = 0; i < rows_.size(); ++i) rows.row(static_cast<Index>(i)) = rows_[i];
    return {rows, effects_.cwiseSqrt(), scale_.cwiseSqrt()};
  }

 private:
  void add_row(const InertiaList<Load<double>>& loads, const InertiaList<Load<double>>& moved,
               const Twist<double>& twist) {
    Eigen::RowVectorXd row(kCount);
    for (std::size_t j = 0; j < kParameterCount; ++j) {
      const auto at = static_cast<Index>(j);
      const double effect = power(loads[j], twist);
      row[at] = effect - power(moved[j], twist);
      effects_[at] += effect * effect;
      scale_[at] += std::pow(largest_power(loads[j], twist), 2) + std::pow(largest_power(moved[j], twist), 2);
    }
    rows_.push_back(row);
  }

  const BodyPair& pair_;
  std::vector<Eigen::RowVectorXd> rows_;
  VectorXd effects_, scale_;  // squared
};

}  // namespace

std::vector<ParameterSample> sample_pairs(RandomMotions& motions, std::span<const BodyPair> pairs) {
  std::vector<PairSampler> samplers(pairs.begin(), pairs.end());
  for (int state = 0; state < kStates; ++state) {
    const LinkNumbers numbers = motions.next();
    const std::vector<Twists> directions = compress_directions(numbers.system);
    for (PairSampler& sampler : samplers) sampler.add(numbers, directions);
  }
  std::vector<ParameterSample> samples;
  for (const PairSampler& sampler : samplers) samples.push_back(sampler.finish());
  return samples;
}

ColumnSample sample_columns(RandomMotions& motions, std::span<const LinkParameter> parameters) {
  const auto count = static_cast<Index>(parameters.size());
  std::vector<MatrixXd> blocks;
  VectorXd scale = VectorXd::Zero(count);
  Index rows = 0;
  for (int state = 0; state < kStates || rows < 2 * count; ++state) {
    const LinkNumbers numbers = motions.next();
    const auto columns = compute_regressor(numbers.system, numbers.motions, parameters);
    const std::vector<Twists> directions = compress_directions(numbers.system);
    MatrixXd& block = blocks.emplace_back(static_cast<Index>(numbers.system.free.size()), count);
    for (std::size_t j = 0; j < parameters.size(); ++j) {
      const auto at = static_cast<Index>(j);
      block.col(at) = Eigen::Map<const VectorXd>(columns[j].data(), block.rows());
      const Load<double> load =
          required_load(unit_inertia<double>(parameters[j].parameter), numbers.motions[parameters[j].link]);
      for (const Twist<double>& twist : directions[parameters[j].link])
        scale[at] += std::pow(largest_power(load, twist), 2);
    }
    if (block.rows() == 0) break;
    rows += block.rows();
  }
  ColumnSample sample{MatrixXd(rows, count), scale.cwiseSqrt()};
  rows = 0;
  for (const MatrixXd& block : blocks) sample.columns.middleRows(rows, block.rows()) = block, rows += block.rows();
  return sample;
}

}  // namespace kinemate
