// The JSON Schema judges as the reader does, in the eyes of an independent validator.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "model_io/shape.h"

namespace kinemate {
namespace {

TEST(Schema, IsJsonWithDescriptions) {
  const auto schema = nlohmann::json::parse(json_schema());
  EXPECT_EQ(schema["required"], std::vector<std::string>{"bodies"});
  EXPECT_TRUE(schema["$defs"].contains("rotation"));
  EXPECT_FALSE(schema["properties"]["gravity"]["description"].get<std::string>().empty());
}

TEST(Schema, AcceptsExamplesAndRejectsWrongStructure) {
  const std::string path = testing::TempDir() + "kinemate_schema.json";
  std::ofstream(path) << json_schema();
  const int status = std::system(
      ("/usr/bin/python3 " KINEMATE_SOURCE "/tests/model_io/validate.py " + path + " " KINEMATE_SOURCE).c_str());
  if (status == 77 << 8) GTEST_SKIP() << "python3-jsonschema or python3-yaml is not there";
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace kinemate
