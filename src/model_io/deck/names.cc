#include "model_io/deck/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/error.h"

namespace kinemate {
namespace {

// Names that LAGR uses for itself, with what they hold there.
struct Reserved {
  std::string_view name;
  std::string_view meaning;
};
constexpr std::array kReserved = {
    Reserved{"G", "the metric; LAGR's own example calls the acceleration of free fall GE"},
    Reserved{"G1", "the metric"},
    Reserved{"GAM", "the motion of bodies, GAM(L,I,J)"},
    Reserved{"GAM1", "derivatives of the motion"},
    Reserved{"KU", "the generalised forces"},
    Reserved{"KU1", "the generalised forces"},
    Reserved{"E", "the relative motion being read, E(I,J); Euler's number is #E"},
    Reserved{"SUB", "a table of the simplification"},
    Reserved{"SUS", "a table of the simplification"},
    Reserved{"AB1", "an intermediate result"},
    Reserved{"AB2", "an intermediate result"},
    Reserved{"POT", "the potential of a spring"},
    Reserved{"I", "a counter"},
    Reserved{"J", "a counter"},
    Reserved{"K", "a counter; with two body numbers, K(L,N), the constant of a damper"},
    Reserved{"I1", "a counter"},
    Reserved{"K1", "a counter"},
    Reserved{"RHO", "a counter"},
    Reserved{"MY", "a counter"},
    Reserved{"NY", "a counter"},
    Reserved{"F", "the number of coordinates"},
    Reserved{"L", "the number of a body"},
    Reserved{"N", "the number of bodies"},
    Reserved{"M", "the mass of body L, M(L)"},
    Reserved{"TH", "Binet's inertia tensor of body L, TH(L,J,K)"},
    Reserved{"XF", "where a spring is fixed on body L, XF(L,N,I)"},
    Reserved{"XD", "where a damper is fixed on body L, XD(L,N,I)"},
    Reserved{"Q", "a coordinate, Q(I); Q(0) is the time"},
    Reserved{"QP", "the rate of a coordinate, QP(I)"},
};

const Reserved* find_reserved(std::string_view name) {
  const auto found =
      std::find_if(kReserved.begin(), kReserved.end(), [&](const Reserved& r) { return r.name == name; });
  return found == kReserved.end() ? nullptr : &*found;
}

[[noreturn]] void refuse_reserved(const std::string& shown, const Reserved& reserved) {
  if (shown == reserved.name)
    throw Error(ErrorCode::kDeckFormula, fmt::format("{} is a name of LAGR's own: {}", shown, reserved.meaning),
                fmt::format("call it otherwise, for example {}A", shown));
  throw Error(ErrorCode::kDeckFormula, fmt::format("{} is not what {} is: {}", shown, reserved.name, reserved.meaning));
}

void require_between(const std::string& shown, std::string_view which, long value, long least, long most) {
  if (value < least || value > most)
    throw Error(ErrorCode::kDeckFormula,
                fmt::format("in {} the {} subscript is {}; it goes from {} to {}", shown, which, value, least, most));
}

}  // namespace

std::string deck_name(std::string_view name, std::span<const long> subscripts) {
  return subscripts.empty() ? std::string(name) : fmt::format("{}({})", name, fmt::join(subscripts, ","));
}

bool is_deck_name(std::string_view name) { return find_reserved(name) != nullptr; }

void DeckNames::allow(Use use, std::string why) {
  use_ = use;
  why_ = std::move(why);
}

void DeckNames::forget_values() {
  values_hold_ = false;
  e_.clear();
}

Expr DeckNames::value(const std::string& name, std::span<const long> subscripts) {
  if (name == "Q" || name == "QP") return coordinate(name, subscripts);
  if (name == "GAM" || name == "E") return stored(name, subscripts);
  const bool by_bodies = (name == "C" || name == "LA0") && subscripts.size() == 2;
  if (is_deck_name(name) || by_bodies) return mechanical(name, subscripts);
  return symbol(name, subscripts);
}

Expr DeckNames::coordinate(const std::string& name, std::span<const long> subscripts) const {
  const std::string shown = deck_name(name, subscripts);
  const bool rate = name == "QP";
  if (subscripts.size() != 1) refuse_reserved(shown, *find_reserved(name));
  const long i = subscripts[0];
  if (i < 0 || i > coordinates_)
    throw Error(ErrorCode::kDeckFormula,
                fmt::format("there is no {}: F says that there are {} coordinates", shown, coordinates_),
                "Q(0) is the time, the coordinates are Q(1) to Q(F)");
  if (i == 0 && rate) return Expr(1);
  const Use needed = rate ? Use::kMotion : i == 0 ? Use::kTime : Use::kPositions;
  if (use_ < needed) throw Error(ErrorCode::kDeckFormula, fmt::format("{} may not stand here: {}", shown, why_));
  return i == 0 ? make_symbol("t") : make_symbol(fmt::format("q{}", i), rate ? 1 : 0);
}

Expr DeckNames::stored(const std::string& name, std::span<const long> subscripts) const {
  const std::string shown = deck_name(name, subscripts);
  const bool gam = name == "GAM";
  if (subscripts.size() != (gam ? 3u : 2u)) refuse_reserved(shown, *find_reserved(name));
  if (!values_hold_)
    throw Error(ErrorCode::kDeckFormula,
                fmt::format("{} may not stand here: the motion of bodies is no parameter", shown),
                "a replacement list names parameters");
  if (gam) require_body(shown, subscripts[0], 0);
  require_between(shown, gam ? "second" : "first", subscripts[gam ? 1 : 0], 1, gam ? 4 : 6);
  require_between(shown, gam ? "third" : "second", subscripts[gam ? 2 : 1], 1, 3);
  const auto& values = gam ? gam_ : e_;
  const auto found = values.find({subscripts.begin(), subscripts.end()});
  if (found == values.end())
    throw Error(
        ErrorCode::kDeckFormula, fmt::format("{} has no value yet", shown),
        gam ? "the motion of a body is known once it has been read; bodies are read in the order of their numbers"
            : "E(I,J) are entries of the body that is being read, and only those before this one");
  return found->second;
}

// Masses, inertias, points and constants of springs and dampers.
Expr DeckNames::mechanical(const std::string& name, std::span<const long> subscripts) {
  const std::string shown = deck_name(name, subscripts);
  if (name == "M" && subscripts.size() == 1) {
    require_body(shown, subscripts[0], 1);
  } else if (name == "TH" && subscripts.size() == 3) {
    require_body(shown, subscripts[0], 1);
    require_between(shown, "second", subscripts[1], 1, 3);
    require_between(shown, "third", subscripts[2], 1, 3);
    if (subscripts[1] > subscripts[2])
      throw Error(ErrorCode::kDeckFormula, fmt::format("{} does not occur: the tensor is symmetric", shown),
                  fmt::format("write TH({},{},{})", subscripts[0], subscripts[2], subscripts[1]));
  } else if ((name == "XF" || name == "XD") && subscripts.size() == 3) {
    for (std::size_t i = 0; i < 2; ++i) require_body(shown, subscripts[i], 0);
    require_between(shown, "third", subscripts[2], 1, 3);
  } else if ((name == "K" || name == "C" || name == "LA0") && subscripts.size() == 2) {
    for (long body : subscripts) require_body(shown, body, 0);
  } else {
    refuse_reserved(shown, *find_reserved(name));
  }
  const bool pair = name != "M" && name != "TH";
  if (pair && subscripts[0] == subscripts[1])
    throw Error(ErrorCode::kDeckFormula,
                fmt::format("{} does not occur: springs and dampers act between two bodies", shown));
  return symbol(name, subscripts);
}

void DeckNames::require_body(const std::string& shown, long body, long least) const {
  if (body < least || body > bodies_)
    throw Error(ErrorCode::kDeckFormula,
                fmt::format("in {} the body {} does not exist: bodies are {} to {}", shown, body, least, bodies_));
}

// M2 would be the name of M(2).
void DeckNames::refuse_mass(const std::string& name) const {
  long body = 0;
  const char* const end = name.data() + name.size();
  const auto [last, code] = std::from_chars(name.data() + 1, end, body);
  if (name[0] == 'M' && code == std::errc() && last == end && name[1] != '0' && body <= bodies_)
    throw Error(ErrorCode::kDeckFormula,
                fmt::format("{} cannot be a name here: the mass M({}) is called so", name, body),
                "call it otherwise, or write M(...) where the mass is meant");
}

// M(2) is M2, C(1,0) is C_1_0.
Expr DeckNames::symbol(const std::string& name, std::span<const long> subscripts) {
  const std::string shown = deck_name(name, subscripts);
  for (long i : subscripts)
    if (i < 0) throw Error(ErrorCode::kDeckFormula, fmt::format("{} has a negative subscript", shown));
  const std::string text = subscripts.size() == 1 ? fmt::format("{}{}", name, subscripts[0])
                           : subscripts.empty()   ? name
                                                  : fmt::format("{}_{}", name, fmt::join(subscripts, "_"));
  if (subscripts.empty()) refuse_mass(name);
  if (functions_.contains(text))
    throw Error(ErrorCode::kDeckFormula, fmt::format("{} is a function variable, {}.(...), elsewhere", shown, text),
                "one name means one thing");
  const auto [known, fresh] = originals_.emplace(text, shown);
  if (fresh) symbols_.push_back(text);
  if (known->second != shown)
    throw Error(ErrorCode::kDeckFormula,
                fmt::format("{} and {} cannot stand in one deck: both would be called {}", known->second, shown, text),
                "call one of them otherwise");
  return make_symbol(text);
}

Expr DeckNames::call(const std::string& name, std::span<const Expr> arguments) {
  if (const Reserved* reserved = find_reserved(name))
    throw Error(ErrorCode::kDeckFormula, fmt::format("{} is a name of LAGR's own: {}", name, reserved->meaning),
                "call the function otherwise");
  refuse_mass(name);
  if (originals_.contains(name))
    throw Error(ErrorCode::kDeckFormula,
                fmt::format("{} is a name without arguments, {}, elsewhere", name, originals_.at(name)),
                "one name means one thing");
  functions_[name].insert(arguments.size());
  return make_unspecified(name, arguments);
}

std::set<std::size_t> DeckNames::arities(const std::string& function) const {
  const auto found = functions_.find(function);
  return found == functions_.end() ? std::set<std::size_t>{} : found->second;
}

std::vector<std::string> DeckNames::functions() const {
  std::vector<std::string> names;
  for (const auto& [name, arities] : functions_) names.push_back(name);
  return names;
}

}  // namespace kinemate
