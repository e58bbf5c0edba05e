// Mistakes of models that are made by programs; those of files are tested in tests/model_io.
#include "model/checks/check.h"

#include <gtest/gtest.h>

#include "model/fixture.h"

namespace kinemate {
namespace {

class CheckTest : public ModelTest {
 protected:
  static std::string mistakes_of(const Model& model) {
    std::string text;
    for (const Finding& f : find_mistakes(model))
      text += f.path.section + "/" + f.path.element + "/" + f.path.key + ": " + f.message + "\n";
    return text;
  }
};

TEST_F(CheckTest, GoodModelHasNone) {
  EXPECT_EQ(mistakes_of(joint_machine("type: revolute, axis: x, coordinate: q")), "");
  EXPECT_EQ(mistakes_of(Model{}), "");
}

TEST_F(CheckTest, SeveralAtOnce) {
  Model model = joint_machine("type: revolute, axis: x, coordinate: q");
  model.bodies[1].mass = parse("-1");
  model.bodies[2].inertia = {Expr(1), Expr(1), Expr(3), Expr(0), Expr(0), Expr(0)};
  model.joints[0].axes.clear();
  model.initial.push_back({parse("r"), Expr(1)});
  EXPECT_EQ(mistakes_of(model),
            "joints/j/: a revolute joint has 1 axes, not 0\n"
            "bodies/a/mass: the mass of body a is -1: negative\n"
            "bodies/b/inertia: no body has the inertia given for b: of its principal moments 1, 1, 3 the largest "
            "exceeds the sum of the others\n"
            "initial/r/: r is no coordinate, speed or state of this machine\n");
}

TEST_F(CheckTest, CoordinatesOfNoJointNeedALoad) {
  Model model =
      machine("coordinates: [charge]\nbodies: {a: {mass: 1}}\nloads: {l: {type: kinetic, energy: charge'^2}}");
  EXPECT_EQ(mistakes_of(model), "");
  model.loads.clear();
  const std::string unused = "coordinates/charge/: coordinate charge is used by no joint and by no load\n";
  EXPECT_EQ(mistakes_of(model), unused);
  model.outputs.push_back({"o", Output::Quantity::kFormula, parse("charge"), {}, std::nullopt});
  EXPECT_EQ(mistakes_of(model), unused);
  LoadElement load;
  load.name = "l";
  load.type = LoadType::kTorsion;
  load.stiffness = Expr(1);
  load.coordinate = 0;
  model.loads = {load};
  EXPECT_EQ(mistakes_of(model), "");
  model.coordinates[0].drive = parse("t");
  EXPECT_EQ(mistakes_of(model), "coordinates/charge/: charge is a coordinate of no joint and cannot be driven\n");
}

TEST_F(CheckTest, PotentialsMayHoldInputsAndNoRates) {
  auto with = [](const char* energy) {
    Model model = joint_machine("type: revolute, axis: x, coordinate: q");
    model.inputs = {{"u", "", ""}};
    LoadElement load;
    load.name = "l";
    load.type = LoadType::kPotential;
    load.formula = parse(energy);
    load.states = {{"z", Expr(1)}};
    model.loads = {load};
    return mistakes_of(model);
  };
  const std::string only = "; only parameters, the time t, coordinates and inputs may stand here\n";
  EXPECT_EQ(with("-u*q*sin(t)*k"), "");
  EXPECT_EQ(with("q'"), "loads/l/energy: q' is the rate of a coordinate" + only);
  EXPECT_EQ(with("z*q"), "loads/l/energy: z is a state" + only);
}

TEST_F(CheckTest, InertiaIsJudgedByItsPrincipalMomentsAtTheParametersValues) {
  auto with = [&](const char* inertia, const char* value) {
    return read_model(std::string("parameters: {A: ") + value + "}\nbodies: {b: {mass: 1, inertia: " + inertia + "}}",
                      "m")
        .mistakes.size();
  };
  EXPECT_EQ(with("{xx: A, yy: 1, zz: 1}", "2"), 0u);
  EXPECT_EQ(with("{xx: A, yy: 1, zz: 1}", "2.1"), 1u);
  EXPECT_EQ(with("{xx: A, yy: 1, zz: 1}", ""), 0u);
  EXPECT_EQ(with("{xx: A, yy: 1, zz: 1, unphysical: accepted}", "2.1"), 0u);
  // off the diagonal: 2 ± 1 and 2: 1 + 2 = 3 is a plate, more is none
  EXPECT_EQ(with("{xx: 2, yy: 2, zz: 2, xy: A}", "1"), 0u);
  EXPECT_EQ(with("{xx: 2, yy: 2, zz: 2, xy: A}", "1.1"), 1u);
}

TEST_F(CheckTest, CasesSetWhatIsThere) {
  const auto with = [](const char* settings) {
    const std::string text = std::string(R"(
parameters: {m: 1, l: 2}
bodies: {b: {mass: m, center: [l, 0, 0]}}
joints: {j: {type: revolute, axis: x, from: world, to: b, coordinate: q}}
loads: {f: {type: joint, joint: j, effort: fu(t)}}
cases: {one: {set: )") + settings +
                             "}}\n";
    std::string found;
    for (const Error& mistake : read_model(text, "m").mistakes) found += render(mistake);
    return found;
  };
  EXPECT_EQ(with("{m: 2*l, fu(t): sin(t)}"), "");
  EXPECT_EQ(with("{m: mu*l, mu: 0.5}"), "");  // a name that comes in with another assignment
  EXPECT_EQ(with("{m: 2, mm: 3}"), R"(m:6:27: error: mm = 3: the machine has no parameter, input or function mm [K216]
  | cases: {one: {set: {m: 2, mm: 3}}}
  |                           ^
  hint: did you mean m?
)");
  EXPECT_NE(with("{q: 2}").find("q is a coordinate: it changes while the machine moves"), std::string::npos);
  EXPECT_NE(with("{fu: 2}").find("fu is a function"), std::string::npos);
  EXPECT_NE(with("{m: l, l: m}").find("circle"), std::string::npos);
  EXPECT_NE(with("{m: (}").find("m:6:"), std::string::npos);
  EXPECT_NE(with("{m: 1}, of: frces").find("did you mean forces?"), std::string::npos);
  EXPECT_NE(with("{}, sett: {m: 1}").find("did you mean set?"), std::string::npos);
}

}  // namespace
}  // namespace kinemate
