#include "program/order/locality.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "program/order/list_scheduler.h"
#include "program/order/processor.h"

namespace kinemate {
namespace {

constexpr std::uint32_t kNowhere = ~std::uint32_t{0};

// Windows in which operations are put ahead; of longer lists no order is tried but the two.
constexpr std::size_t kAhead[] = {100, 200, 400}, kManyToOrder = 20'000;

// What stands in registers and what had to be stored, as a run goes on.
class Registers {
 public:
  explicit Registers(std::size_t values) : next_use_(values, kNowhere), held_(values, false), stored_(values, true) {}

  std::size_t stores() const { return stores_; }
  bool holds(std::uint32_t value) const { return held_[value]; }

  void make(std::uint32_t value, std::uint32_t use) {
    stored_[value] = false;
    hold(value, use);
  }
  void hold(std::uint32_t value, std::uint32_t use) {
    if (held_[value]) release(value);
    if (use == kNowhere) return;
    if (by_use_.size() >= kUsableRegisters) {
      const std::uint32_t last = by_use_.back().second;
      if (next_use_[last] < use) return store(value);  // the new one waits longest itself
      store(last);
      release(last);
    }
    next_use_[value] = use;
    by_use_.insert(place_of({use, value}), {use, value});
    held_[value] = true;
  }

 private:
  using Entry = std::pair<std::uint32_t, std::uint32_t>;  // next use, value
  std::vector<Entry>::iterator place_of(Entry entry) { return std::lower_bound(by_use_.begin(), by_use_.end(), entry); }
  void release(std::uint32_t value) { by_use_.erase(place_of({next_use_[value], value})), held_[value] = false; }
  void store(std::uint32_t value) {
    if (!stored_[value]) stored_[value] = true, ++stores_;
  }

  std::size_t stores_ = 0;
  std::vector<Entry> by_use_;  // sorted; no more than there are registers, so that moving them is cheap
  std::vector<std::uint32_t> next_use_;
  std::vector<bool> held_, stored_;
};

std::vector<std::uint32_t> as_given(std::size_t count) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  return order;
}

}  // namespace

Locality::Locality(const Program& program) : program_(program), number_of_(program.operations.size(), kNowhere) {}

Locality::Run Locality::make_run(std::span<const Value> order) {
  Run run;
  for (Value value : order) number_of_[value] = run.values++;
  for (Value value : order) {
    run.operands.push_back({kNowhere, kNowhere, kNowhere});
    run.codes.push_back(program_.operations[value].code);
    const auto operands = operands_of(program_.operations[value]);
    for (std::size_t k = 0; k < operands.size(); ++k) {
      std::uint32_t& number = number_of_[operands[k]];
      if (number == kNowhere) number = run.values++;
      run.operands.back()[k] = number;
    }
  }
  for (Value value : order) {
    number_of_[value] = kNowhere;
    for (Value operand : operands_of(program_.operations[value])) number_of_[operand] = kNowhere;
  }
  return run;
}

// From the operations that nothing here uses; of two operands the one with the longer way down first.
std::vector<std::uint32_t> Locality::order_depth_first(const Run& run) {
  const std::size_t n = run.operands.size();
  std::vector<std::uint32_t> height(run.values, 0), result, stack;
  std::vector<bool> used(run.values, false);
  for (std::size_t i = 0; i < n; ++i) {
    for (const std::uint32_t at : run.operands[i])
      if (at != kNowhere) height[i] = std::max(height[i], height[at]), used[at] = true;
    ++height[i];
  }
  std::vector<std::uint8_t> state(n, 0);  // 1: operands are on the stack, 2: done
  result.reserve(n);
  for (std::uint32_t root = 0; root < n; ++root) {
    if (used[root]) continue;
    stack.push_back(root);
    while (!stack.empty()) {
      const std::uint32_t at = stack.back();
      if (state[at] != 0) {
        stack.pop_back();
        if (state[at] == 1) state[at] = 2, result.push_back(at);
        continue;
      }
      state[at] = 1;
      std::array<std::uint32_t, 3> operands = run.operands[at];
      std::sort(operands.begin(), operands.end(), [&](std::uint32_t a, std::uint32_t b) {  // the highest on top
        const std::uint32_t ha = a < n ? height[a] : 0, hb = b < n ? height[b] : 0;
        return std::tie(ha, a) < std::tie(hb, b);
      });
      for (const std::uint32_t operand : operands)
        if (operand < n && state[operand] == 0) stack.push_back(operand);
    }
  }
  return result;
}

double Locality::estimate_cycles(const Run& run, std::span<const std::uint32_t> order) {
  // from the back: the use that comes after each use
  std::vector<std::array<std::uint32_t, 3>> next(order.size());
  std::vector<std::uint32_t> coming(run.values, kNowhere), first_use(order.size());
  for (std::uint32_t i = static_cast<std::uint32_t>(order.size()); i-- > 0;) {
    first_use[i] = coming[order[i]];
    for (std::size_t k = 0; k < 3; ++k)
      if (const std::uint32_t at = run.operands[order[i]][k]; at != kNowhere) next[i][k] = coming[at];
    for (const std::uint32_t at : run.operands[order[i]])
      if (at != kNowhere) coming[at] = i;
  }
  Registers registers(run.values);
  std::vector<double> ready(run.values, 0),
      left(order.size());  // when a value is there; when all up to an operation are
  double clock = 0, last = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    clock += kTurn;
    if (i >= kReorderWindow) clock = std::max(clock, left[i - kReorderWindow]);
    double start = clock;
    for (const std::uint32_t at : run.operands[order[i]])
      if (at != kNowhere) start = std::max(start, ready[at] + (registers.holds(at) ? 0 : kFromMemory));
    const std::size_t stores = registers.stores();
    for (std::size_t k = 0; k < 3; ++k)
      if (const std::uint32_t at = run.operands[order[i]][k]; at != kNowhere) registers.hold(at, next[i][k]);
    registers.make(order[i], first_use[i]);
    clock += kStore * static_cast<double>(registers.stores() - stores);
    ready[order[i]] = start + latency(run.codes[order[i]]);
    left[i] = last = std::max(last, ready[order[i]]);
  }
  return last;
}

double Locality::estimate_cycles(std::span<const Value> order) {
  return estimate_cycles(make_run(order), as_given(order.size()));
}

std::vector<Value> Locality::improve(std::span<const Value> order) {
  const Run run = make_run(order);
  std::vector<std::uint32_t> best = as_given(order.size());
  double least = estimate_cycles(run, best);
  const auto enter = [&](std::vector<std::uint32_t> other) {
    const double cycles = estimate_cycles(run, other);
    if (cycles < least) least = cycles, best = std::move(other);
  };
  const std::vector<std::uint32_t> deep = order_depth_first(run);
  enter(deep);
  if (order.size() <= kManyToOrder) {
    ListScheduler scheduler(run.operands, run.codes);
    for (const std::size_t ahead : kAhead) enter(scheduler.put_ahead(deep, ahead));
  }
  std::vector<Value> result;
  for (const std::uint32_t place : best) result.push_back(order[place]);
  return result;
}

double estimate_cycles(const Program& program) {
  std::vector<Value> order;
  for (Value i = 0; i < program.operations.size(); ++i) {
    const Code code = program.operations[i].code;
    const bool runs = code != Code::kConstant && code != Code::kInput && code != Code::kSine && code != Code::kCosine;
    if (runs) order.push_back(i);
  }
  Locality locality(program);
  return locality.estimate_cycles(locality.improve(order));
}

}  // namespace kinemate
