#include "program/interpret.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "program/lanes.h"

namespace kinemate {
namespace {

template <unsigned width>
class Interpreter : public Runner {
 public:
  explicit Interpreter(const Schedule& schedule) : schedule_(schedule) {}

  void run(double* memory) const override {
    for (const Block& block : schedule_.blocks) {
      switch (block.kind) {
        case Block::Kind::kStraight: run(schedule_.straights[block.index], memory); break;
        case Block::Kind::kSines: run_sines(schedule_.sines[block.index], width, memory); break;
        case Block::Kind::kLoop: run(schedule_.loops[block.index], memory); break;
      }
    }
    for (const Copy& copy : schedule_.copies) std::copy_n(memory + copy.from * width, width, memory + copy.to * width);
  }

 private:
  static void run(const Straight& straight, double* memory) {
    auto at = [&](Slot slot) { return memory + std::size_t{slot} * width; };
    for (const Step& step : straight.steps) run(step, at);
  }

  static void run(const Loop& loop, double* memory) {
    for (std::size_t i = 0; i < loop.count; ++i) {
      const Slot* ports = loop.table.data() + i * loop.ports;
      auto at = [&](Slot place) {
        return memory + std::size_t{place < loop.ports ? ports[place] : loop.scratch + (place - loop.ports)} * width;
      };
      for (const Step& step : loop.body) run(step, at);
    }
  }

  template <class At>
  static void run(const Step& step, const At& at) {
    double* result = at(step.result);
    const double* a = at(step.operands[0]);
    const double* b = step.count > 1 ? at(step.operands[1]) : a;
    const double* c = step.count > 2 ? at(step.operands[2]) : a;
    auto each = [&](auto f) {
      for (unsigned lane = 0; lane < width; ++lane) result[lane] = f(a[lane], b[lane]);
    };
    switch (step.code) {
      case Code::kNegate: return each([](double x, double) { return -x; });
      case Code::kAdd: return each([](double x, double y) { return x + y; });
      case Code::kSubtract: return each([](double x, double y) { return x - y; });
      case Code::kMultiply: return each([](double x, double y) { return x * y; });
      case Code::kDivide: return each([](double x, double y) { return x / y; });
      case Code::kSquareRoot: return each([](double x, double) { return std::sqrt(x); });
      default: return lane_call(step.code, step.function, step.count, width)(result, a, b, c);
    }
  }

  Schedule schedule_;
};

}  // namespace

std::unique_ptr<Runner> interpret(const Schedule& schedule, unsigned width) {
  switch (width) {
    case 1: return std::make_unique<Interpreter<1>>(schedule);
    case 4: return std::make_unique<Interpreter<4>>(schedule);
    case 8: return std::make_unique<Interpreter<8>>(schedule);
    default: CHECK(false); return nullptr;
  }
}

}  // namespace kinemate
