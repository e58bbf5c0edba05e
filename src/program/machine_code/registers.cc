#include "program/machine_code/registers.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace kinemate {
namespace {

constexpr std::uint32_t kNever = ~std::uint32_t{0};
constexpr std::uint8_t kNone = 255;

constexpr std::uint32_t bit(std::uint8_t number) { return 1u << number; }

// What the instructions of a code expect.
struct Shape {
  bool commutative = false;  // operands may be exchanged
  bool reversed = false;     // operands are exchanged
  bool apart = false;        // all operands in registers, and not in those of the result and the spare ones
  std::uint8_t spare = 0;    // registers
};

Shape shape_of(Code code, Function function, std::uint8_t count) {
  if (code == Code::kAdd || code == Code::kMultiply) return {.commutative = true};
  if (code != Code::kCall) return {};
  switch (function) {
    case Function::kEqual:
    case Function::kNotEqual: return {.commutative = true};
    case Function::kMin:
    case Function::kMax: return {.reversed = true};
    case Function::kIf: return {.apart = true};
    case Function::kSign:
    case Function::kAnd:
    case Function::kOr: return {.apart = true, .spare = 1};
    case Function::kStep: return count == 3 ? Shape{.apart = true, .spare = 2} : Shape{};
    default: return {};
  }
}

// A step with the next uses of what it reads and makes.
struct Task {
  enum class Kind : std::uint8_t { kNothing, kCompute, kFused, kCall } kind = Kind::kCompute;
  Code code = Code::kAdd;
  Function function = Function::kSin;
  std::uint8_t count = 0;
  bool negate_product = false, negate_addend = false;
  bool lives_on = false;                     // is used after the steps
  std::uint32_t uses = 0;                    // so far, while products are fused
  std::uint32_t result = 0, last_use = 0;    // place, position
  std::array<std::uint32_t, 3> places = {};  // of the operands
  std::array<std::uint32_t, 3> next = {};    // task that uses the operand after this one
  std::uint32_t next_of_result = 0;
};

struct Register {
  std::uint32_t place = 0;
  std::uint32_t next = 0;  // task that uses it
  bool stored = false;     // its place holds the value as well
};

}  // namespace

bool needs_call(const Step& step) {
  if (step.code != Code::kCall) return step.code == Code::kPower;
  switch (step.function) {
    case Function::kAbs:
    case Function::kFloor:
    case Function::kSign: return step.count != 1;
    case Function::kMin:
    case Function::kMax:
    case Function::kLess:
    case Function::kLessEqual:
    case Function::kEqual:
    case Function::kNotEqual:
    case Function::kAnd:
    case Function::kOr: return step.count != 2;
    case Function::kStep: return step.count != 1 && step.count != 3;
    case Function::kIf: return step.count != 3;
    default: return true;
  }
}

struct Allocator::State {
  std::vector<Task> tasks;
  std::vector<Instruction> instructions;
  std::vector<std::uint32_t> next;        // by place: task that uses what stands there; kNever between calls
  std::vector<std::uint32_t> maker;       // by place: task that wrote it last; kNever between calls
  std::vector<std::uint8_t> register_of;  // by place; kNone between calls
  std::array<Register, kRegisters> registers = {};
  std::uint32_t taken = 0;  // bits of registers

  void make_tasks(std::span<const Step> steps, std::uint32_t position) {
    tasks.clear();
    for (const Step& step : steps) {
      Task& task = tasks.emplace_back();
      task.kind = needs_call(step) ? Task::Kind::kCall : Task::Kind::kCompute;
      task.code = step.code, task.function = step.function, task.count = step.count;
      task.places = step.operands;
      task.result = step.result, task.last_use = step.last_use;
      task.lives_on = step.last_use >= position + steps.size();
    }
  }

  // a*b + c, a*b - c, c - a*b where nothing else uses the product; -(a*b + c) and so on likewise.
  void fuse_products(std::uint32_t position) {
    for (std::uint32_t i = 0; i < tasks.size(); ++i) {
      Task& task = tasks[i];
      for (std::size_t k = 0; k < task.count; ++k)
        if (maker[task.places[k]] != kNever) ++tasks[maker[task.places[k]]].uses;
      if (task.code == Code::kNegate) fuse_negation(task, position + i);
      if (task.code == Code::kAdd || task.code == Code::kSubtract) fuse_sum(task, position + i);
      maker[task.result] = i;
    }
    for (const Task& task : tasks) maker[task.result] = kNever;
  }

  // The task that made the operand, if only the step at `position` uses it and what it reads stands there still.
  Task* find_only_maker(std::uint32_t place, std::uint32_t position) {
    if (maker[place] == kNever) return nullptr;
    Task& made = tasks[maker[place]];
    if (made.uses != 1 || made.last_use != position) return nullptr;
    for (std::size_t k = 0; k < made.count; ++k) {
      const std::uint32_t writer = maker[made.places[k]];
      if (writer != kNever && writer > maker[place]) return nullptr;
    }
    return &made;
  }

  void fuse_sum(Task& task, std::uint32_t position) {
    auto product = [&](std::size_t k) {
      Task* made = find_only_maker(task.places[k], position);
      return made && made->kind == Task::Kind::kCompute && made->code == Code::kMultiply ? made : nullptr;
    };
    const std::array made = {product(0), product(1)};
    if (!made[0] && !made[1]) return;
    // of two products the later one: the other is ready sooner
    const std::size_t k = !made[0] || (made[1] && maker[task.places[1]] > maker[task.places[0]]) ? 1 : 0;
    task.kind = Task::Kind::kFused, task.count = 3;
    task.negate_product = task.code == Code::kSubtract && k == 1;
    task.negate_addend = task.code == Code::kSubtract && k == 0;
    task.places = {made[k]->places[0], made[k]->places[1], task.places[1 - k]};
    made[k]->kind = Task::Kind::kNothing;
  }

  void fuse_negation(Task& task, std::uint32_t position) {
    Task* made = find_only_maker(task.places[0], position);
    if (!made || made->kind != Task::Kind::kFused) return;
    task.kind = Task::Kind::kFused, task.count = 3;
    task.negate_product = !made->negate_product, task.negate_addend = !made->negate_addend;
    task.places = made->places;
    made->kind = Task::Kind::kNothing;
  }

  void find_next_uses() {
    for (auto i = static_cast<std::uint32_t>(tasks.size()); i-- > 0;) {
      Task& task = tasks[i];
      if (task.kind == Task::Kind::kNothing) continue;
      task.next_of_result = std::exchange(next[task.result], kNever);
      for (std::size_t k = 0; k < task.count; ++k) task.next[k] = next[task.places[k]];
      for (std::size_t k = 0; k < task.count; ++k) next[task.places[k]] = i;
    }
    for (const Task& task : tasks)
      for (std::size_t k = 0; k < task.count; ++k) next[task.places[k]] = kNever;
  }

  void run(const Task& task) {
    switch (task.kind) {
      case Task::Kind::kNothing: return;
      case Task::Kind::kFused: return compute_fused(task);
      case Task::Kind::kCall: return call(task);
      case Task::Kind::kCompute: break;
    }
    const Shape shape = shape_of(task.code, task.function, task.count);
    if (shape.apart)
      compute_apart(task, shape);
    else
      compute(task, shape);
  }

  void compute(const Task& task, const Shape& shape) {
    std::size_t first = shape.reversed ? 1 : 0;
    const bool two = task.count == 2;
    if (two && shape.commutative) {  // what has to be loaded should be what is used again soon
      const bool a = in_register(task.places[0]), b = in_register(task.places[1]);
      if (a != b ? b : !a && task.next[1] < task.next[0]) first = 1;
    }
    const std::uint32_t a = task.places[first], b = task.places[two ? 1 - first : first];
    std::uint32_t lost = 0;
    const std::uint8_t number = bring(a, task.next[first], pin(b), lost);
    const std::array<Location, 3> operands = {Location{number, true}, a == b ? Location{number, true} : locate(b)};
    use(task);
    const std::uint8_t result = lost ? number : take(0);
    Instruction& made = emit(task, result);
    made.operands = operands;
    define(task, result);
  }

  void compute_apart(const Task& task, const Shape& shape) {
    std::uint32_t pinned = 0, lost = 0;
    std::array<Location, 3> operands = {};
    for (std::size_t k = 0; k < task.count; ++k) pinned |= pin(task.places[k]);
    for (std::size_t k = 0; k < task.count; ++k) {
      operands[k] = {bring(task.places[k], task.next[k], pinned, lost), true};
      pinned |= bit(static_cast<std::uint8_t>(operands[k].number));
    }
    const std::uint8_t result = take(pinned);
    pinned |= bit(result);
    std::array<std::uint8_t, 2> spare = {};
    for (std::size_t k = 0; k < shape.spare; ++k) {
      spare[k] = take(pinned);
      pinned |= bit(spare[k]);
    }
    Instruction& made = emit(task, result);
    made.operands = operands, made.spare = spare;
    use(task);
    define(task, result);
  }

  // The result comes over an operand that is not needed any more, or over a copy of one.
  void compute_fused(const Task& task) {
    std::uint32_t pinned = pin(task.places[0]) | pin(task.places[1]) | pin(task.places[2]), lost = 0;
    std::array<Location, 3> operands = {};
    std::uint8_t result = kNone;
    for (std::size_t k = 0; k < 3; ++k) {
      operands[k] = locate(task.places[k]);
      if (operands[k].in_register && task.next[k] == kNever) result = static_cast<std::uint8_t>(operands[k].number);
    }
    auto replace = [&](std::uint32_t place, std::uint8_t number) {
      for (std::size_t k = 0; k < 3; ++k)
        if (task.places[k] == place) operands[k] = {number, true};
      pinned |= bit(number);
    };
    // load until one operand at most is left in memory and there is a register for the result
    for (std::size_t k = 0; k < 3; ++k) {
      if (operands[k].in_register) continue;
      const auto left =
          std::count_if(operands.begin(), operands.end(), [](const Location& x) { return !x.in_register; });
      if (left == 1 && result != kNone) continue;
      const std::uint8_t number =
          result == kNone ? load(task.places[k], pinned) : bring(task.places[k], task.next[k], pinned, lost);
      if (result == kNone) result = number;
      replace(task.places[k], number);
    }
    if (result == kNone) {
      result = take(pinned);
      Instruction& copy = emit(Instruction::Kind::kMove);
      copy.result = result, copy.operands[0] = operands[2];
      operands[2] = {result, true};
    }
    Instruction& made = emit(task, result);
    made.kind = Instruction::Kind::kFused;
    made.operands = operands;
    made.negate_product = task.negate_product, made.negate_addend = task.negate_addend;
    use(task);
    define(task, result);
  }

  void call(const Task& task) {
    for (std::uint8_t number = 0; number < kRegisters; ++number) {
      if (!(taken & bit(number))) continue;
      if (!registers[number].stored) store(number);
      release(number);
    }
    Instruction& made = emit(task, 0);
    made.kind = Instruction::Kind::kCall;
    made.place = task.result;
    for (std::size_t k = 0; k < task.count; ++k) made.operands[k] = {task.places[k], false};
  }

  bool in_register(std::uint32_t place) const { return register_of[place] != kNone; }

  std::uint32_t pin(std::uint32_t place) const { return in_register(place) ? bit(register_of[place]) : 0; }

  Location locate(std::uint32_t place) const {
    return in_register(place) ? Location{register_of[place], true} : Location{place, false};
  }

  // A register for anything but a pinned one.
  std::uint8_t take(std::uint32_t pinned) {
    constexpr std::uint32_t all = (1u << kRegisters) - 1;
    const std::uint32_t free = all & ~taken & ~pinned;
    if (free) return static_cast<std::uint8_t>(std::countr_zero(free));
    std::uint8_t victim = kNone;
    auto is_better = [](const Register& a, const Register& b) {
      return a.stored != b.stored ? a.stored : a.next > b.next;
    };
    for (std::uint32_t rest = all & ~pinned; rest; rest &= rest - 1) {
      const auto number = static_cast<std::uint8_t>(std::countr_zero(rest));
      if (victim == kNone || is_better(registers[number], registers[victim])) victim = number;
    }
    if (!registers[victim].stored) store(victim);
    release(victim);
    return victim;
  }

  // Whether a value that is used at `next` may have a register without a store, and for longer than what it displaces.
  bool is_worth_holding(std::uint32_t next_use, std::uint32_t pinned) const {
    if (next_use == kNever) return false;
    for (std::uint8_t number = 0; number < kRegisters; ++number) {
      if (!((taken | pinned) & bit(number))) return true;
      if (!(pinned & bit(number)) && registers[number].stored && registers[number].next > next_use) return true;
    }
    return false;
  }

  std::uint8_t load(std::uint32_t place, std::uint32_t pinned) {
    const std::uint8_t number = take(pinned);
    Instruction& made = emit(Instruction::Kind::kLoad);
    made.result = number, made.place = place;
    return number;
  }

  // The register of what stands in a place, loaded where it must be. What is not worth keeping is `lost`: its register
  // is free after the instruction.
  std::uint8_t bring(std::uint32_t place, std::uint32_t next_use, std::uint32_t pinned, std::uint32_t& lost) {
    if (in_register(place)) return register_of[place];
    const bool hold = is_worth_holding(next_use, pinned);
    const std::uint8_t number = load(place, pinned);
    if (hold)
      keep(number, {place, next_use, true});
    else
      lost |= bit(number);
    return number;
  }

  void keep(std::uint8_t number, const Register& value) {
    registers[number] = value;
    register_of[value.place] = number;
    taken |= bit(number);
  }

  void release(std::uint8_t number) {
    register_of[registers[number].place] = kNone;
    taken &= ~bit(number);
  }

  void store(std::uint8_t number) {
    Instruction& made = emit(Instruction::Kind::kStore);
    made.result = number, made.place = registers[number].place;
  }

  void use(const Task& task) {
    for (std::size_t k = 0; k < task.count; ++k) {
      const std::uint8_t number = register_of[task.places[k]];
      if (number == kNone) continue;
      registers[number].next = task.next[k];
      if (task.next[k] == kNever) release(number);
    }
  }

  void define(const Task& task, std::uint8_t number) {
    if (task.next_of_result != kNever) keep(number, {task.result, task.next_of_result, task.lives_on});
    if (!task.lives_on) return;
    Instruction& made = emit(Instruction::Kind::kStore);
    made.result = number, made.place = task.result;
  }

  Instruction& emit(Instruction::Kind kind) {
    Instruction& made = instructions.emplace_back();
    made.kind = kind;
    return made;
  }

  Instruction& emit(const Task& task, std::uint8_t result) {
    Instruction& made = emit(Instruction::Kind::kCompute);
    made.code = task.code, made.function = task.function, made.count = task.count, made.result = result;
    return made;
  }
};

Allocator::Allocator(std::size_t places) : state_(std::make_unique<State>()) {
  state_->next.assign(places, kNever);
  state_->maker.assign(places, kNever);
  state_->register_of.assign(places, kNone);
}

Allocator::~Allocator() = default;

std::span<const Instruction> Allocator::allocate(std::span<const Step> steps, const AllocationOptions& options) {
  state_->instructions.clear();
  state_->make_tasks(steps, options.position);
  if (options.fuse) state_->fuse_products(options.position);
  state_->find_next_uses();
  for (const Task& task : state_->tasks) state_->run(task);
  return state_->instructions;
}

}  // namespace kinemate
