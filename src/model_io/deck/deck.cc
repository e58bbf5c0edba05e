#include "model_io/deck/deck.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "expr/graph.h"
#include "expr/substitute.h"
#include "expr/text/print.h"
#include "model/checks/check.h"
#include "model/formulas.h"
#include "model_io/deck/model.h"
#include "model_io/deck/reader.h"
#include "model_io/places.h"

namespace kinemate {
namespace {

// The left side of an assignment: a parameter, or F($1, $2).
std::string left_side(const DeckReplacement& replacement) {
  if (replacement.function.empty()) return to_text(replacement.symbol);
  std::vector<std::string> formals;
  for (std::size_t k = 1; k <= replacement.argument_count; ++k) formals.push_back(to_text(make_parameter(k)));
  return fmt::format("{}({})", replacement.function, fmt::join(formals, ", "));
}

class Front {
 public:
  Front(std::string text, const std::string& source)
      : cards_(source, std::move(text)), name_(std::filesystem::path(source).stem().string()) {}

  Deck read() {
    deck_.cards = cards_.lines();
    const std::vector<DeckMachine> machines = read_deck_machines(cards_, notes_);
    for (std::size_t i = 0; i < machines.size(); ++i) {
      const std::string name = machines.size() == 1 ? name_ : fmt::format("{}_{}", name_, i + 1);
      deck_.systems.push_back(notes_.mistakes.empty() ? make_system(machines[i], shown(name)) : DeckSystem{});
    }
    deck_.mistakes = cards_.to_errors(std::move(notes_.mistakes));
    deck_.doubts = cards_.to_errors(std::move(notes_.doubts));
    deck_.remarks = cards_.to_errors(std::move(notes_.remarks));
    return std::move(deck_);
  }

 private:
  DeckSystem make_system(const DeckMachine& machine, const std::string& name) {
    DeckSystem system;
    try {
      DeckModel made = make_deck_model(machine, notes_);
      made.model.name = name;
      system.model = std::move(made.model);
      if (!notes_.mistakes.empty()) return system;
      offsets_ = std::move(made.offsets);
      add_cases(system, machine);
      check(system.model, machine.offset);
    } catch (const Error& error) {  // algebra that has no result: numbers that grow too large, poles
      notes_.mistakes.push_back({machine.offset, error.code, error.message, error.hint});
    }
    return system;
  }

  // Specifications

  void add_cases(DeckSystem& system, const DeckMachine& machine) {
    using Scope = SpecialCase::Scope;
    for (const auto scope : {Scope::kInertia, Scope::kForces}) {
      const bool inertia = scope == Scope::kInertia;
      auto& list = inertia ? system.inertia : system.forces;
      for (const DeckList& given : inertia ? machine.inertia : machine.forces) {
        SpecialCase special;
        special.name = fmt::format("{}{}", kScopeNames[static_cast<std::size_t>(scope)], list.size() + 1);
        special.scope = scope;
        offsets_.emplace("cases/" + special.name, given.begin);
        DeckSpecification specification;
        specification.text = cards_.text().substr(given.begin, given.end - given.begin);
        specification.place = locate(cards_.source(), cards_.text(), given.begin);
        for (const DeckReplacement& replacement : given.replacements) {
          if (!occurs(system.model, replacement, given.replacements)) continue;
          special.settings.push_back({left_side(replacement), to_text(replacement.value)});
          specification.set.push_back(
              fmt::format("{} = {}", special.settings.back().name, special.settings.back().value));
        }
        list.push_back(std::move(specification));
        if (!special.settings.empty()) system.model.cases.push_back(std::move(special));
      }
    }
  }

  // LAGR replaces nothing where there is nothing to replace.
  bool occurs(const Model& model, const DeckReplacement& replacement, const std::vector<DeckReplacement>& list) {
    const bool function = !replacement.function.empty();
    const std::string name = function ? replacement.function : std::string(replacement.symbol.name());
    const auto is_it = [&](Expr e) { return e.name() == name; };
    bool known = !function && std::any_of(model.parameters.begin(), model.parameters.end(),
                                          [&](const Parameter& p) { return p.name == name; });
    const auto look = [&](std::span<const Expr> formulas) {
      const std::vector<Expr> found = function ? unspecified_calls(formulas) : free_symbols(formulas);
      known = known || std::any_of(found.begin(), found.end(), is_it);
    };
    if (function)
      visit_formulas(model, [&](auto, auto, auto, std::span<const Expr> formulas, Allowed) { look(formulas); });
    for (const DeckReplacement& other : list) look({&other.value, 1});  // brought in by this list itself
    if (!known)
      notes_.remarks.push_back({replacement.offset, ErrorCode::kRemark,
                                fmt::format("{} does not occur in the system: nothing is replaced", name), ""});
    return known;
  }

  // The model's own checks.
  void check(const Model& model, std::size_t otherwise) {
    for (const Finding& finding : find_mistakes(model)) {
      const auto found = offsets_.find(finding.path.section + "/" + finding.path.element);
      const std::size_t offset = found == offsets_.end() ? otherwise : found->second;
      notes_.mistakes.push_back({offset, finding.code, finding.message, finding.hint});
    }
  }

  DeckCards cards_;
  const std::string name_;
  DeckNotes notes_;
  Deck deck_;
  std::unordered_map<std::string, std::size_t> offsets_;  // of the system that is being made
};

}  // namespace

Deck read_deck(std::string text, const std::string& source) {
  try {
    return Front(std::move(text), source).read();
  } catch (const Error& error) {  // no text
    Deck deck;
    deck.mistakes.push_back(error);
    return deck;
  }
}

}  // namespace kinemate
