#include "study/sweep/summary.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <unordered_map>

#include "base/error.h"
#include "base/suggest.h"
#include "expr/evaluate.h"
#include "expr/graph.h"
#include "expr/text/parse.h"
#include "expr/text/print.h"
#include "model/formulas.h"
#include "program/optimize.h"
#include "program/translate.h"
#include "study/simulation/run_start.h"

namespace kinemate {
namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
constexpr std::array<std::string_view, 10> kPartNames = {"max",   "min", "mean",   "rms",  "end",
                                                         "start", "at",  "period", "time", "count"};

bool is_name_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '\''; }

// The position behind the bracket that closes the one before `at`.
std::size_t find_close(const std::string& text, std::size_t at) {
  for (int depth = 1; at < text.size(); ++at) {
    if (text[at] == '(' || text[at] == '[') ++depth;
    if (text[at] == ')' || text[at] == ']') --depth;
    if (depth == 0) return at + 1;
  }
  throw Error(ErrorCode::kSummary, fmt::format("a bracket is not closed in '{}'", text));
}

std::vector<std::string> split_arguments(const std::string& text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (char c : text) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth == 0) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

// Summaries of texts: functions over the run become symbols.
class SummaryReader {
 public:
  SummaryReader(const Model& model, const std::vector<std::string>& varied) : model_(model) {
    for (const std::string& name : varied) varied_.push_back(symbol_named(name));
    Model open = model;
    for (Parameter& parameter : open.parameters)
      if (std::find(varied.begin(), varied.end(), parameter.name) != varied.end()) parameter.value.reset();
    known_.symbols = parameter_values(open);
  }

  void read(const std::string& text) {
    text_ = text;
    const Expr formula = substitute(parse(without_parts(text), options()), known_);
    const std::vector<Expr> calls = unspecified_calls({&formula, 1});
    if (!calls.empty()) refuse_function(std::string(calls[0].name()));
    for (Expr symbol : free_symbols(formula)) {
      if (std::find(symbols_.begin(), symbols_.end(), symbol) != symbols_.end() ||
          std::find(varied_.begin(), varied_.end(), symbol) != varied_.end())
        continue;
      throw Error(ErrorCode::kSummary,
                  fmt::format("summary '{}': {} is another number at each time of the run", text, to_text(symbol)),
                  fmt::format("max({0}), end({0}) or at(1, {0}) are one number of it", to_text(symbol)));
    }
    formulas_.push_back(formula);
    result_.texts.push_back(text);
  }

  Summaries take() {
    std::vector<Expr> inputs = symbols_;
    inputs.insert(inputs.end(), varied_.begin(), varied_.end());
    const InputFormulas in{{"v", "", std::vector<Entry>(inputs.size()), 0}, inputs};
    const OutputFormulas out{{"y", "", std::vector<Entry>(formulas_.size()), 0}, formulas_};
    result_.program = optimize_locally(translate({&in, 1}, {&out, 1})).program;
    result_.formulas = formulas_;
    result_.part_symbols = symbols_;
    return std::move(result_);
  }

 private:
  ParseOptions options() const { return {fmt::format("summary '{}'", text_), {}}; }

  [[noreturn]] void refuse_function(const std::string& name) const {
    const std::string near = nearest(name, std::vector<std::string_view>(kPartNames.begin(), kPartNames.end()));
    throw Error(ErrorCode::kSummary, fmt::format("summary '{}': there is no function {}", text_, name),
                near.empty() ? fmt::format("over a run there are {}", fmt::join(kPartNames, ", "))
                             : fmt::format("did you mean {}?", near));
  }

  std::string without_parts(const std::string& text) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
      if (!is_name_character(text[at]) || (at > 0 && is_name_character(text[at - 1]))) {
        result += text[at++];
        continue;
      }
      std::size_t end = at;
      while (end < text.size() && is_name_character(text[end])) ++end;
      const std::string name = text.substr(at, end - at);
      const auto found = std::find(kPartNames.begin(), kPartNames.end(), name);
      std::size_t open = text.find_first_not_of(' ', end);
      if (found == kPartNames.end() || open == std::string::npos || text[open] != '(') {
        result += name;
        at = end;
        continue;
      }
      const std::size_t close = find_close(text, ++open);
      const std::vector<std::string> arguments = split_arguments(text.substr(open, close - 1 - open));
      const auto kind = static_cast<SummaryPart::Kind>(found - kPartNames.begin());
      const bool built_in = kind == SummaryPart::Kind::kMax || kind == SummaryPart::Kind::kMin;
      if (built_in && arguments.size() > 1) {  // of several numbers, not over the run
        result += name;
        at = end;
        continue;
      }
      result += add(kind, arguments);
      at = close;
    }
    return result;
  }

  // The symbol that stands for it.
  std::string add(SummaryPart::Kind kind, const std::vector<std::string>& arguments) {
    const std::size_t wanted = kind == SummaryPart::Kind::kAt ? 2 : 1;
    const std::string_view name = kPartNames[static_cast<std::size_t>(kind)];
    if (arguments.size() != wanted || trimmed(arguments[0]).empty())
      throw Error(ErrorCode::kSummary,
                  fmt::format("summary '{}': {} has {} argument{}, not {}", text_, name, wanted, wanted == 1 ? "" : "s",
                              trimmed(arguments[0]).empty() ? 0 : arguments.size()),
                  wanted == 2 ? "at(2, x) is x at the time 2" : fmt::format("{}(x)", name));
    SummaryPart part{kind, 0, 0, {}};
    if (kind == SummaryPart::Kind::kTime || kind == SummaryPart::Kind::kCount) {
      part.event = event_named(trimmed(arguments[0]));
    } else {
      if (kind == SummaryPart::Kind::kAt) part.time = evaluate(parse(arguments[0], options()), {});
      part.watched = watch(parse(arguments.back(), options()));
    }
    result_.parts.push_back(part);
    symbols_.push_back(make_symbol(fmt::format("part_{}_of_the_summaries", symbols_.size() + 1)));
    return to_text(symbols_.back());
  }

  std::string event_named(const std::string& name) const {
    std::vector<std::string_view> names;
    for (const Event& event : model_.events) names.push_back(event.name);
    if (std::find(names.begin(), names.end(), name) != names.end()) return name;
    const std::string near = nearest(name, names);
    throw Error(ErrorCode::kSummary, fmt::format("summary '{}': there is no event {}", text_, name),
                !near.empty()   ? fmt::format("did you mean {}?", near)
                : names.empty() ? "the machine has none: `when:` in its file"
                                : fmt::format("there are: {}", fmt::join(names, ", ")));
  }

  std::size_t watch(Expr formula) {
    const auto found = std::find(result_.watched.begin(), result_.watched.end(), formula);
    if (found != result_.watched.end()) return static_cast<std::size_t>(found - result_.watched.begin());
    result_.watched.push_back(formula);
    return result_.watched.size() - 1;
  }

  const Model& model_;
  std::vector<Expr> varied_, symbols_, formulas_;
  Substitution known_;
  Summaries result_;
  std::string text_;
};

using KnownUnit = std::optional<std::string>;  // none: not known

// Of a formula, by those of its symbols: sums of one unit, multiples, sizes, the greatest and the least.
KnownUnit unit_of_formula(Expr formula, const std::unordered_map<Expr, KnownUnit>& symbols) {
  const Graph graph(formula);
  std::vector<KnownUnit> units(graph.size());
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Expr node = graph.node(i);
    const auto operands = graph.operands(i);
    const auto is_plain = [&](std::uint32_t k) {
      return graph.node(k).is_number() || graph.node(k).kind() == Kind::kPi;
    };
    const bool same = node.kind() == Kind::kSum || node.is_call(Function::kAbs) || node.is_call(Function::kMin) ||
                      node.is_call(Function::kMax);
    if (node.kind() == Kind::kSymbol) {
      const auto found = symbols.find(node);
      if (found != symbols.end()) units[i] = found->second;
    } else if (node.is_number() || node.kind() == Kind::kPi) {
      units[i] = "";
    } else if (node.kind() == Kind::kProduct) {
      const auto bears = [&](std::uint32_t k) { return !is_plain(k); };
      if (std::count_if(operands.begin(), operands.end(), bears) == 1)
        units[i] = units[*std::find_if(operands.begin(), operands.end(), bears)];
    } else if (same) {
      units[i] = units[operands[0]];
      for (const std::uint32_t k : operands)
        if (units[k] != units[i]) units[i].reset();
    }
  }
  return units[graph.roots()[0]];
}

bool is_of_events(SummaryPart::Kind kind) {
  return kind == SummaryPart::Kind::kTime || kind == SummaryPart::Kind::kCount;
}

// Rises through the mean, each time from the cubic through the rows around it.
double period_of(std::span<const double> rows) {
  const std::size_t n = rows.size() / 2;
  const auto t = [&](std::size_t i) { return rows[2 * i]; };
  const auto x = [&](std::size_t i) { return rows[2 * i + 1]; };
  if (n < 4) return kNoNumber;
  double area = 0;
  for (std::size_t i = 1; i < n; ++i) area += (t(i) - t(i - 1)) * (x(i) + x(i - 1)) / 2;
  const double mean = area / (t(n - 1) - t(0));
  double first = 0, last = 0;
  long rises = 0;
  for (std::size_t i = 1; i < n; ++i) {
    if (!(x(i - 1) < mean && x(i) >= mean)) continue;
    // t as a polynomial of x would fold back; x as one of t does not: Newton's method from the chord
    const std::size_t from = std::min(i < 2 ? 0 : i - 2, n - 4);
    const auto cubic = [&](double at) {
      double sum = 0;
      for (std::size_t k = from; k < from + 4; ++k) {
        double product = x(k) - mean;
        for (std::size_t j = from; j < from + 4; ++j)
          if (j != k) product *= (at - t(j)) / (t(k) - t(j));
        sum += product;
      }
      return sum;
    };
    double low = t(i - 1), high = t(i);
    for (int round = 0; round < 100 && high - low > 1e-15 * std::abs(high); ++round) {
      const double middle = low + (high - low) / 2;
      (cubic(middle) < 0 ? low : high) = middle;
    }
    if (rises++ == 0) first = low;
    last = low;
  }
  return rises < 2 ? kNoNumber : (last - first) / static_cast<double>(rises - 1);
}

}  // namespace

bool Summaries::needs_rows() const {
  using Part = SummaryPart::Kind;
  return std::any_of(parts.begin(), parts.end(), [](const SummaryPart& part) {
    return part.kind == Part::kMax || part.kind == Part::kMin || part.kind == Part::kMean || part.kind == Part::kRms ||
           part.kind == Part::kPeriod;
  });
}

Summaries make_summaries(const Model& model, const std::vector<std::string>& texts,
                         const std::vector<std::string>& varied) {
  SummaryReader reader(model, varied);
  for (const std::string& text : texts) reader.read(text);
  return reader.take();
}

std::vector<std::string> summary_units(const Summaries& summaries, const ResultHeader& header) {
  std::unordered_map<Expr, KnownUnit> columns, parts;
  for (const ResultColumn& column : header.columns) {
    const std::size_t primes = column.name.size() - std::min(column.name.size(), column.name.find('\''));
    columns.emplace(make_symbol(column.name.substr(0, column.name.size() - primes), static_cast<int>(primes)),
                    column.unit);
  }
  for (std::size_t k = 0; k < summaries.parts.size(); ++k) {
    const SummaryPart& part = summaries.parts[k];
    const bool is_time = part.kind == SummaryPart::Kind::kPeriod || part.kind == SummaryPart::Kind::kTime;
    parts.emplace(summaries.part_symbols[k], is_time ? "s"
                                             : part.kind == SummaryPart::Kind::kCount
                                                 ? KnownUnit("")
                                                 : unit_of_formula(summaries.watched[part.watched], columns));
  }
  std::vector<std::string> units;
  for (const Expr formula : summaries.formulas) units.push_back(unit_of_formula(formula, parts).value_or(""));
  return units;
}

std::vector<double> summary_times(const Summaries& summaries, double start, double end,
                                  const std::vector<double>& rows) {
  std::vector<double> times = {start, end};
  times.insert(times.end(), rows.begin(), rows.end());
  for (const SummaryPart& part : summaries.parts) {
    if (part.kind != SummaryPart::Kind::kAt) continue;
    if (!(part.time >= std::min(start, end) && part.time <= std::max(start, end)))
      throw Error(ErrorCode::kSummary, fmt::format("at({0}, ...): the run goes from {1} to {2}", part.time, start, end),
                  "--to makes it longer");
    times.push_back(part.time);
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  if (end < start) std::reverse(times.begin(), times.end());
  return times;
}

SummaryBook::SummaryBook(const Summaries& summaries)
    : summaries_(summaries),
      routine_(summaries.program),
      workspace_(routine_.make_workspace()),
      tallies_(summaries.parts.size()) {}

void SummaryBook::begin() {
  for (Tally& tally : tallies_) {
    tally.rows.clear();
    tally.count = 0;
    tally.value = 0;
  }
}

void SummaryBook::row(double t, const double* watched, std::size_t stride) {
  using Part = SummaryPart::Kind;
  for (std::size_t i = 0; i < tallies_.size(); ++i) {
    const SummaryPart& part = summaries_.parts[i];
    if (is_of_events(part.kind)) continue;
    Tally& tally = tallies_[i];
    const double x = watched[part.watched * stride], width = t - tally.t;
    const bool first = tally.count++ == 0;
    if (first) tally.first = t;
    switch (part.kind) {
      case Part::kMax: tally.value = first || x > tally.value || std::isnan(x) ? x : tally.value; break;
      case Part::kMin: tally.value = first || x < tally.value || std::isnan(x) ? x : tally.value; break;
      case Part::kMean: tally.value += first ? 0 : width * (x + tally.x) / 2; break;
      case Part::kRms: tally.value += first ? 0 : width * (x * x + x * tally.x + tally.x * tally.x) / 3; break;
      case Part::kEnd: tally.value = x; break;
      case Part::kStart: tally.value = first ? x : tally.value; break;
      case Part::kAt: tally.value = t == part.time ? x : first ? kNoNumber : tally.value; break;
      case Part::kPeriod: tally.rows.insert(tally.rows.end(), {t, x}); break;
      case Part::kTime:
      case Part::kCount: break;
    }
    tally.t = t;
    tally.x = x;
  }
}

void SummaryBook::event(const std::string& name, double t) {
  for (std::size_t i = 0; i < tallies_.size(); ++i) {
    if (!is_of_events(summaries_.parts[i].kind) || summaries_.parts[i].event != name) continue;
    if (tallies_[i].count++ == 0) tallies_[i].value = t;
  }
}

double SummaryBook::number_of(std::size_t part) const {
  using Part = SummaryPart::Kind;
  const Tally& tally = tallies_[part];
  const Part kind = summaries_.parts[part].kind;
  if (kind == Part::kCount) return static_cast<double>(tally.count);
  if (tally.count == 0) return kNoNumber;
  const double length = tally.t - tally.first;
  if (kind == Part::kMean) return length == 0 ? tally.x : tally.value / length;
  if (kind == Part::kRms) return length == 0 ? std::abs(tally.x) : std::sqrt(tally.value / length);
  if (kind == Part::kPeriod) return period_of(tally.rows);
  return tally.value;
}

std::span<const double> SummaryBook::finish(std::span<const double> varied) {
  const std::span<double> inputs = routine_.inputs(workspace_);
  for (std::size_t i = 0; i < tallies_.size(); ++i) inputs[i] = number_of(i);
  std::copy(varied.begin(), varied.end(), inputs.begin() + static_cast<std::ptrdiff_t>(tallies_.size()));
  routine_.run(workspace_);
  return routine_.outputs(workspace_);
}

}  // namespace kinemate
