#include "study/switching/chart_book.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "expr/evaluate.h"
#include "expr/text/parse.h"
#include "expr/text/print.h"
#include "model/order.h"

namespace kinemate {
namespace {

// Where the machine is, as initial values: loops are sampled from there.
void start_at(const SimulatedMachine& base, std::span<const double> row, Model& model) {
  const std::vector<ResultColumn>& columns = base.place().columns;
  model.initial.clear();
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if ((columns[i].meaning != "coordinate" && columns[i].meaning != "speed") || !std::isfinite(row[i])) continue;
    const Expr symbol = parse(columns[i].name);
    if (symbol.primes() == 0 || find_coordinate(model, std::string(symbol.name())) != kNone)
      model.initial.push_back({symbol, make_real(row[i])});
  }
}

SimulatedMachine make_chart(const SimulatedMachine& base, const ChartChoice& choice, std::span<const double> row) {
  Model model = base.model;
  start_at(base, row, model);
  model.closed_by_formulas = choice.by_formulas;
  model.independent.clear();
  for (const std::string& speed : choice.independent) model.independent.push_back(parse(speed));
  model.independent = put_in_order(model.independent, symbols_in_order(model));
  std::vector<ToldCoordinate> told;
  std::vector<std::string> branches;
  for (const ComplementaryAngles& angles : base.lockable) {
    if (std::find(choice.turned.begin(), choice.turned.end(), angles.joint) == choice.turned.end()) continue;
    Values place;
    for (Expr angle : angles.angles) place.emplace(angle, evaluate(initial_value(model, angle), {}));
    model = with_complementary_angles(model, angles);
    for (std::size_t i = 0; i < 3; ++i) {
      told.push_back({angles.complements[i], angles.angles[i], angles.of_complements[i],
                      make_symbol(fmt::format("{}_turns", angles.complements[i].name()))});
      model.initial.push_back({angles.complements[i], make_real(evaluate(angles.of_angles[i], place))});
    }
    branches.emplace_back(angles.branch.name());
  }
  return make_other_chart(base, model, choice, std::move(told), branches);
}

bool is_as_chosen(const SimulatedMachine& chart) {
  if (chart.chart.independent.empty()) return true;
  std::vector<std::string> speeds;
  for (Expr s : chart.source.kinematics.speeds) speeds.push_back(to_text(s));
  std::sort(speeds.begin(), speeds.end());
  std::vector<std::string> chosen = chart.chart.independent;
  std::sort(chosen.begin(), chosen.end());
  return speeds == chosen;
}

bool has_same_columns(const SimulatedMachine& a, const SimulatedMachine& b) {
  return std::equal(a.columns.columns.begin(), a.columns.columns.end(), b.columns.columns.begin(),
                    b.columns.columns.end(),
                    [](const ResultColumn& x, const ResultColumn& y) { return x.name == y.name; });
}

}  // namespace

const SimulatedMachine* ChartBook::find(const SimulatedMachine& base, const ChartChoice& choice,
                                        std::span<const double> row) {
  if (choice == base.chart) return &base;
  const Entry entry(*this);
  const auto known = charts_.find(choice);
  if (known != charts_.end()) return known->second.get();
  std::unique_ptr<const SimulatedMachine>& made = charts_[choice];
  try {
    auto chart = std::make_unique<SimulatedMachine>(make_chart(base, choice, row));
    if (is_as_chosen(*chart) && has_same_columns(base, *chart)) made = std::move(chart);
  } catch (const Error&) {  // loops that cannot be described so; the run goes on without
  }
  return made.get();
}

const ChangeProgram& ChartBook::change(const SimulatedMachine& from, const SimulatedMachine& to) {
  const Entry entry(*this);
  std::unique_ptr<const ChangeProgram>& made = changes_[{&from, &to}];
  if (made) return *made;
  made = std::make_unique<const ChangeProgram>(make_change_program(from, to));
  return *made;
}

}  // namespace kinemate
