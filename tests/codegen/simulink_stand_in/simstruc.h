/* As much of Simulink's header of this name as generated S-functions use, for a test that runs them: simulink.c.
 * It watches what Simulink does not: whether a port may be read now, and whether it was said to be contiguous. */
#ifndef SIMSTRUC_H
#define SIMSTRUC_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

typedef double real_T;
typedef int int_T;

enum { kMost = 8 }; /* ports, parameters */

typedef struct {
  size_t count;
  real_T *numbers;
} mxArray;

typedef enum { kSettingUp, kStarting, kInOutputs, kInDerivatives, kInJacobian } Phase;

typedef struct {
  Phase phase;
  const char *error;
  real_T t;

  int_T expected_parameters, parameters;
  mxArray parameter[kMost];

  int_T states, discrete_states, input_ports, output_ports, sample_times;
  int_T input_width[kMost], contiguous[kMost], feedthrough[kMost], output_width;
  real_T sample_time, offset_time;
  int_T inherits, options;
  real_T *x, *dx, *input[kMost], *y;

  int_T work;
  real_T *rwork;

  int_T nonzeros;
  real_T *pr;
  int_T *ir, *jc;
} SimStruct;

#define STAND_IN_REQUIRE(condition) \
  ((condition) ? (void)0 : (fprintf(stderr, "not so: %s\n", #condition), exit(4)))

#define CONTINUOUS_SAMPLE_TIME 0.0
#define SS_OPTION_EXCEPTION_FREE_CODE 1
#define UNUSED_ARG(argument) (void)(argument)

#define ssSetErrorStatus(S, text) ((S)->error = (text))
#define ssGetErrorStatus(S) ((S)->error)
#define ssGetT(S) ((S)->t)

#define ssSetNumSFcnParams(S, count) ((S)->expected_parameters = (count))
#define ssGetNumSFcnParams(S) ((S)->expected_parameters)
#define ssGetSFcnParamsCount(S) ((S)->parameters)
#define mxIsDouble(array) ((array)->numbers != NULL || (array)->count == 0)
#define mxIsComplex(array) ((void)(array), 0)
#define mxIsSparse(array) ((void)(array), 0)
#define mxGetNumberOfElements(array) ((array)->count)
#define mxGetPr(array) ((array)->numbers)

#define ssSetNumContStates(S, count) ((S)->states = (count))
#define ssSetNumDiscStates(S, count) ((S)->discrete_states = (count))
#define ssSetNumInputPorts(S, count) ((S)->input_ports = (count), 1)
#define ssSetInputPortWidth(S, port, width) ((S)->input_width[port] = (width))
#define ssSetInputPortRequiredContiguous(S, port, flag) ((S)->contiguous[port] = (flag))
#define ssSetInputPortDirectFeedThrough(S, port, flag) ((S)->feedthrough[port] = (flag))
#define ssSetNumOutputPorts(S, count) ((S)->output_ports = (count), 1)
#define ssSetOutputPortWidth(S, port, width) ((void)(port), (S)->output_width = (width))
#define ssSetNumSampleTimes(S, count) ((S)->sample_times = (count))
#define ssSetNumRWork(S, count) ((S)->work = (count))
#define ssSetJacobianNzMax(S, count) ((S)->nonzeros = (count))
#define ssSetOptions(S, flags) ((S)->options = (flags))
#define ssSetSampleTime(S, index, time) ((void)(index), (S)->sample_time = (time))
#define ssSetOffsetTime(S, index, time) ((void)(index), (S)->offset_time = (time))
#define ssSetModelReferenceSampleTimeDefaultInheritance(S) ((S)->inherits = 1)

#define ssGetContStates(S) ((S)->x)
#define ssGetdX(S) (STAND_IN_REQUIRE((S)->phase == kInDerivatives), (S)->dx)
#define ssGetOutputPortRealSignal(S, port) (STAND_IN_REQUIRE((S)->phase == kInOutputs && (port) == 0), (S)->y)
#define ssGetRWork(S) ((S)->rwork)
#define ssGetJacobianPr(S) ((S)->pr)
#define ssGetJacobianIr(S) ((S)->ir)
#define ssGetJacobianJc(S) ((S)->jc)

static inline const mxArray *ssGetSFcnParam(SimStruct *S, int_T index)
{
  STAND_IN_REQUIRE(index < S->parameters);
  return &S->parameter[index];
}

static inline const real_T *ssGetInputPortRealSignal(SimStruct *S, int_T port)
{
  STAND_IN_REQUIRE(port < S->input_ports && S->contiguous[port]);
  STAND_IN_REQUIRE(S->phase != kInOutputs || S->feedthrough[port]);
  STAND_IN_REQUIRE(S->phase >= kInOutputs);
  return S->input[port];
}

#endif
