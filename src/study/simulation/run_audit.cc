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

}  // namespace

AuditPrograms make_audit(const ProgramSource& machine, const Equations& equations, std::span<const Expr> parameters) {
  AuditPrograms result;
  Energies energies = compute_energies(machine.model, machine.kinematics);
  const std::vector<Expr>& speeds = machine.equations.speeds;
  if (moves_with_time(machine))  // coordinates that follow change with it too
    for (Expr* energy : {&energies.kinetic, &energies.potential}) *energy = put_in_positions(machine, {energy, 1})[0];
  const Expr t = make_symbol("t");
  Expr h = energies.potential - energies.kinetic, power;
  const std::vector<Expr> momenta = gradient(energies.kinetic, speeds);
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    h += speeds[i] * momenta[i];
    power += (equations.forces[i] - equations.conservative[i]) * speeds[i];
  }
  const Expr timed = differentiate(energies.potential, t) - differentiate(energies.kinetic, t);
  bool are_rates = true;
  for (std::size_t i = 0; i < machine.rates.rates.size(); ++i)
    are_rates = are_rates && differentiate(machine.rates.rates[i], t).is_zero();
  power += timed;
  result.energy = are_rates;
  result.with_work = !power.is_zero();
  result.closed = machine.kinematics.closing != nullptr;
  std::vector<Expr> formulas = {energies.kinetic, h, power};
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
      sum += kWeights[k] * (*numbers_)(at, x_, {}, system_.around())[2];
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
