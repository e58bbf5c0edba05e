// Results as one JSON document, valid after every chunk since each is written over the closing brackets of the last:
//
//   {
//   "format": "Kinemate results 1",
//   "metadata": {"model": "double pendulum"},
//   "columns": [
//   {"name": "t", "unit": "s", "meaning": "time"}
//   ],
//   "rows": [
//   [0]
//   ]
//   }
//
// Numbers that JSON does not know are the texts "NaN", "Infinity" and "-Infinity".
#pragma once

#include <memory>
#include <string>

#include "sim/results/sink.h"
#include "sim/results/table.h"

namespace kinemate {

std::unique_ptr<ResultSink> make_json_sink(const std::string& path, const ResultHeader& header);

/// What stands behind the last row.
inline constexpr char kJsonEnd[] = "\n]\n}\n";

}  // namespace kinemate
