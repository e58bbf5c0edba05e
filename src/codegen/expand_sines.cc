#include "codegen/expand_sines.h"

#include <algorithm>

#include "base/check.h"

namespace kinemate {
namespace {

// For each block of sines: which sines, then which cosines, are read. (2 x stride)
std::vector<std::vector<bool>> find_used_sines(const Schedule& schedule) {
  std::vector<std::vector<bool>> used(schedule.sines.size());
  std::vector<bool> read(schedule.slots(), false);
  for (const Copy& copy : schedule.copies) read[copy.from] = true;
  for (auto block = schedule.blocks.rbegin(); block != schedule.blocks.rend(); ++block) {
    if (block->kind == Block::Kind::kStraight) {
      const std::vector<Step>& steps = schedule.straights[block->index].steps;
      for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
        read[step->result] = false;
        for (std::size_t k = 0; k < step->count; ++k) read[step->operands[k]] = true;
      }
    } else if (block->kind == Block::Kind::kSines) {
      const Sines& sines = schedule.sines[block->index];
      const auto results = read.begin() + sines.at + sines.stride;
      used[block->index].assign(results, results + 2 * sines.stride);
      std::fill_n(results, 2 * sines.stride, false);
      for (Slot argument : sines.arguments) read[argument] = true;
    } else {
      for (Slot slot : schedule.loops[block->index].table) read[slot] = true;
    }
  }
  return used;
}

class Expander {
 public:
  Expander(const Schedule& schedule, std::size_t few) : from_(schedule), few_(few) {
    made_.copies = from_.copies, made_.constants = from_.constants;
    made_.temporaries = from_.temporaries, made_.inputs = from_.inputs, made_.outputs = from_.outputs;
  }

  Schedule make() {
    const std::vector<std::vector<bool>> used = find_used_sines(from_);
    for (const Block& block : from_.blocks) {
      switch (block.kind) {
        case Block::Kind::kStraight: append(from_.straights[block.index].steps); break;
        case Block::Kind::kSines: add_sines(from_.sines[block.index], used[block.index]); break;
        case Block::Kind::kLoop: add_loop(from_.loops[block.index]); break;
      }
    }
    find_positions();
    find_last_uses();
    return std::move(made_);
  }

 private:
  void append(std::span<const Step> steps) {
    if (steps.empty()) return;
    if (made_.blocks.empty() || made_.blocks.back().kind != Block::Kind::kStraight) {
      made_.blocks.push_back({Block::Kind::kStraight, made_.straights.size(), 0});
      made_.straights.emplace_back();
    }
    std::vector<Step>& last = made_.straights.back().steps;
    last.insert(last.end(), steps.begin(), steps.end());
  }

  void add_loop(Loop loop) {
    made_.blocks.push_back({Block::Kind::kLoop, made_.loops.size(), 0});
    made_.loops.push_back(std::move(loop));
  }

  void add_sines(const Sines& sines, const std::vector<bool>& used) {
    for (Slot argument : sines.arguments)  // no result overwrites an argument that is still to come
      CHECK(argument < sines.at + sines.stride || argument >= sines.at + 3 * sines.stride);
    if (sines.arguments.size() <= few_) {
      add_steps(sines, used);
    } else {
      add_loop(sines, used);
    }
  }

  static Step make_step(Code code, Slot operand, Slot result) {
    return {code, Function::kSin, 1, {operand}, result, kForever};
  }

  void add_steps(const Sines& sines, const std::vector<bool>& used) {
    const Slot at = sines.at + sines.stride;
    for (std::uint32_t i = 0; i < sines.arguments.size(); ++i) {
      const Slot argument = sines.arguments[i], cosine = sines.stride + i;
      if (used[i]) append(std::array{make_step(Code::kSine, argument, at + i)});
      if (used[cosine]) append(std::array{make_step(Code::kCosine, argument, at + cosine)});
    }
  }

  // Port 0 is the argument, the others are its sine, or cosine, or both.
  void add_loop(const Sines& sines, const std::vector<bool>& used) {
    const auto any = [&](std::size_t first) {
      const auto from = used.begin() + static_cast<std::ptrdiff_t>(first);
      return std::find(from, from + sines.stride, true) != from + sines.stride;
    };
    Loop loop;
    std::vector<Slot> results;
    for (const Code code : {Code::kSine, Code::kCosine}) {
      const std::uint32_t offset = code == Code::kSine ? 0 : sines.stride;
      if (!any(offset)) continue;
      results.push_back(sines.at + sines.stride + offset);
      loop.body.push_back(make_step(code, 0, static_cast<Slot>(results.size())));
    }
    if (results.empty()) return;
    loop.count = static_cast<std::uint32_t>(sines.arguments.size());
    loop.ports = static_cast<std::uint32_t>(1 + results.size());
    loop.written.assign(loop.ports, true), loop.written[0] = false;
    for (std::uint32_t i = 0; i < loop.count; ++i) {
      loop.table.push_back(sines.arguments[i]);
      for (Slot first : results) loop.table.push_back(first + i);
    }
    add_loop(std::move(loop));
  }

  void find_positions() {
    std::uint32_t position = 0;
    for (Block& block : made_.blocks) {
      block.position = position;
      const bool straight = block.kind == Block::Kind::kStraight;
      position += straight ? static_cast<std::uint32_t>(made_.straights[block.index].steps.size()) : 1;
    }
  }

  // Backwards: the first read that is met is the last.
  void find_last_uses() {
    std::vector<std::uint32_t> last(made_.slots(), kNever);
    std::fill(last.begin() + made_.outputs_at(), last.end(), kForever);
    for (const Copy& copy : made_.copies) last[copy.from] = kForever;
    for (auto block = made_.blocks.rbegin(); block != made_.blocks.rend(); ++block) {
      if (block->kind == Block::Kind::kLoop) {
        find_last_uses(made_.loops[block->index], block->position, last);
        continue;
      }
      std::vector<Step>& steps = made_.straights[block->index].steps;
      for (std::size_t i = steps.size(); i-- > 0;) {
        const std::uint32_t position = block->position + static_cast<std::uint32_t>(i);
        steps[i].last_use = last[steps[i].result] == kNever ? position : last[steps[i].result];
        last[steps[i].result] = kNever;
        for (std::size_t k = 0; k < steps[i].count; ++k) read(steps[i].operands[k], position, last);
      }
    }
  }

  static void find_last_uses(const Loop& loop, std::uint32_t position, std::vector<std::uint32_t>& last) {
    const std::vector<bool> reads = find_read_ports(loop);
    for (std::size_t row = loop.table.size(); row > 0;) {
      row -= loop.ports;
      for (std::size_t port = 0; port < loop.ports; ++port)
        if (loop.written[port]) last[loop.table[row + port]] = kNever;
      for (std::size_t port = 0; port < loop.ports; ++port)
        if (reads[port]) read(loop.table[row + port], position, last);
    }
  }

  // The ports of which an iteration needs what stands there before.
  static std::vector<bool> find_read_ports(const Loop& loop) {
    std::vector<bool> reads(loop.ports, false), written(loop.ports, false);
    for (const Step& step : loop.body) {
      for (const Slot place : std::span(step.operands).first(step.count))
        if (place < loop.ports && !written[place]) reads[place] = true;
      if (step.result < loop.ports) written[step.result] = true;
    }
    return reads;
  }

  static void read(Slot slot, std::uint32_t position, std::vector<std::uint32_t>& last) {
    if (last[slot] == kNever) last[slot] = position;
  }

  static constexpr std::uint32_t kNever = kForever - 1;

  const Schedule& from_;
  const std::size_t few_;
  Schedule made_;
};

}  // namespace

Schedule expand_sines(const Schedule& schedule, std::size_t few) { return Expander(schedule, few).make(); }

Schedule make_straight_schedule(const Program& program) {
  constexpr std::size_t never = ~std::size_t{0};
  return expand_sines(make_schedule(program, {.roll_above = never, .loop_body = 0}), never);
}

}  // namespace kinemate
