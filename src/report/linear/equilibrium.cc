#include "report/linear/equilibrium.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "expr/text/print.h"
#include "report/linear/linear.h"
#include "report/words.h"

namespace kinemate {
namespace {

using Eigen::Index;
using EquilibriumJson = nlohmann::ordered_json;

constexpr std::size_t kMostListedPoints = 60;

std::vector<std::string> position_texts(const EquilibriaReport& names, const MachinePoint& point) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < names.coordinates.size(); ++i)
    parts.push_back(fmt::format("{} = {}", names.coordinates[i], short_number(point.q[static_cast<Index>(i)])));
  for (std::size_t i = 0; i < names.states.size(); ++i)
    parts.push_back(fmt::format("{} = {}", names.states[i], short_number(point.z[static_cast<Index>(i)])));
  return parts;
}

EquilibriumJson positions_json(const EquilibriaReport& names, const MachinePoint& point) {
  EquilibriumJson json;
  for (std::size_t i = 0; i < names.coordinates.size(); ++i)
    json[names.coordinates[i]] = point.q[static_cast<Index>(i)] + 0.0;
  for (std::size_t i = 0; i < names.states.size(); ++i) json[names.states[i]] = point.z[static_cast<Index>(i)] + 0.0;
  return json;
}

// A coordinate that is 0 but for rounding is 0.
std::string position_number(double x) { return short_number(std::abs(x) < 1e-12 ? 0 : x); }

const char* verdict_word(const ModalAnalysis& analysis) {
  static constexpr const char* kWords[] = {"asymptotically stable", "stable", "marginal", "unstable"};
  return kWords[static_cast<std::size_t>(analysis.stability.verdict)];
}

bool is_critical(const EquilibriumCurve::Point& point) {
  return point.kind == CurvePoint::Kind::kFold || point.kind == CurvePoint::Kind::kBranch;
}

bool grows_at(const EquilibriumCurve& curve, std::size_t i) {
  return curve.points[i].analysis.stability.verdict == StabilityVerdict::kUnstable;
}

// A pole passes through 0 at folds and branch points, and rounding decides on which side it is seen.
const char* verdict_word(const EquilibriumCurve& curve, std::size_t i) {
  if (!is_critical(curve.points[i])) return verdict_word(curve.points[i].analysis);
  const bool before = i == 0 || grows_at(curve, i - 1), behind = i + 1 == curve.points.size() || grows_at(curve, i + 1);
  return before && behind ? "unstable" : "marginal";
}

const char* kind_word(CurvePoint::Kind kind) {
  switch (kind) {
    case CurvePoint::Kind::kFold: return "fold";
    case CurvePoint::Kind::kBranch: return "branch point";
    default: return "";
  }
}

}  // namespace

std::string equilibria_text(const EquilibriaReport& report) {
  std::string text =
      fmt::format("{}: {}", report.machine, counted(report.equilibria.size(), "equilibrium", "equilibria"));
  text += report.starts > 0 ? fmt::format(", from {} starts\n", report.starts + 1) : "\n";
  for (const FoundEquilibrium& one : report.equilibria) {
    std::vector<std::string> position = position_texts(report, one.system.reference);
    for (const auto& [name, value] : one.system.following)
      position.push_back(fmt::format("{} = {}", name, short_number(value)));
    text += "\n" + line("at", position);
    text += paragraph("stability", stability_sentence(one.system, one.analysis));
    std::vector<std::string> poles;
    for (const Mode& mode : one.analysis.modes) poles.push_back(pole_text(mode.pole));
    text += line("poles [1/s]", shortened(poles));
  }
  if (!report.formulas.empty()) {
    std::vector<std::string> parts;
    for (const NamedFormula& one : report.formulas)
      parts.push_back(
          fmt::format("{} = {}", one.name, bare_numbers(to_text(one.formula, {.largest = 1000, .cut = true}))));
    text += "\n" + line("as formulas", parts);
  }
  if (report.timed)
    text += "\n" + paragraph("note", "terms of time were left out: they excite the machine about its equilibrium");
  return text;
}

std::string equilibria_json(const EquilibriaReport& report) {
  EquilibriumJson json = {{"machine", report.machine}, {"equilibria", EquilibriumJson::array()}};
  for (const FoundEquilibrium& one : report.equilibria) {
    EquilibriumJson poles = EquilibriumJson::array();
    for (const Mode& mode : one.analysis.modes)
      for (const double sign : {1.0, -1.0})
        if (sign > 0 || mode.frequency > 0)
          poles.push_back({{"real", mode.pole.value.real() + 0.0}, {"imaginary", sign * mode.pole.value.imag() + 0.0}});
    EquilibriumJson at = positions_json(report, one.system.reference);
    for (const auto& [name, value] : one.system.following) at[name] = value + 0.0;
    json["equilibria"].push_back({{"at", at},
                                  {"stability", verdict_word(one.analysis)},
                                  {"sentence", stability_sentence(one.system, one.analysis)},
                                  {"poles", poles}});
  }
  for (const NamedFormula& one : report.formulas) json["formulas"][one.name] = to_text(one.formula);
  json["time_left_out"] = report.timed;
  return json.dump(2) + "\n";
}

std::string curve_text(const std::string& machine, const EquilibriumCurve& curve, const EquilibriaReport& names) {
  std::string text = fmt::format("{}: its equilibrium over {}\n\n", machine, curve.parameter);
  std::vector<std::vector<std::string>> rows(1, {curve.parameter});
  rows[0].insert(rows[0].end(), names.coordinates.begin(), names.coordinates.end());
  rows[0].insert(rows[0].end(), names.states.begin(), names.states.end());
  rows[0].insert(rows[0].end(), {"stability", ""});
  const std::size_t step = curve.points.size() / kMostListedPoints + 1;
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    const EquilibriumCurve::Point& point = curve.points[i];
    const std::string remark = point.changes ? fmt::format("{}{}stability changes", kind_word(point.kind),
                                                           *kind_word(point.kind) == 0 ? "" : ", ")
                                             : kind_word(point.kind);
    if (i % step != 0 && i + 1 < curve.points.size() && remark.empty()) continue;
    auto& row = rows.emplace_back(1, short_number(point.value));
    for (const double q : point.reference.q) row.push_back(position_number(q));
    for (const double z : point.reference.z) row.push_back(position_number(z));
    row.insert(row.end(), {verdict_word(curve, i), remark});
  }
  text += table(rows);
  if (!curve.reason.empty()) text += "\n" + paragraph("ends", curve.reason);
  return text;
}

std::string curve_json(const std::string& machine, const EquilibriumCurve& curve, const EquilibriaReport& names) {
  EquilibriumJson points = EquilibriumJson::array();
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    const EquilibriumCurve::Point& point = curve.points[i];
    points.push_back({{"value", point.value},
                      {"at", positions_json(names, point.reference)},
                      {"stability", verdict_word(curve, i)},
                      {"growing", point.analysis.stability.unstable_count},
                      {"kind", kind_word(point.kind)}});
  }
  return EquilibriumJson{
             {"machine", machine}, {"parameter", curve.parameter}, {"points", points}, {"ends", curve.reason}}
             .dump(2) +
         "\n";
}

Figure curve_figure(const std::string& machine, const EquilibriumCurve& curve, const EquilibriaReport& names) {
  Figure figure;
  figure.title = fmt::format("equilibrium of {}", machine);
  figure.x_label = curve.parameter;
  std::string constant;  // coordinates that have no panel
  for (std::size_t i = 0; i < names.coordinates.size(); ++i) {
    Curve stable{"stable", {}, {}, CurveStyle::kLine}, unstable{"unstable", {}, {}, CurveStyle::kDashed};
    double least = 0, most = 0;
    const auto grows = [&](std::size_t k) {
      return k < curve.points.size() && !is_critical(curve.points[k]) && grows_at(curve, k);
    };
    for (std::size_t k = 0; k < curve.points.size(); ++k) {
      const double q = curve.points[k].reference.q[static_cast<Index>(i)];
      least = k == 0 ? q : std::min(least, q), most = k == 0 ? q : std::max(most, q);
      // both have the last points that are stable, or critical, before one becomes the other
      const bool near = grows(k) || grows(k + 1) || (k > 0 && grows(k - 1));
      for (Curve* part : {&stable, &unstable}) {
        const bool here = part == &stable ? !grows(k) : near;
        part->x.push_back(curve.points[k].value);
        part->y.push_back(here ? q : std::numeric_limits<double>::quiet_NaN());
      }
    }
    if (most - least <= 1e-9 * (1 + std::abs(most)) && !(i + 1 == names.coordinates.size() && figure.panels.empty())) {
      constant += (constant.empty() ? "" : ", ") + names.coordinates[i];
      continue;
    }
    figure.panels.push_back({names.coordinates[i], false, {stable, unstable}});
  }
  if (!constant.empty()) figure.title += fmt::format("; constant: {}", constant);
  return figure;
}

}  // namespace kinemate
