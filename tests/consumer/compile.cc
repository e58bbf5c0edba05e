// The accelerations of a machine as a function of numbers.
#include <cstdio>
#include <kinemate/model_io/machine_file.h>
#include <kinemate/study/study.h>

int main(int, char** arguments) {
  kinemate::Pool pool;
  const kinemate::PoolScope scope(pool);
  const kinemate::Model model = kinemate::load_machine(arguments[1]);
  const kinemate::CompiledMachine accelerations(model);
  std::vector<double> state = accelerations.start();
  for (const double x : {0.25, 0.5, 1.0}) {
    state[accelerations.input("phi")] = x;
    std::printf("phi = %.2f  phi'' = %.6f\n", x, accelerations(state)[accelerations.output("phi''")]);
  }
}
