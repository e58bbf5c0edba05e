#include "report/point_motion.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "expr/count.h"
#include "expr/text/abbreviate.h"
#include "expr/text/latex_text.h"
#include "expr/text/print.h"
#include "report/latex.h"

namespace kinemate {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kLongestWrittenOut = 1500;  // operations of all formulas together, beyond which shared parts get names

struct NamedVector {
  const char* key;
  const char* title;
  const char* latex;
  Vector PointMotion::*vector;
};

const NamedVector kVectors[] = {
    {"position", "position", "r", &PointMotion::position},
    {"velocity", "velocity", "v", &PointMotion::velocity},
    {"angular_velocity", "angular velocity", "\\omega", &PointMotion::angular_velocity},
    {"acceleration", "acceleration", "a", &PointMotion::acceleration},
    {"angular_acceleration", "angular acceleration", "\\alpha", &PointMotion::angular_acceleration},
    {"drift", "velocity without speeds", "\\bar v", &PointMotion::drift},
    {"angular_drift", "angular velocity without speeds", "\\bar\\omega", &PointMotion::angular_drift},
    {"bias", "acceleration without accelerations of the joints", "\\bar a", &PointMotion::bias},
    {"angular_bias", "angular acceleration without accelerations of the joints", "\\bar\\alpha",
     &PointMotion::angular_bias},
};

struct Written {
  std::vector<Abbreviation> abbreviations;
  PointMotion motion;
};

Written write_short(const PointMotion& motion) {
  Written written{{}, motion};
  std::vector<Vector*> vectors = vectors_of(written.motion);
  for (Vector& row : written.motion.rotation.rows) vectors.push_back(&row);
  std::vector<Expr> formulas;
  for (const Vector* v : vectors) formulas.insert(formulas.end(), {v->x, v->y, v->z});
  if (count_written_out(formulas).total() <= kLongestWrittenOut) return written;
  Abbreviated abbreviated = abbreviate(formulas);
  for (std::size_t i = 0; i < formulas.size(); ++i) (*vectors[i / 3])[i % 3] = abbreviated.formulas[i];
  written.abbreviations = std::move(abbreviated.abbreviations);
  return written;
}

bool is_zero(const Vector& v) { return v.x.is_zero() && v.y.is_zero() && v.z.is_zero(); }

std::string point_text(const PointMotionReport& report) {
  if (is_zero(report.point)) return fmt::format("origin of {}", report.body);
  return fmt::format("point [{}, {}, {}] of {}", to_text(report.point.x), to_text(report.point.y),
                     to_text(report.point.z), report.body);
}

std::string vector_text(const Vector& v) {
  if (is_zero(v)) return "  0\n";
  return fmt::format("  x: {}\n  y: {}\n  z: {}\n", to_text(v.x), to_text(v.y), to_text(v.z));
}

std::string latex_vector(const Vector& v, double part = 0.85) {
  const std::string all = fmt::format("\\begin{{bmatrix}} {} \\\\ {} \\\\ {} \\end{{bmatrix}}", to_latex(v.x),
                                      to_latex(v.y), to_latex(v.z));
  const double widest = std::max({latex_width(to_latex(v.x)), latex_width(to_latex(v.y)), latex_width(to_latex(v.z))});
  return latex_scaled(all, widest, part);
}

std::string latex_point(const PointMotionReport& report) {
  if (is_zero(report.point)) return fmt::format("Origin of {}", latex_words(report.body));
  return fmt::format("Point $({}, {}, {})$ of {}", to_latex(report.point.x), to_latex(report.point.y),
                     to_latex(report.point.z), latex_words(report.body));
}

Json json_vector(const Vector& v) { return {to_text(v.x), to_text(v.y), to_text(v.z)}; }

Json json_columns(const std::vector<Vector>& columns) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < 3; ++i) {
    Json row = Json::array();
    for (const Vector& column : columns) row.push_back(to_text(column[i]));
    rows.push_back(std::move(row));
  }
  return rows;
}

// Coordinates that loops determine without a formula.
std::string implicit_text(const std::vector<Expr>& implicit) {
  std::string names;
  for (Expr q : implicit) names += (names.empty() ? "" : ", ") + to_text(q);
  return names;
}

std::string dependent_text(const PointKinematics& kinematics) {
  std::string text, group;
  if (!kinematics.implicit.empty())
    text += fmt::format("\ndependent coordinates without formulas: the loops determine {}\n",
                        implicit_text(kinematics.implicit));
  for (const DependentFormula& one : kinematics.dependent) {
    if (one.group != group) text += fmt::format("\n{}\n", one.group);
    group = one.group;
    text += fmt::format("  {} = {}\n", to_text(one.symbol), to_text(one.formula));
  }
  return text;
}

}  // namespace

std::string point_motion_text(const PointMotionReport& report) {
  const Written written = write_short(report.kinematics.motion);
  const PointMotion& motion = written.motion;
  std::string text = fmt::format("{}, in axes of {}\n", point_text(report), report.axes);
  text += dependent_text(report.kinematics);
  if (!written.abbreviations.empty()) text += "\nwith\n";
  for (const Abbreviation& a : written.abbreviations)
    text += fmt::format("  {} = {}\n", to_text(a.symbol), to_text(a.formula));
  for (const NamedVector& named : kVectors) {
    const bool of_time = named.vector == &PointMotion::drift || named.vector == &PointMotion::angular_drift;
    if (of_time && is_zero(motion.*named.vector)) continue;
    text += fmt::format("\n{}\n{}", named.title, vector_text(motion.*named.vector));
    if (named.vector != &PointMotion::position) continue;
    text += fmt::format("\norientation: the axes of {}\n", report.body);
    for (std::size_t j = 0; j < 3; ++j) {
      const Vector column = motion.rotation.column(j);
      text += fmt::format("  {}: [{}, {}, {}]\n", "xyz"[j], to_text(column.x), to_text(column.y), to_text(column.z));
    }
  }
  for (const auto& [title, columns] :
       {std::pair{"J_T: velocity per speed", &motion.J_T}, std::pair{"J_R: angular velocity per speed", &motion.J_R}}) {
    std::string lines;
    for (std::size_t i = 0; i < motion.speeds.size(); ++i) {
      const Vector& column = (*columns)[i];
      if (is_zero(column)) continue;
      lines += fmt::format("  {}: [{}, {}, {}]\n", to_text(motion.speeds[i]), to_text(column.x), to_text(column.y),
                           to_text(column.z));
    }
    text += fmt::format("\n{}\n{}", title, lines.empty() ? "  0\n" : lines);
  }
  return text;
}

std::string point_motion_latex(const PointMotionReport& report) {
  const Written written = write_short(report.kinematics.motion);
  const PointMotion& motion = written.motion;
  std::string text = fmt::format("\\section*{{{}}}\n{}, in axes of {}.\n\\begin{{align*}}\n",
                                 latex_words(report.machine.empty() ? "Kinematics" : report.machine),
                                 latex_point(report), latex_words(report.axes));
  for (const DependentFormula& one : report.kinematics.dependent)
    text += fmt::format("{} &= {} \\\\\n", to_latex(one.symbol), to_latex(one.formula));
  for (const Abbreviation& a : written.abbreviations)
    text += latex_equation(to_latex(a.symbol), to_latex(a.formula)) + " \\\\\n";
  for (const NamedVector& named : kVectors) {
    const Vector& v = motion.*named.vector;
    text += fmt::format("{} &= {} \\\\\n", named.latex, is_zero(v) ? "0" : latex_vector(v));
    if (named.vector != &PointMotion::position) continue;
    std::string rotation = "\\begin{bmatrix}";
    double widths[3] = {};
    for (const Vector& row : motion.rotation.rows) {
      rotation += fmt::format(" {} & {} & {} \\\\", to_latex(row.x), to_latex(row.y), to_latex(row.z));
      for (std::size_t i = 0; i < 3; ++i) widths[i] = std::max(widths[i], latex_width(to_latex(row[i])) + 3);
    }
    text += fmt::format("R &= {} \\\\\n",
                        latex_scaled(rotation + " \\end{bmatrix}", widths[0] + widths[1] + widths[2], 0.85));
  }
  for (std::size_t i = 0; i < motion.speeds.size(); ++i)
    text += fmt::format(
        "\\frac{{\\partial v}}{{\\partial {0}}} &= {1}, & \\frac{{\\partial \\omega}}{{\\partial {0}}} &= {2} \\\\\n",
        to_latex(motion.speeds[i]), latex_vector(motion.J_T[i], 0.4), latex_vector(motion.J_R[i], 0.4));
  return latex_document(text + "\\end{align*}\n");
}

std::string point_motion_json(const PointMotionReport& report) {
  const Written written = write_short(report.kinematics.motion);
  const PointMotion& motion = written.motion;
  Json json = {
      {"machine", report.machine}, {"body", report.body}, {"point", json_vector(report.point)}, {"axes", report.axes}};
  json["dependent"] = Json::array();
  for (const DependentFormula& one : report.kinematics.dependent)
    json["dependent"].push_back({to_text(one.symbol), to_text(one.formula)});
  json["dependent_without_formula"] = Json::array();
  for (Expr q : report.kinematics.implicit) json["dependent_without_formula"].push_back(to_text(q));
  json["abbreviations"] = Json::array();
  for (const Abbreviation& a : written.abbreviations)
    json["abbreviations"].push_back({to_text(a.symbol), to_text(a.formula)});
  for (const NamedVector& named : kVectors) json[named.key] = json_vector(motion.*named.vector);
  json["rotation"] = Json::array();
  for (const Vector& row : motion.rotation.rows) json["rotation"].push_back(json_vector(row));
  json["speeds"] = Json::array();
  for (Expr s : motion.speeds) json["speeds"].push_back(to_text(s));
  json["J_T"] = json_columns(motion.J_T);
  json["J_R"] = json_columns(motion.J_R);
  return json.dump(2) + "\n";
}

}  // namespace kinemate
