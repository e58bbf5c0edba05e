// Machines with many loops, as texts of model files.
#pragma once

#include <string>

namespace kinemate {

/// Uprights on a floor, one on top of the other, and rails between neighbours at every height, all on hinges about z:
/// 26 uprights of 20 floors have 1,020 bodies and 500 loops. Every floor leans by itself: one freedom each.
std::string make_trellis_model(int uprights, int floors);

/// A sheet of plates held by one corner; neighbours in a column are joined, those in a row in every second row and the
/// first: 40 columns of 26 rows have 1,040 bodies and 507 loops. `joint` is the type of all joints with its axes; it
/// has so many coordinates.
std::string make_sheet_model(int columns, int rows, const std::string& joint, int coordinates);

}  // namespace kinemate
