// Studies of small machines.
#pragma once

#include "study/simulation/fixture.h"
#include "study/sweep/run_sweep.h"
#include "study/sweep/sweep_worker.h"

namespace kinemate {

inline SweepRequest sweep_request(std::vector<std::string> varied, std::vector<std::string> summaries, double end = 2) {
  SweepRequest request;
  request.simulation = until(end, 1e-9);
  request.simulation.varied = std::move(varied);
  request.summaries = std::move(summaries);
  return request;
}

inline SweptMachine swept(const Model& model, const SweepRequest& request) {
  return make_swept_machine(model, request, [](const std::string&) {});
}

/// All runs, in their order.
inline std::vector<LedgerRow> all_runs(const SweptMachine& machine, const RunTable& table, SweepOptions options = {}) {
  std::vector<LedgerRow> rows;
  options.deliver = [&](std::span<const LedgerRow> more) { rows.insert(rows.end(), more.begin(), more.end()); };
  run_sweep(machine, table, options);
  std::sort(rows.begin(), rows.end(), [](const LedgerRow& a, const LedgerRow& b) { return a.run < b.run; });
  return rows;
}

inline bool same_bits(const std::vector<LedgerRow>& a, const std::vector<LedgerRow>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const LedgerRow& x, const LedgerRow& y) {
    return x.run == y.run && x.good == y.good && x.cause == y.cause && x.inputs == y.inputs && x.values == y.values;
  });
}

}  // namespace kinemate
