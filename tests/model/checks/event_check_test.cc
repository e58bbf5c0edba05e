// Events that cannot be followed, each by its place and message; and those that can.
#include "model/checks/event_check.h"

#include <gtest/gtest.h>

#include "model/fixture.h"

namespace kinemate {
namespace {

class EventCheckTest : public ModelTest {
 protected:
  // A ball above the floor beside a driven table; `events` is the inside of `when`.
  static Reading with_events(const std::string& events) {
    return read_model(R"(
parameters: {k: 100, F0: 1, r: 0.1, k2: 2*k}
inputs: [u]
bodies: {ball: {mass: 1}, table: {mass: 1}}
joints:
  fall: {type: prismatic, axis: z, from: world, to: ball, coordinate: z}
  lift: {type: prismatic, axis: z, from: world, to: table, coordinate: y, drive: sin(t)}
loads: {spring: {type: joint, joint: fall, effort: -k2*z + F0*u + s + w, states: {s: -s}}}
when: {)" + events + "}\n",
                      "m");
  }

  // The message of the one mistake; empty: there is none.
  static std::string mistake_in(const std::string& events) {
    const Reading reading = with_events(events);
    if (reading.mistakes.size() > 1) ADD_FAILURE() << events << ": " << reading.mistakes.size() << " mistakes";
    return reading.mistakes.empty() ? "" : reading.mistakes.front().message;
  }

  // The text from the place of the first mistake on.
  static std::string text_at_mistake(const std::string& events) {
    const Place place = *with_events(events).mistakes.at(0).place;
    EXPECT_EQ(place.line, 9);
    return events.substr(static_cast<std::size_t>(place.column) - sizeof("when: {"));
  }
};

TEST_F(EventCheckTest, RightOnesAreRead) {
  for (const char* events :
       {"a: {condition: z - r, direction: falling, impact: 0.8}",
        "a: {condition: z - y, direction: rising, contact: 0}", "a: {at: 2, set: {k: 200, F0: F0/2}}",
        "a: {at: [r, 1, 2], stop: true}",
        "'any text: even this': {condition: z' + u + s - t, stop: true, set: {w: z'}}",
        "a: {condition: z - r + 0*t, direction: falling, contact: 1 - abs(z')/9, set: {k: k*k2}, stop: true}"})
    EXPECT_EQ(mistake_in(events), "") << events;
}

TEST_F(EventCheckTest, WrongOnesAreRefused) {
  const std::pair<const char*, const char*> cases[] = {
      {"a: {stop: true}", "event a has neither condition nor at: when does it happen?"},
      {"a: {condition: z, at: 2, stop: true}", "event a has a condition and times"},
      {"a: {condition: z, stop: false}", "event a does nothing"},
      {"a: {at: 1, direction: rising, stop: true}", "event a happens at given times: direction is of a condition"},
      {"a: {condition: z > r, stop: true}",
       "a condition is no comparison: the event is where a formula passes through 0"},
      {"a: {at: [1, 2, 2], stop: true}", "the times of event a do not increase: 2 follows 2"},
      {"a: {at: [3, w, r], stop: true}", "the times of event a do not increase: 0.1 follows 3"},
      {"a: {at: z, stop: true}",
       "z is a coordinate; only parameters may stand here: it does not change while the machine moves"},
      {"a: {condition: z, direction: rising, impact: 0.5, contact: 0.5}",
       "event a has impact and contact: one of them is enough"},
      {"a: {condition: z, direction: rising, impact: 3/2}", "the restitution of event a is 1.5, not from 0 to 1"},
      {"a: {condition: z, direction: rising, contact: -r}", "the restitution of event a is -0.1, not from 0 to 1"},
      {"a: {at: 1, impact: 0.5}", "impact needs a condition: what must not be passed?"},
      {"a: {condition: z, impact: 0.5}", "impact of event a needs a direction: which way is barred?"},
      {"a: {condition: z, direction: both, contact: 0}", "contact of event a needs a direction: which way is barred?"},
      {"a: {condition: y - r, direction: rising, impact: 0.5}",
       "the condition of event a holds no coordinate that could be thrown back"},
      {"a: {condition: z + z', direction: rising, impact: 0.5}",
       "z' is the rate of a coordinate; only parameters, the time t and coordinates may stand here"},
      {"a: {condition: z + u, direction: rising, impact: 0.5}",
       "u is an input; only parameters, the time t and coordinates may stand here"},
      {"a: {condition: z'', stop: true}", "z'' is the acceleration of a coordinate; accelerations may not stand here"},
      {"a: {at: 1, set: {kk: 1}}", "kk is no parameter of this machine"},
      {"a: {at: 1, set: {z: 1}}", "z is a coordinate; events set parameters"},
      {"a: {at: 1, set: {u: 1}}", "u is an input; events set parameters"},
      {"a: {at: 1, set: {k: z''}}", "z'' is the acceleration of a coordinate; accelerations may not stand here"},
  };
  for (const auto& [events, expected] : cases) EXPECT_EQ(mistake_in(events), expected) << events;
}

TEST_F(EventCheckTest, PlacesAreThoseOfTheWrongKeys) {
  EXPECT_EQ(text_at_mistake("a: {at: 1, set: {F0: 1, kk: 1}}"), "kk: 1}}");
  EXPECT_EQ(text_at_mistake("a: {condition: z, direction: both, contact: 0}"), "both, contact: 0}");
  EXPECT_EQ(text_at_mistake("a: {condition: z, contact: 0}"), "a: {condition: z, contact: 0}");
  EXPECT_EQ(text_at_mistake("a: {condition: z, direction: rising, impact: 7}"), "7}");
  EXPECT_EQ(text_at_mistake("a: {condition: z + u, direction: rising, impact: 1}"), "u, direction: rising, impact: 1}");
}

TEST_F(EventCheckTest, HintsSayWhatIsLikelyMeant) {
  auto hint = [](const std::string& events) { return with_events(events).mistakes.at(0).hint; };
  EXPECT_EQ(hint("a: {condition: z > r, stop: true}"), "write z - r, with direction: rising");
  EXPECT_EQ(hint("a: {condition: z <= r, stop: true}"), "write r - z, with direction: rising");
  EXPECT_EQ(hint("a: {condition: z == r, stop: true}"), "write r - z");
  EXPECT_EQ(hint("a: {at: 1, set: {F: 1}}"), "did you mean F0?");
  EXPECT_EQ(hint("a: {condition: z, direction: falling, imact: 1}"), "did you mean impact?");
}

TEST_F(EventCheckTest, NamesAreUniqueAndNothingIsSetTwice) {
  Model model = with_events("a: {at: 1, set: {k: 1}}").model;
  model.events[0].set.emplace_back("k", Expr(2));
  model.events.push_back({"a", std::nullopt, Event::Direction::kBoth, {Expr(1)}, true});
  const std::vector<Finding> found = find_mistakes(model);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].message, "k is set twice");
  EXPECT_EQ(found[1].message, "a is already the name of another event");
}

TEST_F(EventCheckTest, ConditionsThatNeverChangeAreNoted) {
  const auto notes = [](const std::string& events) {
    std::size_t count = 0;
    for (const Error& remark : with_events(events).remarks)
      count += remark.message.find("cannot happen") != std::string::npos ? 1u : 0u;
    return count;
  };
  EXPECT_EQ(notes("a: {condition: zz - r, stop: true}"), 1u);
  EXPECT_EQ(notes("a: {condition: z - r, stop: true}"), 0u);
  EXPECT_EQ(notes("a: {condition: f(t), stop: true}"), 0u);
  EXPECT_EQ(notes("a: {condition: k - 150, stop: true}, b: {at: 1, set: {k: 200}}"), 0u);
}

}  // namespace
}  // namespace kinemate
