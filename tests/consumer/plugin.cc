// All of the library in a shared object, as a Python module or a MEX file would have it.
#include <kinemate/model_io/machine_file.h>
#include <kinemate/study/study.h>

extern "C" double acceleration(const char* file) {
  kinemate::Pool pool;
  const kinemate::PoolScope scope(pool);
  const kinemate::SimulatedRun run =
      simulate(kinemate::load_machine(file), {.end = 1, .every = 1, .record = {.accelerations = true}});
  return run["phi''"].front();
}
