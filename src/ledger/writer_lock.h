// One writer at a time: a lock beside a file, from opening to closing, which ends with its process however that ends.
#pragma once

#include <string>

namespace kinemate {

/// The lock is a file `FILE.lock`. A file of this name that a killed process left behind locks nothing.
class WriterLock {
 public:
  /// `name` is what errors call the file. Throws Error: where another process or another object of this process has the
  /// lock, and of kind kFileSystem.
  WriterLock(const std::string& file, const std::string& name);
  ~WriterLock();
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

 private:
  std::string path_;
  int descriptor_ = -1;
};

}  // namespace kinemate
