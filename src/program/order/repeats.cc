// Method. Runs: places i with the same kinds of operations as places i + period. Windows of k kinds are hashed for
// k = 8, 16, 32, ...; a window that came last d places before, k/2 < d ≤ k, hints at a run of period d, which is then
// extended by comparison. (In a run of primitive period p, equal windows of at least p kinds are a multiple of p apart,
// so no run of three periods escapes, but for collisions in the table of last places.) As sums of products repeat
// kinds within a link, kinds are hashed once more together with the distances to operands of up to k/2 places: this
// finds the period of the structure where that of the kinds is a fraction of it.
// Then each run is cut into windows, at the phase with the fewest ports, and neighbours with the same internal operands
// make a repeat.
#include "program/order/repeats.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

#include "expr/function.h"

namespace kinemate {
namespace {

constexpr double kLeastSaving = 1000;
constexpr double kPortCost = 0.75;
constexpr double kMostPorts = 0.75;  // for each operation of a window
constexpr double kWorthDoubling = 1.25;
constexpr std::size_t kLongestDoubled = 4000;  // such a body fills the instruction cache
constexpr std::size_t kLeastCount = 3;
constexpr std::size_t kShortestWindow = 8;  // hashed

double saving(std::size_t period, std::size_t count, double ports) {
  return static_cast<double>(period) * (static_cast<double>(count) - 1) -
         kPortCost * ports * static_cast<double>(count);
}

std::uint64_t mix(std::uint64_t hash, std::uint64_t next) {
  hash = (hash ^ next) * 0x9e3779b97f4a7c15u;
  return hash ^ (hash >> 29);
}

// Kinds at [first, end - period) are the same as those `period` later.
struct Run {
  std::size_t first = 0, end = 0, period = 0;

  friend auto operator<=>(const Run&, const Run&) = default;
};

bool is_long_enough(const Run& run) {
  const std::size_t count = (run.end - run.first) / run.period;
  return count >= kLeastCount && saving(run.period, count, 0) >= kLeastSaving;
}

// Hashes of all windows of k places.
class Windows {
 public:
  /// Kinds, and distances up to `reach`.
  Windows(std::span<const Placed> places, std::size_t k, std::size_t reach) : prefix_(places.size() + 1, 0), k_(k) {
    for (std::size_t i = 0; i < k; ++i) power_ *= kBase;
    for (std::size_t i = 0; i < places.size(); ++i) {
      std::uint64_t token = mix(1, places[i].kind);
      for (std::uint32_t distance : places[i].distance) token = mix(token, distance <= reach ? distance : 0);
      prefix_[i + 1] = prefix_[i] * kBase + token;
    }
  }
  std::uint64_t hash(std::size_t at) const { return mix(1, prefix_[at + k_] - prefix_[at] * power_); }

 private:
  static constexpr std::uint64_t kBase = 0xd1342543de82ef95u;
  std::vector<std::uint64_t> prefix_;
  std::uint64_t power_ = 1;
  std::size_t k_;
};

Run extend(std::span<const Placed> places, std::size_t at, std::size_t period) {
  auto same = [&](std::size_t i) { return places[i].kind == places[i + period].kind; };
  std::size_t first = at, end = at;
  while (first > 0 && same(first - 1)) --first;
  while (end + period < places.size() && same(end)) ++end;
  return {first, end + period, period};
}

// Runs of periods k/2 < period ≤ k.
void find_runs(std::span<const Placed> places, std::size_t k, std::size_t reach, std::vector<Run>& runs) {
  const Windows windows(places, k, reach);
  const auto bits = static_cast<unsigned>(std::bit_width(16 * k));
  std::vector<std::uint32_t> last(std::size_t{1} << bits, 0);  // by hash: 1 + the place; the latest alone
  std::vector<std::size_t> compared(k + 1, 0);                 // by period: places up to here
  for (std::size_t i = 0; i + k <= places.size(); ++i) {
    const std::uint64_t hash = windows.hash(i);
    const std::size_t before = std::exchange(last[hash >> (64 - bits)], static_cast<std::uint32_t>(i + 1));
    if (before == 0 || i + 1 - before > k || i + 1 - before <= k / 2) continue;
    const std::size_t at = before - 1, period = i - at;
    if (at < compared[period] || windows.hash(at) != hash) continue;
    const Run run = extend(places, at, period);
    compared[period] = std::max(run.end - period, at + 1);
    if (is_long_enough(run)) runs.push_back(run);
  }
}

std::vector<Run> find_runs(std::span<const Placed> places) {
  std::vector<Run> runs;
  for (std::size_t k = kShortestWindow; k < places.size() && kLeastCount * (k / 2 + 1) <= places.size(); k *= 2) {
    find_runs(places, k, 0, runs);
    find_runs(places, k, k / 2, runs);
  }
  std::sort(runs.begin(), runs.end());
  runs.erase(std::unique(runs.begin(), runs.end()), runs.end());
  return runs;
}

struct Candidate {
  Repeat repeat;
  double saving = 0;

  std::size_t end() const { return repeat.first + repeat.period * repeat.count; }
};

// Makes repeats of runs.
class Cutter {
 public:
  Cutter(const Program& program, std::span<const Value> order, std::span<const Placed> places)
      : order_(order), places_(places), uses_(count_uses(program)), inside_(uses_.size(), 0) {}

  /// Two windows as one have less than twice the ports, but a body twice as long: they are one where this saves a
  /// quarter more.
  std::vector<Candidate> cut(Run run) {
    std::vector<Candidate> best;
    for (double most = 0; is_long_enough(run); run.period *= 2) {
      const std::vector<Repeat> repeats = cut_into_windows(run);
      std::vector<Candidate> found;
      double sum = 0;
      for (const Repeat& repeat : repeats) sum += add_candidates(repeat, found);
      if (repeats.empty() || sum < kWorthDoubling * most) break;
      best = std::move(found), most = sum;
      if (2 * run.period > kLongestDoubled) break;
    }
    return best;
  }

 private:
  std::size_t choose_phase(const Run& run) {
    const std::vector<std::size_t> ports = count_ports_by_phase(run);
    const std::size_t length = run.end - run.first;
    std::size_t best = 0;
    double most = 0;
    for (std::size_t phase = 0; phase < run.period; ++phase) {
      const double now = saving(run.period, (length - phase) / run.period, static_cast<double>(ports[phase]));
      if (phase == 0 || now > most) best = phase, most = now;
    }
    return best;
  }

  // Of a window that slides over a period in the middle of the run.
  std::vector<std::size_t> count_ports_by_phase(const Run& run) {
    const std::size_t period = run.period, windows = (run.end - run.first) / period;
    const std::size_t start = run.first + (windows - 2) / 2 * period;
    Slider slider{0, 0};
    for (std::size_t i = 0; i < period; ++i) enter(slider, start, start + i);
    std::vector<std::size_t> ports;
    for (std::size_t phase = 0; phase < period; ++phase) {
      ports.push_back(slider.read + slider.written);
      leave(slider, start + phase);
      enter(slider, start + phase + 1, start + phase + period);
    }
    for (std::size_t i = 0; i < period; ++i)
      for (std::size_t k = 0; k < places_[start + period + i].count(); ++k)
        inside_[places_[start + period + i].operands[k]] = 0;
    return ports;
  }

  // Values that the operations of a window read from outside, and that they make for outside.
  struct Slider {
    std::size_t read = 0, written = 0;
  };

  void enter(Slider& slider, std::size_t first, std::size_t at) {
    const Placed& placed = places_[at];
    for (std::size_t k = 0; k < placed.count(); ++k) {
      const std::uint32_t uses = ++inside_[placed.operands[k]];
      if (placed.distance[k] > at - first) {
        if (uses == 1) ++slider.read;
      } else if (uses == uses_[placed.operands[k]]) {
        --slider.written;
      }
    }
    if (uses_[order_[at]] > 0) ++slider.written;
  }

  // The first operation of the window.
  void leave(Slider& slider, std::size_t at) {
    for (std::size_t k = 0; k < places_[at].count(); ++k)
      if (--inside_[places_[at].operands[k]] == 0) --slider.read;
    if (inside_[order_[at]] < uses_[order_[at]]) --slider.written;
    if (inside_[order_[at]] > 0) ++slider.read;
  }

  // Neighbouring windows with the same internal operands, at least three of them.
  std::vector<Repeat> cut_into_windows(const Run& run) {
    const std::size_t start = run.first + choose_phase(run), windows = (run.end - start) / run.period;
    std::vector<Repeat> repeats;
    for (std::size_t first = 0, next = 1; first < windows; first = next++) {
      while (next < windows && same_inside(start + (next - 1) * run.period, run.period)) ++next;
      if (next - first >= kLeastCount) repeats.push_back({start + first * run.period, run.period, next - first});
    }
    return repeats;
  }

  bool same_inside(std::size_t window, std::size_t period) const {
    for (std::size_t i = 0; i < period; ++i)
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t a = places_[window + i].distance[k], b = places_[window + period + i].distance[k];
        if (a != b && (a <= i || b <= i)) return false;
      }
    return true;
  }

  std::size_t count_ports(const Repeat& repeat) { return count_written(repeat) + count_read(repeat); }

  std::size_t count_written(const Repeat& repeat) {
    const std::size_t period = repeat.period, end = repeat.first + period * repeat.count;
    for (std::size_t at = repeat.first; at < end; ++at)
      for (std::size_t k = 0; k < places_[at].count(); ++k)
        if (places_[at].distance[k] <= (at - repeat.first) % period) ++inside_[places_[at].operands[k]];
    std::vector<bool> written(period, false);
    for (std::size_t at = repeat.first; at < end; ++at)
      if (std::exchange(inside_[order_[at]], 0) < uses_[order_[at]]) written[(at - repeat.first) % period] = true;
    return static_cast<std::size_t>(std::count(written.begin(), written.end(), true));
  }

  // Columns of external operands that differ, by their hashes.
  std::size_t count_read(const Repeat& repeat) const {
    std::vector<std::uint64_t> columns;
    for (std::size_t i = 0; i < repeat.period; ++i)
      for (std::size_t k = 0; k < places_[repeat.first + i].count(); ++k) {
        if (places_[repeat.first + i].distance[k] <= i) continue;
        std::uint64_t hash = 1;
        for (std::size_t w = 0; w < repeat.count; ++w)
          hash = mix(hash, places_[repeat.first + w * repeat.period + i].operands[k]);
        columns.push_back(hash);
      }
    std::sort(columns.begin(), columns.end());
    return static_cast<std::size_t>(std::unique(columns.begin(), columns.end()) - columns.begin());
  }

  // Gives the saving, 0 for a repeat that is not worth it. Adds it also without its first or last window, so that a
  // neighbour with which it shares a few operations can be had too.
  double add_candidates(const Repeat& repeat, std::vector<Candidate>& found) {
    const auto ports = static_cast<double>(count_ports(repeat));
    const double whole = saving(repeat.period, repeat.count, ports);
    if (ports > kMostPorts * static_cast<double>(repeat.period) || whole < kLeastSaving) return 0;
    for (std::size_t left = 0; left < 2; ++left)
      for (std::size_t right = 0; right < 2; ++right) {
        if (repeat.count < kLeastCount + left + right) continue;
        const Repeat part{repeat.first + left * repeat.period, repeat.period, repeat.count - left - right};
        const double worth = saving(part.period, part.count, ports);
        if (worth >= kLeastSaving) found.push_back({part, worth});
      }
    return whole;
  }

  std::span<const Value> order_;
  std::span<const Placed> places_;
  std::vector<std::uint32_t> uses_;    // by value
  std::vector<std::uint32_t> inside_;  // by value: uses within a window; 0 when not in use
};

// The candidates that do not overlap and together save most, by way of the best for each left part of the order.
std::vector<Repeat> choose(std::vector<Candidate> candidates) {
  auto key = [](const Candidate& c) { return std::tuple(c.end(), c.repeat.first, c.repeat.period); };
  std::sort(candidates.begin(), candidates.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  struct Best {
    double saving = 0;
    std::size_t before = 0;  // candidates that may stand left of this one
    bool taken = false;
  };
  std::vector<Best> best(candidates.size() + 1);  // [i]: of the first i candidates
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const auto end = candidates.begin() + static_cast<std::ptrdiff_t>(i);
    const auto before = static_cast<std::size_t>(
        std::partition_point(candidates.begin(), end,
                             [&](const Candidate& c) { return c.end() <= candidates[i].repeat.first; }) -
        candidates.begin());
    const double with = best[before].saving + candidates[i].saving;
    best[i + 1] = with > best[i].saving ? Best{with, before, true} : Best{best[i].saving, i, false};
  }
  std::vector<Repeat> repeats;
  for (std::size_t i = candidates.size(); i > 0; i = best[i].before)
    if (best[i].taken) repeats.push_back(candidates[i - 1].repeat);
  std::reverse(repeats.begin(), repeats.end());
  return repeats;
}

}  // namespace

std::vector<Placed> place_operations(const Program& program, std::span<const Value> order) {
  std::vector<std::uint32_t> place(program.operations.size(), Placed::kAfar);
  std::vector<Placed> places(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Operation& operation = program.operations[order[i]];
    place[order[i]] = static_cast<std::uint32_t>(i);
    Placed& placed = places[i];
    placed.kind = (static_cast<std::uint32_t>(operation.code) << 16) +
                  (static_cast<std::uint32_t>(operation.function) << 8) + operation.count;
    placed.operands = operation.operands;
    placed.distance.fill(Placed::kAfar);
    for (std::size_t k = 0; k < operation.count; ++k)
      if (const std::uint32_t from = place[operation.operands[k]]; from != Placed::kAfar)
        placed.distance[k] = static_cast<std::uint32_t>(i) - from;
    if (!is_commutative(operation)) continue;
    auto key = [&](std::size_t k) {
      return std::tuple(placed.distance[k], program.operations[placed.operands[k]].code, placed.operands[k]);
    };
    if (key(1) < key(0))
      std::swap(placed.operands[0], placed.operands[1]), std::swap(placed.distance[0], placed.distance[1]);
  }
  return places;
}

std::vector<Repeat> find_repeats(const Program& program, std::span<const Value> order) {
  if (static_cast<double>(order.size()) < kLeastSaving) return {};
  const std::vector<Placed> places = place_operations(program, order);
  Cutter cutter(program, order, places);
  std::vector<Candidate> candidates;
  for (const Run& run : find_runs(places)) {
    const std::vector<Candidate> found = cutter.cut(run);
    candidates.insert(candidates.end(), found.begin(), found.end());
  }
  return choose(std::move(candidates));
}

}  // namespace kinemate
