// A machine moved through a range by one coordinate: where everything is, how it moves, and what that needs.
//
// Kinematics, statics and inverse dynamics in one table: at each value of the coordinate all others, their rates and
// accelerations for a constant rate of the driven one, the efforts on the independent speeds that hold the machine at
// rest there, and those that it needs while it moves so. Other independent coordinates stay where they are given.
#pragma once

#include <optional>

#include "sim/results/table.h"
#include "study/derivation.h"
#include "study/simulation/recorded_columns.h"

namespace kinemate {

struct DrivenRange {
  std::string coordinate;
  double first = 0, last = 1, step = 0.01;  ///< the step is positive
};

/// "phi=0:2*pi:0.01"; without a step, a hundredth of the range. Throws Error where it is not that.
DrivenRange parse_driven_range(const Model& model, const std::string& text);

struct DriveRequest {
  DrivenRange range;
  std::vector<Given> given;  ///< the state beside the driven coordinate; its rate is 1 unless given
  RecordRequest record;      ///< points and reactions
};

struct DrivenTable {
  ResultTable table;
  std::optional<Error> stopped;  ///< why it did not reach the end
};

/// Throws Error for what cannot be driven, and where the machine does not reach the first value.
DrivenTable drive_through(const Model& model, const DriveRequest& request, const Progress& progress);

}  // namespace kinemate
