// How long every algorithm takes on a machine: all of them on the same state, beside the engine and compiled programs.
#pragma once

#include "model/model.h"
#include "study/derivation.h"

namespace kinemate {

struct AlgorithmTime {
  std::string name;       ///< of the algorithm, as count --algorithm has it, or engine, program, program of 8
  std::string title;      ///< for people
  double seconds = 0;     ///< of one state
  double operations = 0;  ///< of a program; 0: it is none
  double difference = 0;  ///< of its accelerations from those of the first, relative to the largest or to 1
  std::string note;       ///< what was special; why there is no time, where there is none
};

/// Algorithms on numbers solve the system of a state whose poses are known; engine and programs start from coordinates.
/// At the initial state. Throws Error for machines that are no trees, have open parameters or an obstacle.
std::vector<AlgorithmTime> time_algorithms(const Model& model, const Progress& progress);

}  // namespace kinemate
