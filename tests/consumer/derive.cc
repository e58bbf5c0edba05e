// The equations of motion of a machine, as text.
#include <iostream>
#include <kinemate/model_io/machine_file.h>
#include <kinemate/report/report.h>
#include <kinemate/study/study.h>

int main(int, char** arguments) {
  kinemate::Pool pool;  // where formulas live
  const kinemate::PoolScope scope(pool);
  try {
    const kinemate::Model model = kinemate::load_machine(arguments[1]);
    std::cout << derivation_text(model, derive(model, {.formalism = "lagrange"}));
  } catch (const kinemate::Error& error) {
    std::cerr << render(error);
    return 1;
  }
}
