// A run, its curves as a picture, and what became of the energy.
#include <cstdio>
#include <kinemate/model_io/machine_file.h>
#include <kinemate/report/report.h>
#include <kinemate/study/study.h>

int main(int, char** arguments) {
  kinemate::Pool pool;
  const kinemate::PoolScope scope(pool);
  const kinemate::Model model = kinemate::load_machine(arguments[1]);
  const kinemate::SimulatedRun run = simulate(model, {.end = 2, .every = 0.5});
  const std::vector<double> t = run["t"], phi = run["phi"];
  for (std::size_t i = 0; i < t.size(); ++i) std::printf("t = %.1f  phi = %.6f\n", t[i], phi[i]);
  std::printf("energy is kept: %s\n", run.report.audit.energy_drift < 1e-6 ? "yes" : "no");
  draw(result_figure(run.table, {"phi"}), arguments[2]);
}
