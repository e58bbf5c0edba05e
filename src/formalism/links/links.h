// A machine's tree as links for the recursions: every joint as turns about and shifts along z axes, where it has them.
//
// Joints of the library become one link for each coordinate, with intermediate links that have no inertia; Euler
// parameters, poses given by formulas and custom joints are one link with several columns. A joint whose axis is
// parallel to that of the link before shares its axes, so that recursions can see it.
#pragma once

#include <optional>

#include "formalism/equations.h"
#include "recursion/bias.h"

namespace kinemate {

/// One link. Its frame is its near frame, moved; for a motion about z, also its z axis is that of the near frame.
struct MachineLink {
  std::size_t carrier = kBase;  ///< index of a link before this one
  std::size_t joint = kNone;    ///< index in Model::joints
  std::size_t body = kNone;     ///< kNone: an intermediate link
  bool turns_with_carrier = true;
  Pose<Expr> near;        ///< against the frame of the carrier; constant. Its rotation is against the base where the
                          ///< link does not turn with its carrier
  Pose<Expr> body_frame;  ///< of the body, against the link's frame
  RigidInertia<Expr> inertia;  ///< about the origin of the link's frame, in its axes
  Load<Expr> load;             ///< applied, without gravity; likewise

  /// A motion about and along z: angle, shift and their derivatives for ṡ = 0.
  struct Axial {
    Expr angle, angle_rate, angle_bias;
    Expr shift, shift_rate, shift_bias;
  };
  std::optional<Axial> axial;
  /// Where near.rotation is known to be a turn about z by a constant, then one about x (align_axes).
  struct Tilt {
    Expr before;
    Turn<Expr> turn;
  };
  std::optional<Tilt> tilt;
  /// Any other motion: pose against the near frame; twist and bias about the origin of the link, in its axes.
  Pose<Expr> pose;
  JointMotion<Expr> motion;
  std::vector<Twist<Expr>> free;    ///< Φ, in axes of the link
  std::vector<std::size_t> speeds;  ///< which of the machine's speeds the columns are
  /// The first three columns are shifts along axes of the link, while the speeds are along those of the near frame.
  bool shifts_in_near_axes = false;
};

struct MachineLinks {
  std::vector<MachineLink> links;
  BaseMotion<Expr> base;      ///< in axes of the world
  std::vector<Expr> efforts;  ///< η for each of the machine's speeds
  /// Efforts along speeds of joints that close loops: speed, effort.
  std::vector<std::pair<Expr, Expr>> loop_efforts;
  std::vector<std::size_t> link_of;  ///< for each body; the world's is kBase
};

/// What of a machine is no motion of bodies, so that links do not have it; none: all is.
std::optional<std::string> find_foreign_motion(const Model& model, const Kinematics& kinematics);

/// Why a machine cannot be solved by recursions over its tree; none: it can.
std::optional<std::string> find_obstacle(const Model& model, const Kinematics& kinematics);

/// REQUIRES: the tree reaches every body.
MachineLinks make_links(const Model& model, const Kinematics& kinematics);

}  // namespace kinemate
