#include "ledger/writer_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/error.h"
#include "base/file.h"

namespace kinemate {
namespace {

// Whether the path still leads to the open file: its last owner may have removed it before we had the lock.
bool is_still_there(const std::string& path, int descriptor) {
  struct stat here {
  }, there{};
  return stat(path.c_str(), &there) == 0 && fstat(descriptor, &here) == 0 && here.st_ino == there.st_ino &&
         here.st_dev == there.st_dev;
}

}  // namespace

WriterLock::WriterLock(const std::string& file, const std::string& name) : path_(file + ".lock") {
  for (;;) {
    descriptor_ = open(path_.c_str(), O_RDONLY | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor_ < 0) refuse_file(name, "written", errno);
    int failure = 0;
    while (flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && (failure = errno) == EINTR) failure = 0;
    if (failure == 0 && is_still_there(path_, descriptor_)) return;
    close(descriptor_);
    if (failure == EWOULDBLOCK)
      throw Error(ErrorCode::kLedger, fmt::format("{} is being written by another run", name),
                  "wait for its end, or choose another file");
    if (failure != 0) refuse_file(name, "locked", failure);
  }
}

WriterLock::~WriterLock() {
  unlink(path_.c_str());  // while it is locked, so that no other writer has it
  close(descriptor_);
}

}  // namespace kinemate
