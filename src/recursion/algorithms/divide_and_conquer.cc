#include "recursion/algorithms/divide_and_conquer.h"

#include <algorithm>
#include <barrier>
#include <exception>
#include <map>
#include <system_error>
#include <thread>

#include "recursion/algorithms/explicit_column.h"
#include "recursion/algorithms/handle.h"

namespace kinemate {
namespace {

// The unit loads of a tip, on their way inward.
struct Probe {
  std::size_t tip;
  std::array<Load<double>, 6> loads;
};

// A column on the way inward: what the way back outward needs.
struct PassedColumn {
  ExplicitColumn<double> column;
  double driving;  // η + Φᵀl, as far as the piece knows
};

// What a tip's load does to a column.
struct Crossing {
  std::size_t column, tip;
  Six<double> w;
};

struct PieceWork {
  const TreePiece& piece;
  Handle handle{};
  ClosedHandle closed{};
  std::vector<PassedColumn> columns{};  // from the ends inward, as the crossings are
  std::vector<Crossing> crossings{};
  Acceleration<double> carrier{};
  std::vector<Load<double>> tip_loads{};
  std::exception_ptr failure{};
};

Probe make_probe(std::size_t tip) {
  Probe probe{tip, {}};
  for (std::size_t k = 0; k < 6; ++k) component(probe.loads[k], k) = 1;
  return probe;
}

// The probes that pass a column, and what they say about the tips.
void cross(PieceWork& mine, std::vector<Probe>& probes, const Twist<double>& free, std::size_t number) {
  const std::size_t before = mine.crossings.size(), size = 6 * mine.handle.tips.size();
  const auto& [column, driving] = mine.columns.back();
  for (Probe& probe : probes) {
    mine.crossings.push_back({number, probe.tip, {}});
    Six<double>& w = mine.crossings.back().w;
    Six<double>& drift = mine.handle.tips[probe.tip].drift;
    for (std::size_t k = 0; k < 6; ++k) {
      const DrivenColumn<double> driven = drive_column(column, free, probe.loads[k], 0.0);
      w[k] = driven.driving;
      probe.loads[k] = driven.load;
      drift[k] += w[k] * (driving * column.inverse);
    }
  }
  for (std::size_t a = before; a < mine.crossings.size(); ++a)
    for (std::size_t b = before; b < mine.crossings.size(); ++b)
      for (std::size_t k = 0; k < 6; ++k) {
        const double scaled = mine.crossings[a].w[k] * column.inverse;
        double* row = &mine.handle.compliance[(6 * mine.crossings[a].tip + k) * size + 6 * mine.crossings[b].tip];
        for (std::size_t j = 0; j < 6; ++j) row[j] += scaled * mine.crossings[b].w[j];
      }
}

void eliminate(const BaseSystem<double>& system, const RightSide<double>& right, PieceWork& mine) {
  const TreePiece& piece = mine.piece;
  const std::size_t tips = piece.tips.size();
  mine.handle.tips.resize(tips);
  mine.handle.compliance.assign(36 * tips * tips, 0);
  std::vector<Hanging> hanging(piece.links.size());  // on the links, and then what they are themselves
  std::vector<std::vector<Probe>> probes(tips > 0 ? piece.links.size() : 1);
  for (std::size_t t = 0; t < tips; ++t) probes[piece.tips[t]].push_back(make_probe(t));
  for (std::size_t at = piece.links.size(); at-- > 0;) {
    const std::size_t i = piece.links[at];
    const auto& link = system.links[i];
    auto& [M, load] = hanging[at];
    std::vector<Probe>& here = probes[tips > 0 ? at : 0];
    M = M + make_articulated(link.inertia);
    load += right.loads[i];
    for (std::size_t column = link.first + link.count; column-- > link.first;) {
      const Twist<double>& free = system.free[column];
      const EliminatedColumn<double> eliminated = eliminate_column(M, free, column);
      const DrivenColumn<double> driven = drive_column(eliminated.column, free, load, right.efforts[column]);
      M = eliminated.remaining;
      load = driven.load;
      mine.columns.push_back({eliminated.column, driven.driving});
      cross(mine, here, free, column);
    }
    if (link.carrier == kBase) continue;
    for (Probe& probe : here)
      for (Load<double>& unit_load : probe.loads) unit_load = inward(link.transfer, unit_load);
    const Hanging felt{inward(link.transfer, M), inward(link.transfer, load)};
    if (const std::size_t carrier = piece.carriers[at]; carrier != kBase) {
      hanging[carrier] = hanging[carrier] + felt;
      if (!here.empty()) probes[carrier].insert(probes[carrier].end(), here.begin(), here.end());
    } else {  // the piece hangs by this link
      mine.handle.hanging = felt;
      for (const Probe& probe : here) mine.handle.tips[probe.tip].through = probe.loads;
    }
  }
}

// From the ends to the base what hangs where, and back how the tips move.
void join(std::vector<PieceWork>& all) {
  struct Tip {
    std::size_t piece, tip;
  };
  std::map<std::size_t, Tip> tips;  // by their links
  std::vector<std::vector<Hanging>> hanging;
  for (std::size_t p = 0; p < all.size(); ++p) {
    const TreePiece& piece = all[p].piece;
    hanging.emplace_back(piece.tips.size());
    for (std::size_t t = 0; t < piece.tips.size(); ++t) tips[piece.links[piece.tips[t]]] = {p, t};
  }
  for (std::size_t p = all.size(); p-- > 0;) {
    all[p].closed = close(all[p].handle, hanging[p]);
    if (all[p].piece.carrier == kBase) continue;
    Hanging& on_tip = hanging[tips[all[p].piece.carrier].piece][tips[all[p].piece.carrier].tip];
    on_tip = on_tip + all[p].closed.hanging;
  }
  for (PieceWork& mine : all) {
    if (mine.piece.carrier != kBase) {
      const PieceWork& below = all[tips[mine.piece.carrier].piece];
      mine.carrier = move_tip(below.closed.tips[tips[mine.piece.carrier].tip], below.carrier);
    }
    for (const ClosedHandle::Tip& tip : mine.closed.tips)
      mine.tip_loads.push_back(tip.hanging.load - tip.hanging.inertia * move_tip(tip, mine.carrier));
  }
}

// Each piece writes what belongs to its links and columns alone.
void move_outward(const BaseSystem<double>& system, PieceWork& mine, Solution<double>& solution) {
  const TreePiece& piece = mine.piece;
  for (std::size_t at = 0; at < piece.links.size(); ++at) {
    const auto& link = system.links[piece.links[at]];
    Acceleration<double>& x = solution.motions[piece.links[at]];
    const bool inside = piece.carriers[at] != kBase;
    if (link.carrier != kBase) x = outward(link.transfer, inside ? solution.motions[link.carrier] : mine.carrier);
    for (std::size_t column = link.first; column < link.first + link.count; ++column) {
      auto [of_column, driving] = mine.columns.back();
      mine.columns.pop_back();
      for (; !mine.crossings.empty() && mine.crossings.back().column == column; mine.crossings.pop_back()) {
        const Six<double> f = to_six(mine.tip_loads[mine.crossings.back().tip]);
        for (std::size_t k = 0; k < 6; ++k) driving += mine.crossings.back().w[k] * f[k];
      }
      solution.accelerations[column] = move_column(of_column, driving, x);
      x = x + to_acceleration(system.free[column] * solution.accelerations[column]);
    }
  }
}

void collect_loads(const BaseSystem<double>& system, const RightSide<double>& right, const PieceWork& mine,
                   Solution<double>& solution) {
  const TreePiece& piece = mine.piece;
  std::vector<Load<double>>& loads = solution.joint_loads;
  for (std::size_t t = 0; t < piece.tips.size(); ++t) loads[piece.links[piece.tips[t]]] = mine.tip_loads[t] * -1.0;
  for (std::size_t at = piece.links.size(); at-- > 0;) {
    const std::size_t i = piece.links[at];
    const auto& link = system.links[i];
    loads[i] += link.inertia * solution.motions[i] - right.loads[i];
    if (piece.carriers[at] != kBase) loads[link.carrier] += inward(link.transfer, loads[i]);
  }
}

}  // namespace

Solution<double> solve_in_pieces(const BaseSystem<double>& system, const std::vector<TreePiece>& pieces,
                                 const RightSide<double>& right) {
  const std::size_t n = system.links.size();
  Solution<double> solution{std::vector<double>(system.free.size()), std::vector<Acceleration<double>>(n),
                            std::vector<Load<double>>(n)};
  if (pieces.empty()) return solution;
  std::vector<PieceWork> all;
  for (const TreePiece& piece : pieces) all.push_back({piece});
  bool failed = false;
  const auto join_all = [&]() noexcept {
    failed = std::ranges::any_of(all, [](const PieceWork& mine) { return mine.failure != nullptr; });
    if (!failed) join(all);
  };
  std::barrier meeting(static_cast<std::ptrdiff_t>(pieces.size()), join_all);
  const auto run = [&](const std::vector<PieceWork*>& mine) {
    for (PieceWork* work : mine) {
      try {
        eliminate(system, right, *work);
      } catch (...) {
        work->failure = std::current_exception();
      }
    }
    meeting.arrive_and_wait();
    for (PieceWork* work : mine) {
      if (failed) break;
      move_outward(system, *work, solution);
      collect_loads(system, right, *work, solution);
    }
  };
  std::vector<std::jthread> threads;
  std::vector<PieceWork*> here = {&all.front()};
  for (std::size_t p = 1; p < all.size(); ++p) {
    try {
      threads.emplace_back(run, std::vector{&all[p]});
    } catch (const std::system_error&) {  // no more threads to be had
      here.push_back(&all[p]);
      meeting.arrive_and_drop();
    }
  }
  run(here);
  threads.clear();
  for (const PieceWork& mine : all)
    if (mine.failure) std::rethrow_exception(mine.failure);
  return solution;
}

}  // namespace kinemate
