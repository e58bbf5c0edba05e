#include "study/simulation/machine_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "expr/graph.h"
#include "expr/normal/zero_test.h"
#include "expr/text/print.h"
#include "formalism/methods/joint_loads.h"
#include "formalism/methods/kane.h"
#include "study/simulation/simulate.h"

namespace kinemate {
namespace {

class EventMaker {
 public:
  EventMaker(const ProgramSource& machine, std::span<const Expr> parameters, const Substitution& start,
             MachinePrograms& programs)
      : machine_(machine), parameters_(parameters), start_(start), programs_(programs) {
    for (Expr symbol : parameters) result_.parameter_names.push_back(to_text(symbol));
  }

  MachineEvents make() {
    for (const Event& event : machine_.model.events) add(event);
    if (!values_.empty()) result_.values = program(values_);
    if (!conditions_.empty()) programs_.events = program(conditions_);
    if (!contacts_.empty()) {
      const Equations equations = derive_by_kane(machine_.model, machine_.kinematics);
      contacts_.insert(contacts_.end(), equations.mass.begin(), equations.mass.end());
      programs_.contacts = program(contacts_);
    }
    add_reactions();
    return std::move(result_);
  }

  /// Of times, then of restitutions.
  std::vector<Expr> numbers() const {
    std::vector<Expr> all = times_;
    all.insert(all.end(), restitutions_.begin(), restitutions_.end());
    return all;
  }

 private:
  Program program(const std::vector<Expr>& formulas) const {
    return make_state_program(machine_, parameters_, formulas);
  }
  // a formula of what is varied
  Expr at_start(Expr formula, const Event& event) const {
    const Expr result = substitute(formula, start_);
    for (Expr symbol : free_symbols(result))
      if (std::find(parameters_.begin(), parameters_.end(), symbol) == parameters_.end())
        throw Error(ErrorCode::kMissingValue, fmt::format("event {}: {} has no value", event.name, to_text(symbol)),
                    fmt::format("--set \"{} = 1\" gives one", to_text(symbol)));
    return result;
  }
  Expr resolved(Expr formula) const { return substitute(formula, machine_.kinematics.resolution); }

  void add(const Event& event) {
    MachineEvents::Deed deed{event.name, event.stop, {}, values_.size(), event.impact || event.contact};
    for (const auto& [name, value] : event.set) {
      const auto found = std::find(result_.parameter_names.begin(), result_.parameter_names.end(), name);
      deed.set.push_back(static_cast<std::size_t>(found - result_.parameter_names.begin()));
      values_.push_back(resolved(value));
    }
    for (Expr time : event.times) {
      result_.times.push_back({0, result_.deeds.size(), times_.size()});
      times_.push_back(at_start(time, event));
    }
    if (event.condition) add_condition(event);
    result_.deeds.push_back(std::move(deed));
  }

  void add_condition(const Event& event) {
    ContactKind kind;
    if (event.impact || event.contact) {
      kind.kind = event.impact ? ContactKind::Kind::kImpact : ContactKind::Kind::kContact;
      kind.rising = event.direction != Event::Direction::kFalling;
      kind.contact = contact_count_++;
      result_.contacts.push_back(result_.deeds.size());
      restitutions_.push_back(at_start(event.impact ? *event.impact : *event.contact, event));
      // coordinates that follow in loops are no states, but they move
      const ContactFormulas contact =
          make_contact(compute_rates(machine_.kinematics), machine_.kinematics.speeds, resolved(*event.condition));
      contacts_.insert(contacts_.end(), {contact.condition, contact.rate});
      contacts_.insert(contacts_.end(), contact.row.begin(), contact.row.end());
      contacts_.push_back(contact.bias);
    }
    conditions_.push_back(resolved(*event.condition));
    programs_.contact_kinds.push_back(kind);
    programs_.event_functions.push_back(
        {event.name, event.direction == Event::Direction::kRising    ? EventDirection::kRising
                     : event.direction == Event::Direction::kFalling ? EventDirection::kFalling
                                                                     : EventDirection::kBoth});
    result_.functions.push_back(result_.deeds.size());
  }

  // The size of a joint's force across the direction in which it slides.
  Expr pressing_force(const JointLoad& load) const {
    const Joint& joint = machine_.model.joints[load.joint];
    const Attachment& place = body_of(machine_.model, joint.to) == load.body ? joint.to : joint.from;
    const PointMotion motion = compute_point_motion(machine_.model, machine_.kinematics, load.body,
                                                    pose_on_body(machine_.model, place).position);
    Expr square = dot(load.load.force, load.load.force);
    for (std::size_t i = 0; i < machine_.kinematics.relations.size(); ++i) {
      if (machine_.kinematics.tree.joints[i].joint != load.joint) continue;
      for (Expr speed : machine_.kinematics.relations[i].speeds) {
        const auto found = std::find(motion.speeds.begin(), motion.speeds.end(), speed);
        if (found == motion.speeds.end()) continue;
        const Vector& along = motion.J_T[static_cast<std::size_t>(found - motion.speeds.begin())];
        const Expr length = dot(along, along);
        if (test_zero(length).zero) continue;
        square -= pow(dot(load.load.force, along), Expr(2)) / length;
      }
    }
    return sqrt(make_call(Function::kMax, square, Expr(0)));
  }

  // Sizes of reaction forces, which inputs are.
  void add_reactions() {
    std::vector<Expr> sizes;
    std::vector<JointLoad> loads;
    for (const LoadElement& load : machine_.model.loads) {
      if (load.reaction == kNone) continue;
      if (loads.empty()) loads = compute_joint_loads(machine_.model, machine_.kinematics);
      for (const JointLoad& joint : loads)
        if (joint.joint == load.reaction) sizes.push_back(pressing_force(joint));
      for (std::size_t i = 0; i < machine_.model.inputs.size(); ++i)
        if (machine_.model.inputs[i].name == "N_" + load.name) programs_.reaction_inputs.push_back(i);
    }
    if (!sizes.empty()) programs_.reactions = program(sizes);
  }

  const ProgramSource& machine_;
  const std::span<const Expr> parameters_;
  const Substitution& start_;
  MachinePrograms& programs_;
  MachineEvents result_;
  std::vector<Expr> values_, conditions_, contacts_, times_, restitutions_;
  std::size_t contact_count_ = 0;
};

std::string describe(MachineSystem::Meeting meeting) {
  switch (meeting) {
    case MachineSystem::Meeting::kThrownBack: return "thrown back";
    case MachineSystem::Meeting::kStays: return "stays in contact";
    case MachineSystem::Meeting::kLeaves: return "leaves";
  }
  return "";
}

}  // namespace

std::vector<double> MachineEvents::stop_times(double start, double end) const {
  std::vector<double> result;
  for (const Time& time : times)
    if (time.time >= std::min(start, end) && time.time <= std::max(start, end) &&
        (result.empty() || result.back() != time.time))
      result.push_back(time.time);
  if (end < start) std::reverse(result.begin(), result.end());
  return result;
}

MachineEvents make_machine_events(const ProgramSource& machine, std::span<const Expr> parameters,
                                  const Substitution& start, MachinePrograms& programs, std::vector<Expr>& numbers) {
  EventMaker maker(machine, parameters, start, programs);
  MachineEvents events = maker.make();
  numbers = maker.numbers();
  return events;
}

void set_event_numbers(std::span<const double> numbers, MachineEvents& events, MachineSystem& system) {
  // times come in the order in which the events are written; sorting is by time and then by that order
  for (std::size_t i = 0; i < events.times.size(); ++i) events.times[i].time = numbers[events.times[i].number];
  std::stable_sort(events.times.begin(), events.times.end(),
                   [](const MachineEvents::Time& a, const MachineEvents::Time& b) {
                     return a.time != b.time ? a.time < b.time : a.number < b.number;
                   });
  const std::span<const double> restitutions = numbers.subspan(events.times.size());
  for (std::size_t i = 0; i < restitutions.size(); ++i)
    if (!(restitutions[i] >= 0 && restitutions[i] <= 1))
      throw Error(ErrorCode::kEvent, fmt::format("event {}: the restitution {} is not between 0 and 1",
                                                 events.deeds[events.contacts[i]].name, restitutions[i]));
  system.set_restitutions(restitutions);
}

EventHandler::EventHandler(const MachineEvents& events, MachineSystem& system, std::vector<SimulatedEvent>& log)
    : events_(events), system_(system), log_(log) {
  if (events.values) values_.emplace(*events.values);
}

bool EventHandler::act(std::size_t number, std::size_t function, double t, std::span<double> x) {
  const MachineEvents::Deed& deed = events_.deeds[number];
  std::string what;
  const auto tell = [&](const std::string& text) { what += (what.empty() ? "" : ", ") + text; };
  bool changed = false;
  const bool leaves = deed.meets && system_.is_active(function);
  if (deed.meets) {
    tell(describe(system_.meet(function, t, x)));
    changed = true;
  }
  if (!deed.set.empty() && !leaves) {
    const std::span<const double> values = (*values_)(t, x, {}, system_.around());
    std::vector<double>& parameters = system_.around().parameters;
    for (std::size_t i = 0; i < deed.set.size(); ++i) {
      parameters[deed.set[i]] = values[deed.first_value + i];
      tell(fmt::format("{} = {:.6g}", events_.parameter_names[deed.set[i]], parameters[deed.set[i]]));
    }
    changed = true;
  }
  if (deed.stop && !leaves) tell("stop");
  log_.push_back({t, deed.name, what});
  return changed;
}

EventAction EventHandler::handle(const EventReport& report, std::span<double> x) {
  bool changed = false, stop = false;
  for (const EventHit& hit : report.hits) {
    if (hit.event >= events_.functions.size()) continue;  // a switching surface
    const std::size_t deed = events_.functions[hit.event];
    stop = stop || events_.deeds[deed].stop;
    changed = act(deed, hit.event, report.time, x) || changed;
  }
  if (report.stop_time != EventReport::kNoStop) {
    for (const MachineEvents::Time& time : events_.times) {
      if (time.time != report.time) continue;
      stop = stop || events_.deeds[time.deed].stop;
      changed = act(time.deed, 0, report.time, x) || changed;
    }
  }
  if (changed && system_.let_go(report.time, x)) log_.push_back({report.time, "contact", "leaves"});
  return stop ? EventAction::kStop : changed ? EventAction::kRestart : EventAction::kGoOn;
}

bool is_reaction_input(const Model& model, const std::string& input) {
  return std::any_of(model.loads.begin(), model.loads.end(),
                     [&](const LoadElement& load) { return load.reaction != kNone && "N_" + load.name == input; });
}

bool has_reaction_friction(const Model& model) {
  return std::any_of(model.loads.begin(), model.loads.end(),
                     [](const LoadElement& load) { return load.reaction != kNone; });
}

}  // namespace kinemate
