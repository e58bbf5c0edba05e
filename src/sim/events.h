// When event functions pass through zero, found on the dense output of each step.
//
// Each step is sampled; a change of sign between two samples is narrowed to neighbouring doubles, and where a parabola
// through three samples comes near zero between them, its lowest point is looked at, so that two crossings between
// samples are found too. A function that touches zero and turns back is no event.
//
// A function that is exactly zero at the start is an event there, if it leaves zero in the direction asked for. One
// that was reported is not reported again while it leaves zero, whether the state was changed or not. After a change
// its side is that of its rate, and zero is where it stood: a ball that bounces is found to come back, until its speed
// is lost in the rounding of the function.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "sim/bracket_root.h"
#include "sim/integrator.h"

namespace kinemate {

struct EventHit {
  std::size_t event = 0;  ///< index in SystemShape::events
  double time = 0;        ///< the first double at which the function has passed zero
  bool rising = false;    ///< in the direction of the integration
};

/// Follows one integration. Nothing is allocated once the first step has been searched, unless steps have more pieces.
class EventWatch {
 public:
  explicit EventWatch(OdeSystem& system);

  void start(double t, std::span<const double> y);
  /// After the state was changed at the time of the last hits.
  void restart(double t, std::span<const double> y);
  /// The same functions from here on as those of another system, in its states.
  /// Those that are no surfaces are the same and come first; the surfaces may be others.
  /// REQUIRES: all events up to t are told; the state is the same one.
  void change_system(OdeSystem& system, double t, std::span<const double> y);

  /// The first events after those already told in the last step of `integrator`: all that happen at one time, to about
  /// twelve digits, by index. None: the step is searched. Their common time is that of the last.
  std::span<const EventHit> next(Integrator& integrator);

 private:
  struct Sample {
    double time = 0;
    double value = 0;
  };

  void resize(std::size_t count);
  bool is_surface(std::size_t event) const { return system_->shape().events[event].is_surface; }
  void take_samples(Integrator& integrator);
  std::span<const double> values_at(Integrator& integrator, double t);
  double value_at(Integrator& integrator, std::size_t event, double t);
  double sample(std::size_t event, std::size_t i) const { return values_[i * count_ + event]; }
  Sample departure(Integrator& integrator, std::size_t event);
  bool find_first(Integrator& integrator, std::size_t event, SignChange& found);
  bool dip(Integrator& integrator, std::size_t event, std::size_t i, double sign, Sample& lowest);
  void settle(Integrator& integrator, std::size_t event, SignChange& change);
  int side_of_rate(double t, std::span<const double> y, std::size_t event);
  void finish_search(Integrator& integrator, double end);

  OdeSystem* system_;
  std::size_t count_;
  double from_ = 0;     // searched up to here
  double started_ = 0;  // the last start or restart
  double step_ = 0;     // the last step's length, with its sign
  double longest_step_ = 0;
  std::vector<double> y_, tangent_, g_;  // scratch: states and event functions
  std::vector<double> start_;            // values at from_
  std::vector<int> sign_;                // side of zero each function is on; 0: leaves zero at from_
  std::vector<char> silent_;             // leaves zero, and was reported already
  std::vector<char> stood_;              // was reported already when started_ was
  std::vector<double> shift_;            // what stood for zero when a reported function was started again
  std::vector<double> residual_;         // how near to zero a reported function was found
  std::vector<char> reported_;           // among the last hits
  std::vector<double> times_, values_;   // samples of this step, values_ samples x count_
  std::vector<SignChange> changes_;
  std::vector<char> has_change_;
  std::vector<EventHit> hits_;
};

}  // namespace kinemate
