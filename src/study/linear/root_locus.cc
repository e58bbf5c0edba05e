#include "study/linear/root_locus.h"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "expr/text/print.h"
#include "numeric/decompositions.h"
#include "numeric/follow_values.h"
#include "study/linear/equilibrium.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Complex = std::complex<double>;

constexpr int kMostHalvings = 60;
constexpr double kBoundaryWidth = 1e-13;  // of the value

// The machine at one value of the parameter, from an equilibrium nearby.
class LocusProbe {
 public:
  LocusProbe(const VariedMachine& machine, Index parameter, bool rests, bool energy)
      : machine_(machine), parameter_(parameter), rests_(rests), energy_(energy) {}

  LocusPoint at(double value, const MachinePoint& near) const {
    LocusPoint point;
    point.value = value;
    try {
      point.reference = reference_at(value, near, point.jumped);
      const LinearSystem system = linearise(machine_, *point.reference);
      point.analysis = analyse_modes(system, energy_);
      point.sign = sign_of_determinant(without_deviations(system, point.analysis.idle));
    } catch (const Error& error) {
      point.reference.reset();
      point.analysis = {};
      point.reason = error.message;
    }
    return point;
  }

 private:
  // On the same branch if it reaches that far, else wherever Newton's method leads.
  MachinePoint reference_at(double value, MachinePoint near, bool& jumped) const {
    jumped = false;
    if (rests_ && near.p[parameter_] != value) {
      EquilibriumEquations equations(machine_, near);
      const std::vector<ValueOnBranch> branch =
          follow_values(equations.along_parameter(parameter_), equations.unknowns(), {near.p[parameter_], value});
      jumped = !branch[1].x;
      if (branch[1].x) near = equations.point_at(*branch[1].x);
    }
    near.p[parameter_] = value;
    return rests_ ? find_equilibrium(machine_, near) : near;
  }

  const VariedMachine& machine_;
  Index parameter_;
  bool rests_, energy_;
};

// The pole that decides, on the side where fewer grow.
Pole deciding_pole(const LocusPoint& point) {
  if (point.analysis.modes.empty()) return {};
  return point.analysis.modes[point.analysis.stability.pole].pole;
}

// By the number of poles that grow; where a real one crosses, by the sign of the determinant, which is sharper.
StabilityBoundary find_boundary(const LocusProbe& probe, LocusPoint a, LocusPoint b) {
  const auto grows = [](const LocusPoint& point) { return point.analysis.stability.unstable_count; };
  const bool real = a.sign * b.sign < 0;
  const bool loses = grows(a) < grows(b);
  const double before = a.value, behind = b.value;
  Pole pole = deciding_pole(loses ? a : b);
  for (int i = 0; i < kMostHalvings; ++i) {
    if (std::abs(b.value - a.value) <= kBoundaryWidth * std::max(std::abs(a.value), std::abs(b.value))) break;
    const double middle = (a.value + b.value) / 2;
    if (middle == a.value || middle == b.value) break;
    LocusPoint point = probe.at(middle, *(loses ? a : b).reference);
    if (!point.reference) point = probe.at(middle, *(loses ? b : a).reference);
    if (!point.reference) break;
    const bool is_a = real ? point.sign == a.sign : grows(point) == grows(a);
    if (is_a == loses) pole = deciding_pole(point);
    (is_a ? a : b) = std::move(point);
  }
  pole.value = real ? 0 : Complex(0, pole.value.imag());  // it lies on the axis there
  return {(a.value + b.value) / 2, before, behind, pole, loses};
}

// Each pole goes to the nearest one that no nearer pole has taken.
void match_branches(MachineLocus& locus) {
  std::vector<Complex> last;
  const auto missing = Complex(std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t k = 0; k < locus.points.size(); ++k) {
    std::vector<Complex> poles;
    for (const Mode& mode : locus.points[k].analysis.modes) {
      poles.push_back(mode.pole.value);
      if (mode.pole.value.imag() > 0) poles.push_back(std::conj(mode.pole.value));
    }
    struct Pair {
      double distance;
      std::size_t branch, pole;
    };
    std::vector<Pair> pairs;
    for (std::size_t b = 0; b < last.size(); ++b)
      for (std::size_t i = 0; i < poles.size(); ++i) pairs.push_back({std::abs(last[b] - poles[i]), b, i});
    std::stable_sort(pairs.begin(), pairs.end(), [](const Pair& x, const Pair& y) { return x.distance < y.distance; });
    std::vector<bool> taken(poles.size(), false);
    std::vector<bool> found(last.size(), false);
    for (const Pair& pair : pairs) {
      if (taken[pair.pole] || found[pair.branch]) continue;
      taken[pair.pole] = found[pair.branch] = true;
      locus.branches[pair.branch].push_back(poles[pair.pole]);
      last[pair.branch] = poles[pair.pole];
    }
    for (std::size_t b = 0; b < last.size(); ++b)
      if (!found[b]) locus.branches[b].push_back(missing);
    for (std::size_t i = 0; i < poles.size(); ++i) {
      if (taken[i]) continue;
      locus.branches.emplace_back(k, missing).push_back(poles[i]);
      last.push_back(poles[i]);
    }
  }
}

}  // namespace

MachineLocus follow_poles(const VariedMachine& machine, const MachinePoint& start, Index parameter,
                          const std::vector<double>& values, bool rests, bool energy) {
  MachineLocus locus;
  locus.parameter = to_text(machine.parameters()[static_cast<std::size_t>(parameter)]);
  const LocusProbe probe(machine, parameter, rests, energy);
  MachinePoint near = start;
  std::optional<LocusPoint> last;  // with an equilibrium
  for (const double value : values) {
    LocusPoint point = probe.at(value, near);
    if (point.reference) {
      near = *point.reference;
      if (last && last->analysis.stability.unstable_count != point.analysis.stability.unstable_count)
        locus.boundaries.push_back(find_boundary(probe, *last, point));
      last = point;
    }
    locus.points.push_back(std::move(point));
  }
  match_branches(locus);
  return locus;
}

}  // namespace kinemate
