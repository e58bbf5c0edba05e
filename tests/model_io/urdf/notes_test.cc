// Notes in the order of the file, and counts of what is told once.
#include "model_io/urdf/notes.h"

#include <gtest/gtest.h>

#include "model_io/mistakes.h"

namespace kinemate {
namespace {

TEST(UrdfNotes, ComeInTheOrderOfTheFileWithTheirPlaces) {
  const XmlDocument document("m", "<a>\n  <b/>\u00FC<c/>\n</a>");
  const std::size_t c = document.text().find("c/");
  const std::vector<Error> errors = to_errors(
      document,
      {{c, ErrorCode::kUrdf, "second", "s"}, {1, ErrorCode::kMass, "first", ""}, {c, ErrorCode::kUrdf, "third", ""}});
  ASSERT_EQ(errors.size(), 3u);
  EXPECT_EQ(errors[0].message, "first");
  EXPECT_EQ(errors[1].message, "second");
  EXPECT_EQ(errors[1].hint, "s");
  EXPECT_EQ(errors[2].message, "third");
  for (const std::size_t i : {1u, 2u}) {
    const Place expected = locate("m", document.text(), c);
    EXPECT_EQ(errors[i].place->line, 2);
    EXPECT_EQ(errors[i].place->column, 9);
    EXPECT_EQ(errors[i].place->excerpt, expected.excerpt);
    EXPECT_EQ(errors[i].place->caret, expected.caret);
  }
}

TEST(UrdfNotes, ShowNoControlCharactersAndNoMegabytes) {
  const XmlDocument document("m", "<a/>");
  const std::vector<Error> errors =
      to_errors(document, {{0, ErrorCode::kUrdf, "a\nb", ""}, {0, ErrorCode::kUrdf, std::string(100'000, 'x'), ""}});
  EXPECT_EQ(errors[0].message, "a b");
  EXPECT_LT(errors[1].message.size(), 600u);
}

TEST(UrdfNotes, AreNotWithoutEnd) {
  const XmlDocument document("m", "<a/>");
  const std::vector<Error> errors =
      to_errors(document, std::vector<UrdfNote>(kMostMistakes + 5, {0, ErrorCode::kUrdf, "x", ""}));
  EXPECT_EQ(errors.size(), kMostMistakes + 1);
  EXPECT_EQ(errors.back().message, "there are more than these 10000");
}

TEST(UrdfNotes, WhatIsUnusedIsCounted) {
  UrdfUnused unused;
  for (const std::size_t offset : {5u, 7u, 9u}) unused.harmless.add("<visual>", offset);
  unused.harmless.add("<limit>", 8);
  unused.doubtful.add("<gazebo>", 20, "why");
  unused.doubtful.add("<foo> in <link>", 10);
  unused.doubtful.add("<gazebo>", 30, "other");
  UrdfNotes notes;
  add_unused(unused, notes);
  ASSERT_EQ(notes.remarks.size(), 1u);
  EXPECT_EQ(notes.remarks[0].message, "not used: 3 <visual>, 1 <limit>: they do not change the equations of motion");
  EXPECT_EQ(notes.remarks[0].offset, 5u);
  ASSERT_EQ(notes.doubts.size(), 2u);
  EXPECT_EQ(notes.doubts[0].message, "<gazebo> is not used (2 times)");
  EXPECT_EQ(notes.doubts[0].offset, 20u);
  EXPECT_EQ(notes.doubts[0].hint, "why");
  EXPECT_EQ(notes.doubts[1].message, "<foo> in <link> is not used (once)");
  UrdfNotes none;
  add_unused({}, none);
  EXPECT_TRUE(none.remarks.empty() && none.doubts.empty());
}

TEST(UrdfNotes, TheNearestName) {
  EXPECT_EQ(did_you_mean("inertail", {"visual", "inertial"}), "did you mean inertial?");
  EXPECT_EQ(did_you_mean("wheel", {"visual", "inertial"}), "");
}

}  // namespace
}  // namespace kinemate
