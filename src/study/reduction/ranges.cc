#include "study/reduction/ranges.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "expr/evaluate.h"
#include "expr/text/print.h"

namespace kinemate {
namespace {

class BoxMaker {
 public:
  BoxMaker(const Model& model, const Kinematics& kinematics) : names_(find_given_names(model, kinematics)) {
    for (const char* word : {"coordinates", "speeds", "inputs", "states"}) words_[word];
    for (const auto& [symbol, value] : parameter_values(model)) parameters_.symbols.emplace(symbol, value);
    for (const Coordinate& coordinate : model.coordinates)
      if (!coordinate.drive) words_["coordinates"].push_back(make_symbol(coordinate.name));
    words_["speeds"] = kinematics.speeds;
    for (const Input& input : model.inputs) words_["inputs"].push_back(make_symbol(input.name));
    for (const LoadElement& load : model.loads)
      for (const LoadState& state : load.states) words_["states"].push_back(make_symbol(state.name));
  }

  const std::vector<Expr>* find_word(Expr left) const {
    if (left.kind() != Kind::kSymbol || left.primes() > 0) return nullptr;
    const std::string name(left.name());
    if (names_.roles.contains(name)) return nullptr;  // the machine has this name itself
    const auto found = words_.find(name);
    return found == words_.end() ? nullptr : &found->second;
  }

  void require_ranged(Expr left) const {
    require_givable(names_, {left, Expr(0)});
    if (left.kind() != Kind::kSymbol) return;
    const auto role = names_.roles.find(std::string(left.name()));
    if (role != names_.roles.end() && role->second == Role::kParameter)
      throw Error(ErrorCode::kReduction, fmt::format("{} is a parameter: it has a value and no range", to_text(left)),
                  fmt::format("--set \"{} = 1\" gives it one", to_text(left)));
  }

  Range range_of(const GivenRange& given) const {
    const Range range{number(given, given.low), number(given, given.high)};
    if (!(range.low <= range.high))
      throw Error(ErrorCode::kReduction,
                  fmt::format("the range of {} is empty: {} is above {}", to_text(given.left), range.low, range.high),
                  "the smaller number comes first");
    return range;
  }

 private:
  double number(const GivenRange& given, Expr formula) const {
    require_constant(names_, {given.left, formula});
    return evaluate(substitute(formula, parameters_), {});
  }

  GivenNames names_;
  Substitution parameters_;
  std::unordered_map<std::string, std::vector<Expr>> words_;
};

}  // namespace

Box make_box(const Model& model, const Kinematics& kinematics, std::span<const GivenRange> ranges) {
  const BoxMaker maker(model, kinematics);
  Box box, named;
  for (const GivenRange& given : ranges) {
    const Range range = maker.range_of(given);
    if (const std::vector<Expr>* all = maker.find_word(given.left)) {
      for (Expr symbol : *all) box.insert_or_assign(symbol, range);
      continue;
    }
    maker.require_ranged(given.left);
    named.insert_or_assign(given.left, range);
  }
  for (const auto& [symbol, range] : named) box.insert_or_assign(symbol, range);
  return box;
}

}  // namespace kinemate
