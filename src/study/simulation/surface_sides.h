// On which side of its switching surfaces a machine is, while it runs.
//
// A side holds until the surface is crossed, so that a step is smooth however far it goes. Where the motion on both
// sides leads back to a surface it stays on it (Filippov's sliding mode): then rates are a mixture of those of both
// sides. What still switches again and again at one place is followed by its value, without events, as a steep but continuous law.
#pragma once

#include "program/frozen_program.h"
#include "study/simulation/state_function.h"

namespace kinemate {

/// Of the surfaces that depend on the state; those of time only have their sides kept here.
class SurfaceSides {
 public:
  enum class Way : char {
    kOneSide,  ///< until it is crossed
    kSliding,  ///< on the surface
    kPlain     ///< by its value at every call, one law going over into the other within a hair of the surface
  };

  /// REQUIRES: the program lives on.
  explicit SurfaceSides(const FrozenProgram& program);

  void begin(Surroundings& around);
  void set_times(std::span<const double> sides, Surroundings& around);

  std::size_t count() const { return ways_.size(); }
  bool may_slide(std::size_t i) const { return of(i).jumps && !of(i).cells; }
  bool is_cell(std::size_t i) const { return of(i).cells; }
  Way way(std::size_t i) const { return ways_[i]; }
  double side(std::size_t i) const { return sides_[program_.of_time + i]; }
  void set_side(std::size_t i, double side, Surroundings& around);
  void set_way(std::size_t i, Way way) { ways_[i] = way; }
  bool is_any(Way way) const;

  /// What is zero on each surface: the arguments' difference; of a cell the distance from its border, positive inside.
  std::span<const double> values(double t, std::span<const double> x, const Surroundings& around);
  /// Sides by their values, of those that go this way.
  void follow(double t, std::span<const double> x, Way way, Surroundings& around);

  const std::vector<double>& all_sides() const { return sides_; }
  void set_all_sides(const std::vector<double>& sides, Surroundings& around);

  /// Notes that a surface is crossed. Whether it was, several times, within so short a time.
  bool crosses_again(std::size_t i, double t, double short_time);

 private:
  const SwitchingSurface& of(std::size_t i) const { return program_.surfaces[program_.of_time + i]; }
  void set_modes(Surroundings& around) const;

  const FrozenProgram& program_;
  StateFunction arguments_;
  std::vector<double> sides_;  // of all surfaces: -1 or 1, between them on the plain way; of cells the whole number below
  std::vector<Way> ways_;      // from here on of those of the state
  std::vector<double> values_, crossed_;
  std::vector<int> again_;
};

}  // namespace kinemate
