// Writes the model file of a chain to standard output: write_chain BODIES.
#include <charconv>
#include <iostream>
#include <string_view>

#include "bench/models/chain_model.h"

int main(int argc, char** argv) {
  std::size_t bodies = 0;
  const std::string_view text = argc == 2 ? argv[1] : "";
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), bodies);
  if (failure != std::errc{} || end != text.data() + text.size() || bodies == 0) {
    std::cerr << "usage: write_chain BODIES\n";
    return 2;
  }
  return (std::cout << kinemate::make_chain_model(bodies)).flush() ? 0 : 4;
}
