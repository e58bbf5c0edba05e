#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>

#include "expr/text/print.h"
#include "report/linear/linear.h"
#include "report/words.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

constexpr std::size_t kWidestMatrix = 110;
constexpr Index kMostNumberRows = 12;  // larger matrices are for files
constexpr double kSmallPart = 0.005;   // of a shape
constexpr double kRoundingPart = 1e-15;

// An entry in the cell of a matrix, or nothing.
std::string matrix_text(const char* name, const FormulaMatrix& matrix) {
  if (matrix.entries.empty() || matrix.is_zero()) return "";
  std::vector<std::vector<std::string>> cells(matrix.rows);
  std::vector<std::size_t> widths(matrix.columns, 0);
  std::size_t total = 0;
  for (std::size_t i = 0; i < matrix.rows; ++i)
    for (std::size_t j = 0; j < matrix.columns; ++j) {
      cells[i].push_back(bare_numbers(to_text(matrix.at(i, j), {.largest = 2000, .cut = true})));
      widths[j] = std::max(widths[j], cells[i].back().size());
    }
  for (const std::size_t width : widths) total += width + 3;
  std::string text = fmt::format("\n{}\n", name);
  if (total <= kWidestMatrix) {
    for (const auto& row : cells) {
      text += "  [ ";
      for (std::size_t j = 0; j < row.size(); ++j)
        text += fmt::format("{:<{}}{}", row[j], widths[j], j + 1 < row.size() ? "   " : "");
      text += " ]\n";
    }
    return text;
  }
  for (std::size_t i = 0; i < matrix.rows; ++i)
    for (std::size_t j = 0; j < matrix.columns; ++j)
      if (!(matrix.at(i, j) == Expr(0))) text += fmt::format("  ({},{})  {}\n", i + 1, j + 1, cells[i][j]);
  return text;
}

std::string vector_text(const char* name, const std::vector<std::string>& rows, const std::vector<Expr>& entries) {
  std::string text;
  for (std::size_t i = 0; i < entries.size(); ++i)
    if (!(entries[i] == Expr(0)))
      text += fmt::format("  {}: {}\n", rows[i], bare_numbers(to_text(entries[i], {.largest = 2000, .cut = true})));
  return text.empty() ? "" : fmt::format("\n{}\n{}", name, text);
}

std::string number_matrix_text(const std::string& name, const MatrixXd& matrix) {
  if (matrix.size() == 0 || matrix.isZero(0)) return "";
  if (matrix.rows() > kMostNumberRows || matrix.cols() > kMostNumberRows)
    return fmt::format("\n{}\n  {} x {}: --format json, matlab or python write it\n", name, matrix.rows(),
                       matrix.cols());
  std::vector<std::vector<std::string>> cells;
  for (Index i = 0; i < matrix.rows(); ++i) {
    auto& row = cells.emplace_back(1, "[");
    for (Index j = 0; j < matrix.cols(); ++j) row.push_back(short_number(matrix(i, j)));
    row.emplace_back("]");
  }
  return fmt::format("\n{}\n{}", name, table(cells));
}

// Without what rounding left of terms that cancel each other, as of the skew part of a symmetric matrix.
MatrixXd without_rounding(const MatrixXd& matrix, const MatrixXd& whole) {
  const double rounding = kRoundingPart * (whole.size() > 0 ? whole.cwiseAbs().maxCoeff() : 0);
  return (matrix.array().abs() <= rounding).select(MatrixXd::Zero(matrix.rows(), matrix.cols()), matrix);
}

std::string about_text(const Linearisation& linear) {
  switch (linear.about) {
    case ReferenceRequest::About::kEquilibrium:
      return linear.formulas && !linear.formulas->reference.rests ? "about a position that need not be an equilibrium"
                                                                  : "about an equilibrium";
    case ReferenceRequest::About::kState: return "about the motion through a state";
    case ReferenceRequest::About::kMotion: return "along a motion";
  }
  return "";
}

// q, s, accelerations, states and inputs that are not 0.
std::string reference_text(const LinearSystem& system) {
  std::vector<std::string> parts;
  const auto add = [&](const std::vector<std::string>& names, const Eigen::VectorXd& values, bool zeros,
                       const char* prime) {
    for (std::size_t i = 0; i < names.size(); ++i)
      if (const double value = values[static_cast<Index>(i)]; zeros || value != 0)
        parts.push_back(fmt::format("{}{} = {}", names[i], prime, short_number(value)));
  };
  add(system.coordinates, system.reference.q, true, "");
  for (const auto& [name, value] : system.following) parts.push_back(fmt::format("{} = {}", name, short_number(value)));
  add(system.speeds, system.reference.s, false, "");
  add(system.speeds, system.reference.a, false, "'");
  add(system.states, system.reference.z, true, "");
  add(system.own_inputs, system.reference.u, false, "");
  if (system.timed) parts.push_back(fmt::format("t = {}", short_number(system.reference.t)));
  return line("reference", parts);
}

// Coordinates of which the value was put in, and what stands for itself.
std::string formulas_reference_text(const LinearFormulas& formulas) {
  std::vector<std::string> parts;
  const auto add = [&](const std::string& name, Expr formula) {
    parts.push_back(fmt::format("{} = {}", name, bare_numbers(to_text(formula, {.largest = 500, .cut = true}))));
  };
  std::vector<std::string> names = formulas.deviations;
  names.insert(names.end(), formulas.states.begin(), formulas.states.end());
  for (const std::string& name : names) {
    if (name.find(' ') != std::string::npos) continue;  // turn_x of a joint
    const auto value = formulas.reference.values.find(make_symbol(name));
    if (value != formulas.reference.values.end()) add(name, value->second);
    for (const auto& [kept, formula] : formulas.reference.kept)
      if (kept == name) add(name, formula);
  }
  for (const auto& [kept, formula] : formulas.reference.kept)
    if (std::find(names.begin(), names.end(), kept) == names.end()) add(kept, formula);
  return line("reference", parts);
}

std::string equation_text(const LinearFormulas& formulas) {
  std::string sum = formulas.D.entries.empty() ? "M s' + P s + Q y" : "M y''";
  const auto add = [&](const std::string& symmetric, const std::string& skew, const FormulaMatrix& a,
                       const FormulaMatrix& b, const char* of) {
    if (a.is_zero() && b.is_zero()) return;
    sum += " + " + (a.is_zero() ? skew : b.is_zero() ? symmetric : "(" + symmetric + " + " + skew + ")") + of;
  };
  if (!formulas.D.entries.empty()) {
    add("D", "G", formulas.D, formulas.G, " y'");
    add("K", "N", formulas.K, formulas.N, " y");
  }
  if (!formulas.Z.entries.empty()) sum += " + Z z";
  std::string right;
  if (!formulas.F.is_zero()) right += "F u";
  if (std::any_of(formulas.excitation.begin(), formulas.excitation.end(), [](Expr e) { return !(e == Expr(0)); }))
    right += right.empty() ? "h" : " + h";
  if (std::any_of(formulas.residual.begin(), formulas.residual.end(), [](Expr e) { return !(e == Expr(0)); }))
    right += right.empty() ? "-r" : " - r";
  sum += " = " + (right.empty() ? "0" : right);
  if (formulas.D.entries.empty()) sum += formulas.W.is_zero() ? ",  y' = V s" : ",  y' = V s + W y";
  return sum;
}

std::string formulas_text(const LinearFormulas& formulas) {
  if (formulas.speeds.empty() && formulas.states.empty()) return paragraph("equations", "none: nothing moves");
  std::string text = formulas_reference_text(formulas);
  text += paragraph("equations", equation_text(formulas));
  text += line("y", formulas.deviations);
  if (!formulas.inputs.empty()) text += line("u", formulas.inputs);
  if (!formulas.states.empty()) text += line("z", formulas.states);
  if (!formulas.states.empty() && formulas.A.entries.empty())
    text += paragraph("z'", "the last rows of A and B, which --state-space shows");
  text += matrix_text("M", formulas.M);
  if (formulas.D.entries.empty()) {
    text += matrix_text("P", formulas.P) + matrix_text("Q", formulas.Q);
    text += matrix_text("V", formulas.V) + matrix_text("W", formulas.W);
  } else {
    text += matrix_text("D", formulas.D) + matrix_text("G", formulas.G);
    text += matrix_text("K", formulas.K) + matrix_text("N", formulas.N);
  }
  text += matrix_text("Z", formulas.Z) + matrix_text("F", formulas.F);
  text += vector_text("h", formulas.speeds, formulas.excitation);
  text += vector_text("r, forces that remain at the reference", formulas.speeds, formulas.residual);
  text += matrix_text("A", formulas.A) + matrix_text("B", formulas.B);
  return text + matrix_text("C", formulas.C) + matrix_text("D of the outputs", formulas.D_u);
}

bool forces_remain(const Linearisation& linear) {
  const LinearSystem& system = *linear.numbers;
  if (linear.about != ReferenceRequest::About::kEquilibrium) return false;
  if (linear.formulas) return !linear.formulas->reference.rests;
  return system.residual.size() > 0 && system.Q.size() > 0 &&
         system.residual.cwiseAbs().maxCoeff() > 1e-9 * std::max(1.0, system.Q.cwiseAbs().maxCoeff());
}

std::string numbers_text(const Linearisation& linear) {
  const LinearSystem& system = *linear.numbers;
  if (system.A.rows() == 0) return "";
  std::string text = "\nnumbers\n" + reference_text(system);
  if (!linear.formulas && forces_remain(linear))
    text += number_matrix_text("r, forces that remain at the reference", without_rounding(system.residual, system.Q));
  if (!linear.formulas && system.excitation.size() > 0)
    text += number_matrix_text(fmt::format("h at t = {}", short_number(system.reference.t)),
                               without_rounding(system.excitation, system.Q));
  if (system.of_coordinates()) {
    const MatrixXd &P = system.P, &Q = system.Q;
    text += number_matrix_text("M", system.M);
    text += number_matrix_text("D", without_rounding((P + P.transpose()) / 2, P)) +
            number_matrix_text("G", without_rounding((P - P.transpose()) / 2, P)) +
            number_matrix_text("K", without_rounding((Q + Q.transpose()) / 2, Q)) +
            number_matrix_text("N", without_rounding((Q - Q.transpose()) / 2, Q));
  } else {
    text += number_matrix_text("M", system.M) + number_matrix_text("P", system.P) + number_matrix_text("Q", system.Q);
    text += number_matrix_text("V", system.V) + number_matrix_text("W", system.W);
  }
  text += number_matrix_text("Z", system.Z) + number_matrix_text("F", system.F);
  if (!system.states.empty()) text += number_matrix_text("A", system.A) + number_matrix_text("B", system.B);
  return text;
}

std::string modes_text(const LinearSystem& system, const ModalAnalysis& analysis) {
  if (analysis.modes.empty()) return "";
  std::vector<std::vector<std::string>> rows = {{"pole [1/s]", "frequency [Hz]", "damping", "shape"}};
  for (const Mode& mode : analysis.modes)
    rows.push_back({pole_text(mode.pole), mode.frequency > 0 ? short_number(mode.frequency) : "-",
                    mode.frequency > 0 ? fmt::format("{:.3g} %", 100 * sure_damping(mode)) : "-",
                    shape_text(system, mode)});
  std::string text = "\nmodes\n" + table(rows);
  if (!analysis.idle.empty()) {
    std::vector<std::string> names;
    for (const Index i : analysis.idle) names.push_back(system.deviations[static_cast<std::size_t>(i)].name);
    text += paragraph("free", fmt::format("nothing depends on {}: {} may drift", fmt::join(names, ", "),
                                          names.size() == 1 ? "it" : "they"));
  }
  return text;
}

std::string locus_text(const MachineLocus& locus) {
  std::vector<std::vector<std::string>> rows = {{locus.parameter, "growing", "largest real part", "stability"}};
  for (const LocusPoint& point : locus.points) {
    if (!point.reference) {
      rows.push_back({short_number(point.value), "-", "-", "no equilibrium"});
      continue;
    }
    const StabilityJudgement& judged = point.analysis.stability;
    const char* const words[] = {"asymptotically stable", "stable", "marginal", "unstable"};
    const double real = point.analysis.modes.empty() ? 0 : sure_real_part(point.analysis.modes[judged.pole].pole);
    rows.push_back({short_number(point.value), std::to_string(judged.unstable_count), short_number(real),
                    std::string(words[static_cast<int>(judged.verdict)]) + (point.jumped ? " (another branch)" : "")});
  }
  std::string text = fmt::format("\npoles over {}\n{}", locus.parameter, table(rows));
  for (const StabilityBoundary& boundary : locus.boundaries)
    text += paragraph("boundary",
                      fmt::format("{} = {:.9g}: {} stability where the pole {} crosses the axis", locus.parameter,
                                  boundary.value, boundary.loses ? "loses" : "wins", pole_text(boundary.pole)));
  if (locus.boundaries.empty()) text += paragraph("boundary", "none in this range");
  return text;
}

}  // namespace

std::string short_number(double x) { return fmt::format("{:.6g}", x == 0 ? 0.0 : x); }

std::string pole_text(const Pole& pole) {
  const auto part = [&](double x) { return short_number(std::abs(x) <= pole.uncertainty ? 0 : x); };
  if (std::abs(pole.value.imag()) <= pole.uncertainty) return part(pole.value.real());
  return fmt::format("{} ± {}i", part(pole.value.real()), part(std::abs(pole.value.imag())));
}

double sure_real_part(const Pole& pole) {
  return std::abs(pole.value.real()) <= pole.uncertainty ? 0 : pole.value.real();
}

double sure_damping(const Mode& mode) { return sure_real_part(mode.pole) == 0 ? 0 : mode.damping; }

std::string bare_numbers(std::string text) {
  static constexpr std::string_view kReal = "real(";
  for (std::size_t i = 0; (i = text.find(kReal, i)) != std::string::npos;) {
    const std::size_t close = text.find(')', i);
    const bool bare = close != std::string::npos && text[i + kReal.size()] != '-';
    if (bare) text.erase(close, 1);
    text.erase(i, bare ? kReal.size() : kReal.size() - 1);
  }
  return text;
}

ShapeOf shape_kind(const LinearSystem& system, const Mode& mode) {
  const Eigen::VectorXcd& x = mode.pole.vector;
  const Index y = system.Q.cols(), f = system.M.rows();
  const auto moves = [&](Index first, Index size) {
    return size > 0 && x.segment(first, size).cwiseAbs().maxCoeff() > 1e-12 * x.cwiseAbs().maxCoeff();
  };
  return moves(0, y) ? ShapeOf::kDeviations : moves(y, f) ? ShapeOf::kSpeeds : ShapeOf::kStates;
}

std::string shape_text(const LinearSystem& system, const Mode& mode) {
  std::vector<std::string> parts;
  const ShapeOf kind = shape_kind(system, mode);
  // a drift at constant speed is told by its way, if there is one
  const bool of_coordinates = kind != ShapeOf::kStates && mode.shape.size() == system.Q.cols();
  for (Index i = 0; i < mode.shape.size(); ++i) {
    const std::complex<double> part = mode.shape[i];
    if (std::abs(part) < kSmallPart) continue;
    const auto k = static_cast<std::size_t>(i);
    const std::string& name = of_coordinates             ? system.deviations[k].name
                              : kind == ShapeOf::kSpeeds ? system.speeds[k]
                                                         : system.states[k];
    const double degrees = std::arg(part) * 180 / std::numbers::pi;
    const bool real = std::abs(part.imag()) < kSmallPart * std::abs(part);
    parts.push_back(real ? fmt::format("{} {:.3g}", name, part.real())
                         : fmt::format("{} {:.3g} at {:.0f}°", name, std::abs(part), degrees));
  }
  parts = shortened(parts);
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string stability_sentence(const LinearSystem& system, const ModalAnalysis& analysis) {
  const StabilityJudgement& judged = analysis.stability;
  if (analysis.modes.empty()) return "nothing moves";
  if (analysis.idle.size() == system.deviations.size() && judged.reason == StabilityReason::kPolesOnAxis)
    return "indifferent: no force depends on where the machine is";
  const Mode& mode = analysis.modes[judged.pole];
  const std::string shape = shape_text(system, mode), pole = pole_text(mode.pole);
  const char* const gyroscopic =
      "only gyroscopic forces hold it: K has a negative direction, and any damping in all coordinates would destroy it";
  switch (judged.reason) {
    case StabilityReason::kAllDecay:
      return fmt::format("asymptotically stable: all poles have negative real parts; the slowest, {}, moves {}", pole,
                         shape);
    case StabilityReason::kDivergence:
      return fmt::format("unstable: the pole {} grows without oscillation, along {}", pole, shape);
    case StabilityReason::kFlutter: return fmt::format("unstable: the oscillation {} grows, along {}", pole, shape);
    case StabilityReason::kDoublePole:
      return fmt::format(
          "unstable: {} is a multiple pole on the axis with too few modes, so that motions along {} grow "
          "in proportion to time",
          pole, shape);
    case StabilityReason::kDefinitePotential:
      return judged.verdict == StabilityVerdict::kStable
                 ? "stable: its energy has a minimum there (K is positive definite), and nothing adds to it"
                 : "bounded in the linear equations: K is positive definite and nothing adds energy; of the machine "
                   "itself, terms of higher order decide";
    case StabilityReason::kGyroscopic: return fmt::format("bounded in the linear equations, but {}", gyroscopic);
    case StabilityReason::kPolesOnAxis:
      return fmt::format("undecided: poles such as {} lie on the axis; terms of higher order decide", pole);
  }
  return "";
}

std::string linear_text(const Linearisation& linear) {
  std::string text = fmt::format("{}, linearised {}\n", linear.machine, about_text(linear));
  if (linear.formulas) text += formulas_text(*linear.formulas);
  if (linear.numbers) text += numbers_text(linear);
  if (linear.modes) {
    text += modes_text(*linear.numbers, *linear.modes);
    const char* const limited = linear.numbers->timed   ? "of this moment alone, as the equations change with time: "
                                : forces_remain(linear) ? "of the linear equations without r: "
                                                        : "";
    text += paragraph("stability", limited + stability_sentence(*linear.numbers, *linear.modes));
  }
  if (linear.locus) text += locus_text(*linear.locus);
  if (!linear.notes.empty() && !linear.modes) text += "\n";
  for (const std::string& note : linear.notes) text += paragraph("note", note);
  return text;
}

}  // namespace kinemate
