/* Takes the place of Simulink: reads numbers, calls the S-function as Simulink would, and prints what it gives.
 *
 * Numbers in: parameters of the dialog, for each how many and which; t; how many states, which (none: the initial
 * ones); the inputs of all ports. Out: a line for each number, and an error of the S-function on standard error. */

static real_T read_number(void)
{
  real_T number = 0;
  STAND_IN_REQUIRE(scanf("%lf", &number) == 1);
  return number;
}

/* What is not set is a number that shows. One more than asked for, to see whether it stays. */
static real_T *make_room(int_T count)
{
  real_T *room = malloc((size_t)(count + 1) * sizeof *room);
  int_T i;
  STAND_IN_REQUIRE(room != NULL && count >= 0);
  for (i = 0; i <= count; ++i) room[i] = -12345.0;
  return room;
}

static void print_numbers(const char *name, const real_T *numbers, int_T count)
{
  int_T i;
  STAND_IN_REQUIRE(numbers[count] == -12345.0);
  for (i = 0; i < count; ++i) printf("%s[%d] = %.17g\n", name, i, numbers[i]);
}

static void read_parameters(SimStruct *S)
{
  int_T i;
  size_t k;
  S->parameters = (int_T)read_number();
  STAND_IN_REQUIRE(S->parameters <= kMost);
  for (i = 0; i < S->parameters; ++i) {
    S->parameter[i].count = (size_t)read_number();
    S->parameter[i].numbers = make_room((int_T)S->parameter[i].count);
    for (k = 0; k < S->parameter[i].count; ++k) S->parameter[i].numbers[k] = read_number();
  }
}

static void print_sizes(const SimStruct *S)
{
  int_T i;
  printf("parameters = %d\nstates = %d\ninputs = %d\n", S->expected_parameters, S->states, S->input_ports);
  for (i = 0; i < S->input_ports; ++i)
    printf("width[%d] = %d\nfeedthrough[%d] = %d\n", i, S->input_width[i], i, S->feedthrough[i]);
  printf("outputs = %d\noutput width = %d\n", S->output_ports, S->output_width);
}

static void allocate(SimStruct *S)
{
  int_T i;
  S->x = make_room(S->states), S->dx = make_room(S->states);
  S->y = make_room(S->output_width), S->rwork = make_room(S->work);
  for (i = 0; i < S->input_ports; ++i) S->input[i] = make_room(S->input_width[i]);
}

#ifdef MDL_JACOBIAN
static void print_jacobian(SimStruct *S)
{
  int_T columns = S->states, rows = S->states + S->output_width, i, column;
  for (i = 0; i < S->input_ports; ++i) columns += S->input_width[i];
  S->pr = make_room(S->nonzeros);
  S->ir = calloc((size_t)S->nonzeros + 1, sizeof *S->ir);
  S->jc = calloc((size_t)columns + 1, sizeof *S->jc);
  STAND_IN_REQUIRE(S->ir != NULL && S->jc != NULL);
  S->phase = kInJacobian;
  mdlJacobian(S);
  STAND_IN_REQUIRE(S->jc[0] == 0 && S->jc[columns] <= S->nonzeros && S->pr[S->nonzeros] == -12345.0);
  for (column = 0; column < columns; ++column) {
    for (i = S->jc[column]; i < S->jc[column + 1]; ++i) {
      STAND_IN_REQUIRE(S->ir[i] >= 0 && S->ir[i] < rows);
      STAND_IN_REQUIRE(i == S->jc[column] || S->ir[i] > S->ir[i - 1]);
      printf("J[%d][%d] = %.17g\n", S->ir[i], column, S->pr[i]);
    }
  }
}
#endif

int main(void)
{
  static SimStruct simulation;
  SimStruct *S = &simulation;
  int_T i, k, count;
  read_parameters(S);
  mdlInitializeSizes(S);
  if (S->error != NULL) {
    fprintf(stderr, "%s", S->error);
    return 3;
  }
  if (S->parameters != S->expected_parameters) {
    fprintf(stderr, "%d parameters expected", S->expected_parameters);
    return 3;
  }
  print_sizes(S);
  mdlInitializeSampleTimes(S);
  STAND_IN_REQUIRE(S->sample_times == 1 && S->sample_time == CONTINUOUS_SAMPLE_TIME && S->offset_time == 0.0);
  STAND_IN_REQUIRE(S->discrete_states == 0);
  allocate(S);
  S->phase = kStarting;
  mdlInitializeConditions(S);
  print_numbers("x0", S->x, S->states);

  S->t = read_number();
  count = (int_T)read_number();
  STAND_IN_REQUIRE(count == 0 || count == S->states);
  for (i = 0; i < count; ++i) S->x[i] = read_number();
  for (i = 0; i < S->input_ports; ++i)
    for (k = 0; k < S->input_width[i]; ++k) S->input[i][k] = read_number();
  S->phase = kInOutputs;
  mdlOutputs(S, 0);
  print_numbers("y", S->y, S->output_width);
  S->phase = kInDerivatives;
  mdlDerivatives(S);
  print_numbers("dx", S->dx, S->states);
#ifdef MDL_JACOBIAN
  print_jacobian(S);
#endif
  STAND_IN_REQUIRE(S->rwork[S->work] == -12345.0);
  mdlTerminate(S);
  return 0;
}
