#include "model/checks/event_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/suggest.h"
#include "expr/graph.h"
#include "expr/text/print.h"

namespace kinemate {
namespace {

// `10 < x` where x - 10 is meant; empty: it is no comparison.
std::string comparison_hint(Expr condition) {
  if (condition.kind() != Kind::kCall) return "";
  switch (condition.function()) {
    case Function::kLess:
    case Function::kLessEqual:
      return fmt::format("write {}, with direction: rising", to_text(condition.operand(1) - condition.operand(0)));
    case Function::kEqual:
    case Function::kNotEqual: return fmt::format("write {}", to_text(condition.operand(0) - condition.operand(1)));
    case Function::kAnd:
    case Function::kOr: return "write the formula that is 0 where it happens; make an event of each";
    default: return "";
  }
}

class EventChecker {
 public:
  EventChecker(const Model& model, const std::function<std::optional<double>(Expr)>& number)
      : model_(model), number_(number) {
    if (!model.events.empty()) roles_ = symbol_roles(model);
  }

  std::vector<Finding> run() {
    std::set<std::string> names;
    for (const Event& event : model_.events) {
      event_ = &event;
      if (!names.insert(event.name).second) add("", fmt::format("{} is already the name of another event", event.name));
      check_moment();
      check_times();
      check_restitution();
      check_set();
      if (!event.stop && event.set.empty() && !event.impact && !event.contact)
        add("", fmt::format("event {} does nothing", event.name),
            "give it at least one of stop: true, set, impact, contact");
    }
    return std::move(findings_);
  }

 private:
  void add(std::string key, std::string message, std::string hint = {}, std::string symbol = {}) {
    findings_.push_back(
        {{"when", event_->name, std::move(key)}, ErrorCode::kEvent, std::move(message), std::move(hint), symbol});
  }

  void check_moment() {
    const Event& event = *event_;
    if (!event.condition && event.times.empty())
      add("", fmt::format("event {} has neither condition nor at: when does it happen?", event.name));
    if (event.condition && !event.times.empty())
      add("at", fmt::format("event {} has a condition and times", event.name), "make two events of it");
    if (!event.condition && !event.times.empty() && event.direction != Event::Direction::kBoth)
      add("direction", fmt::format("event {} happens at given times: direction is of a condition", event.name));
    if (!event.condition) return;
    if (const std::string hint = comparison_hint(*event.condition); !hint.empty())
      add("condition", "a condition is no comparison: the event is where a formula passes through 0", hint);
  }

  void check_times() {
    std::optional<double> before;
    for (Expr time : event_->times) {
      const std::optional<double> value = number_(time);
      if (before && value && *value <= *before)
        return add("at", fmt::format("the times of event {} do not increase: {:.6g} follows {:.6g}", event_->name,
                                     *value, *before));
      if (value) before = value;
    }
  }

  // Impact and contact.
  void check_restitution() {
    const Event& event = *event_;
    if (!event.impact && !event.contact) return;
    const std::string key = event.impact ? "impact" : "contact";
    if (event.impact && event.contact)
      return add("contact", fmt::format("event {} has impact and contact: one of them is enough", event.name),
                 "a contact is an impact, and holds where it does not bounce any more");
    const std::optional<double> restitution = number_(event.impact ? *event.impact : *event.contact);
    if (restitution && !(*restitution >= 0 && *restitution <= 1))
      add(key, fmt::format("the restitution of event {} is {:.6g}, not from 0 to 1", event.name, *restitution),
          "0: it does not bounce; 1: it loses nothing");
    if (!event.condition) {
      if (!event.times.empty())
        add(key, fmt::format("{} needs a condition: what must not be passed?", key), "for example condition: z - r");
      return;
    }
    if (event.direction == Event::Direction::kBoth)
      add("direction", fmt::format("{} of event {} needs a direction: which way is barred?", key, event.name),
          "rising: the condition may not become positive; falling: it may not become negative");
    const std::vector<Expr> symbols = free_symbols(*event.condition);
    if (std::none_of(symbols.begin(), symbols.end(), [&](Expr symbol) { return is_free_coordinate(symbol); }))
      add("condition",
          fmt::format("the condition of event {} holds no coordinate that could be thrown back", event.name),
          "it is the distance to what is hit, a formula of coordinates that are not driven");
  }

  bool is_free_coordinate(Expr symbol) const {
    const std::size_t index = find_coordinate(model_, std::string(symbol.name()));
    return index != kNone && !model_.coordinates[index].drive;
  }

  void check_set() {
    std::set<std::string> seen;
    for (const auto& [name, value] : event_->set) {
      if (!seen.insert(name).second) add("set", fmt::format("{} is set twice", name), {}, name);
      const auto role = roles_.find(name);
      if (role != roles_.end() && role->second != Role::kParameter) {
        add("set", fmt::format("{} is {}; events set parameters", name, role_name(role->second)),
            role->second == Role::kInput        ? "what events change is a parameter with a value, not an input"
            : role->second == Role::kCoordinate ? "where a machine is does not jump; impact throws back its rates"
                                                : "",
            name);
      } else if (role == roles_.end() && !is_undeclared(name)) {
        add("set", fmt::format("{} is no parameter of this machine", name), near_parameter(name), name);
      }
    }
  }

  // Asked for only where a name is declared nowhere: it takes a look at all formulas.
  bool is_undeclared(const std::string& name) {
    if (!undeclared_) {
      const std::vector<std::string> names = undeclared_parameters(model_);
      undeclared_.emplace(names.begin(), names.end());
    }
    return undeclared_->contains(name);
  }

  std::string near_parameter(const std::string& name) const {
    std::vector<std::string_view> names;
    for (const Parameter& parameter : model_.parameters) names.push_back(parameter.name);
    const std::string near = nearest(name, names);
    return near.empty() ? "it stands in no formula and has no value" : fmt::format("did you mean {}?", near);
  }

  const Model& model_;
  const std::function<std::optional<double>(Expr)>& number_;
  std::unordered_map<std::string, Role> roles_;
  std::optional<std::set<std::string>> undeclared_;
  const Event* event_ = nullptr;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> find_event_mistakes(const Model& model, const std::function<std::optional<double>(Expr)>& number) {
  return EventChecker(model, number).run();
}

std::vector<Finding> find_event_remarks(const Model& model) {
  std::vector<Finding> remarks;
  if (model.events.empty()) return remarks;
  const auto roles = symbol_roles(model);
  const std::vector<std::string> changed = event_parameters(model);
  auto moves = [&](Expr symbol) {
    const std::string name(symbol.name());
    const auto role = roles.find(name);
    return (role != roles.end() && role->second != Role::kParameter) ||
           std::find(changed.begin(), changed.end(), name) != changed.end();
  };
  for (const Event& event : model.events) {
    if (!event.condition) continue;
    const std::vector<Expr> symbols = free_symbols(*event.condition);
    if (std::none_of(symbols.begin(), symbols.end(), moves))
      remarks.push_back(
          {{"when", event.name, "condition"},
           ErrorCode::kRemark,
           fmt::format("event {} cannot happen: its condition does not change while the machine moves", event.name),
           "",
           ""});
  }
  return remarks;
}

}  // namespace kinemate
