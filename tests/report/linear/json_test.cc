#include <nlohmann/json.hpp>

#include "report/linear_fixture.h"

namespace kinemate {
namespace {

class LinearJsonTest : public LinearReportTest {
 protected:
  static nlohmann::json json_of(const Linearisation& linear) { return nlohmann::json::parse(linear_json(linear)); }

  static void expect_matrix(const nlohmann::json& rows, const Eigen::MatrixXd& matrix) {
    ASSERT_EQ(rows.size(), static_cast<std::size_t>(matrix.rows()));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      ASSERT_EQ(rows[i].size(), static_cast<std::size_t>(matrix.cols()));
      for (std::size_t j = 0; j < rows[i].size(); ++j)
        EXPECT_EQ(rows[i][j], matrix(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)));
    }
  }
};

TEST_F(LinearJsonTest, NumbersAreAllThere) {
  const Linearisation linear = linearise_at(example("disc_guided_mass"), {});
  const nlohmann::json json = json_of(linear), &numbers = json["numbers"];
  const LinearSystem& system = *linear.numbers;
  EXPECT_EQ(json["machine"], "disc-guided-mass");
  EXPECT_EQ(json["about"], "equilibrium");
  EXPECT_EQ(numbers["y"], (std::vector<std::string>{"phi", "R"}));
  EXPECT_EQ(numbers["s"], (std::vector<std::string>{"phi'", "R'"}));
  EXPECT_EQ(numbers["reference"]["q"][1], system.reference.q[1]);
  expect_matrix(numbers["M"], system.M);
  expect_matrix(numbers["P"], system.P);
  expect_matrix(numbers["Q"], system.Q);
  expect_matrix(numbers["V"], system.V);
  expect_matrix(numbers["W"], system.W);
  for (const auto& [name, matrix] : {std::pair{"A", &system.A}, {"B", &system.B}, {"C", &system.C}, {"D", &system.D}})
    expect_matrix(numbers["state_space"][name], *matrix);
}

TEST_F(LinearJsonTest, Modes) {
  const Linearisation linear = linearise_at(example("cart_pendulums"), {});
  const nlohmann::json json = json_of(linear);
  ASSERT_EQ(json["modes"].size(), linear.modes->modes.size());
  for (std::size_t i = 0; i < linear.modes->modes.size(); ++i) {
    const Mode& mode = linear.modes->modes[i];
    const nlohmann::json& one = json["modes"][i];
    EXPECT_EQ(one["pole"]["real"], mode.pole.value.real());
    EXPECT_EQ(one["pole"]["imaginary"], mode.pole.value.imag());
    EXPECT_EQ(one["uncertainty"], mode.pole.uncertainty);
    EXPECT_EQ(one["frequency_hz"], mode.frequency);
    EXPECT_EQ(one["damping"], mode.damping);
    EXPECT_EQ(one["shape_of"], i == 0 ? "s" : "y");  // the first is a drift
    ASSERT_EQ(one["shape"].size(), 3u);
    EXPECT_EQ(one["shape"][2]["imaginary"], mode.shape[2].imag());
  }
  EXPECT_EQ(json["free"], (std::vector<std::string>{"x"}));
  EXPECT_EQ(json["stability"]["verdict"], "stable");
  EXPECT_EQ(json["stability"]["reason"], "definite potential");
  EXPECT_EQ(json["stability"]["growing"], 0);
  EXPECT_EQ(json["stability"]["sentence"], stability_sentence(*linear.numbers, *linear.modes));
  const nlohmann::json fallen = json_of(linearise_at(example("cart_pendulums"), {"phi1 = pi"}));
  EXPECT_EQ(fallen["stability"]["verdict"], "unstable");
  EXPECT_EQ(fallen["stability"]["reason"], "divergence");
  EXPECT_EQ(fallen["stability"]["growing"], 2);
}

// Formulas are read back to what they were.
TEST_F(LinearJsonTest, FormulasAreReadBack) {
  LinearisationRequest request;
  request.state_space = true;
  const Linearisation linear = linearised(kBeadOnHoop, {}, request);
  const nlohmann::json json = json_of(linear), &formulas = json["formulas"];
  const auto expect_formulas = [](const nlohmann::json& rows, const FormulaMatrix& matrix) {
    ASSERT_EQ(rows.size(), matrix.rows);
    for (std::size_t i = 0; i < matrix.rows; ++i)
      for (std::size_t j = 0; j < matrix.columns; ++j) EXPECT_EQ(parse(rows[i][j].get<std::string>()), matrix.at(i, j));
  };
  expect_formulas(formulas["M"], linear.formulas->M);
  expect_formulas(formulas["Q"], linear.formulas->Q);
  expect_formulas(formulas["K"], linear.formulas->K);
  expect_formulas(formulas["state_space"]["A"], linear.formulas->A);
  expect_formulas(formulas["state_space"]["C"], linear.formulas->C);
  EXPECT_EQ(parse(formulas["reference"]["theta"].get<std::string>()).real(), linear.numbers->reference.q[0]);
  EXPECT_FALSE(json_of(linearised(kBeadOnHoop))["formulas"].contains("state_space"));
}

TEST_F(LinearJsonTest, ExcitationAndForcesThatRemain) {
  const nlohmann::json json = json_of(linearise_at(example("disc_guided_mass"), {}));
  EXPECT_EQ(parse(json["formulas"]["h"][0].get<std::string>()),
            parse("-Phi0*(Omega*dw*sin(Omega*t) - kw*cos(Omega*t))"));
  EXPECT_EQ(json["formulas"]["r"], (std::vector<std::string>{"0", "0"}));
}

TEST_F(LinearJsonTest, PolesOverAParameter) {
  LinearisationRequest request;
  request.formulas = false;
  request.vary = read_variation("k = [200, 100, 20]");
  const Linearisation linear = linearise_at(example("disc_guided_mass"), {}, request);
  const nlohmann::json json = json_of(linear), &locus = json["locus"];
  EXPECT_FALSE(json.contains("formulas"));
  EXPECT_EQ(locus["parameter"], "k");
  ASSERT_EQ(locus["points"].size(), 3u);
  EXPECT_EQ(locus["points"][1]["value"], 100);
  EXPECT_EQ(locus["points"][0]["growing"], 0);
  EXPECT_EQ(locus["points"][2]["growing"], 1);
  EXPECT_EQ(locus["points"][0]["poles"].size(), 4u);  // both of each pair
  EXPECT_EQ(locus["points"][0]["q"][1], linear.locus->points[0].reference->q[1]);
  ASSERT_EQ(locus["boundaries"].size(), 1u);
  EXPECT_EQ(locus["boundaries"][0]["loses"], true);
  EXPECT_EQ(locus["boundaries"][0]["value"], linear.locus->boundaries[0].value);
}

TEST_F(LinearJsonTest, APointWithoutEquilibriumHasItsReason) {
  Linearisation linear = linearised(kTwoArms);
  linear.locus = MachineLocus{"c", {{.value = 2, .reference = {}, .analysis = {}, .reason = "none there"}}, {}, {}};
  const nlohmann::json point = json_of(linear)["locus"]["points"][0];
  EXPECT_EQ(point["equilibrium"], false);
  EXPECT_EQ(point["reason"], "none there");
  EXPECT_FALSE(point.contains("poles"));
}

TEST_F(LinearJsonTest, ResponseWithoutInfinities) {
  LinearisationRequest request;
  request.response = true;
  request.inputs = {"x"};
  request.frequencies = read_variation("f = [0, 1, 2]");
  const Linearisation linear = linearise_at(example("cart_pendulums"), {}, request);
  const nlohmann::json json = json_of(linear), &response = json["response"];
  EXPECT_EQ(response["frequencies_hz"], (std::vector<double>{0, 1, 2}));
  ASSERT_EQ(response["channels"].size(), 3u);
  const nlohmann::json& x = response["channels"][0];
  EXPECT_EQ(x["input"], "effort on x'");
  EXPECT_EQ(x["output"], "x");
  EXPECT_TRUE(x["real"][0].is_null());  // a cart that is pushed steadily
  EXPECT_EQ(x["real"][1], linear.response->channels[0].values[1].real());
  EXPECT_EQ(x["imaginary"][2], linear.response->channels[0].values[2].imag());
}

TEST_F(LinearJsonTest, NotesAndWhatIsNotThere) {
  const nlohmann::json json = json_of(linearised(kCardanPendulum));
  EXPECT_FALSE(json.contains("numbers"));
  EXPECT_FALSE(json.contains("modes"));
  ASSERT_EQ(json["notes"].size(), 1u);
  EXPECT_TRUE(contains(json["notes"][0].get<std::string>(), "no numbers"));
  const nlohmann::json bolted = json_of(linearised(kBolted));
  EXPECT_TRUE(bolted["modes"].empty());
  EXPECT_EQ(bolted["stability"]["sentence"], "nothing moves");
  EXPECT_FALSE(bolted.contains("notes"));
}

}  // namespace
}  // namespace kinemate
