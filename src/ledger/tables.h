// Ledgers as tables for other programs. The text depends on the study and on its rows alone: not on the order in which
// they were written, on the shard, on the file or on time.
//
// Comma-separated values in the way of sim/results/csv.h:
//
//   # Kinemate runs 1
//   # meta: model,crane
//   # runs: 2
//   # column: k,N/m,input
//   # column: x_max,m,value
//   run,status,k,x_max,cause
//   0,good,10,0.25,
//   1,failed,20,nan,"the step became too small, at 0.3 s"
//
// JSON in the way of sim/results/json.h:
//
//   {
//   "format": "Kinemate runs 1",
//   "metadata": {
//   "model": "crane"
//   },
//   "runs": 2,
//   "columns": [
//   {"name": "k", "unit": "N/m", "kind": "input"},
//   {"name": "x_max", "unit": "m", "kind": "value"}
//   ],
//   "rows": [
//   {"run": 0, "status": "good", "numbers": [10, 0.25], "cause": ""},
//   {"run": 1, "status": "failed", "numbers": [20, "NaN"], "cause": "the step became too small, at 0.3 s"}
//   ]
//   }
#pragma once

#include <functional>
#include <string_view>

#include "ledger/ledger.h"

namespace kinemate {

/// Takes a text piece by piece.
using TextSink = std::function<void(std::string_view)>;

void write_csv(const Ledger& ledger, const TextSink& sink);
void write_json(const Ledger& ledger, const TextSink& sink);

}  // namespace kinemate
