// The inputs of several programs of one machine, as one caller gives them: arrays of the same name are one.
//
// Programs of one machine have the same states, inputs and parameters, but each has only those values of unspecified
// functions that it uses.
#pragma once

#include <span>
#include <vector>

#include "program/program.h"

namespace kinemate {

/// Arrays with entries, in the order of their first programs, each with the entries of all.
std::vector<Array> share_inputs(std::span<const Program> programs);

/// For each entry of a program's array, its place in the shared one.
std::vector<std::size_t> places_in(const Array& shared, const Array& own);

/// Whether the array is the shared one.
bool is_whole(const Array& shared, std::span<const std::size_t> places);

/// The values of a shared array: those of the first program in the example, and 1 for what others have besides.
std::vector<double> shared_example(const Array& shared, const Program& first, std::span<const double> example);

}  // namespace kinemate
