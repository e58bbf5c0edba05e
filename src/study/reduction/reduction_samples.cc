#include "study/reduction/reduction_samples.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <random>

#include "expr/evaluate.h"
#include "expr/graph.h"
#include "expr/order.h"
#include "numeric/decompositions.h"
#include "program/routine.h"
#include "program/translate.h"

namespace kinemate {
namespace {

OutputFormulas output(const char* name, std::vector<Expr> formulas) {
  return {{name, "", std::vector<Entry>(formulas.size()), 0}, std::move(formulas)};
}

// Random numbers in the ranges; the Euler parameters of a joint are a point of the unit sphere.
class Draw {
 public:
  Draw(const Model& model, const Box& box, std::uint64_t seed) : random_(seed) {
    for (const auto& [symbol, range] : box) symbols_.push_back(symbol);
    std::sort(symbols_.begin(), symbols_.end(), [](Expr a, Expr b) { return compare(a, b) < 0; });
    for (Expr symbol : symbols_) ranges_.push_back(box.at(symbol));
    for (const Joint& joint : model.joints) {
      if (!joint.euler_parameters) continue;
      std::vector<std::size_t>& unit = units_.emplace_back();
      for (std::size_t index : euler_coordinates(joint)) {
        const auto found = std::find(symbols_.begin(), symbols_.end(), make_symbol(model.coordinates[index].name));
        unit.push_back(static_cast<std::size_t>(found - symbols_.begin()));
      }
    }
  }

  const std::vector<Expr>& symbols() const { return symbols_; }

  void fill(std::span<double> numbers) {
    for (std::size_t i = 0; i < ranges_.size(); ++i)
      numbers[i] = ranges_[i].low + (ranges_[i].high - ranges_[i].low) * fraction();
    for (const std::vector<std::size_t>& unit : units_) {
      double square = 0;
      for (std::size_t i : unit) square += numbers[i] * numbers[i];
      for (std::size_t i : unit) numbers[i] /= std::sqrt(square);
    }
  }

 private:
  // the same on every machine, unlike the standard's distributions
  double fraction() { return static_cast<double>(random_() >> 11) * 0x1p-53; }

  std::mt19937_64 random_;
  std::vector<Expr> symbols_;
  std::vector<Range> ranges_;
  std::vector<std::vector<std::size_t>> units_;
};

Eigen::MatrixXd to_matrix(std::span<const double> triangle, std::size_t n) {
  Eigen::MatrixXd matrix(n, n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      matrix(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = triangle[Equations::place(i, j)];
  return matrix;
}

void raise(std::vector<double>& largest, std::span<const double> a, std::span<const double> b) {
  for (std::size_t i = 0; i < largest.size(); ++i) largest[i] = std::max(largest[i], std::abs(a[i] - b[i]));
}

// M of sums of harmonics at single positions, term by term.
class HarmonicMass {
 public:
  HarmonicMass(const HarmonicForms& forms, std::size_t formulas, const Dropped& dropped) : forms_(forms) {
    for (std::size_t f = 0; f < formulas; ++f) {
      std::vector<Term>& list = terms_.emplace_back();
      for (std::size_t i = 0; i < forms.formulas[f].size(); ++i)
        if (!dropped[f][i])
          list.push_back({&forms.formulas[f][i], forms.formulas[f][i].coefficient.to_double()});
    }
    known_.assign(forms.angles.size() + forms.variables.size(), Expr(0));  // for what M does not hold
    for (const std::vector<Term>& list : terms_)
      for (const Term& one : list) note_known(*one.term);
  }

  /// Of angles and variables.
  std::vector<Expr> symbols() const { return free_symbols(known_); }

  std::vector<double> at(const Values& position) const {
    const std::vector<double> known = evaluate(known_, position);
    const std::size_t angles = forms_.angles.size();
    std::vector<double> masses;
    for (const std::vector<Term>& list : terms_) {
      double& sum = masses.emplace_back(0);
      for (const auto& [term, coefficient] : list) {
        double argument = 0, product = coefficient;
        for (std::size_t a = 0; a < angles; ++a) argument += static_cast<signed char>(term->multiples[a]) * known[a];
        const Exponents& exponents = forms_.monomials[term->monomial];
        for (std::size_t v = 0; v < exponents.size(); ++v)
          if (exponents[v] > 0) product *= std::pow(known[angles + v], static_cast<double>(exponents[v]));
        sum += product * (term->sine ? std::sin(argument) : std::cos(argument));
      }
    }
    return masses;
  }

 private:
  struct Term {
    const HarmonicTerm* term;
    double coefficient;
  };
  void note_known(const HarmonicTerm& term) {
    const std::size_t angles = forms_.angles.size();
    for (std::size_t a = 0; a < angles; ++a)
      if (term.multiples[a] != 0) known_[a] = forms_.angles[a];
    const Exponents& exponents = forms_.monomials[term.monomial];
    for (std::size_t v = 0; v < exponents.size(); ++v)
      if (exponents[v] > 0) known_[angles + v] = forms_.variables[v];
  }

  const HarmonicForms& forms_;
  std::vector<std::vector<Term>> terms_;
  std::vector<Expr> known_;
};

bool is_indefinite(const Eigen::MatrixXd& mass) {
  const Eigen::VectorXd scale = mass.diagonal().cwiseAbs().cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
  const Eigen::MatrixXd scaled = scale.asDiagonal() * mass * scale.asDiagonal();
  return scaled.allFinite() && symmetric_eigenvalues(scaled)[0] < -1e-12;
}

}  // namespace

bool loses_mass(const Reducible& reducible, const Dropped& dropped, std::size_t positions, std::uint64_t seed) {
  const std::size_t formulas = reducible.mass_formulas(), f = reducible.exact().speeds.size();
  if (formulas == 0) return false;
  const HarmonicMass mass(reducible.forms(), formulas, dropped);
  for (Expr symbol : mass.symbols())
    if (!reducible.box().contains(symbol)) return false;
  Draw draw(reducible.model(), reducible.box(), seed);
  std::vector<double> numbers(draw.symbols().size());
  for (std::size_t k = 0; k < positions; ++k) {
    draw.fill(numbers);
    Values position;
    for (std::size_t i = 0; i < numbers.size(); ++i) position.emplace(draw.symbols()[i], numbers[i]);
    if (is_indefinite(to_matrix(mass.at(position), f))) return true;
  }
  return false;
}

SampledErrors sample_errors(const Reducible& reducible, const ReducedEquations& reduced, std::size_t states,
                            std::uint64_t seed) {
  const Equations &exact = reducible.exact(), &other = reduced.equations;
  const std::size_t f = exact.speeds.size(), masses = exact.mass.size();
  Draw draw(reducible.model(), reducible.box(), seed);
  const InputFormulas inputs{{"x", "", std::vector<Entry>(draw.symbols().size()), 0}, draw.symbols()};
  const std::vector<OutputFormulas> outputs = {output("M", exact.mass), output("r", right_sides(exact)),
                                               output("Mr", other.mass), output("rr", right_sides(other))};
  const Routine routine(translate({&inputs, 1}, outputs));
  Workspace workspace = routine.make_workspace();
  SampledErrors result{std::vector<double>(masses, 0),
                       std::vector<double>(f, 0),
                       std::vector<double>(f, 0),
                       std::vector<double>(f, 0),
                       0,
                       0};
  for (std::size_t k = 0; k < states; ++k) {
    draw.fill(routine.inputs(workspace));
    routine.run(workspace);
    const std::span<const double> all = routine.outputs(workspace);
    const auto M = all.subspan(0, masses), r = all.subspan(masses, f), Mr = all.subspan(masses + f, masses),
               rr = all.subspan(2 * masses + f, f);
    if (!std::all_of(all.begin(), all.end(), [](double x) { return std::isfinite(x); })) continue;
    const Eigen::LLT<Eigen::MatrixXd> full(to_matrix(M, f)), left(to_matrix(Mr, f));
    if (full.info() != Eigen::Success) continue;
    ++result.states;
    raise(result.mass, M, Mr);
    raise(result.forces, r, rr);
    if (left.info() != Eigen::Success) {
      ++result.lost;
      continue;
    }
    const Eigen::VectorXd a = full.solve(Eigen::Map<const Eigen::VectorXd>(r.data(), static_cast<Eigen::Index>(f))),
                          b = left.solve(Eigen::Map<const Eigen::VectorXd>(rr.data(), static_cast<Eigen::Index>(f)));
    raise(result.acceleration, {a.data(), f}, {b.data(), f});
    for (std::size_t i = 0; i < f; ++i)
      result.scale[i] = std::max(result.scale[i], std::abs(a[static_cast<Eigen::Index>(i)]));
  }
  return result;
}

}  // namespace kinemate
