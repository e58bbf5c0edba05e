// Modelica texts down to the parts of their last model.
#pragma once

#include "model_io/flat_fixture.h"
#include "model_io/modelica/instances.h"

namespace kinemate {

class ModelicaPartsTest : public FlatTest {
 protected:
  ModelicaInstances parts(const std::string& text) {
    notes_.clear();
    classes_ = read_modelica_classes(text, notes_);
    EXPECT_TRUE(notes_.empty()) << notes_text();
    ModelicaNotes once(notes_);
    return make_modelica_instances(classes_, classes_.back(), once);
  }

  // Each in a line: "!offset message | hint".
  std::string notes_text() const {
    std::string text;
    for (const TextNote& note : notes_)
      text += fmt::format("!{} {}{}{}\n", note.offset, note.message, note.hint.empty() ? "" : " | ", note.hint);
    return text;
  }

  std::vector<TextNote> notes_;
  std::vector<ModelicaClass> classes_;  // instances refer to them
};

}  // namespace kinemate
