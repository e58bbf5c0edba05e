#include "study/linear/varied_machine.h"

#include <algorithm>

#include "base/check.h"
#include "base/error.h"
#include "expr/differentiate.h"
#include "expr/graph.h"
#include "formalism/methods/joint_loads.h"
#include "study/linear/carried.h"
#include "study/linear/time_terms.h"
#include "study/model_outputs.h"
#include "study/programs/direction_program.h"
#include "study/programs/machine_program.h"
#include "study/simulation/machine_events.h"

namespace kinemate {
namespace {

using Eigen::Index;

constexpr unsigned kVariedLanes = 4;              // directions that are computed at once
constexpr std::size_t kFewSpeedsInEquations = 3;  // beyond, recursions are shorter

Index size_of(const std::vector<Expr>& symbols) { return static_cast<Index>(symbols.size()); }

void require_differentiable(const Model& model) {
  if (has_reaction_friction(model))
    throw Error(ErrorCode::kNoDerivative, "friction that depends on reactions has no derivatives in formulas",
                "a coefficient of friction times a force that is given has");
}

std::vector<Expr> residual_rows(ProgramSource& source, ProgramRequest& request, const Progress& progress) {
  if (source.kinematics.speeds.size() > kFewSpeedsInEquations && !find_obstacle(source, Purpose::kInverse))
    request.algorithm.kind = Algorithm::Kind::kRecursion;
  derive_for_program(source, request, progress);
  return formulas_for_program(source, request)[0].formulas;
}

}  // namespace

std::vector<NamedFormula> resolve_outputs(const Model& given, const ProgramSource& source,
                                          const std::vector<NamedFormula>& outputs) {
  const OutputFormulas own = make_model_outputs(source);
  Substitution names, numbers{parameter_values(given), {}};
  for (std::size_t i = 0; i < own.formulas.size(); ++i)
    names.symbols.emplace(make_symbol(own.array.entries[i].name), own.formulas[i]);
  for (const Parameter& kept : source.model.parameters) numbers.symbols.erase(make_symbol(kept.name));
  std::vector<NamedFormula> resolved;
  for (const NamedFormula& output : outputs)
    resolved.push_back(
        {output.name, put_in_positions(source, {{substitute(substitute(substitute(output.formula, names), numbers),
                                                            source.kinematics.resolution)}})[0]});
  return resolved;
}

VariedMachine::VariedMachine(const Model& model, const VariationRequest& request, const Progress& progress) {
  require_differentiable(model);
  ProgramRequest wanted;
  wanted.purpose = Purpose::kInverse;
  wanted.parameters = request.parameters;
  source_ = prepare_for_program(model, wanted, progress);
  std::vector<Expr> formulas = residual_rows(source_, wanted, progress);
  const std::vector<Expr> accelerations = accelerations_of(speeds());
  for (const LoadState& state : source_.states) states_.push_back(make_symbol(state.name));
  for (const Input& input : source_.model.inputs) inputs_.push_back(make_symbol(input.name));
  for (const std::string& name : request.parameters) parameters_.push_back(make_symbol(name));
  n_ = size_of(coordinates()), f_ = size_of(speeds()), m_ = size_of(states_);
  k_ = static_cast<Index>(request.outputs.size());

  progress("derivatives");
  const std::vector<Expr> forces = formulas;
  formulas.insert(formulas.end(), source_.rates.rates.begin(), source_.rates.rates.end());
  for (const LoadState& state : source_.states) formulas.push_back(state.rate);
  timed_ = change_with_time(formulas);
  for (const NamedFormula& output : resolve_outputs(model, source_, request.outputs)) {
    outputs_.push_back(output.name);
    formulas.push_back(output.formula);
  }
  const bool may_move = timed_ || !source_.gaps.empty();
  const std::vector<PartedFormula> parted = may_move ? part_time(forces) : std::vector<PartedFormula>();
  if (timed_)
    for (const PartedFormula& one : parted) formulas.push_back(one.without);
  carried_ = is_carried(source_, parted);
  formulas.insert(formulas.end(), source_.gaps.begin(), source_.gaps.end());
  gaps_ = size_of(source_.gaps);

  const std::vector<Expr>* causes[] = {&coordinates(), &speeds(), &accelerations, &states_, &inputs_, &parameters_};
  std::vector<Expr> known, changing;
  Seeds seeds;
  for (const std::vector<Expr>* symbols : causes) known.insert(known.end(), symbols->begin(), symbols->end());
  changing = direction_symbols("d", known.size());
  for (std::size_t i = 0; i < known.size(); ++i) seeds.emplace(known[i], changing[i]);
  const std::vector<Expr> changes = differentiate(formulas, seeds);
  time_variant_ = timed_ && change_with_time({changes.begin(), changes.begin() + (f_ + n_ + m_)});
  formulas.insert(formulas.end(), changes.begin(), changes.end());
  calls_ = unspecified_calls(formulas);
  const std::vector<InputFormulas> inputs = {plain_input("t", {time_symbol()}), plain_input("w", calls_),
                                             plain_input("x", known), plain_input("d", changing)};
  require_parameters(formulas, inputs, "give a value with --set \"{} = 1\"");
  routine_ = std::make_unique<Routine>(plain_program(inputs, formulas), kVariedLanes);
  workspace_ = std::make_unique<Workspace>(routine_->make_workspace());
}

MachinePoint VariedMachine::point_of(const State& state) const {
  const auto numbers = [&](const std::vector<Expr>& symbols) {
    require_values(symbols, state);
    Eigen::VectorXd values(size_of(symbols));
    for (std::size_t i = 0; i < symbols.size(); ++i) values[static_cast<Index>(i)] = state.values.at(symbols[i]);
    return values;
  };
  MachinePoint point;
  point.t = state.values.at(time_symbol());
  point.q = numbers(coordinates()), point.s = numbers(speeds()), point.a = Eigen::VectorXd::Zero(f_);
  point.z = numbers(states_), point.u = numbers(inputs_), point.p = numbers(parameters_), point.w = numbers(calls_);
  return point;
}

// Rows, then their changes, of a direction in each lane: t, w, q, s, ṡ, z, u, p are the same in all.
std::span<const double> VariedMachine::run(const MachinePoint& point, const Eigen::MatrixXd& columns,
                                           Index first) const {
  double* to = routine_->inputs(*workspace_).data();
  const auto everywhere = [&](double number) { to = std::fill_n(to, kVariedLanes, number); };
  everywhere(point.t);
  for (const Eigen::VectorXd* part : {&point.w, &point.q, &point.s, &point.a, &point.z, &point.u, &point.p})
    for (const double number : *part) everywhere(number);
  for (Index i = 0; i < directions(); ++i)
    for (Index l = 0; l < static_cast<Index>(kVariedLanes); ++l)
      *to++ = first + l < columns.cols() ? columns(i, first + l) : 0;
  routine_->run(*workspace_);
  return routine_->outputs(*workspace_);
}

Eigen::VectorXd VariedMachine::at(const MachinePoint& point) const {
  const std::span<const double> out = run(point, {}, 0);
  Eigen::VectorXd values(rows());
  for (Index i = 0; i < rows(); ++i) values[i] = out[static_cast<std::size_t>(i * kVariedLanes)];
  return values;
}

Eigen::MatrixXd VariedMachine::along(const MachinePoint& point, const Eigen::MatrixXd& columns) const {
  CHECK(columns.rows() == directions());
  Eigen::MatrixXd changes(rows(), columns.cols());
  for (Index first = 0; first < columns.cols(); first += kVariedLanes) {
    const std::span<const double> out = run(point, columns, first);
    for (Index l = 0; l < static_cast<Index>(kVariedLanes) && first + l < columns.cols(); ++l)
      for (Index i = 0; i < rows(); ++i)
        changes(i, first + l) = out[static_cast<std::size_t>((rows() + i) * kVariedLanes + l)];
  }
  return changes;
}

}  // namespace kinemate
