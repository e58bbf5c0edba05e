#include "study/switching/chart_change.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "base/check.h"
#include "expr/differentiate.h"
#include "loops/closing.h"

namespace kinemate {
namespace {

// Symbols of one chart as formulas of the coordinates and rates of another.
class Teller {
 public:
  Teller(const SimulatedMachine& from, const SimulatedMachine& to) {
    for (const ComplementaryAngles& angles : from.lockable) {
      const bool was = is_turned(from, angles), is = is_turned(to, angles);
      if (was == is) continue;
      for (std::size_t i = 0; i < 3; ++i) {
        const Expr new_angle = is ? angles.complements[i] : angles.angles[i];
        told_.emplace(std::string(new_angle.name()), is ? angles.of_angles[i] : angles.of_complements[i]);
        moving_.insert(std::string((is ? angles.angles[i] : angles.complements[i]).name()));
      }
    }
  }

  static bool is_turned(const SimulatedMachine& machine, const ComplementaryAngles& angles) {
    const std::vector<std::size_t>& turned = machine.chart.turned;
    return std::find(turned.begin(), turned.end(), angles.joint) != turned.end();
  }

  Expr tell(Expr symbol, int further_primes) const {
    const int primes = symbol.primes() + further_primes;
    const auto found = told_.find(std::string(symbol.name()));
    if (found == told_.end()) return make_symbol(symbol.name(), primes);
    Expr formula = found->second;
    for (int i = 0; i < primes; ++i) formula = differentiate_time(formula, moving_);
    return formula;
  }

 private:
  std::unordered_map<std::string, Expr> told_;
  std::unordered_set<std::string> moving_;
};

std::size_t position_in(const std::vector<Expr>& symbols, Expr symbol) {
  const auto found = std::find(symbols.begin(), symbols.end(), symbol);
  CHECK(found != symbols.end());
  return static_cast<std::size_t>(found - symbols.begin());
}

}  // namespace

ChangeProgram make_change_program(const SimulatedMachine& from, const SimulatedMachine& to) {
  ChangeProgram made;
  const Teller teller(from, to);
  const Substitution motion = motion_by_speeds(from.source.kinematics);
  made.states = to.symbols.size();
  const std::size_t loads = to.programs.states + to.programs.guides, others = made.states - loads;
  std::vector<Expr> formulas;
  for (Expr symbol : to.symbols) formulas.push_back(substitute(teller.tell(symbol, 0), motion));
  for (std::size_t i = 0; i < others; ++i) formulas.push_back(substitute(teller.tell(to.symbols[i], 1), motion));
  for (std::size_t i = others; i < made.states; ++i) {
    formulas.push_back(Expr(0));
    made.loads.emplace_back(i, position_in(from.symbols, to.symbols[i]));
  }
  for (const ComplementaryAngles& angles : to.lockable) {
    if (!Teller::is_turned(to, angles)) continue;
    const std::size_t parameter = position_in(to.parameters, angles.branch);
    if (Teller::is_turned(from, angles)) {
      made.kept.emplace_back(parameter, position_in(from.parameters, angles.branch));
    } else {
      made.found.push_back(parameter);
      formulas.push_back(angles.branch_value);
    }
  }
  made.program = make_state_program(from.source, from.parameters, formulas);
  return made;
}

ChartChange::ChartChange(const ChangeProgram& program, std::size_t first_speed, std::size_t speeds)
    : program_(program), first_speed_(first_speed), speeds_(speeds), function_(program.program) {}

void ChartChange::begin(const Surroundings& around, double t, std::vector<Turn> turns) {
  around_ = &around;
  now_ = t;
  turns_ = std::move(turns);
}

bool ChartChange::operator()(double t, std::span<const double> y, std::span<const double> ydot, std::span<double> new_y,
                             std::span<double> new_ydot) {
  const std::span<const double> numbers = function_(t, y, ydot.subspan(first_speed_, speeds_), *around_);
  const std::size_t n = program_.states;
  std::copy_n(numbers.begin(), n, new_y.begin());
  std::copy_n(numbers.begin() + static_cast<std::ptrdiff_t>(n), n, new_ydot.begin());
  for (const auto& [now, before] : program_.loads) new_ydot[now] = ydot[before];
  if (t == now_)
    for (const Turn& turn : turns_) new_y[turn.state] = nearest_turn(new_y[turn.state], turn.angle);
  const auto finite = [](double x) { return std::isfinite(x); };
  return std::all_of(new_y.begin(), new_y.end(), finite) && std::all_of(new_ydot.begin(), new_ydot.end(), finite);
}

void ChartChange::set_branches(double t, std::span<const double> y, std::vector<double>& parameters) {
  const std::vector<double> at_rest(speeds_, 0.0);
  const std::span<const double> numbers = function_(t, y, at_rest, *around_);
  for (const auto& [now, before] : program_.kept) parameters[now] = around_->parameters[before];
  for (std::size_t i = 0; i < program_.found.size(); ++i)
    parameters[program_.found[i]] = numbers[2 * program_.states + i] < 0 ? -1 : 1;
}

}  // namespace kinemate
