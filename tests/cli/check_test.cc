#include "cli/command.h"

namespace kinemate {
namespace {

const char* const kCheckPendulum = R"(name: pendulum
parameters: {g: 9.81, m: , l: }
gravity: [0, 0, -g]
bodies:
  rod: {mass: m, center: [0, 0, -l/2]}
joints:
  hinge: {type: revolute, axis: x, from: world, to: rod, coordinate: phi}
)";

TEST(CheckVerb, SaysWhatTheMachineIs) {
  expect("check " + file_with("pendulum.yaml", kCheckPendulum), 0,
         "pendulum: 1 body, 1 joint, 1 coordinate\n"
         "  bodies        rod\n"
         "  joints        hinge: revolute, world -> rod, phi\n"
         "  freedoms      1\n"
         "  parameters    g = 9.81\n"
         "  open          m, l\n"
         "  gravity       [0, 0, -g]\n");
  const Outcome json = run("check --json " + file_with("pendulum.yaml", kCheckPendulum));
  EXPECT_EQ(json.code, 0);
  EXPECT_NE(json.out.find("\"freedoms_of_tree\": 1"), std::string::npos) << json.out;
}

TEST(CheckVerb, ReportsAllMistakesWithTheirPlacesAndExitsWithOne) {
  const std::string path = file_with("wrong.yaml",
                                     "bodies:\n"
                                     "  rod: {mas: 1}\n"
                                     "  bob: {mass: -2}\n"
                                     "joints:\n"
                                     "  hinge: {type: revolut, from: world, to: rod}\n"
                                     "  pin: {type: revolute, axis: x, from: rod, to: bop, coordinate: q}\n");
  const Outcome outcome = run("check " + path);
  EXPECT_EQ(outcome.code, 1);
  for (const char* part : {":2:9: error: ", "did you mean mass?", ":3:15: error: the mass of body bob is -2: negative",
                           ":5:17: error: ", "did you mean revolute?", ":6:49: error: there is no body or frame 'bop'",
                           "did you mean bob?", ": 4 mistakes\n"})
    EXPECT_NE(outcome.out.find(part), std::string::npos) << part << "\n" << outcome.out;
}

TEST(CheckVerb, FilesThatAreNotThere) {
  expect_error("check /nowhere/model.yaml", 4, "cannot be opened");
  expect_error("check /", 4, "cannot be read");
  expect_error("check", 2, "file is required");
}

}  // namespace
}  // namespace kinemate
