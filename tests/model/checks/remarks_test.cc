#include "model/checks/remarks.h"

#include <gtest/gtest.h>

#include "model/fixture.h"

namespace kinemate {
namespace {

class RemarksTest : public ModelTest {};

TEST_F(RemarksTest, SpeakOfNamesAndLooseBodies) {
  const Reading reading = read_model(R"(
parameters: {length: 1, spare: 2}
bodies: {b: {mass: lenght}, lost: {mass: m}}
joints: {j: {type: revolute, axis: x, from: world, to: b, coordinate: q}}
)",
                                     "m");
  ASSERT_TRUE(reading.mistakes.empty());
  std::string text;
  for (const Error& remark : reading.remarks) text += remark.message + " | " + remark.hint + "\n";
  EXPECT_EQ(text,
            "lenght is declared nowhere and taken as an open parameter | did you mean length?\n"
            "not declared, taken as open parameters: m | \n"
            "parameter length is used nowhere | \n"
            "parameter spare is used nowhere | \n"
            "no joint connects body lost to the world: taken to move freely, by the joint lost_free | \n");
}

TEST_F(RemarksTest, ManyNamesAreCounted) {
  std::string sum = "n0";
  for (int i = 1; i < 50; ++i) sum += "+n" + std::to_string(i);
  const std::vector<Finding> remarks = find_remarks(machine("bodies: {b: {mass: " + sum + "}}"));
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_EQ(remarks[0].message.substr(remarks[0].message.size() - 12), " and 10 more");
}

}  // namespace
}  // namespace kinemate
