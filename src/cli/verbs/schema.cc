// kinemate schema: the JSON Schema of the model file.
#include <iostream>

#include "cli/verbs.h"
#include "model_io/shape.h"

namespace kinemate {

void add_schema_verb(CLI::App& command) {
  CLI::App* verb = command.add_subcommand("schema", "the JSON Schema of model files, for editors and validators");
  add_examples(*verb, {"kinemate schema > kinemate.schema.json"});
  verb->callback([] { std::cout << json_schema(); });
}

}  // namespace kinemate
