#include "study/simulation/machine_system.h"

#include <algorithm>
#include <cmath>

namespace kinemate {
namespace {

constexpr int kMostRounds = 100;            // until friction and reactions agree
constexpr double kAgreement = 1e-13;        // of the reactions
constexpr double kPullBack = 5;             // 1/s: how fast contacts take back what integration errors add up to
constexpr double kDeadCentre = 1e4;         // ratio of speeds
constexpr double kClosed = 1e-12;           // radians or metres that loops may be open at the start
constexpr double kLongestCorrection = 0.3;  // of Newton's method, in these
constexpr double kSlowApproach = 1e-5;      // of the fastest: what is slower is not thrown back any more

std::optional<StateFunction> function_of(const std::optional<Program>& program) {
  return program ? std::make_optional<StateFunction>(*program) : std::nullopt;
}

SystemShape shape_of(const MachinePrograms& programs) {
  SystemShape shape;
  shape.dimension = programs.names.size();
  shape.state_names = programs.names;
  if (programs.coordinates == programs.speeds) {
    for (std::size_t i = 0; i < programs.coordinates; ++i) {
      shape.positions.push_back(i);
      shape.speeds.push_back(programs.coordinates + i);
    }
  }
  const std::size_t first = programs.coordinates + programs.speeds;
  for (std::size_t i = first; i < first + programs.states; ++i) shape.fast.push_back(i);
  shape.events = programs.event_functions;
  shape.has_jacobian = programs.jacobian.has_value();
  return shape;
}

bool all_finite(std::span<const double> numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
}

}  // namespace

MachineSystem::MachineSystem(const MachinePrograms& programs)
    : OdeSystem(shape_of(programs)),
      coordinates_(programs.coordinates),
      speeds_(programs.speeds),
      rates_(programs.rates),
      jacobian_(function_of(programs.jacobian)),
      events_(function_of(programs.events)),
      contacts_(function_of(programs.contacts)),
      reactions_(function_of(programs.reactions)),
      gaps_(function_of(programs.gaps)),
      ratios_(function_of(programs.ratios)),
      followed_(programs.followed),
      kinds_(programs.contact_kinds),
      reaction_inputs_(programs.reaction_inputs),
      active_(kinds_.size(), 0),
      pushes_(kinds_.size(), 0),
      accelerations_(speeds_, 0),
      largest_approach_(kinds_.size(), 0),
      scratch_(programs.names.size(), 0) {}

void MachineSystem::begin(std::span<const double> parameters, std::span<const double> inputs) {
  around_.parameters.assign(parameters.begin(), parameters.end());
  around_.inputs.assign(inputs.begin(), inputs.end());
  std::fill(active_.begin(), active_.end(), 0);
  std::fill(pushes_.begin(), pushes_.end(), 0.0);
  std::fill(largest_approach_.begin(), largest_approach_.end(), 0.0);
}

void MachineSystem::take_over(const MachineSystem& before, std::size_t parameters) {
  around_ = before.around_;
  around_.parameters.resize(parameters, 0);
  active_ = before.active_;
  pushes_ = before.pushes_;
  largest_approach_ = before.largest_approach_;
  for (std::size_t i = 0; i < kinds_.size(); ++i) kinds_[i].restitution = before.kinds_[i].restitution;
}

void MachineSystem::set_restitutions(std::span<const double> restitutions) {
  for (ContactKind& kind : kinds_)
    if (kind.kind != ContactKind::Kind::kOnlySeen) kind.restitution = restitutions[kind.contact];
}

bool MachineSystem::any_active() const {
  return std::any_of(active_.begin(), active_.end(), [](char a) { return a != 0; });
}

bool MachineSystem::free_rates(double t, std::span<const double> x, std::span<double> rates) {
  for (int round = 0; round < kMostRounds; ++round) {
    const std::span<const double> made = rates_(t, x, {}, around_);
    std::copy(made.begin(), made.end(), rates.begin());
    if (!all_finite(rates)) return false;
    if (!reactions_) return true;
    const std::span<const double> sizes = (*reactions_)(t, x, rates.subspan(coordinates_, speeds_), around_);
    bool agree = true;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      double& input = around_.inputs[reaction_inputs_[i]];
      if (!std::isfinite(sizes[i])) {
        input = 0;
        return false;
      }
      agree = agree && std::abs(sizes[i] - input) <= kAgreement * (1 + std::abs(sizes[i]));
      input = sizes[i];
    }
    if (agree) return true;
  }
  return false;  // friction that is stronger than what presses it
}

// M, and of the contacts that are active, and perhaps one more, G, ġ and g̈ without their forces.
void MachineSystem::look_at_contacts(double t, std::span<const double> x, std::span<const double> accelerations) {
  const std::span<const double> all = (*contacts_)(t, x, accelerations, around_);
  const std::size_t each = speeds_ + 3;
  std::size_t count = 0;
  for (char a : active_) count += a != 0 ? 1 : 0;
  const auto f = static_cast<Eigen::Index>(speeds_);
  directions_.resize(static_cast<Eigen::Index>(count), f);
  bias_.resize(static_cast<Eigen::Index>(count));
  Eigen::Index row = 0;
  for (std::size_t e = 0; e < active_.size(); ++e) {
    if (active_[e] == 0) continue;
    const std::span<const double> one = all.subspan(kinds_[e].contact * each, each);
    double bias = one[2 + speeds_] + 2 * kPullBack * one[1] + kPullBack * kPullBack * one[0];
    for (std::size_t k = 0; k < speeds_; ++k) {
      directions_(row, static_cast<Eigen::Index>(k)) = one[2 + k];
      bias += one[2 + k] * accelerations[k];
    }
    bias_[row++] = bias;
  }
  mass_.resize(f, f);
  const std::span<const double> mass = all.subspan(all.size() - speeds_ * (speeds_ + 1) / 2);
  for (std::size_t i = 0; i < speeds_; ++i)
    for (std::size_t j = 0; j < speeds_; ++j)
      mass_(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = mass[Equations::place(i, j)];
  moved_ = mass_.ldlt().solve(directions_.transpose());
  across_ = directions_ * moved_;
}

bool MachineSystem::rhs(double t, std::span<const double> x, std::span<double> rates) {
  if (!free_rates(t, x, rates)) return false;
  if (!contacts_ || !any_active()) return true;
  const std::span<double> a = rates.subspan(coordinates_, speeds_);
  look_at_contacts(t, x, a);
  solution_ = across_.ldlt().solve(-bias_);
  Eigen::Map<Eigen::VectorXd>(a.data(), static_cast<Eigen::Index>(speeds_)) += moved_ * solution_;
  Eigen::Index row = 0;
  for (std::size_t e = 0; e < active_.size(); ++e)
    if (active_[e] != 0) pushes_[e] = solution_[row++];
  return all_finite(rates);
}

bool MachineSystem::close(double t, std::span<double> x) {
  for (int round = 0; gaps_ && round < kMostRounds; ++round) {
    const std::span<const double> gaps = (*gaps_)(t, x, {}, around_);
    if (!all_finite(gaps)) return false;
    double largest = 0;
    for (double g : gaps) largest = std::max(largest, std::abs(g));
    const double part = largest > kLongestCorrection ? kLongestCorrection / largest : 1;
    for (std::size_t i = 0; i < followed_.size(); ++i) x[followed_[i]] += part * gaps[i];
    if (largest < kClosed) return true;
  }
  return !gaps_;
}

bool MachineSystem::is_dead(double t, std::span<const double> x) {
  if (!ratios_) return false;
  const std::span<const double> ratios = (*ratios_)(t, x, {}, around_);
  return !std::all_of(ratios.begin(), ratios.end(), [](double r) { return std::abs(r) < kDeadCentre; });
}

double MachineSystem::gap(double t, std::span<const double> x) {
  if (!gaps_) return 0;
  double largest = 0;
  for (double g : (*gaps_)(t, x, {}, around_)) largest = std::max(largest, std::abs(g));
  return largest;
}

std::span<const double> MachineSystem::accelerations(double t, std::span<const double> x) {
  rhs(t, x, scratch_);
  std::copy_n(scratch_.begin() + static_cast<long>(coordinates_), speeds_, accelerations_.begin());
  return accelerations_;
}

bool MachineSystem::jacobian(double t, std::span<const double> x, std::span<double> columns) {
  const std::span<const double> rows = (*jacobian_)(t, x, {}, around_);
  const std::size_t n = shape().dimension;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) columns[i + j * n] = rows[i * n + j];
  return all_finite(columns.first(n * n));
}

void MachineSystem::event_values(double t, std::span<const double> x, std::span<double> values) {
  if (!events_) return;
  const std::span<const double> conditions = (*events_)(t, x, {}, around_);
  std::copy(conditions.begin(), conditions.end(), values.begin());
  if (!any_active()) return;
  accelerations(t, x);
  for (std::size_t e = 0; e < active_.size(); ++e)
    if (active_[e] != 0) values[e] = pushes_[e];  // it leaves where the force changes its sign
}

bool MachineSystem::let_go(double t, std::span<const double> x) {
  bool found = false;
  while (any_active()) {
    accelerations(t, x);
    std::size_t pulling = active_.size();
    for (std::size_t e = 0; e < active_.size(); ++e)
      if (active_[e] != 0 && (kinds_[e].rising ? pushes_[e] > 0 : pushes_[e] < 0)) pulling = e;
    if (pulling == active_.size()) return found;
    active_[pulling] = 0;
    found = true;
  }
  return found;
}

double MachineSystem::beyond(std::size_t event, double t, std::span<const double> x) {
  const ContactKind& kind = kinds_[event];
  if (kind.kind == ContactKind::Kind::kOnlySeen) return 0;
  const double value = (*events_)(t, x, {}, around_)[event];
  return std::max(kind.rising ? value : -value, 0.0);
}

MachineSystem::Meeting MachineSystem::meet(std::size_t event, double t, std::span<double> x) {
  const ContactKind& kind = kinds_[event];
  if (active_[event] != 0) {
    active_[event] = 0;
    return Meeting::kLeaves;
  }
  active_[event] = 1;  // for the moment: its direction is wanted
  std::fill(accelerations_.begin(), accelerations_.end(), 0.0);
  look_at_contacts(t, x, accelerations_);
  const double rate = (*contacts_)(t, x, accelerations_, around_)[kind.contact * (speeds_ + 3) + 1];
  double& fastest = largest_approach_[event];
  fastest = std::max(fastest, std::abs(rate));
  const bool rests =
      kind.kind == ContactKind::Kind::kContact && kind.restitution * std::abs(rate) <= kSlowApproach * fastest;
  Eigen::Index own = 0;
  for (std::size_t e = 0; e < event; ++e) own += active_[e] != 0 ? 1 : 0;
  Eigen::VectorXd wanted = Eigen::VectorXd::Zero(across_.rows());
  wanted[own] = -(1 + (rests ? 0 : kind.restitution)) * rate;
  Eigen::Map<Eigen::VectorXd>(&x[coordinates_], static_cast<Eigen::Index>(speeds_)) +=
      moved_ * across_.ldlt().solve(wanted);
  if (!rests) {
    active_[event] = 0;
    return Meeting::kThrownBack;
  }
  accelerations(t, x);
  const bool pushes = kind.rising ? pushes_[event] <= 0 : pushes_[event] >= 0;
  if (!pushes) active_[event] = 0;
  return pushes ? Meeting::kStays : Meeting::kThrownBack;
}

}  // namespace kinemate
