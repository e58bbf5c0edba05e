// Results written while they arise.
//
// Rows are collected and written a chunk at a time. What was written stays readable however the program ends: killed,
// interrupted, or out of room on the disk. How the rows fall into chunks does not show in the finished file.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/results/sink.h"
#include "sim/results/table.h"

namespace kinemate {

struct ResultWriterOptions {
  // ---- change speed ----
  std::size_t rows = 256;                   ///< of a chunk: writing one takes about as long as computing it
  std::chrono::duration<double> time{0.5};  ///< no row waits for longer, once the next has come
};

class ResultWriter {
 public:
  /// Creates or replaces the file, of the kind that its suffix names, with the header and no row. Throws Error: of kind
  /// kInput for another suffix, of kind kFileSystem.
  ResultWriter(const std::string& path, const ResultHeader& header, const ResultWriterOptions& options = {});
  /// Closes; here errors are lost.
  ~ResultWriter();
  ResultWriter(const ResultWriter&) = delete;
  ResultWriter& operator=(const ResultWriter&) = delete;

  /// REQUIRES: a number for each column. Allocates at most where a chunk is written. Throws Error of kind
  /// kFileSystem, as the calls below; the rows written before stay in the file, and nothing can be appended any more.
  void append(std::span<const double> row);
  void flush();
  void close();

 private:
  std::unique_ptr<ResultSink> sink_;  // none when closed
  std::size_t columns_;
  ResultWriterOptions options_;
  std::vector<double> waiting_;  // rows that are not in the file yet
  std::chrono::steady_clock::time_point last_flush_;
};

}  // namespace kinemate
