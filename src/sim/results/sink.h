// What each kind of result file is to the writer.
#pragma once

#include <span>

namespace kinemate {

/// The file is whole after the constructor and after each call: it can be read with all rows so far. Where a call
/// throws, the rows of earlier calls stay readable.
class ResultSink {
 public:
  virtual ~ResultSink() = default;

  /// Whole rows, one after another.
  virtual void append(std::span<const double> values) = 0;
  virtual void close() = 0;
};

}  // namespace kinemate
