#include "study/simulation/run_audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "expr/differentiate.h"
#include "expr/graph.h"
#include "expr/text/print.h"
#include "formalism/energy.h"
#include "formalism/event_integrals.h"
#include "loops/closing.h"

namespace kinemate {
namespace {

constexpr std::size_t kFewForIntegrals = 12;  // first integrals of larger machines take long to find
constexpr std::size_t kFirstIntegral = 3;

// Gauss's four points on [0, 1].
constexpr double kNodes[] = {0.06943184420297371, 0.33000947820757187, 0.6699905217924281, 0.9305681557970262};
constexpr double kWeights[] = {0.17392742256872692, 0.32607257743127307, 0.32607257743127307, 0.17392742256872692};

std::string describe(const Model& model, const FirstIntegral& integral) {
  const char* const until = only_between_events(model, integral) ? " from one event to the next" : "";
  return integral.kind == FirstIntegral::Kind::kMomentum
             ? fmt::format("momentum of {}{}", to_text(integral.coordinate), until)
             : "energy";
}

bool moves_with_time(const ProgramSource& machine) {
  if (!machine.kinematics.closing) return false;
  const std::vector<Expr>& eta = machine.kinematics.closing->eta;
  return std::any_of(eta.begin(), eta.end(), [](Expr e) { return !e.is_zero(); });
}

Energies energies_of(const ProgramSource& machine) {
  Energies energies = compute_energies(machine.model, machine.kinematics);
  if (moves_with_time(machine))  // coordinates that follow change with it too
    for (Expr* energy : {&energies.kinetic, &energies.potential}) *energy = put_in_positions(machine, {energy, 1})[0];
  return energies;
}

AuditFormulas audit_formulas(const ProgramSource& machine, const Energies& energies, const Equations& equations) {
  const Expr t = make_symbol("t");
  const std::vector<Expr>& speeds = machine.equations.speeds;
  AuditFormulas made{energies.kinetic, energies.potential - energies.kinetic, Expr(0)};
  const std::vector<Expr> momenta = gradient(energies.kinetic, speeds);
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    made.h += speeds[i] * momenta[i];
    made.power += (equations.forces[i] - equations.conservative[i]) * speeds[i];
  }
  made.power += differentiate(energies.potential, t) - differentiate(energies.kinetic, t);
  return made;
}

bool speeds_are_rates(const ProgramSource& machine) {
  return std::all_of(machine.rates.rates.begin(), machine.rates.rates.end(),
                     [](Expr rate) { return differentiate(rate, make_symbol("t")).is_zero(); });
}

}  // namespace

AuditFormulas driven_audit_formulas(const ReleasedDrives& released) {
  AuditFormulas made = audit_formulas(released.machine, energies_of(released.machine), released.machine.equations);
  for (Expr* formula : {&made.kinetic, &made.h, &made.power}) *formula = substitute(*formula, released.motion);
  for (const DriveEffort& drive : released.efforts) {
    const std::string& name = released.machine.model.coordinates[drive.coordinate].name;
    made.power += drive.effort * released.motion.symbols.at(make_symbol(name, 1));
  }
  return made;
}

AuditPrograms make_driven_audit(const ProgramSource& machine, const ReleasedDrives& released,
                                std::span<const Expr> parameters) {
  const AuditFormulas audit = driven_audit_formulas(released);
  AuditPrograms result;
  result.energy = released.unknown.empty() && speeds_are_rates(released.machine);
  result.with_work = !audit.power.is_zero();
  result.closed = machine.kinematics.closing != nullptr;
  result.numbers = make_state_program(machine, parameters, {audit.kinetic, audit.h, audit.power});
  return result;
}

AuditPrograms make_audit(const ProgramSource& machine, const Equations& equations, std::span<const Expr> parameters) {
  AuditPrograms result;
  const std::vector<Expr>& speeds = machine.equations.speeds;
  const Energies energies = energies_of(machine);
  const AuditFormulas audit = audit_formulas(machine, energies, equations);
  result.energy = speeds_are_rates(machine);
  result.with_work = !audit.power.is_zero();
  result.closed = machine.kinematics.closing != nullptr;
  std::vector<Expr> formulas = {audit.kinetic, audit.h, audit.power};
  if (speeds.size() <= kFewForIntegrals) {
    for (const FirstIntegral& integral :
         find_integrals(machine.model, machine.kinematics, equations, energies).integrals) {
      if (integral.kind != FirstIntegral::Kind::kMomentum) continue;  // energy has its balance
      formulas.push_back(integral.formula);
      result.integrals.push_back(describe(machine.model, integral));
    }
  }
  result.numbers = make_state_program(machine, parameters, formulas);
  return result;
}

RunAudit::RunAudit(const AuditPrograms& programs, MachineSystem& system)
    : system_(system), numbers_(*programs.numbers), integrals_(programs.integrals), x_(system.shape().dimension, 0) {
  result_.energy = programs.energy;
  result_.with_work = programs.with_work;
  if (programs.closed) result_.gap = 0;
  for (const std::string& name : integrals_) result_.integrals.push_back({name, 0, 0});
  references_.resize(integrals_.size());
}

void RunAudit::start(double t, std::span<const double> x) {
  const std::span<const double> numbers = (*numbers_)(t, x, {}, system_.around());
  t_ = t;
  reference_ = numbers[1];
  result_.largest_kinetic = std::abs(numbers[0]);
  for (std::size_t i = 0; i < references_.size(); ++i)
    references_[i] = result_.integrals[i].start = numbers[kFirstIntegral + i];
}

void RunAudit::look(double t, std::span<const double> x) {
  const std::span<const double> numbers = (*numbers_)(t, x, {}, system_.around());
  result_.largest_kinetic = std::max(result_.largest_kinetic, std::abs(numbers[0]));
  result_.energy_drift = std::max(result_.energy_drift, std::abs(numbers[1] - reference_ - work_));
  result_.largest = std::max({result_.largest, std::abs(numbers[1]), std::abs(work_)});
  if (result_.gap) result_.gap = std::max(*result_.gap, system_.gap(t, x));
  for (std::size_t i = 0; i < references_.size(); ++i)
    for (AuditResult::Constant& constant : result_.integrals)
      if (constant.name == integrals_[i])
        constant.drift = std::max(constant.drift, std::abs(numbers[kFirstIntegral + i] - references_[i]));
}

void RunAudit::take_over(const RunAudit& before, double t, std::span<const double> x) {
  result_ = before.result_;
  reference_ = before.reference_;
  work_ = before.work_;
  t_ = t;
  const std::span<const double> numbers = (*numbers_)(t, x, {}, system_.around());
  for (std::size_t i = 0; i < references_.size(); ++i) references_[i] = numbers[kFirstIntegral + i];
  look(t, x);
}

void RunAudit::follow(Integrator& integrator, double t) {
  if (t == t_) return;
  if (result_.with_work) {
    double sum = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const double at = t_ + (t - t_) * kNodes[k];
      integrator.interpolate(at, x_);
      system_.accelerations(at, x_);  // friction takes its reactions from there
      if (system_.slides()) {
        system_.mix(at, x_, {}, *numbers_, mixed_);
        sum += kWeights[k] * mixed_[2];
      } else {
        sum += kWeights[k] * (*numbers_)(at, x_, {}, system_.around())[2];
      }
    }
    work_ += sum * (t - t_);
    result_.work += sum * (t - t_);
  }
  integrator.interpolate(t, x_);
  t_ = t;
  look(t, x_);
}

void RunAudit::restart(double t, std::span<const double> x) {
  const std::span<const double> numbers = (*numbers_)(t, x, {}, system_.around());
  const double before = reference_ + work_;
  result_.lost += before - numbers[1];
  reference_ = numbers[1];
  work_ = 0;
  t_ = t;
  for (std::size_t i = 0; i < references_.size(); ++i) references_[i] = numbers[kFirstIntegral + i];
}

}  // namespace kinemate
