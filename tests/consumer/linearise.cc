// A machine near its equilibrium: poles, and whether it is stable.
#include <cstdio>
#include <kinemate/model_io/machine_file.h>
#include <kinemate/report/report.h>
#include <kinemate/study/study.h>

int main(int, char** arguments) {
  kinemate::Pool pool;
  const kinemate::PoolScope scope(pool);
  const kinemate::Model model = kinemate::load_machine(arguments[1]);
  const kinemate::Linearisation linear = linearise_machine(model);
  for (const kinemate::Mode& mode : linear.modes->modes)
    std::printf("pole %s\n", pole_text(mode.pole).c_str());
  std::printf("%s\n", stability_sentence(*linear.numbers, *linear.modes).c_str());
}
