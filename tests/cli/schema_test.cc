#include "cli/command.h"

#include <nlohmann/json.hpp>

namespace kinemate {
namespace {

TEST(SchemaVerb, PrintsJson) {
  const Outcome outcome = run("schema");
  EXPECT_EQ(outcome.code, 0);
  const auto schema = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(schema["additionalProperties"], false);
  EXPECT_TRUE(schema["properties"].contains("joints"));
}

}  // namespace
}  // namespace kinemate
