#include "llvm/compile.h"

#include <llvm/ExecutionEngine/Orc/CompileUtils.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <thread>

#include "base/check.h"
#include "base/error.h"
#include "llvm/code.h"
#include "program/chunks.h"
#include "program/lanes.h"

namespace kinemate {
namespace {

using Level = LlvmOptions::Level;

constexpr std::size_t kChunkSteps = 250;             // time grows faster than linearly inside a function
constexpr std::size_t kModuleSteps = 4000;           // memory is returned after each module; the background stops there
constexpr std::size_t kMostStepsAtDefault = 20'000;  // 40 µs each

[[noreturn]] void refuse(llvm::Error error) {
  throw Error(ErrorCode::kTarget, "LLVM cannot compile for this processor: " + llvm::toString(std::move(error)));
}

template <class T>
T take(llvm::Expected<T> value) {
  if (!value) refuse(value.takeError());
  return std::move(*value);
}

llvm::orc::JITTargetMachineBuilder detect_processor() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  });
  return take(llvm::orc::JITTargetMachineBuilder::detectHost());
}

std::unique_ptr<llvm::orc::LLJIT> make_linker(const llvm::orc::JITTargetMachineBuilder& processor) {
  llvm::orc::LLJITBuilder builder;
  builder.setJITTargetMachineBuilder(processor).setPlatformSetUp(llvm::orc::setUpInactivePlatform);
  auto linker = take(builder.create());
  // helpers of the compiler that some processors need
  const char prefix = linker->getDataLayout().getGlobalPrefix();
  linker->getMainJITDylib().addGenerator(take(llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(prefix)));
  return linker;
}

/// One function to compile: a chunk of a straight block or of the body of a loop.
struct Piece {
  Block::Kind kind = Block::Kind::kStraight;
  std::size_t index = 0;
  Chunk chunk;
};

/// Pieces [first, end).
struct Range {
  std::size_t first = 0, end = 0;
};

class LlvmRunner : public Runner {
 public:
  LlvmRunner(const Schedule& schedule, unsigned width, const LlvmOptions& options)
      : schedule_(schedule),
        width_(width),
        lanes_(std::min(width, 4U)),
        fast_(options.fast),
        processor_(detect_processor()),
        linker_(make_linker(processor_)) {
    const std::size_t steps = cut();
    functions_ = std::vector<std::atomic<ChunkFunction>>(pieces_.size());
    const bool large = steps > kMostStepsAtDefault;
    const bool quickly = options.level == Level::kQuick || (options.level == Level::kAuto && large);
    compile(quickly ? Level::kQuick : Level::kDefault, {});
    if (quickly && options.level == Level::kAuto) {
      raised_ = false;
      background_ = std::jthread([this](std::stop_token stop) { raise(stop); });
    }
  }

  void run(double* memory) const override {
    for (std::size_t i = 0; i < schedule_.blocks.size(); ++i) {
      const Block& block = schedule_.blocks[i];
      switch (block.kind) {
        case Block::Kind::kStraight: run_straight(pieces_of_[i], memory); break;
        case Block::Kind::kSines: run_sines(schedule_.sines[block.index], width_, memory); break;
        case Block::Kind::kLoop: run_loop(schedule_.loops[block.index], pieces_of_[i], memory); break;
      }
    }
    for (const Copy& copy : schedule_.copies) std::copy_n(at(memory, copy.from), width_, at(memory, copy.to));
  }

  bool wait_until_raised() const {
    raised_.wait(false);
    return at_default_;
  }

 private:
  double* at(double* memory, Slot slot) const { return memory + std::size_t{slot} * width_; }

  void call(std::size_t piece, double* memory, const Slot* table, std::uint64_t rows) const {
    functions_[piece].load(std::memory_order_acquire)(memory, table, rows);
  }

  void run_straight(const Range& pieces, double* memory) const {
    for (std::size_t piece = pieces.first; piece < pieces.end; ++piece) {
      for (unsigned lane = 0; lane < width_; lane += lanes_) call(piece, memory + lane, nullptr, 1);
    }
  }

  // A body of one piece runs through its rows by itself; the pieces of a long one take turns.
  void run_loop(const Loop& loop, const Range& pieces, double* memory) const {
    const std::size_t at_once = pieces.end - pieces.first == 1 ? loop.count : 1;
    for (unsigned lane = 0; lane < width_; lane += lanes_) {
      for (std::size_t row = 0; row < loop.count; row += at_once) {
        for (std::size_t piece = pieces.first; piece < pieces.end; ++piece)
          call(piece, memory + lane, loop.table.data() + row * loop.ports, at_once);
      }
    }
  }

  // Finds the pieces; returns the number of steps.
  std::size_t cut() {
    std::size_t steps = 0;
    for (const Block& block : schedule_.blocks) {
      const std::size_t first = pieces_.size();
      if (block.kind != Block::Kind::kSines) {
        const std::uint32_t position = block.kind == Block::Kind::kStraight ? block.position : 0;
        for (Chunk& chunk : cut_into_chunks(steps_of(block.kind, block.index), position, kChunkSteps)) {
          steps += chunk.count;
          pieces_.push_back({block.kind, block.index, std::move(chunk)});
        }
      }
      pieces_of_.push_back({first, pieces_.size()});
    }
    return steps;
  }

  std::span<const Step> steps_of(Block::Kind kind, std::size_t index) const {
    if (kind == Block::Kind::kLoop) return schedule_.loops[index].body;
    return schedule_.straights[index].steps;
  }

  // Module by module, until it is asked to stop.
  void compile(Level level, const std::stop_token& stop) {
    llvm::orc::JITTargetMachineBuilder processor = processor_;
    // LLVM's own default level takes longer for the same code
    processor.setCodeGenOptLevel(level == Level::kQuick ? llvm::CodeGenOpt::None : llvm::CodeGenOpt::Less);
    processor.getOptions().AllowFPOpFusion = fast_ ? llvm::FPOpFusion::Standard : llvm::FPOpFusion::Strict;
    const std::unique_ptr<llvm::TargetMachine> machine = take(processor.createTargetMachine());
    for (Range range; range.first < pieces_.size() && !stop.stop_requested(); range.first = range.end) {
      for (std::size_t steps = 0; range.end < pieces_.size() && steps < kModuleSteps; ++range.end)
        steps += pieces_[range.end].chunk.count;
      compile(range, level, *machine);
    }
    at_default_ = level == Level::kDefault && !stop.stop_requested();
  }

  void compile(const Range& range, Level level, llvm::TargetMachine& machine) {
    llvm::LLVMContext context;
    context.setDiscardValueNames(true);
    llvm::Module module("kinemate", context);
    module.setDataLayout(machine.createDataLayout());
    module.setTargetTriple(machine.getTargetTriple().str());
    auto name = [&](std::size_t piece) {
      return (level == Level::kQuick ? "quick_" : "chunk_") + std::to_string(piece);
    };
    for (std::size_t i = range.first; i < range.end; ++i) {
      const Piece& piece = pieces_[i];
      const auto steps = steps_of(piece.kind, piece.index).subspan(piece.chunk.first, piece.chunk.count);
      const Loop* const loop = piece.kind == Block::Kind::kLoop ? &schedule_.loops[piece.index] : nullptr;
      write_chunk(module, {name(i), steps, &piece.chunk, loop, lanes_, width_, fast_, level == Level::kQuick});
    }
    if (llvm::Error error = linker_->addObjectFile(take(llvm::orc::SimpleCompiler(machine)(module))))
      refuse(std::move(error));
    for (std::size_t i = range.first; i < range.end; ++i) {
      const auto address = static_cast<std::uintptr_t>(take(linker_->lookup(name(i))).getAddress());
      functions_[i].store(reinterpret_cast<ChunkFunction>(address), std::memory_order_release);
    }
  }

  // In the background. Where it fails, the code stays as quick as it is.
  void raise(const std::stop_token& stop) {
    try {
      compile(Level::kDefault, stop);
    } catch (const Error&) {
    }
    raised_ = true;
    raised_.notify_all();
  }

  const Schedule schedule_;
  const unsigned width_;
  const unsigned lanes_;  // that a function computes at once
  const bool fast_;
  const llvm::orc::JITTargetMachineBuilder processor_;
  const std::unique_ptr<llvm::orc::LLJIT> linker_;  // owns the code
  std::vector<Piece> pieces_;
  std::vector<Range> pieces_of_;                       // for each block
  std::vector<std::atomic<ChunkFunction>> functions_;  // for each piece
  std::atomic<bool> raised_ = true;                    // nothing goes on in the background
  std::atomic<bool> at_default_ = false;
  std::jthread background_;  // the last member: it ends before the others
};

}  // namespace

std::unique_ptr<Runner> compile_by_llvm(const Schedule& schedule, unsigned width, const LlvmOptions& options) {
  CHECK(width == 1 || width == 4 || width == 8);
  return std::make_unique<LlvmRunner>(schedule, width, options);
}

bool wait_until_raised(const Runner& runner) {
  const auto* const compiled = dynamic_cast<const LlvmRunner*>(&runner);
  CHECK(compiled != nullptr);
  return compiled->wait_until_raised();
}

Compiler llvm_compiler(const LlvmOptions& options) {
  return [options](const Schedule& schedule, unsigned width) { return compile_by_llvm(schedule, width, options); };
}

}  // namespace kinemate
