#include "program/machine_code/assemble.h"

#include <xbyak/xbyak_util.h>

#include <algorithm>
#include <limits>
#include <map>
#include <string>

#include "base/check.h"
#include "base/error.h"
#include "base/sines.h"
#include "program/lanes.h"
#include "program/machine_code/registers.h"
#include "program/machine_code/vector_code.h"

namespace kinemate {
namespace {

using Xbyak::Reg64;

// Steps that are put into registers together. About 10 bytes each: the code stays in the first instruction cache.
constexpr std::size_t kChunk = 1024;

// Memory near one base register: what a displacement of one byte reaches.
constexpr std::uint32_t kWindow = 256;

// General registers by number. rbx holds the memory; calls destroy those that are not kept.
constexpr std::array kKept = {Xbyak::Operand::RBP, Xbyak::Operand::R13, Xbyak::Operand::R14, Xbyak::Operand::R15};
constexpr std::array kLost = {Xbyak::Operand::RCX, Xbyak::Operand::RDX, Xbyak::Operand::RSI, Xbyak::Operand::RDI,
                              Xbyak::Operand::R8,  Xbyak::Operand::R9,  Xbyak::Operand::R10, Xbyak::Operand::R11};

// Asking the processor takes long where it is a virtual one.
const Xbyak::util::Cpu& processor() {
  static const Xbyak::util::Cpu cpu;
  return cpu;
}

bool has_calls(std::span<const Instruction> instructions) {
  return std::any_of(instructions.begin(), instructions.end(),
                     [](const Instruction& x) { return x.kind == Instruction::Kind::kCall; });
}

// Calls f(place) for every place of the memory that the instructions reach directly.
template <class F>
void for_each_place(std::span<const Instruction> instructions, F f) {
  for (const Instruction& instruction : instructions) {
    if (instruction.kind == Instruction::Kind::kLoad || instruction.kind == Instruction::Kind::kStore ||
        instruction.kind == Instruction::Kind::kCall)
      f(instruction.place);
    for (std::size_t k = 0; k < instruction.count; ++k)
      if (!instruction.operands[k].in_register) f(instruction.operands[k].number);
  }
}

// How a port of a loop is reached.
struct Column {
  enum class Kind { kFixed, kAdvancing, kTable } kind = Kind::kFixed;
  Slot first = 0;            // in the first iteration
  std::int64_t advance = 0;  // slots an iteration
  int base = 0;              // of kAdvancing: general register
  std::int64_t origin = 0;   // of kAdvancing: bytes from the memory's begin to where the base starts
  std::uint32_t entry = 0;   // of kTable: in a row of the table
};

Column make_column(const Loop& loop, std::uint32_t port) {
  auto slot = [&](std::uint32_t i) { return std::int64_t{loop.table[std::size_t{i} * loop.ports + port]}; };
  Column column{.first = loop.table[port]};
  if (loop.count < 2) return column;
  column.advance = slot(1) - slot(0);
  column.kind = column.advance == 0 ? Column::Kind::kFixed : Column::Kind::kAdvancing;
  for (std::uint32_t i = 2; i < loop.count; ++i)
    if (slot(i) - slot(i - 1) != column.advance) column.kind = Column::Kind::kTable;
  return column;
}

class MachineCode : public Runner {
 public:
  MachineCode(std::unique_ptr<VectorCode> code, std::vector<std::vector<std::uint32_t>> tables)
      : code_(std::move(code)), tables_(std::move(tables)) {
    entry_ = reinterpret_cast<void (*)(double*)>(reinterpret_cast<std::uintptr_t>(code_->getCode()) + code_->entry());
  }

  void run(double* memory) const override { entry_(memory); }

 private:
  std::unique_ptr<VectorCode> code_;
  std::vector<std::vector<std::uint32_t>> tables_;  // byte offsets; the code has their addresses
  void (*entry_)(double*);
};

class Assembler {
 public:
  Assembler(const Schedule& schedule, unsigned width, const AssembleOptions& options)
      : schedule_(schedule),
        width_(width),
        slot_bytes_(width * sizeof(double)),
        lanes_(width == 1 ? 1 : 4),
        fuse_(options.fast && processor().has(Xbyak::util::Cpu::tFMA)),
        code_(std::make_unique<VectorCode>(width == 1 ? Lanes::kOne : Lanes::kFour)),
        allocator_(schedule.slots()),
        windows_(schedule.slots() * slot_bytes_ / kWindow + 1) {}

  std::unique_ptr<Runner> make() {
    begin();
    for (const Block& block : schedule_.blocks) {
      switch (block.kind) {
        case Block::Kind::kStraight: write_straight(schedule_.straights[block.index], block.position); break;
        case Block::Kind::kSines: write_sines(schedule_.sines[block.index]); break;
        case Block::Kind::kLoop: write_loop(schedule_.loops[block.index]); break;
      }
    }
    for (const Copy& copy : schedule_.copies) write_copy(copy);
    end();
    code_->ready(Xbyak::CodeArray::PROTECT_RE);
    return std::make_unique<MachineCode>(std::move(code_), std::move(tables_));
  }

 private:
  void begin() {
    VectorCode& c = *code_;
    for (const Reg64& saved : {c.rbx, c.rbp, c.r12, c.r13, c.r14, c.r15}) c.push(saved);
    c.sub(c.rsp, 8);  // calls expect a multiple of 16
    c.mov(c.rbx, c.rdi);
  }

  void end() {
    VectorCode& c = *code_;
    c.clean_up();
    c.add(c.rsp, 8);
    for (const Reg64& saved : {c.r15, c.r14, c.r13, c.r12, c.rbp, c.rbx}) c.pop(saved);
    c.ret();
  }

  // Code for 8 lanes is code for 4, run twice: the memory is at a multiple of 64, 32 bytes on are the other lanes.
  template <class F>
  void write_for_all_lanes(F write) {
    VectorCode& c = *code_;
    Xbyak::Label again;
    c.L(again);
    write();
    if (width_ != 8) return;
    c.xor_(c.rbx, 32);
    c.test(c.bl, 32);
    c.jnz(again, Xbyak::CodeGenerator::T_NEAR);
  }

  void write_straight(const Straight& straight, std::uint32_t position) {
    const std::span<const Step> steps = straight.steps;
    const std::size_t chunks = (steps.size() + kChunk - 1) / kChunk;
    for (std::size_t i = 0; i < chunks; ++i) {
      const std::size_t first = steps.size() * i / chunks, last = steps.size() * (i + 1) / chunks;
      const auto instructions =
          allocator_.allocate(steps.subspan(first, last - first),
                              {.position = position + static_cast<std::uint32_t>(first), .fuse = fuse_});
      std::vector<int> free(kKept.begin(), kKept.end());
      if (!has_calls(instructions)) free.insert(free.begin() + 1, kLost.begin(), kLost.end());
      write_for_all_lanes([&] {
        open_windows(instructions, free);
        write_instructions(instructions);
      });
      close_windows();
    }
  }

  void write_loop(const Loop& loop) {
    if (loop.count == 0) return;
    VectorCode& c = *code_;
    Allocator allocator(loop.ports + loop.locals);
    const auto instructions = allocator.allocate(loop.body, {.fuse = fuse_});
    columns_.clear();
    for (std::uint32_t port = 0; port < loop.ports; ++port) columns_.push_back(make_column(loop, port));
    loop_ = &loop;
    std::vector<int> free = {Xbyak::Operand::RBP, Xbyak::Operand::R14, Xbyak::Operand::R15};
    if (!has_calls(instructions)) free.insert(free.begin() + 1, kLost.begin(), kLost.end());
    const std::vector<Column> bases = choose_bases(free);
    const std::uint32_t entries = make_table(loop);
    write_for_all_lanes([&] {
      for (const Column& base : bases) c.lea(Reg64(base.base), at(c.rbx, base.origin));
      open_windows(instructions, free);
      if (entries) c.mov(c.r13, reinterpret_cast<std::uintptr_t>(tables_.back().data()));
      c.mov(c.r12d, loop.count);
      Xbyak::Label iteration;
      c.L(iteration);
      write_instructions(instructions);
      for (const Column& base : bases)
        c.add(Reg64(base.base), static_cast<std::uint32_t>(base.advance * std::int64_t{slot_bytes_}));
      if (entries) c.add(c.r13, entries * sizeof(std::uint32_t));
      c.dec(c.r12d);
      c.jnz(iteration, Xbyak::CodeGenerator::T_NEAR);
    });
    close_windows();
    loop_ = nullptr;
  }

  // One base register for all ports that advance alike, those of the most ports first; they are taken out of `free`.
  // Ports without a base go through the table.
  std::vector<Column> choose_bases(std::vector<int>& free) {
    std::map<std::int64_t, std::vector<Column*>> alike;
    for (Column& column : columns_)
      if (column.kind == Column::Kind::kAdvancing) alike[column.advance].push_back(&column);
    std::vector<std::vector<Column*>> groups;
    for (auto& [advance, group] : alike) groups.push_back(std::move(group));
    std::stable_sort(groups.begin(), groups.end(), [](auto& a, auto& b) { return a.size() > b.size(); });
    std::vector<Column> bases;
    for (const std::vector<Column*>& group : groups) {
      if (free.empty()) {
        for (Column* column : group) column->kind = Column::Kind::kTable;
        continue;
      }
      Slot lowest = group[0]->first;
      for (const Column* column : group) lowest = std::min(lowest, column->first);
      for (Column* column : group) {
        column->base = free.front();
        column->origin = std::int64_t{lowest} * slot_bytes_ + kWindow / 2;
      }
      bases.push_back(*group[0]);
      free.erase(free.begin());
    }
    return bases;
  }

  // Entries of a row.
  std::uint32_t make_table(const Loop& loop) {
    std::vector<std::uint32_t> ports, table;
    for (std::uint32_t port = 0; port < loop.ports; ++port) {
      if (columns_[port].kind != Column::Kind::kTable) continue;
      columns_[port].entry = static_cast<std::uint32_t>(ports.size());
      ports.push_back(port);
    }
    if (ports.empty()) return 0;
    for (std::size_t i = 0; i < loop.count; ++i)
      for (const std::uint32_t port : ports) table.push_back(loop.table[i * loop.ports + port] * slot_bytes_);
    tables_.push_back(std::move(table));
    return static_cast<std::uint32_t>(ports.size());
  }

  void write_sines(const Sines& sines) {
    VectorCode& c = *code_;
    auto count = static_cast<std::uint32_t>(sines.arguments.size());
    for (std::uint32_t i = 0; i < count; ++i) write_copy({sines.arguments[i], sines.at + i});
    if (count < sines.stride) c.vxorpd(c.xmm0, c.xmm0, c.xmm0);
    for (; count < sines.stride; ++count)
      for (unsigned lane = 0; lane < width_; lane += lanes_) c.store(slot_address(sines.at + count, lane), 0);
    c.lea(c.rdi, slot_address(sines.at));
    c.lea(c.rsi, slot_address(sines.at + sines.stride));
    c.lea(c.rdx, slot_address(sines.at + 2 * sines.stride));
    c.mov(c.ecx, sines.stride * width_);
    write_call(reinterpret_cast<std::uintptr_t>(&compute_sines_and_cosines));
  }

  void write_copy(const Copy& copy) {
    for (unsigned lane = 0; lane < width_; lane += lanes_) {
      code_->load(0, slot_address(copy.from, lane));
      code_->store(slot_address(copy.to, lane), 0);
    }
  }

  void write_call(std::uintptr_t function) {
    VectorCode& c = *code_;
    c.clean_up();
    c.mov(c.rax, function);
    c.call(c.rax);
  }

  void write_instructions(std::span<const Instruction> instructions) {
    const Xbyak::Address none = code_->ptr[code_->rbx];
    for (const Instruction& instruction : instructions) {
      if (instruction.kind == Instruction::Kind::kCall) {
        write_lane_call(instruction);
        continue;
      }
      bool has_place = instruction.kind == Instruction::Kind::kLoad || instruction.kind == Instruction::Kind::kStore;
      std::uint32_t place = instruction.place;
      for (std::size_t k = 0; k < instruction.count; ++k)
        if (!instruction.operands[k].in_register) place = instruction.operands[k].number, has_place = true;
      code_->write(instruction, has_place ? address(place) : none);
    }
  }

  void write_lane_call(const Instruction& instruction) {
    VectorCode& c = *code_;
    c.lea(c.rdi, address(instruction.place));
    const std::array arguments = {c.rsi, c.rdx, c.rcx};
    for (std::size_t k = 0; k < instruction.count; ++k) c.lea(arguments[k], address(instruction.operands[k].number));
    write_call(
        reinterpret_cast<std::uintptr_t>(lane_call(instruction.code, instruction.function, instruction.count, lanes_)));
  }

  // The address of a slot, or in a loop of a place; for a port that goes through the table rax is loaded.
  Xbyak::Address address(std::uint32_t place) {
    VectorCode& c = *code_;
    if (!loop_) return slot_address(place);
    if (place >= loop_->ports) return slot_address(loop_->scratch + (place - loop_->ports));
    const Column& column = columns_[place];
    switch (column.kind) {
      case Column::Kind::kFixed: break;
      case Column::Kind::kAdvancing:
        return at(Reg64(column.base), std::int64_t{column.first} * slot_bytes_ - column.origin);
      case Column::Kind::kTable:
        c.mov(c.eax, c.ptr[c.r13 + column.entry * sizeof(std::uint32_t)]);
        return c.ptr[c.rbx + c.rax];
    }
    return slot_address(column.first);
  }

  Xbyak::Address slot_address(Slot slot, unsigned lane = 0) {
    const std::size_t offset = std::size_t{slot} * slot_bytes_ + lane * sizeof(double);
    const Window& window = windows_[offset / kWindow];
    if (window.base == 0) return at(code_->rbx, static_cast<std::int64_t>(offset));
    return at(Reg64(window.base), static_cast<std::int64_t>(offset % kWindow) - kWindow / 2);
  }

  Xbyak::Address at(const Reg64& base, std::int64_t offset) {
    return code_->ptr[base + static_cast<std::size_t>(offset)];
  }

  // Puts base registers into the windows that are used most.
  void open_windows(std::span<const Instruction> instructions, std::span<const int> free) {
    for_each_place(instructions, [&](std::uint32_t place) {
      if (loop_ && place < loop_->ports && columns_[place].kind != Column::Kind::kFixed) return;
      const Slot slot = !loop_                 ? place
                        : place < loop_->ports ? columns_[place].first
                                               : loop_->scratch + (place - loop_->ports);
      const std::size_t number = std::size_t{slot} * slot_bytes_ / kWindow;
      if (windows_[number].uses++ == 0) open_.push_back(static_cast<std::uint32_t>(number));
    });
    const std::size_t count = std::min(free.size(), open_.size());
    std::partial_sort(open_.begin(), open_.begin() + static_cast<std::ptrdiff_t>(count), open_.end(),
                      [&](std::uint32_t a, std::uint32_t b) {
                        return windows_[a].uses != windows_[b].uses ? windows_[a].uses > windows_[b].uses : a < b;
                      });
    for (std::size_t i = 0; i < count; ++i) {
      Window& window = windows_[open_[i]];
      if (window.uses < kWorthABase) break;
      window.base = free[i];
      code_->lea(Reg64(window.base), at(code_->rbx, std::int64_t{open_[i]} * kWindow + kWindow / 2));
    }
  }

  void close_windows() {
    for (const std::uint32_t number : open_) windows_[number] = {};
    open_.clear();
  }

  // A base register costs 7 bytes and saves 3 a use.
  static constexpr std::uint32_t kWorthABase = 4;
  struct Window {
    std::uint32_t uses = 0;
    int base = 0;  // general register; 0, rax, for none
  };

  const Schedule& schedule_;
  unsigned width_, slot_bytes_;
  unsigned lanes_;  // of a vector register
  bool fuse_;
  std::unique_ptr<VectorCode> code_;
  Allocator allocator_;
  std::vector<Window> windows_;      // by offset in the memory / kWindow
  std::vector<std::uint32_t> open_;  // windows that are used
  const Loop* loop_ = nullptr;       // whose body is written
  std::vector<Column> columns_;      // by its ports
  std::vector<std::vector<std::uint32_t>> tables_;
};

}  // namespace

bool can_assemble() { return processor().has(Xbyak::util::Cpu::tAVX2); }

std::unique_ptr<Runner> assemble(const Schedule& schedule, unsigned width, const AssembleOptions& options) {
  CHECK(can_assemble());
  CHECK(width == 1 || width == 4 || width == 8);
  if (schedule.slots() * std::uint64_t{width} * sizeof(double) + kWindow > std::numeric_limits<std::int32_t>::max())
    throw Error(ErrorCode::kTooLarge, "the program needs more memory than machine code reaches: 2 GB",
                "use smaller batches");
  try {
    return Assembler(schedule, width, options).make();
  } catch (const Xbyak::Error& error) {
    throw Error(ErrorCode::kTooLarge, std::string("no memory for machine code: ") + error.what());
  }
}

}  // namespace kinemate
