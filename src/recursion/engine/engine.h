// Forward and inverse dynamics of tree machines in doubles, as fast as we can: the O(n) explicit recursion of theory N
// for one state or for a batch.
//
// The method is in recursion/engine/passes.h, the frames it runs on in recursion/engine/frames.h. Nothing is allocated
// in a call; different threads need different workspaces.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "spatial/inertia.h"
#include "spatial/motion.h"
#include "spatial/pose.h"

namespace kinemate {

struct EngineFrames;
struct EnginePasses;

/// A joint and the link behind it, which is a body, or without inertia a frame between two joints.
struct EngineLink {
  enum class Kind {
    kTurn,     ///< about the z axis of the near frame, by its coordinate
    kSlide,    ///< along it
    kFixed,    ///< no speed, always at the near frame
    kGeneral,  ///< any joint: each call brings its pose and its columns, EngineState::joints
  };
  static constexpr std::size_t kBase = ~std::size_t{0};

  std::size_t carrier = kBase;   ///< a link before this one
  Pose<double> near;             ///< frame of the link for coordinate 0, in the frame of its carrier
  RigidInertia<double> inertia;  ///< about the origin of the link's frame, in its axes
  Kind kind = Kind::kTurn;
  unsigned columns = 0;  ///< of a general one: its number of speeds, 0 to 6
  bool driven = false;   ///< its accelerations are given, not its efforts
};

/// A state, or `width` of them: number i of lane l stands at [i * width + l]. Speeds are those of the links, one after
/// another; a turn or a slide has one, driven or not.
struct EngineState {
  std::span<const double> coordinates;  ///< for each speed; what belongs to general links is not read
  std::span<const double> speeds;       ///< likewise
  std::span<const double> given;        ///< for each speed: the effort, of a driven link the acceleration
  /// Angular velocity and acceleration of the base and the acceleration of its origin less that of gravity: 9 numbers,
  /// in axes of the base.
  std::span<const double> base;
  /// A load on each link, torque and force: 6 numbers, about its origin, in its axes. Or nothing.
  std::span<const double> loads;
  /// For each general link: its rotation (9, row by row) and position against the near frame (3); its columns Φ (6
  /// each: angular, linear); its angular velocity and that of its origin against the near frame (6); the rates of both
  /// there for ṡ = 0 (6). All but the pose in axes of the link; a linear part is that of the link's origin.
  std::span<const double> joints;
};

/// What one call works on. Each thread needs its own. REQUIRES: the engine that made it lives on where it is.
class EngineWorkspace {
 public:
  EngineWorkspace(const EngineFrames& frames, const EnginePasses& passes, unsigned width);
  ~EngineWorkspace();
  EngineWorkspace(EngineWorkspace&&) noexcept;
  EngineWorkspace& operator=(EngineWorkspace&&) noexcept;

  unsigned width() const { return width_; }

 private:
  friend class Engine;
  struct Parts;
  unsigned width_;
  std::unique_ptr<Parts> parts_;
};

class Engine {
 public:
  explicit Engine(std::vector<EngineLink> links);
  ~Engine();

  const std::vector<EngineLink>& links() const { return links_; }
  std::size_t speed_count() const;
  std::size_t joint_number_count() const;  ///< of EngineState::joints, for one lane

  /// REQUIRES: width is 1, 4 or 8.
  EngineWorkspace make_workspace(unsigned width = 1) const;

  /// For passes of your choice, instead of the fastest here.
  EngineWorkspace make_workspace(unsigned width, const EnginePasses& passes) const;

  /// ṡ for each speed. REQUIRES: every joint that is not driven carries inertia.
  void forward(const EngineState& state, EngineWorkspace& workspace, std::span<double> accelerations) const;

  /// The efforts η that ṡ takes, which is `given` here for all links; those of driven links are found too.
  void inverse(const EngineState& state, EngineWorkspace& workspace, std::span<double> efforts) const;

 private:
  template <class Run>
  void run_by_lanes(const EngineState& state, EngineWorkspace& workspace, std::span<double> results, Run run) const;

  std::vector<EngineLink> links_;
  std::unique_ptr<const EngineFrames> frames_;
};

}  // namespace kinemate
