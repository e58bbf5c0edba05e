#include "study/sweep/samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "base/check.h"
#include "base/error.h"
#include "study/sweep/counter_random.h"
#include "study/sweep/normal_quantile.h"
#include "study/sweep/twofold.h"

namespace kinemate {
namespace {

constexpr std::uint64_t kMostTableRuns = std::uint64_t{1} << 53;

void require_matching_plan(std::span<const Variation> variations, const SamplePlan& plan) {
  const auto sampled = std::find_if(variations.begin(), variations.end(), [](const auto& v) { return !v.counted(); });
  const bool samples = plan.kind != SamplePlan::Kind::kGrid;
  CHECK(samples || plan.samples == 0);
  if (samples && plan.samples == 0) throw Error(ErrorCode::kVariation, "a study of 0 samples has no runs");
  if (!samples && sampled != variations.end())
    throw Error(ErrorCode::kVariation,
                fmt::format("{} has a range, but it is not said how many samples are taken of it", sampled->name),
                sampled->kind == Variation::Kind::kRange
                    ? fmt::format("ask for samples, or for a grid: \"{} : 5\"", sampled->text)
                    : "ask for samples");
  if (samples && sampled == variations.end())
    throw Error(
        ErrorCode::kVariation, "samples are asked for, but nothing has a range to take them of",
        "for example \"k = 10 .. 20\" or \"k = normal(10, 0.5)\"; grids and lists have their own numbers of values");
}

double counted_value(const Variation& variation, std::uint64_t index) {
  if (variation.kind == Variation::Kind::kList) return variation.values[index];
  if (index == 0) return variation.low;
  const Twofold part = Twofold{static_cast<double>(index)} / Twofold{static_cast<double>(variation.points - 1)};
  return variation.logarithmic ? rounded_between_logarithms(variation.low, variation.high, part)
                               : rounded_between(variation.low, variation.high, part);
}

// Where a sample of a Latin hypercube lies in 0 ... 1. It has no more digits than keep it inside of its stratum.
double latin_fraction(std::uint64_t key, std::uint64_t index, std::uint64_t size) {
  const std::uint64_t stratum = permuted(random_bits(key, 0), index, size);
  const int digits = std::max(0, 48 - static_cast<int>(std::bit_width(size)));
  const std::uint64_t inside = random_bits(random_bits(key, 1), index) & ((std::uint64_t{1} << digits) - 1);
  return (static_cast<double>(stratum) + std::ldexp(static_cast<double>(inside) + 0.5, -digits)) /
         static_cast<double>(size);
}

}  // namespace

RunTable::RunTable(std::vector<Variation> variations, const SamplePlan& plan) : plan_(plan) {
  require_different_names(variations);
  require_matching_plan(variations, plan);
  const auto multiply = [this](std::uint64_t count) {
    if (count > kMostTableRuns / size_)
      throw Error(ErrorCode::kVariation, "the study would have more than 2^53 runs", "vary less at a time");
    size_ *= count;
  };
  if (plan.kind != SamplePlan::Kind::kGrid) multiply(plan.samples);
  for (Variation& variation : variations) {
    names_.push_back(variation.name);
    columns_.push_back({std::move(variation), 1, random_key(plan.seed, names_.back())});
  }
  for (auto column = columns_.rbegin(); column != columns_.rend(); ++column) {
    if (!column->variation.counted()) continue;
    column->stride = size_;
    CHECK(column->variation.count() > 0);
    multiply(column->variation.count());
  }
}

RunTable::RunTable(ListedRuns runs) : listed_(std::move(runs)), names_(listed_.names), size_(listed_.size()) {}

void RunTable::values(std::uint64_t run, std::span<double> out) const {
  CHECK(run < size_);
  CHECK(out.size() == names_.size());
  if (columns_.empty()) {
    std::copy_n(listed_.values.begin() + static_cast<std::ptrdiff_t>(run * out.size()), out.size(), out.begin());
    return;
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto& [variation, stride, key] = columns_[i];
    out[i] = variation.counted() ? counted_value(variation, run / stride % variation.count())
                                 : sample(columns_[i], run % plan_.samples);
  }
}

double RunTable::sample(const Column& column, std::uint64_t index) const {
  const Variation& variation = column.variation;
  const double fraction = plan_.kind == SamplePlan::Kind::kLatin ? latin_fraction(column.key, index, plan_.samples)
                                                                 : random_fraction(column.key, index);
  if (variation.kind == Variation::Kind::kNormal)
    return std::fma(variation.deviation, normal_quantile(fraction), variation.mean);
  return variation.logarithmic ? rounded_between_logarithms(variation.low, variation.high, {fraction})
                               : rounded_between(variation.low, variation.high, {fraction});
}

}  // namespace kinemate
