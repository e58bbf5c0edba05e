// What the passes of the engine run on: plain numbers, links in the order of a walk through the tree.
//
// The frames are chosen as Denavit and Hartenberg did (recursion/engine/frames.h): a link's axis is the z axis of its
// frame, and from the frame of its carrier leads a turn by α about the carrier's x axis with a shift by a along it,
// then a turn by θ and a shift by d about and along the link's z axis. One of them is the joint's coordinate plus a
// constant. Only the first of the links on one carrier can have it so; the others begin with a constant turn and shift
// about the carrier's z axis. Inertia that a joint does not feel stands with the carrier. Links that carry nothing are
// leaves: they come right after their carrier, before the others that it carries, and have no frame but the carrier's.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kinemate {

enum class AxialKind : std::uint8_t {
  kTurn,              ///< any α, any d
  kTurnFlat,          ///< d = 0
  kTurnSquare,        ///< α = 90°
  kTurnSquareFlat,    ///< α = 90°, d = 0
  kTurnParallel,      ///< α = 0
  kTurnParallelFlat,  ///< α = 0, d = 0
  kLeafTurn,          ///< a leaf, one more record in LeafLink
  kSlide,
  kLeafSlide,
  kDrivenTurn,
  kDrivenSlide,
  kGeneral,  ///< pose and columns from outside, one more record in GeneralLink
};

struct alignas(128) AxialLink {
  double cos_alpha = 1, sin_alpha = 0;
  double a = 0, d = 0;          ///< d of a slide: the constant part
  double arm_y = 0, arm_z = 0;  ///< of the link's origin in the carrier's frame, a turn's: −d sin α, d cos α
  double angle = 0;             ///< constant part of θ
  /// About the link's origin, what is left of it. Of a turn: m = m c_z = Θ_yy = 0, and of Binet's tensor
  /// J = ½ tr(Θ) E − Θ there is J_xx = −J_zz. Of a slide: Θ = 0.
  double moment_x = 0, moment_y = 0;
  double jyy_or_mass = 0, jzz_or_moment_z = 0;
  double jxy = 0, jxz = 0, jyz = 0;

  std::uint32_t speed = 0;  ///< place in coordinates, speeds, efforts, accelerations
  std::uint32_t slot = 0;   ///< its own, where kHasSlot
  std::uint32_t extra = 0;  ///< place in screws, where kScrewed, or in general, or in leaves
  AxialKind kind = AxialKind::kTurn;
  std::uint8_t flags = 0;
};

enum AxialFlag : std::uint8_t {
  kFromSlot = 1,       ///< the carrier is not the link before, but has a slot
  kHasSlot = 2,        ///< carries links that are not the next one
  kCarriesNext = 4,    ///< carries the next one; of a leaf: its carrier does
  kScrewed = 8,        ///< begins with a constant turn and shift about the carrier's z axis
  kOnBase = 16,        ///< its carrier, with the slot 0, takes no loads
  kSame = 32,          ///< of the same kind as the link before, which carries it and nothing else: they make a run,
                       ///< as do leaves of one kind on one carrier
  kGathersFirst = 64,  ///< of the links on one slot the first to hand its inertia inward
};

/// The constant turn by γ and shift by b.
struct AxialScrew {
  double cos = 1, sin = 0, shift = 0;
  std::uint32_t slot = 0;  ///< of the carrier, where kFromSlot
};

/// A joint of up to six speeds, its link with its own frame and its whole inertia.
struct GeneralLink {
  double near[12];     ///< rotation row by row, position; in the carrier's frame
  double inertia[10];  ///< m, m c (3), Θ xx yy zz xy xz yz
  std::uint32_t columns = 0;
  std::uint32_t slot = 0;    ///< of the carrier, where kFromSlot
  std::uint32_t joint = 0;   ///< where its numbers begin: in those of the joints, see EngineState, or in our own
  std::uint32_t memory = 0;  ///< where its numbers begin in the workspace
  bool driven = false;       ///< its accelerations are given
  bool own = false;          ///< a turn or slide whose axis is almost parallel to its carrier's
};

/// A link that carries nothing, all of it in the frame of its carrier.
struct alignas(64) LeafLink {
  // of a turn, with cos θ and sin θ
  double binet[5][8];   ///< J, xx yy zz xy xz yz: [0] + [1] cos θ + [2] sin θ + [3] cos 2θ + [4] sin 2θ
  double torque[3][4];  ///< of U, likewise
  double moment[2][4];  ///< m c = [0] cos θ + [1] sin θ
  double foot[3];       ///< the point of its axis next to the carrier's origin
  // of a slide
  double mass, center[3];  ///< at the coordinate 0
  // of both
  double inverse_d;
  double axis[3];              ///< e
  double other[3];             ///< h: the column is [e; h] of a turn; of a slide [0; e], with [h; e] = U/D
  double rotation[9], arm[3];  ///< of the link's frame, row by row, and its origin; for the coordinate 0
};

/// Where the numbers of a leaf stand that the passes keep.
enum LeafNumber : std::size_t {
  kLeafBinet = 0,    ///< J, xx yy zz xy xz yz
  kLeafMoment = 8,   ///< m c
  kLeafTorque = 12,  ///< of U
  kLeafForce = 16,
  kLeafForceByD = 20,  ///< of U/D
  kLeafTorqueByD = 24,
  kLeafRest = 27,  ///< the acceleration that is left; apart from the force, which is read as a whole
  kLeafMemory = 28,
};

/// Numbers of a joint state with so many columns, and what the passes keep of it.
constexpr std::uint32_t joint_numbers(std::uint32_t columns) { return 12 + 6 * columns + 12; }
constexpr std::uint32_t general_memory(std::uint32_t columns) { return 12 + 7 * columns; }

/// What the passes keep for each link: how many numbers, and where among them the load is, torque and force.
struct EngineMemory {
  std::size_t numbers, first_load, load_step;
};

/// Numbers of an articulated inertia with its load, in any form.
constexpr std::size_t kGathered = 32;

/// One call for one group of lanes. Number i of lane l of an input is at [i * stride + l]; the workspace has the lanes
/// of a group side by side.
struct EngineCall {
  const AxialLink* links;  ///< one more than `count`, without flags
  const AxialScrew* screws;
  const GeneralLink* general;
  const LeafLink* leaves;
  std::size_t count;  ///< of links
  std::size_t stride;
  const double *coordinates, *speeds, *given, *base, *joints;
  double* accelerations;  ///< or the efforts, of the inverse
  double *angles, *sines, *cosines;
  double* work;      ///< for each link, see EngineMemory
  double* saved;     ///< 9 for each slot
  double* gathered;  ///< kGathered for each slot
  double* general_work;
  double* leaf_work;         ///< kLeafMemory for each leaf
  const double* own_joints;  ///< of general links that the engine itself made of turns and slides
  bool loaded;               ///< loads on the links stand in `work`
};

/// The passes as one processor runs them.
struct EnginePasses {
  std::size_t lanes;  ///< of a group
  EngineMemory memory;
  void (*prepare)(const AxialLink* links, std::size_t count, double* work);  ///< once for each workspace, or null
  void (*forward)(const EngineCall& call);
  void (*inverse)(const EngineCall& call);
};

}  // namespace kinemate
