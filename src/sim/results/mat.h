// Results as a MAT-file of level 5, for MATLAB and Octave ("MAT-File Format", The MathWorks, 2022, chapter 1).
//
// Its variables: `about`, a text; `names`, `units`, `meanings`, cells of texts, one for each column of the results;
// `meta`, a cell with a row of key and value for each entry; and last `data`, a matrix with a row for each column of
// the results, so that each new row of results is a new column at the end of the file, as level 5 stores columns.
//
// How `data` grows: first the length of the whole variable is raised, then the numbers are written, then the size of
// the matrix is raised. Readers go by the size and pass over what is behind it up to the length, so that the file can
// be read at every moment. The head of `data` lies within 64 bytes at a multiple of 64, and so is written at once.
#pragma once

#include <memory>
#include <string>

#include "sim/results/sink.h"
#include "sim/results/table.h"

namespace kinemate {

std::unique_ptr<ResultSink> make_mat_sink(const std::string& path, const ResultHeader& header);

/// Types of elements and classes of arrays.
namespace mat {

enum Type : unsigned {
  kInt8 = 1,
  kUint8 = 2,
  kInt16 = 3,
  kUint16 = 4,
  kInt32 = 5,
  kUint32 = 6,
  kSingle = 7,
  kDouble = 9,
  kMatrix = 14,
  kCompressed = 15,
  kUtf8 = 16,
  kUtf16 = 17
};
enum Class : unsigned { kCellClass = 1, kCharClass = 4, kDoubleClass = 6 };

inline constexpr unsigned kHeadLength = 128;  ///< of the file

}  // namespace mat
}  // namespace kinemate
