/* What registers an S-function with generated code, which is not a MEX file; here both are run alike. */
#include "simulink.c"
