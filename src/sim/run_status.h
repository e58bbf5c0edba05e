// How an integration ended, and in words why it failed.
#pragma once

#include <cstddef>
#include <string>

#include "base/error.h"
#include "sim/integrator.h"

namespace kinemate {

enum class RunEnd {
  kFinished,       ///< the end time is reached
  kStopped,        ///< an event's callback asked for it
  kInterrupted,    ///< the interrupt flag was set
  kNotFinite,      ///< the right-hand side has no value
  kStepTooSmall,   ///< the step became so short that the time stood still
  kTooManySteps,   ///< RunOptions::max_steps
  kTooManyEvents,  ///< events follow each other without the time going on
  kNoConvergence,  ///< an implicit step's equations were not solved
};

enum class LikelyCause {
  kUnknown,
  kBlowUp,         ///< the solution grows beyond all bounds
  kStiff,          ///< an explicit method on a stiff system
  kOutOfDomain,    ///< a root of a negative number, a division by zero, a singular position
  kDiscontinuity,  ///< a jump without an event
  kAccumulation,   ///< events without end in finite time, such as the last bounces of a ball
};

struct RunStatus {
  RunEnd end = RunEnd::kFinished;
  double time = 0;  ///< reached, or where it failed
  std::size_t state = StepOutcome::kNoState;
  LikelyCause cause = LikelyCause::kUnknown;
  std::string message;  ///< a sentence; empty if all went well
  std::string hint;

  bool good() const { return end == RunEnd::kFinished || end == RunEnd::kStopped; }
};

/// A failure as what is told to users. REQUIRES: not good.
Error to_error(const RunStatus& status);

/// What was seen of the run, for the cause.
struct RunEvidence {
  double size_at_start = 0;  ///< largest |yᵢ|
};

/// Why `integrator` could not go on. `end` is kNotFinite, kStepTooSmall, kTooManySteps or kNoConvergence.
RunStatus explain_failure(const Integrator& integrator, RunEnd end, const StepOutcome& outcome,
                          const RunEvidence& evidence);
RunStatus explain_events(const Integrator& integrator, double time, std::size_t event);

/// "the state `x`", or "state 3" (from 1) where states have no names.
std::string state_in_words(const SystemShape& shape, std::size_t state);

}  // namespace kinemate
