#include <csignal>

#include "cli/options/memory.h"
#include "cli/verbs.h"

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is an error of writing, not the end
  kinemate::begin_memory_budget();
  return kinemate::run_command(argc, argv);
}
