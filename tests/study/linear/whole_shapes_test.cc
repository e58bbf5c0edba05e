#include "study/linear/whole_shapes.h"

#include "loops/loop_machines.h"
#include "model/specialise.h"
#include "study/derivation.h"
#include "study/linear/linear_reference.h"
#include "study/loops/fixture.h"

namespace kinemate {
namespace {

class WholeShapesTest : public StudyTest {};

// Changes of dependent coordinates are to those of independent ones as their speeds are.
TEST_F(WholeShapesTest, DependentCoordinatesMoveAsTheirSpeeds) {
  for (const char* name : {"four_bar", "slider_crank", "andrews_squeezer", "four_bar_chain"}) {
    SCOPED_TRACE(name);
    const Model model = specialise(example_machine(name), {{}, std::vector<std::string>{}});
    const VariedMachine machine(model, {}, keep_quiet);
    ReferenceRequest about;
    about.about = ReferenceRequest::About::kState;
    const LinearSystem system = linearise(machine, find_reference(machine, model, about));
    const Kinematics kinematics = compute_closed_kinematics(model);
    ASSERT_EQ(kinematics.speeds.size(), 1u);
    const std::vector<Given> moving = {{kinematics.speeds[0], Expr(1)}};
    const State state = make_state(model, kinematics, moving);
    std::vector<std::complex<double>> shape;
    for (const std::string& q : system.coordinates) shape.emplace_back(0, 2 * state.values.at(make_symbol(q, 1)));
    const WholeShapes whole = complete_shapes(model, system, {shape});
    std::size_t next = 0;
    for (const Coordinate& coordinate : model.coordinates) {
      if (coordinate.drive) continue;
      const auto rate = state.values.find(make_symbol(coordinate.name, 1));
      if (rate != state.values.end()) {
        EXPECT_NEAR(whole.shapes[0][next].imag(), 2 * rate->second, 1e-8) << coordinate.name;
        EXPECT_NEAR(whole.reference[next], state.values.at(make_symbol(coordinate.name)), 1e-8) << coordinate.name;
      }
      ++next;
    }
    EXPECT_EQ(whole.reference.size(), next);
  }
}

}  // namespace
}  // namespace kinemate
