#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "expr/text/print.h"
#include "report/linear/linear.h"

namespace kinemate {
namespace {

using Eigen::Index;
using LinearJson = nlohmann::ordered_json;

LinearJson matrix_json(const FormulaMatrix& matrix) {
  LinearJson rows = LinearJson::array();
  for (std::size_t i = 0; i < matrix.rows; ++i) {
    LinearJson row = LinearJson::array();
    for (std::size_t j = 0; j < matrix.columns; ++j) row.push_back(to_text(matrix.at(i, j)));
    rows.push_back(row);
  }
  return rows;
}

LinearJson matrix_json(const Eigen::MatrixXd& matrix) {
  LinearJson rows = LinearJson::array();
  for (Index i = 0; i < matrix.rows(); ++i) {
    LinearJson row = LinearJson::array();
    for (Index j = 0; j < matrix.cols(); ++j) row.push_back(matrix(i, j) + 0.0);
    rows.push_back(row);
  }
  return rows;
}

LinearJson vector_json(const Eigen::VectorXd& vector) { return std::vector<double>(vector.begin(), vector.end()); }

LinearJson pole_json(std::complex<double> x) { return {{"real", x.real() + 0.0}, {"imaginary", x.imag() + 0.0}}; }

LinearJson formulas_json(const LinearFormulas& formulas) {
  LinearJson json;
  for (const auto& [name, formula] : formulas.reference.kept) json["reference"][name] = to_text(formula);
  json["y"] = formulas.deviations, json["s"] = formulas.speeds, json["z"] = formulas.states;
  json["u"] = formulas.inputs, json["outputs"] = formulas.outputs;
  const std::pair<const char*, const FormulaMatrix*> matrices[] = {
      {"M", &formulas.M}, {"P", &formulas.P}, {"Q", &formulas.Q}, {"Z", &formulas.Z},
      {"F", &formulas.F}, {"V", &formulas.V}, {"W", &formulas.W}, {"D", &formulas.D},
      {"G", &formulas.G}, {"K", &formulas.K}, {"N", &formulas.N}};
  for (const auto& [name, matrix] : matrices)
    if (matrix->rows > 0) json[name] = matrix_json(*matrix);
  for (const auto& [name, vector] : {std::pair{"h", &formulas.excitation}, std::pair{"r", &formulas.residual}}) {
    json[name] = LinearJson::array();
    for (Expr entry : *vector) json[name].push_back(to_text(entry));
  }
  if (formulas.A.rows > 0)
    json["state_space"] = {{"A", matrix_json(formulas.A)},
                           {"B", matrix_json(formulas.B)},
                           {"C", matrix_json(formulas.C)},
                           {"D", matrix_json(formulas.D_u)}};
  return json;
}

LinearJson numbers_json(const LinearSystem& system) {
  LinearJson names = LinearJson::array();
  for (const Deviation& one : system.deviations) names.push_back(one.name);
  LinearJson json = {{"y", names},
                     {"s", system.speeds},
                     {"z", system.states},
                     {"u", system.inputs},
                     {"outputs", system.outputs},
                     {"reference",
                      {{"t", system.reference.t},
                       {"q", vector_json(system.reference.q)},
                       {"s", vector_json(system.reference.s)},
                       {"accelerations", vector_json(system.reference.a)},
                       {"z", vector_json(system.reference.z)},
                       {"inputs", system.own_inputs},
                       {"u", vector_json(system.reference.u)}}},
                     {"of_one_moment", system.timed},
                     {"r", vector_json(system.residual)},
                     {"h", vector_json(system.excitation)}};
  for (const auto& [name, value] : system.following) json["reference"]["following"][name] = value + 0.0;
  const std::pair<const char*, const Eigen::MatrixXd*> matrices[] = {
      {"M", &system.M}, {"P", &system.P}, {"Q", &system.Q}, {"Z", &system.Z},
      {"F", &system.F}, {"V", &system.V}, {"W", &system.W}};
  for (const auto& [name, matrix] : matrices) json[name] = matrix_json(*matrix);
  json["state_space"] = {{"A", matrix_json(system.A)},
                         {"B", matrix_json(system.B)},
                         {"C", matrix_json(system.C)},
                         {"D", matrix_json(system.D)}};
  return json;
}

LinearJson modes_json(const LinearSystem& system, const ModalAnalysis& analysis) {
  static constexpr const char* kShapeOf[] = {"y", "s", "z"};
  static constexpr const char* kVerdicts[] = {"asymptotically stable", "stable", "marginal", "unstable"};
  static constexpr const char* kReasons[] = {"all poles decay",    "divergence", "flutter",      "double pole",
                                             "definite potential", "gyroscopic", "poles on axis"};
  LinearJson json, modes = LinearJson::array(), idle = LinearJson::array();
  for (const Mode& mode : analysis.modes) {
    LinearJson shape = LinearJson::array();
    for (const std::complex<double>& part : mode.shape) shape.push_back(pole_json(part));
    modes.push_back({{"pole", pole_json(mode.pole.value)},
                     {"uncertainty", mode.pole.uncertainty},
                     {"frequency_hz", mode.frequency},
                     {"damping", mode.damping + 0.0},
                     {"shape_of", kShapeOf[static_cast<std::size_t>(shape_kind(system, mode))]},
                     {"shape", shape}});
  }
  for (const Index i : analysis.idle) idle.push_back(system.deviations[static_cast<std::size_t>(i)].name);
  json["modes"] = modes;
  json["free"] = idle;
  json["stability"] = {{"verdict", kVerdicts[static_cast<std::size_t>(analysis.stability.verdict)]},
                       {"reason", kReasons[static_cast<std::size_t>(analysis.stability.reason)]},
                       {"growing", analysis.stability.unstable_count},
                       {"mode", analysis.stability.pole},
                       {"sentence", stability_sentence(system, analysis)}};
  return json;
}

LinearJson locus_json(const MachineLocus& locus) {
  LinearJson points = LinearJson::array(), boundaries = LinearJson::array();
  for (const LocusPoint& point : locus.points) {
    LinearJson one = {{"value", point.value}, {"equilibrium", point.reference.has_value()}};
    if (point.reference) {
      one["q"] = vector_json(point.reference->q);
      one["growing"] = point.analysis.stability.unstable_count;
      one["poles"] = LinearJson::array();
      for (const Mode& mode : point.analysis.modes) {
        one["poles"].push_back(pole_json(mode.pole.value));
        if (mode.pole.value.imag() > 0) one["poles"].push_back(pole_json(std::conj(mode.pole.value)));
      }
      one["other_branch"] = point.jumped;
    } else {
      one["reason"] = point.reason;
    }
    points.push_back(one);
  }
  for (const StabilityBoundary& boundary : locus.boundaries)
    boundaries.push_back(
        {{"value", boundary.value}, {"pole", pole_json(boundary.pole.value)}, {"loses", boundary.loses}});
  return {{"parameter", locus.parameter}, {"points", points}, {"boundaries", boundaries}};
}

LinearJson response_json(const ResponseTable& response) {
  LinearJson channels = LinearJson::array();
  for (const ResponseTable::Channel& channel : response.channels) {
    LinearJson real = LinearJson::array(), imaginary = LinearJson::array();
    for (const std::complex<double>& x : channel.values) {  // JSON has no infinity
      real.push_back(std::isfinite(x.real()) ? LinearJson(x.real()) : LinearJson());
      imaginary.push_back(std::isfinite(x.imag()) ? LinearJson(x.imag()) : LinearJson());
    }
    channels.push_back(
        {{"input", channel.input}, {"output", channel.output}, {"real", real}, {"imaginary", imaginary}});
  }
  return {{"frequencies_hz", response.frequencies}, {"channels", channels}};
}

}  // namespace

std::string linear_json(const Linearisation& linear) {
  static constexpr const char* kAbout[] = {"equilibrium", "state", "motion"};
  LinearJson json = {{"machine", linear.machine}, {"about", kAbout[static_cast<std::size_t>(linear.about)]}};
  if (linear.formulas) json["formulas"] = formulas_json(*linear.formulas);
  if (linear.numbers) json["numbers"] = numbers_json(*linear.numbers);
  if (linear.modes) json.update(modes_json(*linear.numbers, *linear.modes));
  if (linear.locus) json["locus"] = locus_json(*linear.locus);
  if (linear.response) json["response"] = response_json(*linear.response);
  if (!linear.notes.empty()) json["notes"] = linear.notes;
  return json.dump(2) + "\n";
}

}  // namespace kinemate
