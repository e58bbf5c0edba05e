// Writes the formulas on which Kinemate and its peers are compared: write_tapes FOLDER. They are so small because
// GiNaC and SymPy have to finish. Each kind gets a folder of its own.
#include <filesystem>
#include <fstream>
#include <iostream>

#include "bench/formulas/tapes.h"

int main(int argc, char** argv) {
  using namespace kinemate;
  if (argc != 2) {
    std::cerr << "usage: write_tapes FOLDER\n";
    return 2;
  }
  const std::pair<std::string, Tape> tapes[] = {
      {"gradients/tree", make_random_tape({.operations = 1000, .symbols = 100, .width = 100, .shared_percent = 0})},
      {"gradients/shared", make_random_tape({.operations = 1000, .symbols = 100, .width = 60, .shared_percent = 40})},
      {"gradients/chain", make_chain_tape(8)},
      {"expansions/8", make_expand_tape(8)},
      {"expansions/14", make_expand_tape(14)},
  };
  for (const auto& [name, tape] : tapes) {
    const std::filesystem::path path = std::filesystem::path(argv[1]) / (name + ".tape");
    std::error_code unused;  // a folder that cannot be made shows when the file is written
    std::filesystem::create_directories(path.parent_path(), unused);
    std::ofstream out(path);
    if (!(out << to_text(tape)).flush()) {
      std::cerr << "write_tapes: " << path.string() << " cannot be written\n";
      return 4;
    }
  }
  return 0;
}
