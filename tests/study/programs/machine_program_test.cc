#include "study/programs/machine_program.h"
#include "dense.h"

#include <Eigen/LU>
#include <map>

#include "base/error.h"
#include "expr/text/print.h"
#include "formalism/fixture.h"
#include "formalism/methods/joint_loads.h"
#include "formalism/methods/kane.h"
#include "model/formulas.h"
#include "model_io/machine_file.h"
#include "program/interpret.h"
#include "program/routine.h"

namespace kinemate {
namespace {

class MachineProgramTest : public ModelTest {};

Program program_of(const Model& model, Purpose purpose, std::vector<std::string> parameters = {}) {
  return make_machine_program(model, {.purpose = purpose, .parameters = std::move(parameters)},
                              [](const std::string&) {});
}

const char* const kSprungPendulum = R"(name: pendulum
parameters: {g: 9.81, m: 2, l: 0.5, k: }
inputs: {u: }
gravity: [0, 0, -g]
bodies: {rod: {mass: m, center: [0, 0, -l]}}
joints: {hinge: {type: revolute, axis: y, from: world, to: rod, coordinate: phi}}
loads:
  spring: {type: torsion, joint: hinge, stiffness: k}
  drive: {type: joint, joint: hinge, effort: u + w(t)}
)";

std::vector<std::string> names(const std::vector<Array>& arrays) {
  std::vector<std::string> names;
  for (const Array& array : arrays)
    for (const Entry& entry : array.entries) names.push_back(array.name + ":" + entry.name);
  return names;
}

TEST_F(MachineProgramTest, NamesItsInputsAndOutputs) {
  const Program program = program_of(machine(kSprungPendulum), Purpose::kForward, {"g", "k", "l", "m"});
  EXPECT_EQ(names(program.inputs),
            (std::vector<std::string>{"t:t", "q:phi", "s:phi'", "u:u", "w:w(t)", "p:g", "p:k", "p:l", "p:m"}));
  EXPECT_EQ(names(program.outputs), (std::vector<std::string>{"a:phi''"}));
  EXPECT_EQ(program.inputs[1].entries[0].meaning, "coordinate of joint hinge");
  EXPECT_EQ(program.name, "forward");
  EXPECT_EQ(program.machine, "pendulum");
}

TEST_F(MachineProgramTest, PendulumByHand) {
  const Program program = program_of(machine(kSprungPendulum), Purpose::kForward, {"g", "k", "l", "m"});
  const double g = 9.81, k = 3, l = 0.5, m = 2, phi = 0.3, u = 0.7, w = -0.2;
  const std::vector<double> inputs = {0, phi, 1, u, w, g, k, l, m};
  EXPECT_NEAR(run_once(Routine(program, 1, interpret), inputs)[0],
              (u + w - k * phi - m * g * l * std::sin(phi)) / (m * l * l), 1e-13);
}

TEST_F(MachineProgramTest, ListsParametersWithoutAValue) {
  const Model model = machine(kSprungPendulum);
  EXPECT_EQ(message_of([&] { program_of(model, Purpose::kForward, {"g"}); }), "parameter without a value: k");
}

TEST_F(MachineProgramTest, ClosesLoops) {
  const Program program =
      program_of(read_machine_file(KINEMATE_SOURCE "/examples/four_bar/model.yaml").model, Purpose::kForward);
  for (const Array& array : program.inputs)
    EXPECT_TRUE((array.name != "q" && array.name != "s") || array.entries.size() == 1) << array.name;
}

TEST_F(MachineProgramTest, RefusesMachinesWithoutInertia) {
  const Model massless = machine(R"(name: ghost
bodies: {rod: {mass: 0}}
joints: {hinge: {type: revolute, axis: y, from: world, to: rod, coordinate: phi}}
)");
  EXPECT_NE(message_of([&] { program_of(massless, Purpose::kForward); }).find("phi"), std::string::npos);
  EXPECT_NO_THROW(program_of(massless, Purpose::kMass));
}

// A state as the inputs of a program have it, from values by name.
std::vector<double> inputs_for(const Program& program, const Values& values) {
  std::unordered_map<std::string, double> by_name;
  for (const auto& [symbol, value] : values) by_name[to_text(symbol)] = value;
  std::vector<double> inputs;
  for (const Array& array : program.inputs)
    for (const Entry& entry : array.entries) inputs.push_back(by_name.at(entry.name));
  return inputs;
}

// Random trees with every joint and load: forward, inverse, mass, equations, ode against Kane's equations in numbers,
// and the Jacobian against differences of the ode.
TEST_F(MachineProgramTest, AgreesWithTheEquations) {
  std::mt19937_64 random(21);
  int compared = 0;
  for (int round = 0; round < random_cases(40); ++round) {
    Model model = random_massive_machine(random, 3);
    const Kinematics kinematics = compute_kinematics(model);
    Values values = random_state(model, kinematics, random);
    const NumericEquations n = numbers(derive_by_kane(model, kinematics), values);
    if (n.bias.size() == 0 || dense::rcond(n.mass) < 1e-6) continue;
    ++compared;
    std::vector<std::string> parameters;
    for (const Parameter& parameter : model.parameters) parameters.push_back(parameter.name);
    for (const std::string& name : undeclared_parameters(model)) parameters.push_back(name);
    const std::vector<Expr> accelerations = accelerations_of(kinematics.speeds);
    const Eigen::VectorXd a = dense::solve(n.mass, n.forces - n.bias);
    for (std::size_t i = 0; i < accelerations.size(); ++i) values[accelerations[i]] = a[static_cast<Eigen::Index>(i)];
    std::map<Purpose, Program> programs;
    auto run = [&](Purpose purpose, const Values& at) {
      if (!programs.contains(purpose)) programs[purpose] = program_of(model, purpose, parameters);
      const Program& program = programs[purpose];
      Values all = at;  // unspecified functions of the machine as the sample functions have them
      for (const Array& array : program.inputs)
        if (array.name == "w")
          for (const Entry& entry : array.entries) {
            const Expr call = parse(entry.name);
            all[call] = evaluate(with_sample_functions(std::vector{call}), at)[0];
          }
      return run_once(Routine(program, 1, interpret), inputs_for(program, all));
    };
    SCOPED_TRACE(round);
    const double size = 1 + largest(a);
    const std::vector<double> forward = run(Purpose::kForward, values);
    for (Eigen::Index i = 0; i < a.size(); ++i) EXPECT_NEAR(forward[static_cast<std::size_t>(i)], a[i], 1e-8 * size);
    for (double effort : run(Purpose::kInverse, values)) EXPECT_NEAR(effort, 0, 1e-9 * (1 + largest(n.forces)));
    const std::vector<double> mass = run(Purpose::kMass, values);
    for (Eigen::Index i = 0; i < a.size(); ++i)
      for (Eigen::Index j = 0; j < a.size(); ++j)
        EXPECT_NEAR(mass[static_cast<std::size_t>(i * a.size() + j)], n.mass(i, j), 1e-12 * (1 + largest(n.mass)));
    const std::vector<double> equations = run(Purpose::kEquations, values);
    EXPECT_EQ(equations.size(), static_cast<std::size_t>(a.size() * (a.size() + 1) / 2 + 2 * a.size()));
    EXPECT_NEAR(equations.back(), n.forces[a.size() - 1], 1e-12 * (1 + largest(n.forces)));

    const Program ode = program_of(model, Purpose::kOde, parameters);
    const std::vector<double> jacobian = run(Purpose::kJacobian, values);
    const std::vector<Entry>& x = ode.inputs[1].entries;
    double largest_entry = 1;
    for (double entry : jacobian) largest_entry = std::max(largest_entry, std::abs(entry));
    for (std::size_t j = 0; j < x.size(); ++j) {
      const double h = 1e-5;
      Values up = values, down = values;
      up[parse(x[j].name)] += h, down[parse(x[j].name)] -= h;
      const std::vector<double> above = run(Purpose::kOde, up), below = run(Purpose::kOde, down);
      for (std::size_t i = 0; i < x.size(); ++i)
        EXPECT_NEAR(jacobian[i * x.size() + j], (above[i] - below[i]) / (2 * h), 2e-5 * largest_entry)
            << "d" << x[i].name << " by " << x[j].name;
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(compared, random_cases(40) / 3);
}

TEST_F(MachineProgramTest, ExampleInputsAreTheInitialState) {
  const Model model = machine(std::string(kSprungPendulum) + "initial: {phi: 0.25}\n");
  const Program program = program_of(model, Purpose::kForward, {"g", "k", "l", "m"});
  EXPECT_EQ(example_inputs(model, program), (std::vector<double>{0, 0.25, 0, 0, 1, 9.81, 1, 0.5, 2}));
}

TEST_F(MachineProgramTest, BaseParametersAreInputsWithTheirValues) {
  const Model model = machine(kSprungPendulum);
  ProgramRequest request{.purpose = Purpose::kForward,
                         .algorithm = {Algorithm::Kind::kRecursion},
                         .parameters = {"g", "k"},
                         .base = BaseInputs::kNonzero};
  ProgramSource source = prepare_for_program(model, request, [](const std::string&) {});
  derive_for_program(source, request, [](const std::string&) {});
  const Program program = make_machine_program(source, request, formulas_for_program(source, request));
  EXPECT_EQ(names(program.inputs), (std::vector<std::string>{"t:t", "q:phi", "s:phi'", "u:u", "w:w(t)", "p:g", "p:k",
                                                             "b:rod_cx", "b:rod_Izz"}));
  const std::vector<double> example = example_inputs(model, program, source.base);
  EXPECT_EQ(std::abs(example[7]), 1);  // m*l; the axes across the hinge are the link's own
  EXPECT_EQ(example[8], 0.5);          // m*l^2
}

}  // namespace
}  // namespace kinemate
