#include "recursion/engine/engine.h"

#include <algorithm>
#include <cmath>
#include <new>

#include "base/check.h"
#include "recursion/engine/avx2.h"
#include "recursion/engine/frames.h"
#include "recursion/engine/plain.h"

namespace kinemate {
namespace {

constexpr std::align_val_t kAlignment{64};

EnginePasses choose_passes(unsigned width) {
  static const bool fast = has_avx2_passes();
  if (!fast) return make_plain_passes();
  return width == 1 ? make_avx2_passes() : make_avx2_passes_by_fours();
}

// Where in the workspace everything stands, in doubles.
struct Layout {
  std::size_t angles, sines, cosines, work, saved, gathered, general, leaves, own_joints, size;
};

Layout make_layout(const EngineFrames& frames, const EnginePasses& passes) {
  std::size_t next = 0;
  auto take = [&](std::size_t numbers) {
    const std::size_t at = next;
    next += (numbers * passes.lanes + 7) / 8 * 8;
    return at;
  };
  const std::size_t n = frames.count();
  Layout layout{};
  layout.angles = take(n), layout.sines = take(n), layout.cosines = take(n);
  layout.work = take(passes.memory.numbers * n);
  layout.saved = take(9 * frames.slot_count), layout.gathered = take(kGathered * frames.slot_count);
  layout.leaves = take(kLeafMemory * frames.leaves.size());
  layout.general = take(frames.general_memory_count), layout.own_joints = take(frames.own_joint_number_count);
  layout.size = next;
  return layout;
}

// The loads of the caller's links, on those of the engine.
void place_loads(const EngineFrames& frames, const EnginePasses& passes, const double* loads, const EngineCall& call) {
  const EngineMemory& memory = passes.memory;
  const std::size_t lanes = passes.lanes;
  const auto at = [&](std::size_t link, std::size_t i, std::size_t lane) -> double& {
    return call.work[(memory.numbers * link + memory.first_load + i * memory.load_step) * lanes + lane];
  };
  for (std::size_t link = 0; link < call.count; ++link)
    for (std::size_t i = 0; i < 6; ++i)
      for (std::size_t lane = 0; lane < lanes; ++lane) at(link, i, lane) = 0;
  for (const PlacedLink& placed : frames.placed) {
    for (std::size_t lane = 0; lane < lanes && placed.moves; ++lane) {
      const auto number = [&](std::size_t i) { return loads[i * call.stride + lane]; };
      const Load<double> given{{number(0), number(1), number(2)}, {number(3), number(4), number(5)}};
      const Load<double> load = move_to(placed.pose.rotation * given, placed.pose.position);
      for (std::size_t i = 0; i < 3; ++i) {
        at(placed.link, i, lane) += load.torque[i];
        at(placed.link, 3 + i, lane) += load.force[i];
      }
    }
    loads += 6 * call.stride;
  }
}

// Pose, column and velocity of turns and slides that are treated as general joints.
void write_own_joints(const EngineFrames& frames, const EngineCall& call, std::size_t lanes, double* numbers) {
  for (const OwnJoint& own : frames.own_joints) {
    const bool turns = own.kind == EngineLink::Kind::kTurn;
    const std::size_t column = 12, velocity = 18, z = turns ? 2 : 5;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const auto number = [&](std::size_t i) -> double& { return numbers[(own.joint + i) * lanes + lane]; };
      const double q = call.coordinates[own.speed * call.stride + lane];
      const double cos = turns ? std::cos(q) : 1, sin = turns ? std::sin(q) : 0;
      for (std::size_t i = 0; i < joint_numbers(1); ++i) number(i) = 0;
      number(0) = number(4) = cos, number(1) = -sin, number(3) = sin, number(8) = 1;
      if (!turns) number(11) = q;
      number(column + z) = 1;
      number(velocity + z) = call.speeds[own.speed * call.stride + lane];
    }
  }
}

// The numbers from a lane on; nothing of nothing.
template <class Number>
Number* from_lane(std::span<Number> numbers, std::size_t lane) {
  return numbers.empty() ? nullptr : numbers.data() + lane;
}

struct Free {
  void operator()(double* memory) const { ::operator delete[](memory, kAlignment); }
};

}  // namespace

struct EngineWorkspace::Parts {
  EnginePasses passes;
  EngineCall call;  ///< but for the state
  double* own_joints;
  std::unique_ptr<double[], Free> memory;
};

EngineWorkspace::EngineWorkspace(const EngineFrames& frames, const EnginePasses& passes, unsigned width)
    : width_(width), parts_(std::make_unique<Parts>()) {
  CHECK((width == 1 || width == 4 || width == 8) && width % passes.lanes == 0);
  parts_->passes = passes;
  const Layout layout = make_layout(frames, passes);
  parts_->memory.reset(static_cast<double*>(::operator new[](layout.size * sizeof(double), kAlignment)));
  double* memory = parts_->memory.get();
  std::fill_n(memory, layout.size, 0.0);
  parts_->own_joints = memory + layout.own_joints;
  parts_->call = {.links = frames.links.data(),
                  .screws = frames.screws.data(),
                  .general = frames.general.data(),
                  .leaves = frames.leaves.data(),
                  .count = frames.count(),
                  .stride = width,
                  .angles = memory + layout.angles,
                  .sines = memory + layout.sines,
                  .cosines = memory + layout.cosines,
                  .work = memory + layout.work,
                  .saved = memory + layout.saved,
                  .gathered = memory + layout.gathered,
                  .general_work = memory + layout.general,
                  .leaf_work = memory + layout.leaves,
                  .own_joints = memory + layout.own_joints};
  if (passes.prepare) passes.prepare(frames.links.data(), frames.count(), parts_->call.work);
}

EngineWorkspace::~EngineWorkspace() = default;
EngineWorkspace::EngineWorkspace(EngineWorkspace&&) noexcept = default;
EngineWorkspace& EngineWorkspace::operator=(EngineWorkspace&&) noexcept = default;

Engine::Engine(std::vector<EngineLink> links)
    : links_(std::move(links)), frames_(std::make_unique<const EngineFrames>(choose_frames(links_))) {}
Engine::~Engine() = default;

std::size_t Engine::speed_count() const { return frames_->speed_count; }
std::size_t Engine::joint_number_count() const { return frames_->joint_number_count; }
EngineWorkspace Engine::make_workspace(unsigned width) const { return make_workspace(width, choose_passes(width)); }
EngineWorkspace Engine::make_workspace(unsigned width, const EnginePasses& passes) const {
  return {*frames_, passes, width};
}

template <class Run>
void Engine::run_by_lanes(const EngineState& state, EngineWorkspace& workspace, std::span<double> results,
                          Run run) const {
  EngineWorkspace::Parts& parts = *workspace.parts_;
  EngineCall& call = parts.call;
  const std::size_t width = workspace.width(), n = frames_->speed_count * width;
  CHECK(call.links == frames_->links.data());
  CHECK(state.coordinates.size() == n && state.speeds.size() == n && state.given.size() == n && results.size() == n);
  CHECK(state.base.size() == 9 * width && state.joints.size() == frames_->joint_number_count * width);
  CHECK(state.loads.empty() || state.loads.size() == 6 * links_.size() * width);
  call.loaded = !state.loads.empty();
  for (std::size_t lane = 0; lane < width; lane += parts.passes.lanes) {
    call.coordinates = from_lane(state.coordinates, lane), call.speeds = from_lane(state.speeds, lane);
    call.given = from_lane(state.given, lane), call.base = from_lane(state.base, lane);
    call.joints = from_lane(state.joints, lane), call.accelerations = from_lane(results, lane);
    if (call.loaded) place_loads(*frames_, parts.passes, state.loads.data() + lane, call);
    if (!frames_->own_joints.empty()) write_own_joints(*frames_, call, parts.passes.lanes, parts.own_joints);
    run(parts.passes, call);
  }
}

void Engine::forward(const EngineState& state, EngineWorkspace& workspace, std::span<double> accelerations) const {
  run_by_lanes(state, workspace, accelerations,
               [](const EnginePasses& passes, const EngineCall& call) { passes.forward(call); });
}

void Engine::inverse(const EngineState& state, EngineWorkspace& workspace, std::span<double> efforts) const {
  run_by_lanes(state, workspace, efforts,
               [](const EnginePasses& passes, const EngineCall& call) { passes.inverse(call); });
}

}  // namespace kinemate
