// The module kinemate_mpi.so: the calls of MPI behind ranks/mpi_table.h. Only this file knows MPI.
#include <mpi.h>

#include "ranks/mpi_table.h"

namespace kinemate {
namespace {

constexpr int kFirstRank = 0, kResultTag = 1;
MPI_Request arrivals = MPI_REQUEST_NULL;  // of the barrier that is under way

int start_mpi(int* rank, int* size) {
  int threads = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &threads);
  MPI_Comm_rank(MPI_COMM_WORLD, rank);
  MPI_Comm_size(MPI_COMM_WORLD, size);
  return threads >= MPI_THREAD_FUNNELED ? 1 : 0;
}

void send_bytes(const void* bytes, int size) {
  MPI_Send(bytes, size, MPI_BYTE, kFirstRank, kResultTag, MPI_COMM_WORLD);
}

int probe_message(int* from, int* size) {
  int found = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, kResultTag, MPI_COMM_WORLD, &found, &status);
  if (found == 0) return 0;
  *from = status.MPI_SOURCE;
  MPI_Get_count(&status, MPI_BYTE, size);
  return 1;
}

void receive_bytes(void* bytes, int from, int size) {
  MPI_Recv(bytes, size, MPI_BYTE, from, kResultTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

void broadcast_bytes(void* bytes, int size) { MPI_Bcast(bytes, size, MPI_BYTE, kFirstRank, MPI_COMM_WORLD); }

void begin_barrier() { MPI_Ibarrier(MPI_COMM_WORLD, &arrivals); }

int barrier_passed() {
  int passed = 0;
  MPI_Test(&arrivals, &passed, MPI_STATUS_IGNORE);
  return passed;
}

void finish_mpi() { MPI_Finalize(); }

void abort_mpi(int code) { MPI_Abort(MPI_COMM_WORLD, code); }

constexpr MpiTable kTable{kMpiTableVersion, start_mpi,     send_bytes,     probe_message, receive_bytes,
                          broadcast_bytes,  begin_barrier, barrier_passed, finish_mpi,    abort_mpi};

}  // namespace

extern "C" const MpiTable* kinemate_mpi_table() { return &kTable; }

}  // namespace kinemate
