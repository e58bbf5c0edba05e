// A machine as a system to integrate: ẋ = f(t, x), x = (coordinates, speeds, states of loads).
#pragma once

#include <Eigen/Dense>
#include <memory>
#include <optional>

#include "sim/system.h"
#include "program/frozen_program.h"
#include "sim/events.h"
#include "study/simulation/contact_formulas.h"
#include "study/simulation/state_function.h"
#include "study/simulation/surface_sides.h"

namespace kinemate {

/// What a system is made of: programs, no formula.
struct MachinePrograms {
  std::size_t coordinates = 0, speeds = 0, states = 0;
  std::size_t guides = 0;             ///< states that only say how long steps may be (study/simulation/guides.h)
  std::vector<std::string> names;     ///< of the states
  Program rates;                      ///< ẋ, of switches that are frozen
  std::optional<FrozenProgram> switches;  ///< of the rates
  std::optional<Program> jacobian;    ///< ∂ẋ/∂x row by row
  std::optional<Program> events;      ///< the condition of each event that has one
  std::optional<Program> contacts;    ///< ContactFormulas of each impact and contact, then M, a lower triangle
  std::optional<Program> reactions;   ///< sizes of the reaction forces that friction depends on
  std::optional<Program> gaps;        ///< of coordinates that follow others and have no formula: what they lack
  std::optional<Program> ratios;      ///< of a closed machine: how fast speeds that follow are against independent ones
  std::vector<std::size_t> followed;  ///< which states these are
  std::vector<EventFunction> event_functions;
  std::vector<ContactKind> contact_kinds;    ///< one for each event function
  std::vector<std::size_t> reaction_inputs;  ///< which inputs the reactions are
};

class MachineSystem : public OdeSystem {
 public:
  explicit MachineSystem(const MachinePrograms& programs);

  bool rhs(double t, std::span<const double> x, std::span<double> rates) override;
  bool jacobian(double t, std::span<const double> x, std::span<double> columns) override;
  void event_values(double t, std::span<const double> x, std::span<double> values) override;

  /// For another run, over so much time: nothing touches.
  void begin(std::span<const double> parameters, std::span<const double> inputs, double span = 1);
  /// What touches, inputs and parameters are those of the same machine in other coordinates; further parameters are 0.
  void take_over(const MachineSystem& before, std::size_t parameters);
  /// Of each impact and contact.
  void set_restitutions(std::span<const double> restitutions);

  // ---- switching surfaces: their event functions stand behind those of the machine's events ----
  bool has_surfaces() const { return surfaces_.has_value(); }
  /// What `when` asks for comes before.
  std::size_t event_count() const { return kinds_.size(); }
  /// Sides of the surfaces of time, as TimeAhead::sides_after() has them.
  void set_times(std::span<const double> sides) { surfaces_->set_times(sides, around_); }
  /// Finds all sides, at the start and after something has changed; what slid may go on to.
  void find_sides(double t, std::span<const double> x);
  /// Goes over to the other side of those among these hits. Says how many there were.
  std::size_t cross(std::span<const EventHit> hits, double t, std::span<const double> x);
  bool slides() const { return !sliding_.empty(); }
  /// Results of a function that knows nothing of sliding. REQUIRES: slides().
  void mix(double t, std::span<const double> x, std::span<const double> accelerations, StateFunction& function,
           std::vector<double>& result);
  /// Whether one has been followed by its value since begin(), as it switched without end.
  bool has_plain() const { return surfaces_ && surfaces_->is_any(SurfaceSides::Way::kPlain); }

  /// Closes loops: Newton's method on the coordinates that follow others. Whether it came to an end.
  bool close(double t, std::span<double> x);
  /// Whether independent speeds hardly move the machine any more: something follows ten thousand times as fast.
  bool is_dead(double t, std::span<const double> x);
  /// The largest gap of these; 0 where all are formulas.
  double gap(double t, std::span<const double> x);

  /// Rates of the speeds, contacts and friction included.
  std::span<const double> accelerations(double t, std::span<const double> x);

  Surroundings& around() { return around_; }
  const Surroundings& around() const { return around_; }
  std::size_t speed_count() const { return speeds_; }
  std::size_t first_speed() const { return coordinates_; }

  /// What an impact or contact does when its condition is met: speeds after it. Says what happened.
  enum class Meeting { kThrownBack, kStays, kLeaves };
  Meeting meet(std::size_t event, double t, std::span<double> x);
  /// Contacts whose force would pull, after something else has changed, are let go: whether there was one.
  bool let_go(double t, std::span<const double> x);
  /// How far the condition of an impact or contact is on the barred side; 0 where it is not.
  double beyond(std::size_t event, double t, std::span<const double> x);
  bool is_active(std::size_t event) const { return active_[event] != 0; }

 private:
  using Rows = Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;
  bool one_sided_rates(double t, std::span<const double> x, std::span<double> rates);
  bool sliding_rates(double t, std::span<const double> x, std::span<double> rates);
  void look_at_sliding(double t, std::span<const double> x);
  std::span<const double> surface_rates(double t, std::span<const double> x, const Eigen::VectorXd& rates);
  void settle(double t, std::span<const double> x, std::vector<std::size_t> open);
  void surface_values(double t, std::span<const double> x, std::span<double> values);
  bool difference_jacobian(double t, std::span<const double> x, std::span<double> columns);
  bool free_rates(double t, std::span<const double> x, std::span<double> rates);
  void look_at_contacts(double t, std::span<const double> x, std::span<const double> accelerations);
  bool any_active() const;

  const std::size_t coordinates_, speeds_;
  StateFunction rates_;
  std::optional<StateFunction> jacobian_, events_, contacts_, reactions_, gaps_, ratios_;
  std::vector<std::size_t> followed_;
  std::vector<ContactKind> kinds_;
  std::vector<std::size_t> reaction_inputs_;
  Surroundings around_;
  std::optional<SurfaceSides> surfaces_;
  double short_time_ = 0, direction_ = 1;  // between two crossings that are one; of the run
  // of sliding: which, rates on the sides below, what the side above of each adds, shares of the sides above
  std::vector<std::size_t> sliding_;
  Eigen::MatrixXd added_, pulls_;
  Eigen::VectorXd below_, approach_, shares_;
  std::vector<double> near_, surface_rates_, kept_sides_, pushed_;
  std::vector<char> active_;    // of each event function
  std::vector<double> pushes_;  // λ of each event function that is active
  std::vector<double> accelerations_, largest_approach_, scratch_;
  // of the contacts at one state
  Eigen::MatrixXd mass_, directions_, moved_, across_;
  Eigen::VectorXd bias_, solution_;
};

}  // namespace kinemate
