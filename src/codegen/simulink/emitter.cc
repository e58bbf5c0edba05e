#include "codegen/simulink/emitter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/check.h"
#include "codegen/c/language.h"
#include "codegen/matlab/language.h"
#include "codegen/names.h"
#include "codegen/plain_text.h"
#include "codegen/simulink/block.h"
#include "codegen/simulink/function.h"

namespace kinemate {
namespace {

std::string write_build_script(const std::string& name, std::span<const CCode> codes) {
  std::string sources = matlab_string(name + ".c");
  for (const CCode& code : codes) sources += ", " + matlab_string(code.interface.function + ".c");
  return fmt::format(
      "% Builds the S-function {0} beside its sources.\n% Made by Kinemate.\n"
      "folder = fileparts(mfilename('fullpath'));\n"
      "sources = fullfile(folder, {{{1}}});\n"
      "compiler = mex.getCompilerConfigurations('C', 'Selected');\n"
      "if strcmp(compiler.Manufacturer, 'Microsoft')\n"
      "  flags = 'COMPFLAGS=$COMPFLAGS /std:c11';\n"
      "else\n"
      "  flags = 'CFLAGS=$CFLAGS -std=c99 -ffp-contract=off';\n"
      "end\n"
      "mex(flags, '-outdir', folder, sources{{:}});\n",
      name, sources);
}

std::string list_numbers(std::span<const double> values) {
  std::vector<std::string> numbers;
  for (const double value : values) numbers.push_back(matlab_number(value));
  return fmt::format("[{}]", fmt::join(numbers, ", "));
}

std::string port_list(const SimulinkBlock& block) {
  std::string text;
  for (std::size_t i = 0; i < block.ports.size(); ++i)
    text += fmt::format("- input port {}: `{}`, {} ({}{})\n", i + 1, block.ports[i].name,
                        plain_line(block.ports[i].meaning), block.ports[i].entries.size(),
                        feeds_through(block, block.ports[i]) ? ", direct feedthrough" : "");
  const Array& y = output_port(block);
  return text + fmt::format("- output port: `{}`, {} ({})\n", y.name, plain_line(y.meaning), y.entries.size());
}

std::string parameter_list(const SimulinkBlock& block, std::span<const double> example) {
  std::string names = "x0", values = "[]";
  for (const Array& array : block.parameters) {
    const std::vector<double> numbers = example_of(block.programs[0], array.name, example);
    names += ", " + array.name, values += ", " + list_numbers(numbers);
  }
  return fmt::format(
      "- S-function parameters: `{}`, such as `{}`; `x0` is the initial state, `[]` for that of the model\n", names,
      values);
}

std::string write_simulink_readme(const std::string& name, const std::string& block_name, const SimulinkBlock& block,
                                  std::span<const CCode> codes, std::span<const double> example) {
  std::string text = fmt::format("# {}\n\n{}. Made by Kinemate.\n\n", name, plain_line(title_of(block.programs[0])));
  text += fmt::format("`{}.c` is a level-2 S-function with {} continuous states over", name, block.start.size());
  for (const CCode& code : codes) text += fmt::format(" `{}.c`", code.interface.function);
  text += ";\nthe top of the file says what each index is.\n\n" + port_list(block) + parameter_list(block, example);
  text += block.jacobian.missing.empty()
              ? "- Jacobian: exact and sparse, for implicit solvers and linearisation\n"
              : fmt::format("- no Jacobian of its own, since {}: Simulink takes differences\n", block.jacobian.missing);
  text += fmt::format(
      "\nBuild in MATLAB, with a C compiler chosen by `mex -setup C`:\n\n    build_sfun\n\n"
      "Then put a block *S-Function* into a model and give it the name `{}` and the parameters.\n\n",
      name);
  return text +
         fmt::format(
             "`{0}.m` is text for a block *MATLAB Function* instead, or a function it calls: connect `dx` to an\n"
             "*Integrator* with the initial state {1}, and its output back to `x`.\n",
             block_name, list_numbers(block.start));
}

}  // namespace

std::vector<GeneratedFile> generate_simulink(std::span<const Program> programs, const TargetOptions& options) {
  CHECK(options.chunk > 0 && !programs.empty());
  const SimulinkBlock block = make_simulink_block(programs, options.example);
  TargetOptions of_c = options;
  of_c.prefix = make_name(matlab_prefix(programs[0].machine, options.prefix), c_language());
  const std::string name = of_c.prefix + "_sfun", block_name = of_c.prefix + "_block";
  std::vector<GeneratedFile> files;
  std::vector<CCode> codes;
  for (const Program& program : block.programs) {
    codes.push_back(write_c_code(program, of_c));
    const CCode& code = codes.back();
    files.push_back({code.interface.function + ".h", code.header});
    files.push_back({code.interface.function + ".c", code.source});
  }
  files.push_back({name + ".c", write_s_function(name, block, codes)});
  files.push_back({"build_sfun.m", write_build_script(name, codes)});
  files.push_back({block_name + ".m", write_simulink_block(block_name, of_c.prefix, block, options.chunk)});
  files.push_back({"README.md", write_simulink_readme(name, block_name, block, codes, options.example)});
  return files;
}

}  // namespace kinemate
