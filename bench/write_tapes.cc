// Writes the formulas on which Kinemate and its peers are compared: write_tapes FOLDER. They are so small because
// GiNaC and SymPy have to finish.
#include <fstream>
#include <iostream>

#include "bench/tapes.h"

int main(int argc, char** argv) {
  using namespace kinemate;
  if (argc != 2) {
    std::cerr << "usage: write_tapes FOLDER\n";
    return 2;
  }
  const std::pair<std::string, Tape> tapes[] = {
      {"tree", make_random_tape({.operations = 1000, .symbols = 100, .width = 100, .shared_percent = 0})},
      {"shared", make_random_tape({.operations = 1000, .symbols = 100, .width = 60, .shared_percent = 40})},
      {"chain", make_chain_tape(8)},
  };
  for (const auto& [name, tape] : tapes) {
    std::ofstream out(std::string(argv[1]) + '/' + name + ".tape");
    if (!(out << to_text(tape)).flush()) {
      std::cerr << "write_tapes: " << argv[1] << '/' << name << ".tape cannot be written\n";
      return 4;
    }
  }
  return 0;
}
