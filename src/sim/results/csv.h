// Results as comma-separated values (RFC 4180), with comments in front:
//
//   # Kinemate results 1
//   # meta: model,double pendulum
//   # column: t,s,time
//   t
//   0
//
// In comments a backslash, a line feed and a carriage return are written \\, \n and \r.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "sim/results/sink.h"
#include "sim/results/table.h"

namespace kinemate {

inline constexpr std::string_view kCsvMeta = "# meta: ", kCsvColumn = "# column: ";

std::unique_ptr<ResultSink> make_csv_sink(const std::string& path, const ResultHeader& header);

}  // namespace kinemate
