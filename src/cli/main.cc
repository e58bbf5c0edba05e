#include "cli/verbs.h"

int main(int argc, char** argv) { return kinemate::run_command(argc, argv); }
