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
constexpr double kShortTime = 1e-9;         // of a run: crossings of a surface within it are one that has no end
constexpr double kOnSurface = 1e-6;         // what slides may be so far from its surface
constexpr double kBeyond = 1e-6;            // the share of a side that leaves a surface: 1 would leave it without speed
constexpr double kHairOfSurface = 1e-11;             // beside a surface
constexpr double kSmallChange = 1e-5;       // of the states, for rates by differences
constexpr double kSlowApproach = 1e-5;      // of the fastest: what is slower is not thrown back any more

std::optional<StateFunction> function_of(const std::optional<Program>& program) {
  return program ? std::make_optional<StateFunction>(*program) : std::nullopt;
}

SystemShape shape_of(const MachinePrograms& programs) {
  SystemShape shape;
  shape.dimension = programs.names.size();
  shape.state_names = programs.names;
  if (programs.coordinates == programs.speeds) {
    const auto first = programs.names.begin() + static_cast<std::ptrdiff_t>(programs.coordinates);
    const auto last = first + static_cast<std::ptrdiff_t>(programs.speeds);
    for (std::size_t i = 0; i < programs.coordinates; ++i) {
      const auto rate = std::find(first, last, programs.names[i] + "'");
      shape.positions.push_back(i);
      shape.speeds.push_back(rate == last ? programs.coordinates + i
                                          : static_cast<std::size_t>(rate - programs.names.begin()));
    }
  }
  const std::size_t first = programs.coordinates + programs.speeds;
  for (std::size_t i = first; i < first + programs.states; ++i) shape.fast.push_back(i);
  shape.events = programs.event_functions;
  if (programs.switches)
    for (std::size_t i = programs.switches->of_time; i < programs.switches->surfaces.size(); ++i)
      shape.events.push_back({"a condition in a formula", EventDirection::kBoth, true});
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
      scratch_(programs.names.size(), 0) {
  if (!programs.switches || programs.switches->surfaces.empty()) return;
  surfaces_.emplace(*programs.switches);
  near_.resize(scratch_.size());
  surface_rates_.resize(surfaces_->count());
  surfaces_->begin(around_);
}

void MachineSystem::begin(std::span<const double> parameters, std::span<const double> inputs, double span) {
  short_time_ = kShortTime * std::abs(span);
  direction_ = span < 0 ? -1 : 1;
  sliding_.clear();
  if (surfaces_) surfaces_->begin(around_);
  around_.parameters.assign(parameters.begin(), parameters.end());
  around_.inputs.assign(inputs.begin(), inputs.end());
  std::fill(active_.begin(), active_.end(), 0);
  std::fill(pushes_.begin(), pushes_.end(), 0.0);
  std::fill(largest_approach_.begin(), largest_approach_.end(), 0.0);
}

void MachineSystem::take_over(const MachineSystem& before, std::size_t parameters) {
  around_ = before.around_;
  around_.parameters.resize(parameters, 0);
  short_time_ = before.short_time_;
  direction_ = before.direction_;
  sliding_.clear();
  if (surfaces_) surfaces_->begin(around_);
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

bool MachineSystem::one_sided_rates(double t, std::span<const double> x, std::span<double> rates) {
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

bool MachineSystem::rhs(double t, std::span<const double> x, std::span<double> rates) {
  if (!surfaces_) return one_sided_rates(t, x, rates);
  if (surfaces_->is_any(SurfaceSides::Way::kPlain)) surfaces_->follow(t, x, SurfaceSides::Way::kPlain, around_);
  if (!sliding_.empty()) return sliding_rates(t, x, rates);
  if (one_sided_rates(t, x, rates)) return true;
  // a formula may have no value beyond its side, as a root of a negative number
  kept_sides_ = surfaces_->all_sides();
  surfaces_->follow(t, x, SurfaceSides::Way::kOneSide, around_);
  const bool good = one_sided_rates(t, x, rates);
  surfaces_->set_all_sides(kept_sides_, around_);
  return good;
}

// ġ along these rates, by central differences.
std::span<const double> MachineSystem::surface_rates(double t, std::span<const double> x,
                                                     const Eigen::VectorXd& rates) {
  double fastest = 1;
  for (std::size_t i = 0; i < x.size(); ++i)
    fastest = std::max(fastest, std::abs(rates[static_cast<Eigen::Index>(i)]) / (1 + std::abs(x[i])));
  const double h = kSmallChange / fastest;
  const auto values_at = [&](double step) {
    for (std::size_t i = 0; i < x.size(); ++i) near_[i] = x[i] + step * rates[static_cast<Eigen::Index>(i)];
    return surfaces_->values(t + step, near_, around_);
  };
  const std::span<const double> behind = values_at(-h);
  surface_rates_.assign(behind.begin(), behind.end());
  const std::span<const double> ahead = values_at(h);
  for (std::size_t i = 0; i < ahead.size(); ++i) surface_rates_[i] = (ahead[i] - surface_rates_[i]) / (2 * h);
  return surface_rates_;
}

// f = f₋ + Σ αᵢ (fᵢ − f₋), fᵢ with surface i above: what it is made of.
void MachineSystem::look_at_sliding(double t, std::span<const double> x) {
  const auto n = static_cast<Eigen::Index>(x.size()), m = static_cast<Eigen::Index>(sliding_.size());
  below_.resize(n);
  added_.resize(n, m);
  pushed_.resize(pushes_.size() * static_cast<std::size_t>(m + 1));
  pulls_.resize(m, m);
  approach_.resize(m);
  for (std::size_t i : sliding_) surfaces_->set_side(i, -1, around_);
  one_sided_rates(t, x, {below_.data(), x.size()});
  std::copy(pushes_.begin(), pushes_.end(), pushed_.begin());
  const std::span<const double> values = surfaces_->values(t, x, around_);
  for (Eigen::Index i = 0; i < m; ++i) approach_[i] = kPullBack * direction_ * values[sliding_[static_cast<std::size_t>(i)]];
  const std::span<const double> rates = surface_rates(t, x, below_);
  for (Eigen::Index i = 0; i < m; ++i) approach_[i] += rates[sliding_[static_cast<std::size_t>(i)]];
  Eigen::VectorXd above(n);
  for (Eigen::Index j = 0; j < m; ++j) {
    const std::size_t one = sliding_[static_cast<std::size_t>(j)];
    surfaces_->set_side(one, 1, around_);
    one_sided_rates(t, x, {above.data(), x.size()});
    std::copy(pushes_.begin(), pushes_.end(), pushed_.begin() + (j + 1) * static_cast<long>(pushes_.size()));
    surfaces_->set_side(one, -1, around_);
    added_.col(j) = above - below_;
    const std::span<const double> moved = surface_rates(t, x, above);
    for (Eigen::Index i = 0; i < m; ++i) {
      const std::size_t row = sliding_[static_cast<std::size_t>(i)];
      pulls_(i, j) = moved[row];
    }
  }
  // the rates below, once more, as the columns above are differences from them
  const std::span<const double> first = surface_rates(t, x, below_);
  for (Eigen::Index i = 0; i < m; ++i)
    for (Eigen::Index j = 0; j < m; ++j) pulls_(i, j) -= first[sliding_[static_cast<std::size_t>(i)]];
}

// The mixture that stays on its surfaces: ġ = 0.
bool MachineSystem::sliding_rates(double t, std::span<const double> x, std::span<double> rates) {
  look_at_sliding(t, x);
  shares_ = pulls_.fullPivLu().solve(-approach_);
  Eigen::Map<Eigen::VectorXd>(rates.data(), below_.size()) = below_ + added_ * shares_;
  for (std::size_t e = 0; e < pushes_.size(); ++e) {
    pushes_[e] = pushed_[e];
    for (std::size_t j = 0; j < sliding_.size(); ++j)
      pushes_[e] += shares_[static_cast<Eigen::Index>(j)] * (pushed_[(j + 1) * pushes_.size() + e] - pushed_[e]);
  }
  return all_finite(rates);
}

// What formulas that know nothing of sliding say a hair's breadth beside the surfaces, mixed as the rates are.
void MachineSystem::mix(double t, std::span<const double> x, std::span<const double> accelerations,
                        StateFunction& function, std::vector<double>& result) {
  std::vector<double> rates(x.size());
  sliding_rates(t, x, rates);
  const Eigen::VectorXd shares = shares_;
  const Eigen::MatrixXd across = added_ * pulls_.fullPivLu().inverse();  // moves each surface's value by 1
  const std::span<const double> now = surfaces_->values(t, x, around_);
  std::vector<double> off;
  for (std::size_t i : sliding_) off.push_back(now[i]);
  const auto look = [&](std::size_t above) {
    Eigen::VectorXd moved = Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
    for (std::size_t k = 0; k < sliding_.size(); ++k)
      moved += ((k == above ? kHairOfSurface : -kHairOfSurface) - off[k]) * across.col(static_cast<Eigen::Index>(k));
    return function(t, {moved.data(), x.size()}, accelerations, around_);
  };
  const std::span<const double> below = look(sliding_.size());
  const std::vector<double> first(below.begin(), below.end());
  result = first;
  for (std::size_t k = 0; k < sliding_.size(); ++k) {
    const std::span<const double> above = look(k);
    for (std::size_t i = 0; i < result.size(); ++i)
      result[i] += shares[static_cast<Eigen::Index>(k)] * (above[i] - first[i]);
  }
}

// Sides of those that are on their surfaces: who is led back to it from both sides slides, others leave it. All are
// taken to slide first; whose share is not one of both sides leaves, the worst first.
void MachineSystem::settle(double t, std::span<const double> x, std::vector<std::size_t> open) {
  sliding_.clear();
  for (std::size_t i : open) {
    if (surfaces_->way(i) == SurfaceSides::Way::kSliding) surfaces_->set_way(i, SurfaceSides::Way::kOneSide);
    if (surfaces_->may_slide(i)) sliding_.push_back(i);
  }
  const auto leave = [&](std::size_t place, double side) {
    surfaces_->set_side(sliding_[place], side, around_);
    sliding_.erase(sliding_.begin() + static_cast<long>(place));
  };
  while (!sliding_.empty()) {
    look_at_sliding(t, x);
    bool left = false;
    for (std::size_t k = sliding_.size(); k-- > 0;) {
      const auto d = static_cast<Eigen::Index>(k);
      const double below = direction_ * approach_[d], above = below + direction_ * pulls_(d, d);
      const bool led_back = below > above && std::abs(above - below) > 1e-9 * (std::abs(above) + std::abs(below));
      if (led_back) continue;
      leave(k, below < 0 || above < 0 ? -1 : 1);
      left = true;
    }
    if (left) continue;
    shares_ = pulls_.fullPivLu().solve(-approach_);
    Eigen::Index worst = 0;
    const double most = (shares_.array() - 0.5).abs().maxCoeff(&worst);
    if (std::isfinite(most) && most <= 0.5 + kBeyond / 2) break;
    leave(static_cast<std::size_t>(worst), shares_[worst] < 0.5 ? -1 : 1);
  }
  for (std::size_t i : sliding_) surfaces_->set_way(i, SurfaceSides::Way::kSliding);
  // the others by their rates
  for (std::size_t i : open) {
    if (surfaces_->may_slide(i) || surfaces_->is_cell(i)) continue;
    Eigen::VectorXd rates(static_cast<Eigen::Index>(x.size()));
    if (!rhs(t, x, {rates.data(), x.size()})) continue;
    const double rate = direction_ * surface_rates(t, x, rates)[i];
    if (rate != 0) surfaces_->set_side(i, rate < 0 ? -1 : 1, around_);
  }
}

void MachineSystem::find_sides(double t, std::span<const double> x) {
  if (!surfaces_ || surfaces_->count() == 0) return;
  for (std::size_t round = 0; round < 4; ++round)  // conditions within conditions
    surfaces_->follow(t, x, SurfaceSides::Way::kOneSide, around_);
  const std::span<const double> values = surfaces_->values(t, x, around_);
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool slid = surfaces_->way(i) == SurfaceSides::Way::kSliding && std::abs(values[i]) < kOnSurface;
    if ((values[i] == 0 && surfaces_->way(i) == SurfaceSides::Way::kOneSide) || slid) {
      open.push_back(i);
    } else if (surfaces_->way(i) == SurfaceSides::Way::kSliding) {
      surfaces_->set_way(i, SurfaceSides::Way::kOneSide);
      surfaces_->set_side(i, values[i] < 0 ? -1 : 1, around_);
    }
  }
  sliding_.clear();
  if (!open.empty()) settle(t, x, std::move(open));
}

std::size_t MachineSystem::cross(std::span<const EventHit> hits, double t, std::span<const double> x) {
  std::size_t crossed = 0;
  std::vector<std::size_t> open = sliding_;
  for (const EventHit& hit : hits) {
    if (hit.event < event_count()) continue;
    const std::size_t i = hit.event - event_count();
    const bool slides = surfaces_->way(i) == SurfaceSides::Way::kSliding;
    if (!slides && !surfaces_->is_cell(i) && surfaces_->side(i) == (hit.rising ? 1 : -1)) continue;  // it is there
    ++crossed;
    if (surfaces_->crosses_again(i, t, short_time_)) {
      surfaces_->set_way(i, SurfaceSides::Way::kPlain);
      std::erase(open, i);
      std::erase(sliding_, i);
    } else if (slides) {  // a share has reached its end: settled below
    } else if (surfaces_->is_cell(i)) {
      surfaces_->follow(t, x, SurfaceSides::Way::kOneSide, around_);
    } else {
      surfaces_->set_side(i, hit.rising ? 1 : -1, around_);
      if (surfaces_->may_slide(i)) open.push_back(i);
    }
  }
  if (crossed == 0) return 0;
  std::vector<double> wanted;
  for (std::size_t i : open) wanted.push_back(surfaces_->side(i));
  const std::size_t slid = sliding_.size();
  if (!open.empty()) settle(t, x, open);
  for (std::size_t k = slid; k < open.size(); ++k)  // who does not stay goes on where it went
    if (surfaces_->way(open[k]) != SurfaceSides::Way::kSliding) surfaces_->set_side(open[k], wanted[k], around_);
  return crossed;
}

bool MachineSystem::difference_jacobian(double t, std::span<const double> x, std::span<double> columns) {
  const std::size_t n = x.size();
  std::vector<double> moved(x.begin(), x.end()), here(n), there(n);
  if (!rhs(t, x, here)) return false;
  for (std::size_t j = 0; j < n; ++j) {
    const double h = 1e-7 * (1 + std::abs(x[j]));
    moved[j] = x[j] + h;
    if (!rhs(t, moved, there)) return false;
    moved[j] = x[j];
    for (std::size_t i = 0; i < n; ++i) columns[i + j * n] = (there[i] - here[i]) / h;
  }
  return true;
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
  if (!sliding_.empty() || has_plain()) return difference_jacobian(t, x, columns);
  const std::span<const double> rows = (*jacobian_)(t, x, {}, around_);
  const std::size_t n = shape().dimension;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) columns[i + j * n] = rows[i * n + j];
  return all_finite(columns.first(n * n));
}

void MachineSystem::event_values(double t, std::span<const double> x, std::span<double> values) {
  if (events_) {
    const std::span<const double> conditions = (*events_)(t, x, {}, around_);
    std::copy(conditions.begin(), conditions.end(), values.begin());
  }
  const bool active = any_active();
  if (active || !sliding_.empty()) accelerations(t, x);
  for (std::size_t e = 0; active && e < active_.size(); ++e)
    if (active_[e] != 0) values[e] = pushes_[e];  // it leaves where the force changes its sign
  if (surfaces_) surface_values(t, x, values.subspan(event_count()));
}

// Of what slides: how far its share is from either side.
void MachineSystem::surface_values(double t, std::span<const double> x, std::span<double> values) {
  const std::span<const double> all = surfaces_->values(t, x, around_);
  for (std::size_t i = 0; i < all.size(); ++i)
    values[i] = surfaces_->way(i) == SurfaceSides::Way::kPlain ? 1 : all[i];
  for (std::size_t k = 0; k < sliding_.size(); ++k) {
    const double share = shares_[static_cast<Eigen::Index>(k)];
    values[sliding_[k]] = std::min(share, 1 - share) + kBeyond;
  }
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
