#include "codegen/simulink/function.h"

#include <gtest/gtest.h>

#include "codegen/pendulum_programs.h"

namespace kinemate {
namespace {

// The outputs do not need the torque here: its port does not feed through, and nobody asks for it.
TEST(SimulinkFunctionText, OfAPendulum) {
  std::vector<Program> programs = pendulum_programs();
  programs[1].outputs[0].entries.pop_back(), programs[1].results.pop_back();
  programs.pop_back();
  const SimulinkBlock block = make_simulink_block(programs, pendulum_example());
  std::vector<CCode> codes;
  for (const Program& program : block.programs) codes.push_back(write_c_code(program, {}));
  EXPECT_EQ(write_s_function("pendulum_sfun", block, codes), R"(/* S-function: ode of pendulum: by hand
 * Made by Kinemate.
 *
 * continuous states
 *     x[0]: phi -- an angle
 *     x[1]: omega -- its rate
 * input port 1: inputs
 *     u[0]: torque
 * output port 1: outputs
 *     y[0]: side
 * parameter 1: x0, the initial state, or [] for that of the model
 * parameter 2: parameters
 *     p[0]: m
 *     p[1]: l -- length
 */
#define S_FUNCTION_NAME pendulum_sfun
#define S_FUNCTION_LEVEL 2

#include "simstruc.h"

#include "pendulum_ode.h"
#include "pendulum_outputs.h"

#ifdef MATLAB_MEX_FILE
static int has_numbers(const mxArray *array, size_t count)
{
  return mxIsDouble(array) && !mxIsComplex(array) && !mxIsSparse(array) &&
      mxGetNumberOfElements(array) == count;
}

#define MDL_CHECK_PARAMETERS
static void mdlCheckParameters(SimStruct *S)
{
  if (!has_numbers(ssGetSFcnParam(S, 0), 0) && !has_numbers(ssGetSFcnParam(S, 0), 2)) {
    ssSetErrorStatus(S, "x0: expected 2 numbers, or []");
    return;
  }
  if (!has_numbers(ssGetSFcnParam(S, 1), 2)) {
    ssSetErrorStatus(S, "p: expected 2 numbers");
    return;
  }
}
#endif

static void mdlInitializeSizes(SimStruct *S)
{
  ssSetNumSFcnParams(S, 2);
#ifdef MATLAB_MEX_FILE
  if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S)) return; /* Simulink says so */
  mdlCheckParameters(S);
  if (ssGetErrorStatus(S) != NULL) return;
#endif
  ssSetNumContStates(S, 2);
  ssSetNumDiscStates(S, 0);
  if (!ssSetNumInputPorts(S, 1)) return;
  ssSetInputPortWidth(S, 0, 1);
  ssSetInputPortRequiredContiguous(S, 0, 1);
  ssSetInputPortDirectFeedThrough(S, 0, 0);
  if (!ssSetNumOutputPorts(S, 1)) return;
  ssSetOutputPortWidth(S, 0, 1);
  ssSetNumSampleTimes(S, 1);
  ssSetNumRWork(S, 0);
  ssSetOptions(S, SS_OPTION_EXCEPTION_FREE_CODE);
}

static void mdlInitializeSampleTimes(SimStruct *S)
{
  ssSetSampleTime(S, 0, CONTINUOUS_SAMPLE_TIME);
  ssSetOffsetTime(S, 0, 0.0);
  ssSetModelReferenceSampleTimeDefaultInheritance(S);
}

#define MDL_INITIALIZE_CONDITIONS
static void mdlInitializeConditions(SimStruct *S)
{
  static const real_T model[2] = {
    0.5, /* phi */
    -0.25 /* omega */
  };
  const mxArray *given = ssGetSFcnParam(S, 0);
  const real_T *x0 = mxGetNumberOfElements(given) == 0 ? model : mxGetPr(given);
  real_T *x = ssGetContStates(S);
  int_T i;
  for (i = 0; i < 2; ++i) x[i] = x0[i];
}

static void mdlOutputs(SimStruct *S, int_T tid)
{
  const real_T *x = ssGetContStates(S);
  const real_T *p = mxGetPr(ssGetSFcnParam(S, 1));
  UNUSED_ARG(tid);
  pendulum_outputs(ssGetT(S), x, NULL, p, ssGetOutputPortRealSignal(S, 0));
}

#define MDL_DERIVATIVES
static void mdlDerivatives(SimStruct *S)
{
  const real_T *x = ssGetContStates(S);
  const real_T *u = ssGetInputPortRealSignal(S, 0);
  const real_T *p = mxGetPr(ssGetSFcnParam(S, 1));
  pendulum_ode(ssGetT(S), x, u, p, ssGetdX(S));
}

static void mdlTerminate(SimStruct *S)
{
  UNUSED_ARG(S);
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
)");
}

}  // namespace
}  // namespace kinemate
