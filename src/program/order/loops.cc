#include "program/order/loops.h"

#include <algorithm>
#include <map>

#include "base/check.h"

namespace kinemate {
namespace {

class LoopMaker {
 public:
  /// `places` are of the order, `uses` of the values of the program.
  LoopMaker(const Program& program, std::span<const Value> order, std::span<const Placed> places,
            std::span<const std::uint32_t> uses, const Repeat& repeat)
      : program_(program), order_(order), places_(places), repeat_(repeat), made_(repeat.period) {
    CHECK(repeat.period > 0 && repeat.count > 0 && repeat.first + repeat.period * repeat.count <= order.size());
    check_windows();
    find_uses(uses);
  }

  ValueLoop make() {
    loop_.count = static_cast<std::uint32_t>(repeat_.count);
    for (std::size_t i = 0; i < repeat_.period; ++i) choose_ports(i);
    loop_.ports = static_cast<std::uint32_t>(columns_.size());
    for (std::size_t i = 0; i < repeat_.period; ++i) add_step(i);
    for (std::size_t w = 0; w < repeat_.count; ++w)
      for (const std::vector<Value>& column : columns_) loop_.table.push_back(column[w]);
    return std::move(loop_);
  }

 private:
  static constexpr Slot kNoPlace = ~Slot{0};

  // A number that the body makes.
  struct Made {
    std::uint32_t last_use = 0;  // step of the body; its own if it has no use there
    bool outside = false;        // it has a use outside its window, in some window
    Slot place = kNoPlace;
  };

  std::size_t at(std::size_t window, std::size_t i) const { return repeat_.first + window * repeat_.period + i; }
  const Placed& first_window(std::size_t i) const { return places_[at(0, i)]; }
  bool is_inside(std::size_t i, std::size_t k) const { return first_window(i).distance[k] <= i; }

  // All windows are as the first.
  void check_windows() const {
    for (std::size_t w = 1; w < repeat_.count; ++w)
      for (std::size_t i = 0; i < repeat_.period; ++i) {
        const Placed &a = first_window(i), &b = places_[at(w, i)];
        CHECK(a.kind == b.kind);
        for (std::size_t k = 0; k < a.count(); ++k)
          CHECK(a.distance[k] == b.distance[k] || (a.distance[k] > i && b.distance[k] > i));
      }
  }

  void find_uses(std::span<const std::uint32_t> uses) {
    std::vector<std::uint32_t> inside(repeat_.period, 0);
    for (std::size_t i = 0; i < repeat_.period; ++i) {
      made_[i].last_use = static_cast<std::uint32_t>(i);
      for (std::size_t k = 0; k < first_window(i).count(); ++k) {
        if (!is_inside(i, k)) continue;
        const std::size_t from = i - first_window(i).distance[k];
        made_[from].last_use = static_cast<std::uint32_t>(i), ++inside[from];
      }
    }
    for (std::size_t w = 0; w < repeat_.count; ++w)
      for (std::size_t i = 0; i < repeat_.period; ++i)
        if (uses[order_[at(w, i)]] > inside[i]) made_[i].outside = true;
  }

  // Ports of the operation at relative place i: of operands from outside, and of its result.
  void choose_ports(std::size_t i) {
    for (std::size_t k = 0; k < first_window(i).count(); ++k) {
      if (is_inside(i, k)) continue;
      std::vector<Value> column;
      for (std::size_t w = 0; w < repeat_.count; ++w) column.push_back(places_[at(w, i)].operands[k]);
      const auto [found, fresh] = port_of_.try_emplace(column, static_cast<Slot>(columns_.size()));
      if (fresh) add_port(std::move(column), false);
      ports_read_.push_back(found->second);
    }
    if (!made_[i].outside) return;
    made_[i].place = static_cast<Slot>(columns_.size());
    std::vector<Value> column;
    for (std::size_t w = 0; w < repeat_.count; ++w) column.push_back(order_[at(w, i)]);
    add_port(std::move(column), true);
  }

  void add_port(std::vector<Value> column, bool written) {
    columns_.push_back(std::move(column));
    loop_.written.push_back(written);
  }

  void add_step(std::size_t i) {
    const Operation& operation = program_.operations[order_[at(0, i)]];
    Step step{operation.code, operation.function, operation.count, {}, 0, kForever};
    for (std::size_t k = 0; k < operation.count; ++k)
      step.operands[k] = is_inside(i, k) ? made_[i - first_window(i).distance[k]].place : ports_read_[next_read_++];
    for (std::size_t k = 0; k < operation.count; ++k)
      if (is_inside(i, k)) free_at(i, made_[i - first_window(i).distance[k]]);
    if (!made_[i].outside) made_[i].place = take_local(), step.last_use = made_[i].last_use;
    step.result = made_[i].place;
    free_at(i, made_[i]);
    loop_.body.push_back(step);
  }

  Slot take_local() {
    if (free_.empty()) return loop_.ports + loop_.locals++;
    const Slot place = free_.back();
    free_.pop_back();
    return place;
  }

  // After its last use; a step may have the same operand twice.
  void free_at(std::size_t i, Made& made) {
    if (made.outside || made.last_use != i || made.place == kNoPlace) return;
    free_.push_back(made.place);
    made.place = kNoPlace;
  }

  const Program& program_;
  std::span<const Value> order_;
  std::span<const Placed> places_;
  const Repeat repeat_;
  std::vector<Made> made_;                      // by relative place
  std::vector<std::vector<Value>> columns_;     // by port
  std::map<std::vector<Value>, Slot> port_of_;  // by column, of ports that are read
  std::vector<Slot> ports_read_;                // of all operands from outside, in the order of the body
  std::size_t next_read_ = 0;
  std::vector<Slot> free_;  // locals
  ValueLoop loop_;
};

}  // namespace

ValueLoop make_value_loop(const Program& program, std::span<const Value> order, const Repeat& repeat) {
  return make_value_loops(program, order, std::span(&repeat, 1)).front();
}

std::vector<ValueLoop> make_value_loops(const Program& program, std::span<const Value> order,
                                        std::span<const Repeat> repeats) {
  const std::vector<Placed> places = place_operations(program, order);
  const std::vector<std::uint32_t> uses = count_uses(program);
  std::vector<ValueLoop> loops;
  for (const Repeat& repeat : repeats) loops.push_back(LoopMaker(program, order, places, uses, repeat).make());
  return loops;
}

}  // namespace kinemate
