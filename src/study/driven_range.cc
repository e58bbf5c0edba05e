#include "study/driven_range.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "expr/text/parse.h"
#include "expr/text/print.h"
#include "loops/closed_kinematics.h"
#include "study/closed_start.h"
#include "study/programs/machine_program.h"
#include "study/programs/program_outputs.h"
#include "study/state.h"

namespace kinemate {
namespace {

constexpr double kMostDrivenRows = 1e7;
constexpr int kMostDriveRounds = 30;       // of Newton's method, from one row to the next
constexpr double kDriveClosed = 1e-12;     // radians or metres
constexpr double kLargestDriveStep = 0.5;  // of a correction: more is another branch

[[noreturn]] void refuse_range(const std::string& text) {
  throw Error(ErrorCode::kOptionValue, fmt::format("--drive: '{}' is no range", text),
              "it reads phi=0:2*pi:0.01, first:last:step");
}

double number_in(const std::string& text, const std::string& whole) {
  if (text.find_first_not_of(" \t") == std::string::npos) refuse_range(whole);
  const double value = evaluate(parse(text, {.source = "--drive"}), {});
  if (!std::isfinite(value)) refuse_range(whole);
  return value;
}

// One after the other: numbers of the machine at values of the driven coordinate.
class Drive {
 public:
  Drive(const Model& model, const DriveRequest& request, const Progress& progress) : range_(request.range) {
    Model hinted = model;
    const Expr rate = make_symbol(range_.coordinate, 1);
    std::erase(hinted.independent, rate);
    hinted.independent.insert(hinted.independent.begin(), rate);
    ProgramRequest wanted;
    wanted.purpose = Purpose::kInverse;
    machine_ = prepare_for_program(hinted, wanted, progress);
    require_independent();
    derive_for_program(machine_, wanted, progress);
    start(hinted, request);
    RecordRequest record = request.record;
    record.accelerations = true;
    const RecordedColumns columns = make_columns(machine_, {}, record);
    table_.header.columns = columns.columns;
    std::erase_if(table_.header.columns, [](const ResultColumn& c) { return c.name == "t"; });
    rows_.emplace(columns.program);
    const std::vector<Expr> efforts = residual_of(machine_.equations);
    efforts_.emplace(make_state_program(machine_, {}, efforts));
    if (!machine_.gaps.empty()) gaps_.emplace(make_gap_program(machine_, {}, machine_.gaps));
    for (const char* kind : {"static", "effort"})
      for (Expr s : machine_.equations.speeds)
        table_.header.columns.push_back({fmt::format("{}_{}", kind, s.name()), "",
                                         kind[0] == 's'
                                             ? fmt::format("effort on {} that holds the machine", to_text(s))
                                             : fmt::format("effort on {} that the motion needs", to_text(s))});
    find_angles();
  }

  DrivenTable run() {
    DrivenTable made;
    const double count = std::floor(std::abs(range_.last - range_.first) / range_.step * (1 + 1e-12));
    const double direction = range_.last >= range_.first ? 1 : -1;
    for (double i = 0; i <= count; ++i) {
      const double value = range_.first + direction * i * range_.step;
      if (add_row(value)) continue;
      Error why(ErrorCode::kOpenLoops,
                fmt::format("the machine cannot be moved to {} = {:.6g}: its loops do not close there",
                            range_.coordinate, value),
                i == 0 ? "start from a value that it can reach"
                       : "it has come to a dead centre: another coordinate drives it through, or another range");
      if (i == 0) throw why;
      made.stopped = std::move(why);
      break;
    }
    made.table = std::move(table_);
    return made;
  }

 private:
  void require_independent() const {
    const Expr speed = make_symbol(range_.coordinate, 1);
    const auto& speeds = machine_.equations.speeds;
    if (std::find(speeds.begin(), speeds.end(), speed) == speeds.end())
      throw Error(ErrorCode::kDrive,
                  fmt::format("--drive: {} cannot be driven: its rate is no speed that is free", range_.coordinate),
                  "it is given by the loops, by a drive, or one of Euler parameters");
  }

  void start(const Model& model, const DriveRequest& request) {
    std::vector<Given> given = request.given;
    const Expr q = make_symbol(range_.coordinate), rate = make_symbol(range_.coordinate, 1);
    std::erase_if(given, [&](const Given& one) { return one.left == q; });
    given.push_back({q, make_real(range_.first)});
    if (std::none_of(given.begin(), given.end(), [&](const Given& one) { return one.left == rate; }))
      given.push_back({rate, Expr(1)});
    const State state = make_state(model, machine_.kinematics, given);
    x_ = numbers_of(state_of(machine_), state);
    std::vector<Expr> inputs;
    for (const Input& input : machine_.model.inputs) inputs.push_back(make_symbol(input.name));
    around_.inputs = numbers_of(inputs, state);
    t_ = state.values.at(make_symbol("t"));
    const std::vector<Expr>& coordinates = machine_.rates.coordinates;
    driven_ = static_cast<std::size_t>(std::find(coordinates.begin(), coordinates.end(), q) - coordinates.begin());
    if (machine_.kinematics.closing)
      for (Expr followed : machine_.kinematics.closing->followed)
        followed_.push_back(static_cast<std::size_t>(std::find(coordinates.begin(), coordinates.end(), followed) -
                                                     coordinates.begin()));
  }

  static std::vector<double> numbers_of(const std::vector<Expr>& symbols, const State& state) {
    require_values(symbols, state);
    std::vector<double> numbers;
    for (Expr symbol : symbols) numbers.push_back(state.values.at(symbol));
    return numbers;
  }

  // Angles that follow by arctangents are counted on.
  void find_angles() {
    if (!machine_.kinematics.closing) return;
    for (const ClosureStep& step : machine_.kinematics.closing->steps)
      for (std::size_t i = 0; i < table_.header.columns.size(); ++i)
        if (table_.header.columns[i].name == step.coordinate.name() && table_.header.columns[i].unit == "rad")
          angles_.push_back(i);
  }

  bool close() {
    for (int round = 0; gaps_ && round < kMostDriveRounds; ++round) {
      double largest = 0;
      const std::span<const double> gaps = (*gaps_)(t_, x_, {}, around_);
      for (std::size_t i = 0; i < followed_.size(); ++i) {
        if (!std::isfinite(gaps[i]) || std::abs(gaps[i]) > kLargestDriveStep) return false;
        largest = std::max(largest, std::abs(gaps[i]));
        x_[followed_[i]] += gaps[i];
      }
      if (largest < kDriveClosed) return true;
    }
    return !gaps_;
  }

  bool add_row(double value) {
    x_[driven_] = value;
    if (!close()) return false;
    const std::size_t f = machine_.equations.speeds.size(), n = machine_.rates.coordinates.size();
    const std::vector<double> zero(f, 0);
    std::vector<double> still = x_;
    std::fill_n(still.begin() + static_cast<std::ptrdiff_t>(n), f, 0.0);
    const std::span<const double> numbers = (*rows_)(t_, x_, zero, around_);
    std::vector<double> row(numbers.begin() + 1, numbers.end());
    for (const std::vector<double>* x : {&still, &x_}) {
      const std::span<const double> efforts = (*efforts_)(t_, *x, zero, around_);
      row.insert(row.end(), efforts.begin(), efforts.end());
    }
    if (!std::all_of(row.begin(), row.end(), [](double v) { return std::isfinite(v); })) return false;
    const std::size_t columns = table_.columns();
    if (table_.rows() > 0)
      for (std::size_t i : angles_) {
        constexpr double turn = 2 * std::numbers::pi;
        row[i] += turn * std::round((table_.values[table_.values.size() - columns + i] - row[i]) / turn);
      }
    table_.values.insert(table_.values.end(), row.begin(), row.end());
    return true;
  }

  const DrivenRange range_;
  ProgramSource machine_;
  std::optional<StateFunction> rows_, efforts_, gaps_;
  std::vector<double> x_;
  Surroundings around_;
  double t_ = 0;
  std::size_t driven_ = 0;
  std::vector<std::size_t> followed_, angles_;
  ResultTable table_;
};

}  // namespace

DrivenRange parse_driven_range(const Model& model, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) refuse_range(text);
  DrivenRange range;
  range.coordinate = text.substr(0, equals);
  std::erase(range.coordinate, ' ');
  if (find_coordinate(model, range.coordinate) == kNone) {
    std::vector<Expr> known;
    for (const Coordinate& coordinate : model.coordinates) known.push_back(make_symbol(coordinate.name));
    refuse_name(fmt::format("--drive: there is no coordinate '{}'", range.coordinate), range.coordinate, known);
  }
  const std::string rest = text.substr(equals + 1);
  const std::size_t first = rest.find(':');
  if (first == std::string::npos) refuse_range(text);
  const std::size_t second = rest.find(':', first + 1);
  range.first = number_in(rest.substr(0, first), text);
  range.last = number_in(rest.substr(first + 1, second == std::string::npos ? second : second - first - 1), text);
  range.step = second == std::string::npos ? std::abs(range.last - range.first) / 100
                                           : std::abs(number_in(rest.substr(second + 1), text));
  if (!(range.step > 0) || range.first == range.last)
    throw Error(ErrorCode::kOptionValue, fmt::format("--drive: '{}' is an empty range", text),
                "first and last differ, and the step is not 0");
  if (std::abs(range.last - range.first) / range.step > kMostDrivenRows)
    throw Error(ErrorCode::kOptionValue,
                fmt::format("--drive: that would be {:.3g} rows", std::abs(range.last - range.first) / range.step),
                "a larger step will do");
  return range;
}

DrivenTable drive_through(const Model& model, const DriveRequest& request, const Progress& progress) {
  DriveRequest wanted = request;
  const Model prepared = with_given_parameters(model, {&wanted.given});
  std::vector<Given> start = wanted.given;
  start.push_back({make_symbol(wanted.range.coordinate), make_real(wanted.range.first)});
  return Drive(started_at(prepared, start), wanted, progress).run();
}

}  // namespace kinemate
