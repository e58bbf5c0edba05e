// What the module kinemate_mpi.so offers: the few calls of MPI that are needed, as a table of C functions.
//
// MPI is in a module of its own, so that the command works where there is no MPI, and loads none of it otherwise. The
// module includes nothing else of ours and throws nothing. Failures of MPI itself end all processes of the job with
// MPI's message, which is its default.
#pragma once

namespace kinemate {

extern "C" struct MpiTable {
  int version;                                   ///< kMpiTableVersion of the headers that the module was built with
  int (*start)(int* rank, int* size);            ///< 0: MPI does not let the main thread of several call it
  void (*send_to_first)(const void*, int size);  ///< returns when the bytes may be overwritten
  int (*probe)(int* from, int* size);            ///< 0: no message; otherwise the next one
  void (*receive)(void*, int from, int size);    ///< the message that `probe` found
  void (*broadcast)(void*, int size);            ///< from the first to all
  void (*begin_barrier)();
  int (*barrier_passed)();  ///< 0: some are not there yet
  void (*finish)();
  void (*abort)(int code);  ///< ends all processes; does not return
};

inline constexpr int kMpiTableVersion = 1;
inline constexpr char kMpiTableFunction[] = "kinemate_mpi_table";  ///< const MpiTable* (), by this name in the module

}  // namespace kinemate
