#include <nlohmann/json.hpp>

#include "expr/text/parse.h"
#include "report/derivation_fixture.h"

namespace kinemate {
namespace {

class DerivationJsonTest : public DerivationReportTest {};

TEST_F(DerivationJsonTest, AllEntries) {
  const Model model = cart();
  const auto json = nlohmann::json::parse(derivation_json(model, derived(model, "kane", all_sections())));
  EXPECT_EQ(json["machine"], "cart");
  EXPECT_EQ(json["speeds"], (std::vector<std::string>{"x_dot", "phi_dot"}));
  EXPECT_EQ(json["symbols"]["phi_dot"], "phi'");
  EXPECT_EQ(json["bias"][0], "l*m*sin(phi)*phi_dot^2");
  EXPECT_EQ(json["parameters"]["g"], "9.81");
  EXPECT_TRUE(json["parameters"]["m"].is_null());
  EXPECT_EQ(json["mass"][0][1], json["mass"][1][0]);
  EXPECT_EQ(json["mass"][1][1], "l^2*m");
  EXPECT_EQ(json["h"], (std::vector<std::string>{"F", "0"}));
  EXPECT_EQ(json["metric"]["g"].size(), 3u);
  EXPECT_EQ(json["matrices"]["R3"][0].size(), 3u);
  EXPECT_EQ(json["reactions"]["hinge"]["on"], "bob");
  EXPECT_EQ(json["cyclic"], (std::vector<std::string>{"x"}));
}

TEST_F(DerivationJsonTest, CasesAreWhole) {
  const auto request = [](const Model&) { return DerivationRequest{}; };
  const std::vector<SpecialCase> cases = {parse_case("light of inertia: M_0 = 0")};
  const auto json =
      nlohmann::json::parse(derivation_json(derive_cases(cart(), {}, cases, request, [](const std::string&) {})));
  EXPECT_EQ(json["mass"][0][0], "M_0 + m");
  ASSERT_EQ(json["cases"].size(), 1u);
  EXPECT_EQ(json["cases"][0]["name"], "light");
  EXPECT_EQ(json["cases"][0]["of"], "inertia");
  EXPECT_EQ(json["cases"][0]["set"]["M_0"], "0");
  EXPECT_EQ(json["cases"][0]["derivation"]["mass"][0][0], "m");
}

// Names for parts are resolved in their order: what is written is what was derived.
TEST_F(DerivationJsonTest, AbbreviationsReadBack) {
  std::string text = "bodies:\n", joints = "joints:\n";
  for (int i = 1; i <= 4; ++i) {
    const std::string k = std::to_string(i);
    text += "  b" + k + ": {mass: m, center: [a, 0, 0]}\n";
    joints += "  j" + k + ": {type: revolute, axis: " + (i % 2 == 0 ? "x" : "z") +
              ", from: " + (i == 1 ? "world" : "{body: b" + std::to_string(i - 1) + ", at: [l, 0, 0]}") + ", to: b" +
              k + ", coordinate: q" + k + "}\n";
  }
  const Model model = machine(text + joints);
  DerivationRequest request;
  request.form = Form::kRecursive;
  const Derivation derivation = derive(model, request, [](const std::string&) {});
  const auto json = nlohmann::json::parse(derivation_json(model, derivation));
  Substitution known;
  for (const auto& [name, meaning] : json["symbols"].items())
    known.symbols.emplace(parse(name), parse(meaning.get<std::string>()));
  for (const auto& pair : json["abbreviations"])
    known.symbols.emplace(parse(pair[0].get<std::string>()), substitute(parse(pair[1].get<std::string>()), known));
  EXPECT_GT(known.symbols.size(), json["symbols"].size());
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_EQ(substitute(parse(json["bias"][i].get<std::string>()), known), derivation.equations.bias[i]);
}

}  // namespace
}  // namespace kinemate
