#include "codegen/matlab/emitter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/check.h"
#include "codegen/matlab/language.h"
#include "codegen/matlab/scripts.h"
#include "codegen/matlab/source.h"
#include "codegen/plain_text.h"
#include "codegen/time_conditions.h"

namespace kinemate {
namespace {

std::string jacobian_hint(const CodeInterface& jacobian) {
  const std::vector<std::string> arguments = input_names(jacobian);
  return fmt::format(
      "\nStiff machines: `ode15s` in place of `ode45`, with\n"
      "`odeset('Jacobian', @(t, x) {}({}))`.\n",
      jacobian.function, fmt::join(arguments, ", "));
}

std::string write_matlab_readme(std::span<const Program> programs, std::span<const CodeInterface> interfaces,
                                bool simulates) {
  std::string text = fmt::format("# {}\n\n", interfaces[0].function);
  text +=
      "Functions made by Kinemate, for MATLAB (R2016b or newer) and GNU Octave (7 or newer); no toolbox is needed.\n\n";
  for (std::size_t i = 0; i < programs.size(); ++i)
    text += fmt::format("- `{}.m`: {}\n", interfaces[i].function, plain_line(title_of(programs[i])));
  text += fmt::format("- `run_example.m` calls `{}` once and prints the results\n", interfaces[0].function);
  if (simulates) text += "- `simulate.m` simulates one second from the initial state, prints the end and plots\n";
  text += fmt::format("\n`help {}` says what goes in and what comes out, index by index.\n", interfaces[0].function);
  text += fmt::format("Run in this folder, in MATLAB:\n\n    run_example\n{}", simulates ? "    simulate\n" : "");
  text += fmt::format("\nor with Octave:\n\n    octave-cli run_example.m\n{}",
                      simulates ? "    octave-cli simulate.m\n" : "");
  text += "\nThe functions are fit for MATLAB Coder and MATLAB Function blocks (`%#codegen`).\n";
  for (std::size_t i = 0; i < programs.size(); ++i)
    if (simulates && programs[i].name == "jacobian") text += jacobian_hint(interfaces[i]);
  return text;
}

}  // namespace

std::vector<GeneratedFile> generate_matlab(std::span<const Program> asked, const TargetOptions& options) {
  CHECK(options.chunk > 0 && !asked.empty());
  const bool simulates = asked[0].name == "ode" && find_array(asked[0].inputs, "x") != nullptr;
  const SimulatedPrograms simulated = with_time_conditions(asked, simulates);
  const std::vector<Program>& programs = simulated.programs;
  std::vector<GeneratedFile> files;
  std::vector<CodeInterface> interfaces;
  const std::string prefix = matlab_prefix(programs[0].machine, options.prefix);
  for (const Program& program : programs) {
    interfaces.push_back(make_interface(program, prefix, matlab_language()));
    const MatlabSource source = write_matlab_source(program, interfaces.back(), options.chunk);
    files.push_back({interfaces.back().function + ".m", source.text + matlab_definitions(source.called)});
  }
  files.push_back({"run_example.m", write_matlab_example(programs[0], interfaces[0], options.example)});
  if (programs.back().name == "conditions") {
    const std::string pieces = matlab_pieces_name(interfaces.back());
    files.push_back({pieces + ".m", write_matlab_pieces(programs.back(), interfaces.back(), simulated.jumping)});
  }
  if (simulates) files.push_back({"simulate.m", write_matlab_simulation(programs, interfaces, options.example)});
  files.push_back({"README.md", write_matlab_readme(programs, interfaces, simulates)});
  return files;
}

}  // namespace kinemate
