#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "expr/graph.h"
#include "expr/normal/regions.h"
#include "expr/substitute.h"
#include "expr/text/print.h"
#include "formalism/event_integrals.h"
#include "model/formulas.h"
#include "report/derivation/derivation.h"
#include "report/derivation/entries.h"

namespace kinemate {
namespace {

using Json = nlohmann::ordered_json;
using Write = std::function<std::string(Expr)>;

const char* form_name(Form form) {
  switch (form) {
    case Form::kSimplified: return "simplified";
    case Form::kExpanded: return "expanded";
    case Form::kMultiangle: return "multiangle";
    case Form::kFactored: return "factored";
    case Form::kRecursive: return "recursive";
  }
  return "";
}

// Names without primes, for programs that know none: phi_dot, phi_ddot, phi_d3, and so for functions of one argument.
class PlainNames {
 public:
  explicit PlainNames(std::span<const Expr> formulas) {
    for (Expr symbol : free_symbols(formulas)) taken_.insert(std::string(symbol.name()));
    for (Expr call : unspecified_calls(formulas)) taken_.insert(std::string(call.name()));
    for (Expr symbol : free_symbols(formulas))
      if (symbol.primes() > 0) name_symbol(symbol);
  }

  std::string operator()(Expr formula) {
    const Expr plain = map_atoms({&formula, 1}, [&](Expr atom, std::span<const Expr> operands) {
      if (atom.kind() != Kind::kUnspecified || operands.size() != 1 || atom.orders()[0] == 0)
        return rebuild(atom, operands);
      return make_unspecified(name_function(atom), operands);
    })[0];
    return to_text(substitute(plain, plain_));
  }
  std::string name(Expr symbol) {
    name_symbol(symbol);
    return to_text(substitute(symbol, plain_));
  }
  const std::map<std::string, std::string>& meanings() const { return meanings_; }

 private:
  std::string take(const std::string& stem, int order) {
    std::string name = stem + (order == 1 ? "_dot" : order == 2 ? "_ddot" : "_d" + std::to_string(order));
    while (!taken_.insert(name).second) name += "_";
    return name;
  }
  void name_symbol(Expr symbol) {
    if (symbol.primes() == 0 || plain_.symbols.contains(symbol)) return;
    const std::string name = take(std::string(symbol.name()), symbol.primes());
    plain_.symbols.emplace(symbol, make_symbol(name));
    meanings_.emplace(name, to_text(symbol));
  }
  std::string name_function(Expr call) {
    const std::string stem(call.name());
    const auto [found, is_new] = functions_.try_emplace({stem, call.orders()[0]});
    if (is_new) {
      found->second = take(stem, call.orders()[0]);
      meanings_.emplace(found->second, stem + std::string(static_cast<std::size_t>(call.orders()[0]), '\''));
    }
    return found->second;
  }

  std::set<std::string> taken_;
  Substitution plain_;
  std::map<std::pair<std::string, int>, std::string> functions_;
  std::map<std::string, std::string> meanings_;  // by plain name
};

// Builds the document with any way to write a formula: once to see all formulas, once to write them.
class DerivationBuilder {
 public:
  DerivationBuilder(const Model& model, const Derivation& derivation, const Write& write)
      : model_(model), derivation_(derivation), write_(write) {}

  Json build() const {
    Json json = head();
    const auto has = [&](Section section) { return derivation_.sections.contains(section); };
    if (has(Section::kEquations)) add_equations(json);
    if (!derivation_.ignorable.empty()) json["ignorable"] = list(derivation_.ignorable);
    if (derivation_.energies) {
      const Energies& energies = *derivation_.energies;
      json["energies"] = {{"kinetic", write_(energies.kinetic)},
                          {"potential", write_(energies.potential)},
                          {"dissipation", write_(energies.dissipation)}};
    }
    if (derivation_.metric) add_metric(json);
    if (has(Section::kBodies)) add_bodies(json);
    if (has(Section::kReactions)) add_reactions(json);
    if (derivation_.forces) add_force_classes(json);
    if (derivation_.matrices) add_matrices(json);
    if (has(Section::kIntegrals)) add_integrals(json);
    return json;
  }

 private:
  Json list(std::span<const Expr> formulas) const {
    Json json = Json::array();
    for (Expr formula : formulas) json.push_back(write_(formula));
    return json;
  }
  Json vector(const Vector& v) const { return {write_(v.x), write_(v.y), write_(v.z)}; }
  Json vectors(std::span<const Vector> list) const {
    Json json = Json::array();
    for (const Vector& v : list) json.push_back(vector(v));
    return json;
  }
  // All of a symmetric matrix.
  Json square(const std::vector<Expr>& triangle, std::size_t size) const {
    Json json = Json::array();
    for (std::size_t i = 0; i < size; ++i) {
      Json row = Json::array();
      for (std::size_t j = 0; j < size; ++j) row.push_back(write_(triangle[Equations::place(i, j)]));
      json.push_back(row);
    }
    return json;
  }
  static Json names(std::span<const Expr> symbols) {
    Json json = Json::array();
    for (Expr symbol : symbols) json.push_back(to_text(symbol));
    return json;
  }

  Json head() const {
    Json parameters = Json::object(), rates = Json::object(), drives = Json::object(), states = Json::object();
    for (const Parameter& parameter : model_.parameters)
      parameters[parameter.name] = parameter.value ? Json(to_text(*parameter.value)) : Json(nullptr);
    for (const std::string& name : undeclared_parameters(model_)) parameters[name] = nullptr;
    Json inputs = Json::array(), notes = Json::array();
    for (const Input& input : model_.inputs) inputs.push_back(input.name);
    for (const Coordinate& coordinate : model_.coordinates)
      if (coordinate.drive) drives[coordinate.name] = write_(*coordinate.drive);
    for (const LoadState& state : derivation_.states) states[state.name] = write_(state.rate);
    if (derivation_.singularity) notes.push_back(derivation_.singularity->message);
    for (std::size_t i = 0; i < derivation_.rates.coordinates.size(); ++i)
      rates[to_text(derivation_.rates.coordinates[i])] = write_(derivation_.rates.rates[i]);
    return {{"machine", model_.name},
            {"formalism", derivation_.formalism},
            {"form", form_name(derivation_.form)},
            {"notes", notes},
            {"parameters", parameters},
            {"inputs", inputs},
            {"coordinates", names(derivation_.rates.coordinates)},
            {"speeds", names(derivation_.equations.speeds)},
            {"rates", rates},
            {"drives", drives},
            {"states", states},
            {"abbreviations", Json::array()}};
  }

  void add_equations(Json& json) const {
    const Equations& equations = derivation_.equations;
    json["mass"] = square(equations.mass, equations.speeds.size());
    json["bias"] = list(equations.bias);
    json["forces"] = list(equations.forces);
    json["conservative"] = list(equations.conservative);
    json["p"] = list(derivation_.timed.p);
    json["h"] = list(derivation_.timed.h);
  }

  void add_force_classes(Json& json) const {
    const auto& [classes, potential, dissipation] = *derivation_.forces;
    Json forces = {{"conservative", list(classes.of(ForceClass::kConservative))},
                   {"circulatory", list(classes.of(ForceClass::kCirculatory))},
                   {"dissipative", list(classes.of(ForceClass::kDissipative))},
                   {"gyroscopic", list(classes.of(ForceClass::kGyroscopic))},
                   {"positions", list(classes.of(ForceClass::kPositionUnsplit))},
                   {"rates", list(classes.of(ForceClass::kVelocityUnsplit))},
                   {"time", list(classes.of(ForceClass::kTime))}};
    if (classes.position.function) forces["potential"] = write_(*classes.position.function);
    if (classes.velocity.function) forces["dissipation"] = write_(*classes.velocity.function);
    json["forces_by_class"] = forces;
  }

  void add_metric(Json& json) const {
    const Metric& metric = *derivation_.metric;
    Json symbols = Json::array();
    const std::size_t count = metric.coordinates.size();
    for (std::size_t rho = 1, e = 0; rho < count; ++rho)
      for (std::size_t mu = 0; mu < count; ++mu)
        for (std::size_t nu = 0; nu <= mu; ++nu, ++e)
          if (const Expr symbol = metric.christoffel[e]; !symbol.is_zero())
            symbols.push_back({{"index", {rho, mu, nu}}, {"formula", write_(symbol)}});
    json["metric"] = {{"coordinates", names(metric.coordinates)},
                      {"g", square(metric.g, count)},
                      {"christoffel", symbols},
                      {"forces", list(derivation_.metric_forces)}};
  }

  void add_bodies(Json& json) const {
    Json& bodies = json["bodies"] = Json::object();
    for (const BodyEquation& body : derivation_.bodies) {
      Json cuts = Json::array();
      for (const CutLoad& cut : body.cuts)
        cuts.push_back({{"joint", model_.joints[cut.joint].name},
                        {"force", vector(cut.load.force)},
                        {"torque", vector(cut.load.torque)}});
      bodies[model_.bodies[body.body].name] = {
          {"about", vector(body.reference)},     {"momentum_rate", vector(body.momentum_rate)},
          {"spin_rate", vector(body.spin_rate)}, {"force", vector(body.force)},
          {"torque", vector(body.torque)},       {"cuts", cuts}};
    }
  }

  void add_reactions(Json& json) const {
    Json& reactions = json["reactions"] = Json::object();
    for (const JointLoad& load : derivation_.reactions)
      reactions[name_of(model_, load)] = {{"on", model_.bodies[load.body].name},
                                          {"about", vector(load.origin)},
                                          {"force", vector(load.load.force)},
                                          {"torque", vector(load.load.torque)}};
    for (const ClosedLoads::EquationForce& force : derivation_.multipliers)
      json["multipliers"][model_.constraints[force.constraint].name] = write_(force.multiplier);
  }

  void add_matrices(Json& json) const {
    const RobersonWittenburg& parts = *derivation_.matrices;
    const std::size_t f = parts.speeds.size();
    Json& matrices = json["matrices"] = Json::object();
    matrices["M"] = square(parts.mass, f);
    for (const char* name : {"R1", "R2", "R3", "R4", "R5", "R6"}) matrices[name] = Json::array();
    Json bodies = Json::array();
    for (std::size_t b = 1; b < model_.bodies.size(); ++b) bodies.push_back(model_.bodies[b].name);
    for (std::size_t i = 0; i < f; ++i) {
      matrices["R1"].push_back(lower(parts.R1[i], f + 1));
      matrices["R2"].push_back(vectors(parts.R2[i]));
      const Symmetric3<Expr>& R3 = parts.R3[i];
      matrices["R3"].push_back(square({R3.xx, R3.xy, R3.yy, R3.xz, R3.yz, R3.zz}, 3));
      matrices["R4"].push_back(vector(parts.R4[i]));
      matrices["R5"].push_back(vectors(std::span(parts.R5[i]).subspan(1)));
      matrices["R6"].push_back(vectors(std::span(parts.R6[i]).subspan(1)));
    }
    matrices["bodies"] = bodies;
    matrices["base"] = {{"angular_velocity", vector(parts.angular_velocity)},
                        {"angular_acceleration", vector(parts.angular_acceleration)},
                        {"acceleration", vector(parts.acceleration)}};
    Json external = Json::object();
    for (std::size_t b = 1; b < model_.bodies.size(); ++b)
      external[model_.bodies[b].name] = {{"force", vector(parts.external[b].force)},
                                         {"torque", vector(parts.external[b].torque)}};
    matrices["external"] = external;
    matrices["efforts"] = list(parts.efforts);
    matrices["added"] = list(parts.added);
  }

  // Rows of a lower triangle.
  Json lower(const std::vector<Expr>& triangle, std::size_t size) const {
    Json json = Json::array();
    for (std::size_t i = 0; i < size; ++i) {
      Json row = Json::array();
      for (std::size_t j = 0; j <= i; ++j) row.push_back(write_(triangle[Equations::place(i, j)]));
      json.push_back(row);
    }
    return json;
  }

  void add_integrals(Json& json) const {
    json["cyclic"] = names(derivation_.integrals.cyclic);
    Json& integrals = json["integrals"] = Json::array();
    for (const FirstIntegral& integral : derivation_.integrals.integrals) {
      const bool momentum = integral.kind == FirstIntegral::Kind::kMomentum;
      Json one = {{"kind", momentum                                        ? "momentum"
                           : integral.kind == FirstIntegral::Kind::kEnergy ? "energy"
                                                                           : "jacobi"}};
      if (momentum) one["coordinate"] = to_text(integral.coordinate);
      if (only_between_events(model_, integral)) one["between_events"] = true;
      one["formula"] = write_(integral.formula);
      integrals.push_back(one);
    }
  }

  const Model& model_;
  const Derivation& derivation_;
  const Write& write_;
};

Json to_json(const Model& model, const Derivation& derivation) {
  std::vector<Expr> formulas;
  const Write remember = [&](Expr formula) {
    formulas.push_back(formula);
    return std::string();
  };
  DerivationBuilder(model, derivation, remember).build();
  const Abbreviated abbreviated = abbreviate_for(derivation, formulas);
  std::vector<Expr> named = formulas;
  for (const RecursionStep& step : derivation.steps) named.push_back(step.formula);
  PlainNames plain(named);
  std::size_t next = 0;
  const Write write = [&](Expr) { return plain(abbreviated.formulas[next++]); };
  Json json = DerivationBuilder(model, derivation, write).build();
  for (const Abbreviation& a : abbreviated.abbreviations)
    json["abbreviations"].push_back({to_text(a.symbol), plain(a.formula)});
  for (const RecursionStep& step : derivation.steps)  // before the abbreviations, which may hold their names
    json["steps"].push_back({to_text(step.symbol), plain(step.formula)});
  json["speeds"] = Json::array();
  for (Expr speed : derivation.equations.speeds) json["speeds"].push_back(plain.name(speed));
  json["symbols"] = plain.meanings();
  return json;
}

}  // namespace

std::string derivation_json(const Model& model, const Derivation& derivation) {
  return to_json(model, derivation).dump(2) + "\n";
}

std::string derivation_json(std::span<const DerivedCase> cases) {
  Json json = to_json(cases.front().model, cases.front().derivation);
  if (cases.size() > 1) json["cases"] = Json::array();
  for (const DerivedCase& special : cases.subspan(1)) {
    Json settings = Json::object();
    for (const auto& [name, value] : special.special.settings) settings[name] = value;
    Json one = {{"name", special.special.name},
                {"of", kScopeNames[static_cast<std::size_t>(special.special.scope)]},
                {"set", settings}};
    one["derivation"] = to_json(special.model, special.derivation);
    json["cases"].push_back(std::move(one));
  }
  return json.dump(2) + "\n";
}

}  // namespace kinemate
