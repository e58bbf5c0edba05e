#include "codegen/simulink/block.h"

#include <fmt/format.h>

#include "codegen/matlab/language.h"
#include "codegen/matlab/scripts.h"
#include "codegen/matlab/source.h"
#include "codegen/plain_text.h"
#include "codegen/shared_inputs.h"
#include "codegen/target.h"

namespace kinemate {

std::string write_simulink_block(const std::string& name, const std::string& prefix, const SimulinkBlock& block,
                                 std::size_t chunk) {
  Program both;  // the inputs of all, the results of all
  std::vector<const Program*> programs;
  std::vector<Program> interfaces_only;
  for (const Program& program : block.programs) {
    if (program.name == "jacobian") continue;
    programs.push_back(&program);
    interfaces_only.push_back({program.name, {}, {}, program.inputs, program.outputs, {}, {}, {}});
    both.outputs.insert(both.outputs.end(), program.outputs.begin(), program.outputs.end());
  }
  both.inputs = share_inputs(interfaces_only);
  const CodeInterface interface = make_interface(both, prefix, matlab_language());
  const std::vector<std::string> inputs = input_names(interface), results = output_names(interface);
  std::string text = fmt::format("function {}\n", matlab_call(results, name, inputs));
  text += fmt::format("%{} {}\n%   for a MATLAB Function block\n%\n", make_c_macro(name),
                      plain_line(title_of(block.programs[0])));
  text += matlab_help(interface) + "%\n%   Made by Kinemate.\n%#codegen\n";
  std::string functions;
  std::set<std::string> called;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const CodeInterface own = make_interface(*programs[i], prefix, matlab_language());
    const std::vector<std::string> arguments = matlab_arguments(*programs[i], both.inputs, inputs);
    text += fmt::format("  {};\n", matlab_call({&results[i], 1}, own.function, arguments));
    MatlabSource source = write_matlab_source(*programs[i], own, chunk);
    functions += "\n" + source.text;
    called.merge(source.called);
  }
  return text + "end\n" + functions + matlab_definitions(called);
}

}  // namespace kinemate
