#include "study/simulation/recorded_columns.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/error.h"
#include "base/suggest.h"
#include "expr/differentiate.h"
#include "expr/graph.h"
#include "expr/text/print.h"
#include "formalism/energy.h"
#include "formalism/methods/joint_loads.h"
#include "loops/closing.h"
#include "model/joints/unit.h"
#include "study/given.h"
#include "study/model_outputs.h"
#include "study/simulation/released_drives.h"

namespace kinemate {
namespace {

constexpr const char* kAxes[] = {"x", "y", "z"};

class ColumnList {
 public:
  ColumnList(const ProgramSource& machine, const RecordRequest& request, const Substitution& constants,
             std::span<const ToldCoordinate> told)
      : machine_(machine),
        request_(request),
        constants_(constants),
        told_(told),
        motion_(motion_by_speeds(machine.kinematics)) {}

  RecordedColumns make(std::span<const Expr> parameters) {
    add("t", "s", "time", make_symbol("t"));
    add_state();
    add_outputs();
    if (request_.accelerations)
      for (const Acceleration& one : accelerations_) add(one.name, one.unit, "acceleration", resolved(one.symbol));
    if (request_.energies) add_energies();
    add_points();
    add_reactions();
    if (request_.efforts) add_efforts();
    const std::vector<Expr> watched = watch(parameters);
    if (request_.only_watched) formulas_.clear();
    formulas_.insert(formulas_.end(), watched.begin(), watched.end());
    Program program = make_state_program(machine_, parameters, formulas_);
    return {std::move(columns_), std::move(formulas_), std::move(program)};
  }

 private:
  struct Acceleration {
    std::string name, unit;
    Expr symbol;  // its formula may be long
  };

  Expr resolved(Expr symbol) const { return substitute(told_formula(told_, symbol), motion_); }
  std::string column_name(Expr symbol) const {
    for (const ToldCoordinate& one : told_)
      if (one.symbol.name() == symbol.name()) return to_text(make_symbol(one.original.name(), symbol.primes()));
    return to_text(symbol);
  }

  void add(std::string name, std::string unit, std::string meaning, Expr formula) {
    columns_.push_back({std::move(name), std::move(unit), std::move(meaning)});
    formulas_.push_back(substitute(formula, constants_));
  }
  void add(const std::string& name, const std::string& unit, const std::string& meaning, const Vector& v) {
    for (std::size_t i = 0; i < 3; ++i) add(fmt::format("{}_{}", name, kAxes[i]), unit, meaning, v[i]);
  }

  void add_state() {
    for (std::size_t c : known_coordinates(machine_.model, machine_.kinematics)) {
      const Coordinate& coordinate = machine_.model.coordinates[c];
      const Expr symbol = make_symbol(coordinate.name);
      add(column_name(symbol), coordinate_unit(machine_.model, c),
          coordinate.drive ? "driven coordinate" : "coordinate", resolved(symbol));
    }
    const std::vector<Expr> all = all_speeds(machine_.kinematics);
    for (Expr speed : all) {
      const std::string unit = speed_unit(machine_.model, speed);
      add(column_name(speed), unit, "speed", resolved(speed));
      const Expr rate = make_symbol(speed.name(), speed.primes() + 1);
      accelerations_.push_back({column_name(rate), per_second(unit), rate});
    }
    if (machine_.kinematics.speeds.empty()) add_driven_speeds();
    for (const LoadState& state : machine_.states) add(state.name, "", "state of a load", make_symbol(state.name));
  }

  // Where nothing is free to move, the rates of what is driven are of as much interest as others.
  void add_driven_speeds() {
    for (std::size_t c = 0; c < machine_.model.coordinates.size(); ++c) {
      const Coordinate& coordinate = machine_.model.coordinates[c];
      if (!coordinate.drive) continue;
      const std::string unit = per_second(coordinate_unit(machine_.model, c));
      const Expr rate = make_symbol(coordinate.name, 1), change = make_symbol(coordinate.name, 2);
      add(to_text(rate), unit, "speed", resolved(rate));
      accelerations_.push_back({to_text(change), per_second(unit), change});
    }
  }

  void add_outputs() {
    const OutputFormulas outputs = make_model_outputs(machine_);
    for (std::size_t i = 0; i < outputs.formulas.size(); ++i) {
      const Entry& entry = outputs.array.entries[i];
      const std::string unit = entry.meaning == "position"               ? "m"
                               : entry.meaning == "velocity"             ? "m/s"
                               : entry.meaning == "acceleration"         ? "m/s^2"
                               : entry.meaning == "angular_velocity"     ? "rad/s"
                               : entry.meaning == "angular_acceleration" ? "rad/s^2"
                                                                         : "";
      add(entry.name, unit, entry.meaning, outputs.formulas[i]);
    }
  }

  void add_energies() {
    const Energies energies = compute_energies(machine_.model, machine_.kinematics);
    add("T", "J", "kinetic energy", energies.kinetic);
    add("V", "J", "potential energy", energies.potential);
    add("E", "J", "T + V", energies.kinetic + energies.potential);
  }

  void add_points() {
    for (const PointRequest& point : request_.points) {
      const Vector place = pose_on_body(machine_.model, point.place).at(point.position);
      const PointMotion motion =
          compute_point_motion(machine_.model, machine_.kinematics, body_of(machine_.model, point.place), place);
      add(point.name, "m", "position", motion.position);
      add(point.name + "_v", "m/s", "velocity", motion.velocity);
    }
  }

  void add_reactions() {
    if (request_.reactions.empty() && !request_.all_reactions) return;
    std::vector<std::string> missing = request_.reactions, names;
    for (const JointLoad& joint : compute_joint_loads(machine_.model, machine_.kinematics)) {
      const std::string name = name_of(machine_.model, joint);
      names.push_back(name);
      const auto found = std::find(missing.begin(), missing.end(), name);
      if (found == missing.end() && !request_.all_reactions) continue;
      if (found != missing.end()) missing.erase(found);
      const std::string on =
          fmt::format("of {} on {}", owner_of(machine_.model, joint), machine_.model.bodies[joint.body].name);
      add(name + "_F", "N", "force " + on, joint.load.force);
      add(name + "_T", "N*m",
          "torque " + on + (joint.joint == kNone ? ", about the point of contact" : ", about the joint"),
          joint.load.torque);
    }
    if (missing.empty()) return;
    const std::string near = nearest(missing[0], std::vector<std::string_view>(names.begin(), names.end()));
    throw Error(ErrorCode::kUnknownName,
                fmt::format("there is no joint or contact '{}' whose reaction could be recorded", missing[0]),
                near.empty() ? "" : fmt::format("did you mean {}?", near));
  }

  void add_efforts() {
    if (!has_drives(machine_.model))
      throw Error(ErrorCode::kDrive, "--record efforts: no coordinate of this machine is driven",
                  "a coordinate is driven by `drive: OMEGA*t` at its joint; what joints carry is --record reactions");
    const ReleasedDrives released = release_drives(machine_);
    if (!released.unknown.empty())
      throw Error(ErrorCode::kDrive,
                  fmt::format("--record efforts: the effort that drives {} is not determined",
                              machine_.model.coordinates[released.unknown[0]].name),
                  "other drives and the loops move it as well, or its joint has speeds with names of their own");
    for (const DriveEffort& drive : released.efforts) {
      const std::string& name = machine_.model.coordinates[drive.coordinate].name;
      const std::string unit = coordinate_unit(machine_.model, drive.coordinate);
      add(fmt::format("effort_{}", name), unit == "rad" ? "N*m" : unit == "m" ? "N" : "",
          fmt::format("effort that drives {}", name), drive.effort);
    }
  }

  std::vector<Expr> watch(std::span<const Expr> parameters) const {
    std::unordered_map<std::string, Expr> known;
    for (Expr symbol : parameters) known.emplace(to_text(symbol), symbol);
    for (const auto& [symbol, value] : constants_.symbols) known.emplace(to_text(symbol), value);
    if (!request_.watched.empty())
      for (const Acceleration& one : accelerations_) known.emplace(one.name, resolved(one.symbol));
    for (std::size_t i = 0; i < columns_.size(); ++i) known.insert_or_assign(columns_[i].name, formulas_[i]);
    Substitution meaning;
    for (Expr symbol : free_symbols(request_.watched)) {
      const auto found = known.find(to_text(symbol));
      if (found == known.end()) refuse_watched(to_text(symbol), known);
      meaning.symbols.emplace(symbol, found->second);
    }
    std::vector<Expr> result;
    for (Expr formula : request_.watched) result.push_back(substitute(formula, meaning));
    return result;
  }

  [[noreturn]] static void refuse_watched(const std::string& name, const std::unordered_map<std::string, Expr>& known) {
    std::vector<std::string> names;
    for (const auto& [one, formula] : known) names.push_back(one);
    std::sort(names.begin(), names.end());
    const std::string near = nearest(name, std::vector<std::string_view>(names.begin(), names.end()));
    throw Error(
        ErrorCode::kUnknownName, fmt::format("'{}' is nothing that a run records", name),
        near.empty() ? fmt::format("it records {}", fmt::join(names, ", ")) : fmt::format("did you mean {}?", near));
  }

  const ProgramSource& machine_;
  const RecordRequest& request_;
  const Substitution& constants_;
  const std::span<const ToldCoordinate> told_;
  const Substitution motion_;
  std::vector<ResultColumn> columns_;
  std::vector<Expr> formulas_;
  std::vector<Acceleration> accelerations_;
};

}  // namespace

RecordedColumns make_columns(const ProgramSource& machine, std::span<const Expr> parameters,
                             const RecordRequest& request, const Substitution& constants,
                             std::span<const ToldCoordinate> told) {
  return ColumnList(machine, request, constants, told).make(parameters);
}

Expr told_formula(std::span<const ToldCoordinate> told, Expr symbol) {
  const auto found = std::find_if(told.begin(), told.end(),
                                  [&](const ToldCoordinate& one) { return one.symbol.name() == symbol.name(); });
  if (found == told.end()) return symbol;
  std::unordered_set<std::string> moving;
  for (const ToldCoordinate& one : told) moving.insert(std::string(one.symbol.name()));
  Expr formula = found->formula + found->turns;
  for (int i = 0; i < symbol.primes(); ++i) formula = differentiate_time(formula, moving);
  return formula;
}

}  // namespace kinemate
