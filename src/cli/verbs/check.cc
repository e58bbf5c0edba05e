// kinemate check: whether a file is right, and what machine it describes.
#include <iostream>
#include <memory>

#include "cli/verbs.h"
#include "expr/pool.h"
#include "report/machine.h"

namespace kinemate {

void add_check_verb(CLI::App& command) {
  struct Request {
    MachineRequest machine;
    bool json = false;
  };
  const auto request = std::make_shared<Request>();
  CLI::App* verb = command.add_subcommand("check", "whether a file is right, and what machine it describes");
  add_machine_options(*verb, request->machine);
  verb->add_flag("--json", request->json, "as JSON");
  add_examples(*verb, {"kinemate check examples/four_bar/model.yaml",
                       "kinemate check examples/lagr_pendulum/model.lagr --json"});
  verb->callback([request] {
    Pool pool;
    const PoolScope scope(pool);
    const Model model = load_model(request->machine, Remarks::kPrint);
    std::cout << (request->json ? machine_json(model) : machine_text(model));
  });
}

}  // namespace kinemate
