#include "codegen/simulink/function.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/check.h"
#include "codegen/c/text.h"
#include "codegen/shared_inputs.h"
#include "codegen/target.h"

namespace kinemate {
namespace {

// What is written.
struct SFunction {
  const std::string& name;
  const SimulinkBlock& block;
  std::span<const CCode> codes;
};

const CCode& code_of(const SFunction& function, const Program& program) {
  return function.codes[static_cast<std::size_t>(&program - function.block.programs.data())];
}

std::size_t largest_workspace(const SFunction& function) {
  std::size_t most = 0;
  for (const CCode& code : function.codes) most = std::max(most, code.workspace);
  return most;
}

std::string described(const Array& array, std::string_view name) {
  std::string text;
  for (std::size_t i = 0; i < array.entries.size(); ++i) {
    const Entry& entry = array.entries[i];
    text += fmt::format(" *     {}[{}]: {}{}{}\n", name, i, c_comment(entry.name), entry.meaning.empty() ? "" : " -- ",
                        c_comment(entry.meaning));
  }
  return text;
}

std::string head(const SFunction& function) {
  const Program& ode = function.block.programs[0];
  std::string text = fmt::format("/* S-function: {}\n * Made by Kinemate.\n *\n", c_comment(title_of(ode)));
  text += " * continuous states\n" + described(*find_array(ode.inputs, "x"), "x");
  for (std::size_t i = 0; i < function.block.ports.size(); ++i)
    text += fmt::format(" * input port {}: {}\n", i + 1, c_comment(function.block.ports[i].meaning)) +
            described(function.block.ports[i], function.block.ports[i].name);
  const Array& y = output_port(function.block);
  text += fmt::format(" * output port 1: {}\n", c_comment(y.meaning)) + described(y, y.name);
  text += " * parameter 1: x0, the initial state, or [] for that of the model\n";
  for (std::size_t i = 0; i < function.block.parameters.size(); ++i)
    text += fmt::format(" * parameter {}: {}\n", i + 2, c_comment(function.block.parameters[i].meaning)) +
            described(function.block.parameters[i], function.block.parameters[i].name);
  text += fmt::format(" */\n#define S_FUNCTION_NAME {}\n#define S_FUNCTION_LEVEL 2\n\n", function.name);
  text += "#include \"simstruc.h\"\n\n";
  for (const CCode& code : function.codes) text += fmt::format("#include \"{}.h\"\n", code.interface.function);
  return text;
}

std::string check_parameters(const SFunction& function) {
  const std::string check =
      "  if (!{}has_numbers(ssGetSFcnParam(S, {}), {})) {{\n"
      "    ssSetErrorStatus(S, {});\n    return;\n  }}\n";
  std::string text =
      "\n#ifdef MATLAB_MEX_FILE\n"
      "static int has_numbers(const mxArray *array, size_t count)\n{\n"
      "  return mxIsDouble(array) && !mxIsComplex(array) && !mxIsSparse(array) &&\n"
      "      mxGetNumberOfElements(array) == count;\n}\n\n"
      "#define MDL_CHECK_PARAMETERS\nstatic void mdlCheckParameters(SimStruct *S)\n{\n";
  text += fmt::format(fmt::runtime(check), "has_numbers(ssGetSFcnParam(S, 0), 0) && !", 0, function.block.start.size(),
                      c_string(fmt::format("x0: expected {} numbers, or []", function.block.start.size())));
  for (std::size_t i = 0; i < function.block.parameters.size(); ++i) {
    const std::size_t count = function.block.parameters[i].entries.size();
    text += fmt::format(fmt::runtime(check), "", i + 1, count,
                        c_string(fmt::format("{}: expected {} number{}", function.block.parameters[i].name, count,
                                             count == 1 ? "" : "s")));
  }
  return text + "}\n#endif\n";
}

std::string sizes(const SFunction& function) {
  std::string text = "\nstatic void mdlInitializeSizes(SimStruct *S)\n{\n";
  text += fmt::format("  ssSetNumSFcnParams(S, {});\n", function.block.parameters.size() + 1);
  text +=
      "#ifdef MATLAB_MEX_FILE\n"
      "  if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S)) return; /* Simulink says so */\n"
      "  mdlCheckParameters(S);\n  if (ssGetErrorStatus(S) != NULL) return;\n#endif\n";
  text += fmt::format("  ssSetNumContStates(S, {});\n  ssSetNumDiscStates(S, 0);\n", function.block.start.size());
  text += fmt::format("  if (!ssSetNumInputPorts(S, {})) return;\n", function.block.ports.size());
  for (std::size_t i = 0; i < function.block.ports.size(); ++i)
    text += fmt::format(
        "  ssSetInputPortWidth(S, {0}, {1});\n  ssSetInputPortRequiredContiguous(S, {0}, 1);\n"
        "  ssSetInputPortDirectFeedThrough(S, {0}, {2});\n",
        i, function.block.ports[i].entries.size(), feeds_through(function.block, function.block.ports[i]) ? 1 : 0);
  text += fmt::format("  if (!ssSetNumOutputPorts(S, 1)) return;\n  ssSetOutputPortWidth(S, 0, {});\n",
                      output_port(function.block).entries.size());
  text += "  ssSetNumSampleTimes(S, 1);\n";
  const bool derives = function.block.jacobian.missing.empty();
  const std::size_t results = derives ? find_program(function.block.programs, "jacobian")->results.size() + 1 : 0;
  text += fmt::format("  ssSetNumRWork(S, {});\n", largest_workspace(function) + results);
  if (derives) text += fmt::format("  ssSetJacobianNzMax(S, {});\n", function.block.jacobian.rows.size());
  text += "  ssSetOptions(S, SS_OPTION_EXCEPTION_FREE_CODE);\n}\n";
  return text +
         "\nstatic void mdlInitializeSampleTimes(SimStruct *S)\n{\n"
         "  ssSetSampleTime(S, 0, CONTINUOUS_SAMPLE_TIME);\n  ssSetOffsetTime(S, 0, 0.0);\n"
         "  ssSetModelReferenceSampleTimeDefaultInheritance(S);\n}\n";
}

std::string conditions(const SFunction& function) {
  std::string numbers;
  const std::vector<Entry>& entries = find_array(function.block.programs[0].inputs, "x")->entries;
  for (std::size_t i = 0; i < function.block.start.size(); ++i)
    numbers += fmt::format("    {}{} /* {} */\n", c_number(function.block.start[i]), i + 1 < entries.size() ? "," : "",
                           c_comment(entries[i].name));
  return fmt::format(
      "\n#define MDL_INITIALIZE_CONDITIONS\nstatic void mdlInitializeConditions(SimStruct *S)\n{{\n"
      "  static const real_T model[{0}] = {{\n{1}  }};\n"
      "  const mxArray *given = ssGetSFcnParam(S, 0);\n"
      "  const real_T *x0 = mxGetNumberOfElements(given) == 0 ? model : mxGetPr(given);\n"
      "  real_T *x = ssGetContStates(S);\n  int_T i;\n"
      "  for (i = 0; i < {0}; ++i) x[i] = x0[i];\n}}\n",
      function.block.start.size(), numbers);
}

// What Simulink gives for an array of the programs.
std::string source_of(const SFunction& function, std::string_view array) {
  if (array == "x") return "ssGetContStates(S)";
  const auto is_it = [&](const Array& other) { return other.name == array; };
  if (const auto port = std::find_if(function.block.ports.begin(), function.block.ports.end(), is_it);
      port != function.block.ports.end())
    return fmt::format("ssGetInputPortRealSignal(S, {})", port - function.block.ports.begin());
  const auto parameter = std::find_if(function.block.parameters.begin(), function.block.parameters.end(), is_it);
  CHECK(parameter != function.block.parameters.end());
  return fmt::format("mxGetPr(ssGetSFcnParam(S, {}))", parameter - function.block.parameters.begin() + 1);
}

const Array& shared_array(const SFunction& function, const Array& own) {
  for (const std::vector<Array>* all : {&function.block.ports, &function.block.parameters})
    for (const Array& array : *all)
      if (array.name == own.name) return array;
  return own;
}

struct Call {
  std::string definitions, text;
};

// With these for the results of the program. Inputs that it does not need are not asked for: those of outputs need not
// be there yet.
Call write_call(const SFunction& function, const Program& program, std::span<const std::string> results) {
  const CCode& code = code_of(function, program);
  Call made;
  std::vector<std::string> arguments;
  for (const CodeParameter& parameter : code.interface.parameters) {
    if (parameter.output) continue;
    const Array& own = *parameter.array;
    const Array& shared = shared_array(function, own);
    const std::vector<std::size_t> places = places_in(shared, own);
    if (parameter.by_value) {
      arguments.push_back("ssGetT(S)");
    } else if (!depends_on(program, own.name)) {
      arguments.push_back("NULL");
    } else if (is_whole(shared, places)) {
      made.definitions += fmt::format("  const real_T *{} = {};\n", own.name, source_of(function, own.name));
      arguments.push_back(own.name);
    } else {
      made.definitions += fmt::format("  const real_T *all_{0} = {1};\n  const real_T {0}[] = {{", own.name,
                                      source_of(function, own.name));
      for (std::size_t i = 0; i < places.size(); ++i)
        made.definitions += fmt::format("{}all_{}[{}]", i == 0 ? "" : ", ", own.name, places[i]);
      made.definitions += "};\n";
      arguments.push_back(own.name);
    }
  }
  arguments.insert(arguments.end(), results.begin(), results.end());
  if (code.workspace > 0) arguments.push_back("ssGetRWork(S)");
  made.text = fmt::format("  {}({});\n", code.interface.function, fmt::join(arguments, ", "));
  return made;
}

std::string outputs(const SFunction& function) {
  std::string text = "\nstatic void mdlOutputs(SimStruct *S, int_T tid)\n{\n";
  const Program* program = find_program(function.block.programs, "outputs");
  if (program == nullptr) {
    text += "  const real_T *x = ssGetContStates(S);\n  real_T *y = ssGetOutputPortRealSignal(S, 0);\n  int_T i;\n";
    return text + fmt::format("  UNUSED_ARG(tid);\n  for (i = 0; i < {}; ++i) y[i] = x[i];\n}}\n",
                              function.block.start.size());
  }
  const std::string result = "ssGetOutputPortRealSignal(S, 0)";
  const Call call = write_call(function, *program, {&result, 1});
  return text + call.definitions + "  UNUSED_ARG(tid);\n" + call.text + "}\n";
}

std::string derivatives(const SFunction& function) {
  const std::string result = "ssGetdX(S)";
  const Call call = write_call(function, function.block.programs[0], {&result, 1});
  return "\n#define MDL_DERIVATIVES\nstatic void mdlDerivatives(SimStruct *S)\n{\n" + call.definitions + call.text +
         "}\n";
}

std::string table(const char* name, std::span<const std::size_t> numbers) {
  std::string text = fmt::format("  static const int_T {}[{}] = {{", name, numbers.size()), line;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    text += i % 20 == 0 ? "\n    " : " ";
    text += fmt::format("{}{}", numbers[i], i + 1 < numbers.size() ? "," : "");
  }
  return text + "\n  };\n";
}

std::string jacobian(const SFunction& function) {
  if (!function.block.jacobian.missing.empty()) return "";
  const Program& program = *find_program(function.block.programs, "jacobian");
  std::vector<std::string> results;
  std::size_t at = 0;
  for (const Array& array : program.outputs) {
    if (array.entries.empty()) continue;
    results.push_back(fmt::format("numbers + {}", at));
    at += array.entries.size();
  }
  const Call call = write_call(function, program, results);
  const SparseJacobian& sparse = function.block.jacobian;
  std::string text = "\n#define MDL_JACOBIAN\n/* [A B; C D], column by column */\n";
  text += "static void mdlJacobian(SimStruct *S)\n{\n";
  text += table("starts", sparse.starts) + table("rows", sparse.rows) + table("sources", sparse.sources);
  text += call.definitions;
  text += fmt::format("  real_T *numbers = ssGetRWork(S) + {};\n", largest_workspace(function));
  text +=
      "  real_T *pr = ssGetJacobianPr(S);\n  int_T *ir = ssGetJacobianIr(S);\n  int_T *jc = ssGetJacobianJc(S);\n"
      "  int_T i;\n";
  text += call.text + fmt::format("  numbers[{}] = 1.0;\n", at);
  text += fmt::format("  for (i = 0; i < {}; ++i) jc[i] = starts[i];\n", sparse.starts.size());
  text += fmt::format("  for (i = 0; i < {}; ++i) {{\n", sparse.rows.size());
  return text + "    ir[i] = rows[i];\n    pr[i] = numbers[sources[i]];\n  }\n}\n";
}

}  // namespace

std::string write_s_function(const std::string& name, const SimulinkBlock& block, std::span<const CCode> codes) {
  CHECK(codes.size() == block.programs.size());
  const SFunction function{name, block, codes};
  return head(function) + check_parameters(function) + sizes(function) + conditions(function) + outputs(function) +
         derivatives(function) + jacobian(function) +
         "\nstatic void mdlTerminate(SimStruct *S)\n{\n  UNUSED_ARG(S);\n}\n\n"
         "#ifdef MATLAB_MEX_FILE\n#include \"simulink.c\"\n#else\n#include \"cg_sfun.h\"\n#endif\n";
}

}  // namespace kinemate
