// Ready linkages: the joints between bodies of the user that he could have written by hand, and the subsystem they are.
//
// What they make is named after them: joints NAME_ENDING, coordinates likewise unless they are given. Planar ones move
// across `axis`, a unit vector in the frame of `on` that is perpendicular to its x; each bar has its frame in its first
// pin and its x axis to its second one. At coordinates of zero all frames are parallel to that of `on`.
// Throws Error, and leaves the model as it was, where a body is two parts of a linkage, where bars cannot turn about
// the axis, and where the number of names is wrong.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "model/model.h"

namespace kinemate {

/// A body with two pins.
struct LinkageBar {
  std::size_t body = kNone;
  Expr length;
};

/// Crank on A0, the origin of `on`; coupler from A to B; rocker on B0, at [ground, 0, 0]. Joints A0, A, B, B0.
struct FourBarLinkage {
  Attachment on;
  Vector axis = unit<Expr>(2);
  Expr ground;
  LinkageBar crank, coupler, rocker;
  std::vector<std::string> coordinates;  ///< of A0, A, B, B0; empty: crank, coupler, pin, rocker
};

/// A four-bar whose cranks are of one length and whose coupler is as long as the ground.
struct ParallelogramLinkage {
  Attachment on;
  Vector axis = unit<Expr>(2);
  Expr ground, length;
  std::array<std::size_t, 2> cranks = {kNone, kNone};
  std::size_t coupler = kNone;
  std::vector<std::string> coordinates;  ///< as those of a four-bar
};

/// The slider moves along x of `on`, shifted by `offset` along axis × x; its pin is its origin. Joints crank, pin,
/// wrist, guide.
struct SliderCrankLinkage {
  Attachment on;
  Vector axis = unit<Expr>(2);
  LinkageBar crank, rod;
  std::size_t slider = kNone;
  Expr offset;
  std::vector<std::string> coordinates;  ///< of crank, pin, wrist, guide; empty: crank, rod, wrist, slider
};

/// A barrel that turns on `from`, and a rod that shifts along x of the barrel and turns on `to`; both have their
/// frames there, so that the shift is the distance. The axis has the same components in both frames. Joints foot,
/// piston, head. It is no subsystem of its own: what it moves belongs to its loop.
struct CylinderLinkage {
  Attachment from, to;
  Vector axis = unit<Expr>(2);
  std::size_t barrel = kNone, rod = kNone;
  std::optional<Expr> force;             ///< pushes apart where it is positive: the load NAME_force
  std::vector<std::string> coordinates;  ///< of foot, piston, head; empty: these
};

/// Points in the frame of `on`, at the design position.
struct Wishbone {
  std::size_t body = kNone;
  Vector front, rear, ball;
};

/// At the design position, where all coordinates are zero, the frames of its four bodies are that of `on`. Hinges lower
/// and upper along front and rear, a universal joint tie, spherical joints lower_ball, upper_ball, tie_ball. One
/// freedom is left, the stroke of the wheel.
struct DoubleWishboneLinkage {
  Attachment on;
  Wishbone lower, upper;
  std::size_t knuckle = kNone;
  std::size_t tie = kNone;
  Vector inner, outer;  ///< ends of the tie rod
};

void add_four_bar(Model& model, const std::string& name, const FourBarLinkage& linkage);
void add_parallelogram(Model& model, const std::string& name, const ParallelogramLinkage& linkage);
void add_slider_crank(Model& model, const std::string& name, const SliderCrankLinkage& linkage);
void add_cylinder(Model& model, const std::string& name, const CylinderLinkage& linkage);
void add_double_wishbone(Model& model, const std::string& name, const DoubleWishboneLinkage& linkage);

/// Whether bars that lie along x can turn about it in a plane.
bool is_across_x(const Vector& axis);

}  // namespace kinemate
