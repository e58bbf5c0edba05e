#include "recursion/algorithms/handle.h"

#include <cmath>
#include <utility>

namespace kinemate {
namespace {

// A X = B by elimination with row exchanges; rows of [A B].
using HandleRows = std::vector<std::vector<double>>;

HandleRows solve_rows(HandleRows rows) {
  const std::size_t n = rows.size();
  for (std::size_t c = 0; c < n; ++c) {
    std::size_t best = c;
    for (std::size_t i = c + 1; i < n; ++i)
      if (std::abs(rows[i][c]) > std::abs(rows[best][c])) best = i;
    std::swap(rows[c], rows[best]);
    for (std::size_t i = 0; i < n; ++i) {
      if (i == c || rows[i][c] == 0) continue;
      const double factor = rows[i][c] / rows[c][c];
      for (std::size_t j = c; j < rows[i].size(); ++j) rows[i][j] -= factor * rows[c][j];
    }
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = n; j < rows[i].size(); ++j) rows[i][j] /= rows[i][i];
  return rows;
}

// [E + C K | Qᵀ | b + C g]
HandleRows make_rows(const Handle& handle, const std::vector<Hanging>& hanging) {
  const std::size_t size = 6 * handle.tips.size();
  HandleRows rows(size, std::vector<double>(size + 7, 0));
  for (std::size_t i = 0; i < size; ++i) {
    const Handle::Tip& tip = handle.tips[i / 6];
    const Six<double> through = to_six(tip.through[i % 6]);
    for (std::size_t k = 0; k < 6; ++k) rows[i][size + k] = through[k];
    rows[i][i] = 1;
    rows[i][size + 6] = tip.drift[i % 6];
    for (std::size_t t = 0; t < handle.tips.size(); ++t)
      for (std::size_t k = 0; k < 6; ++k) {
        const double C = handle.compliance[i * size + 6 * t + k];
        for (std::size_t j = 0; j < 6; ++j) rows[i][6 * t + j] += C * get_entry(hanging[t].inertia, k, j);
        rows[i][size + 6] += C * to_six(hanging[t].load)[k];
      }
  }
  return rows;
}

// Q f
Load<double> through(const Handle::Tip& tip, const Load<double>& load) {
  Load<double> sum;
  for (std::size_t k = 0; k < 6; ++k) sum += tip.through[k] * to_six(load)[k];
  return sum;
}

}  // namespace

ClosedHandle close(const Handle& handle, const std::vector<Hanging>& hanging) {
  const std::size_t size = 6 * handle.tips.size();
  const HandleRows rows = solve_rows(make_rows(handle, hanging));
  ClosedHandle closed{handle.hanging, std::vector<ClosedHandle::Tip>(handle.tips.size())};
  std::array<Six<double>, 6> gained{};  // Σ Q K follows
  for (std::size_t t = 0; t < handle.tips.size(); ++t) {
    ClosedHandle::Tip& tip = closed.tips[t];
    tip.hanging = hanging[t];
    for (std::size_t k = 0; k < 6; ++k) {
      for (std::size_t j = 0; j < 6; ++j) tip.follows[k][j] = rows[6 * t + k][size + j];
      tip.drift[k] = rows[6 * t + k][size + 6];
    }
    for (std::size_t j = 0; j < 6; ++j) {
      Six<double> column;
      for (std::size_t k = 0; k < 6; ++k) column[k] = tip.follows[k][j];
      const Load<double> load = hanging[t].inertia * from_six<Acceleration<double>>(column);
      const Six<double> felt = to_six(through(handle.tips[t], load));
      for (std::size_t k = 0; k < 6; ++k) gained[k][j] += felt[k];
    }
    const Load<double> held = hanging[t].inertia * from_six<Acceleration<double>>(tip.drift);
    closed.hanging.load += through(handle.tips[t], hanging[t].load - held);
  }
  closed.hanging.inertia = closed.hanging.inertia + make_articulated(gained);
  return closed;
}

Acceleration<double> move_tip(const ClosedHandle::Tip& tip, const Acceleration<double>& carrier) {
  const Six<double> x = to_six(carrier);
  Six<double> moved = tip.drift;
  for (std::size_t k = 0; k < 6; ++k)
    for (std::size_t j = 0; j < 6; ++j) moved[k] += tip.follows[k][j] * x[j];
  return from_six<Acceleration<double>>(moved);
}

}  // namespace kinemate
