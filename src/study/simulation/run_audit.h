// Whether a run keeps what it must: energy with the work of all other loads, and first integrals.
//
// h = s·∂T/∂s − T + V is T + V where nothing is driven. dh/dt = τₙ·s − ∂T/∂t + ∂V/∂t, τₙ the loads without a potential.
// The work is integrated over each step by Gauss's formula on the dense output.
#pragma once

#include <optional>
#include <string>

#include "formalism/integrals.h"
#include "sim/integrator.h"
#include "study/simulation/machine_system.h"
#include "study/simulation/released_drives.h"

namespace kinemate {

struct AuditPrograms {
  bool energy = false;             ///< whether there is a balance; not for speeds that are no rates of a driven machine
  bool with_work = false;          ///< whether loads do work
  bool closed = false;             ///< whether there are loops
  std::optional<Program> numbers;  ///< T, h, power, then the integrals
  std::vector<std::string> integrals;  ///< what they are
};

AuditPrograms make_audit(const ProgramSource& machine, const Equations& equations, std::span<const Expr> parameters);

/// T, h and dh/dt of the loads without a potential, of drives and of the time.
struct AuditFormulas {
  Expr kinetic, h, power;
};

/// Of a machine whose drives are let go, along the motion that they give: drives are loads there.
AuditFormulas driven_audit_formulas(const ReleasedDrives& released);

/// Where nothing is free to move: energy against the work of drives. `machine` is the one that is driven.
AuditPrograms make_driven_audit(const ProgramSource& machine, const ReleasedDrives& released,
                                std::span<const Expr> parameters);

struct AuditResult {
  bool energy = false, with_work = false;
  double largest_kinetic = 0;
  double largest = 0;         ///< of |h| and of the work: what rounding is measured by
  double energy_drift = 0;    ///< largest |h − h₀ − work| over the run
  double work = 0;            ///< of the loads without a potential, and of what is driven
  double lost = 0;            ///< at events
  std::optional<double> gap;  ///< where loops are closed: the largest that coordinates failed to follow others by
  struct Constant {
    std::string name;
    double start = 0, drift = 0;  ///< largest deviation
  };
  std::vector<Constant> integrals;
};

/// Follows one run.
class RunAudit {
 public:
  RunAudit(const AuditPrograms& programs, MachineSystem& system);

  void start(double t, std::span<const double> x);
  /// The last step up to t.
  void follow(Integrator& integrator, double t);
  /// Goes on where `before` stands, in other coordinates. Energy has to be the same; constants are those of the
  /// coordinates, and each chart has its own values of them.
  void take_over(const RunAudit& before, double t, std::span<const double> x);
  /// After an event has changed something.
  void restart(double t, std::span<const double> x);

  const AuditResult& result() const { return result_; }

 private:
  void look(double t, std::span<const double> x);

  MachineSystem& system_;
  std::optional<StateFunction> numbers_;
  AuditResult result_;
  std::vector<std::string> integrals_;  // of this chart
  std::vector<double> x_, references_, mixed_;
  double t_ = 0, reference_ = 0, work_ = 0;
};

}  // namespace kinemate
