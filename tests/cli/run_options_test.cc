#include "cli/options/run_options.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "expr/pool.h"
#include "model_io/machine_file.h"

namespace kinemate {
namespace {

TEST(RunOptionsOfVerbs, AreReadAsTheyAreWritten) {
  Pool pool;
  const PoolScope scope(pool);
  CLI::App app;
  RunOptionsOfVerb options;
  add_run_options(app, options);
  app.parse(
      "--to 3 --method rk4 --step 0.01 --at \"phi1 = pi\" --atol-of \"x = 1e-3\" --record energies,accelerations");
  const Model model = read_machine_file(KINEMATE_SOURCE "/examples/cart_pendulums/model.yaml").model;
  const SimulationRequest request = make_run_request(model, options);
  EXPECT_EQ(request.end, 3);
  EXPECT_EQ(request.method, IntegrationMethod::kRk4);
  EXPECT_EQ(request.initial.size(), 1u);
  EXPECT_EQ(request.atol_of[0].second, 1e-3);
  EXPECT_TRUE(request.record.energies && request.record.accelerations);
  options.tolerances = {"x = -1"};
  EXPECT_THROW(make_run_request(model, options), Error);
}

TEST(HashOf, IsAnotherForAnotherText) {
  EXPECT_EQ(hash_of("a").size(), 16u);
  EXPECT_NE(hash_of("a"), hash_of("b"));
  EXPECT_EQ(hash_of(""), "cbf29ce484222325");
}

}  // namespace
}  // namespace kinemate
