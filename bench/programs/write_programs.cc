// Writes the equations of motion of the benchmarks' machines for peers: write_programs MACHINES FOLDER. MACHINES holds
// the files of the machines; each gives FOLDER/NAME-numbers.txt and FOLDER/NAME-symbols.txt:
//
//   input u0 0.51        an input and a value to try it with
//   v4 = u0*v2           a definition, in terms of earlier ones
//   result v4 0.26       a result and its value: M (lower triangle), k, tau
#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <iostream>

#include "base/check.h"
#include "base/error.h"
#include "bench/programs/programmed_machines.h"
#include "bench/programs/time_program.h"
#include "program/interpret.h"

namespace kinemate {
namespace {

// Integers without a point, so that an exact system takes them as such.
std::string number_text(double number) {
  const bool whole = number == std::round(number) && std::abs(number) < 1e15;
  const std::string text = whole ? fmt::format("{:.0f}", number) : fmt::format("{:.17g}", number);
  return number < 0 ? "(" + text + ")" : text;
}

std::string name_of(const Program& program, Value value) {
  const Operation& operation = program.operations[value];
  if (operation.code == Code::kConstant) return number_text(program.constants[operation.operands[0]]);
  return fmt::format("{}{}", operation.code == Code::kInput ? "u" : "v",
                     operation.code == Code::kInput ? operation.operands[0] : value);
}

std::string formula_of(const Program& program, const Operation& operation) {
  std::string x[3];
  for (std::size_t i = 0; i < operation.count; ++i) x[i] = name_of(program, operation.operands[i]);
  switch (operation.code) {
    case Code::kNegate: return "-" + x[0];
    case Code::kAdd: return x[0] + "+" + x[1];
    case Code::kSubtract: return x[0] + "-" + x[1];
    case Code::kMultiply: return x[0] + "*" + x[1];
    case Code::kDivide: return x[0] + "/" + x[1];
    case Code::kSquareRoot: return "sqrt(" + x[0] + ")";
    case Code::kPower: return x[0] + "**" + x[1];
    case Code::kSine: return "sin(" + x[0] + ")";
    case Code::kCosine: return "cos(" + x[0] + ")";
    case Code::kConstant:
    case Code::kInput:
    case Code::kCall: break;
  }
  CHECK(false);  // none of the machines has other functions
  return "";
}

std::string definitions_of(const Program& program) {
  const std::vector<double> inputs = trial_inputs(program, 1);
  const std::vector<double> outputs = run_once(Routine(program, 1, interpret), inputs);
  std::string text;
  for (std::size_t i = 0; i < inputs.size(); ++i) text += fmt::format("input u{} {:.17g}\n", i, inputs[i]);
  for (std::size_t i = 0; i < program.operations.size(); ++i) {
    const Operation& operation = program.operations[i];
    if (operation.code == Code::kConstant || operation.code == Code::kInput) continue;
    text += fmt::format("v{} = {}\n", i, formula_of(program, operation));
  }
  for (std::size_t i = 0; i < outputs.size(); ++i)
    text += fmt::format("result {} {:.17g}\n", name_of(program, program.results[i]), outputs[i]);
  return text;
}

void write_all(const std::string& machines, const std::string& folder) {
  for (const char* machine : kProgrammedMachines)
    for (const auto& [name, values] :
         {std::pair{"numbers", ParameterUse::kNumbers}, std::pair{"symbols", ParameterUse::kSymbols}}) {
      const std::string path = fmt::format("{}/{}-{}.txt", folder, machine, name);
      std::ofstream file(path);
      if (!(file << definitions_of(machine_program(machines, machine, Purpose::kEquations, values))).flush())
        throw Error(ErrorCode::kCannotWrite, "cannot write " + path);
    }
}

}  // namespace
}  // namespace kinemate

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: write_programs MACHINES FOLDER\n";
    return 2;
  }
  try {
    kinemate::write_all(argv[1], argv[2]);
  } catch (const std::exception& error) {
    std::cerr << "write_programs: " << error.what() << '\n';
    return 4;
  }
  return 0;
}
