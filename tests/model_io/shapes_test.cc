// The table of what files may hold, against the types that the model knows.
#include <gtest/gtest.h>

#include <set>

#include "model/joints/joint.h"
#include "model_io/shape.h"

namespace kinemate {
namespace {

const Shape& shape_at(std::string_view key) {
  for (const Field& field : model_shape().fields)
    if (field.key == key) return *field.shape->parts[0];
  ADD_FAILURE() << key;
  return model_shape();
}

TEST(Shapes, EveryJointTypeHasItsFields) {
  std::set<std::string_view> known, described;
  for (const JointKind& kind : joint_kinds()) known.insert(kind.name);
  for (const TypedFields& typed : shape_at("joints").types) described.insert(typed.type);
  EXPECT_EQ(known, described);
}

TEST(Shapes, LoadsAndConstraints) {
  EXPECT_EQ(shape_at("loads").types.size(), static_cast<std::size_t>(LoadType::kBushing) + 1);
  EXPECT_EQ(shape_at("constraints").types.size(), static_cast<std::size_t>(ConstraintType::kSkate) + 1);
}

TEST(Shapes, EveryFieldSaysWhatItIs) {
  for (const Field& field : model_shape().fields) EXPECT_FALSE(field.remark.empty()) << field.key;
}

}  // namespace
}  // namespace kinemate
