// Any bytes: the reader answers with mistakes that have places, or with machines that are written and read back, and
// whose specifications can be set.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/error.h"
#include "expr/pool.h"
#include "model_io/deck/deck.h"
#include "model_io/read.h"
#include "model_io/write.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kinemate;
  if (size > 5'000) return 0;
  Pool pool;
  const PoolScope scope(pool);
  const Deck deck = read_deck(std::string(reinterpret_cast<const char*>(data), size), "fuzz");
  for (const auto* list : {&deck.mistakes, &deck.doubts, &deck.remarks}) {
    for (const Error& error : *list) {
      if (!error.place || error.place->line < 1 || error.message.empty()) std::abort();
      render(error);
    }
  }
  if (!deck.mistakes.empty()) return 0;
  for (const DeckSystem& system : deck.systems) {
    const std::string once = write_model(system.model);
    const Reading again = read_model(once, "again");
    if (!again.mistakes.empty() || write_model(again.model) != once) {
      for (const Error& mistake : again.mistakes) fputs(render(mistake).c_str(), stderr);
      fputs(once.c_str(), stderr);
      std::abort();
    }
  }
  return 0;
}
