#include "report/reduction.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "expr/order.h"
#include "expr/text/print.h"

namespace kinemate {
namespace {

std::vector<Expr> symbols_of(const Box& box) {
  std::vector<Expr> symbols;
  for (const auto& [symbol, range] : box) symbols.push_back(symbol);
  std::sort(symbols.begin(), symbols.end(), [](Expr a, Expr b) { return compare(a, b) < 0; });
  return symbols;
}

std::string box_text(const Box& box) {
  std::string text;
  for (Expr symbol : symbols_of(box)) {
    const Range& range = box.at(symbol);
    text += fmt::format("{}{} = {:.4g} .. {:.4g}", text.empty() ? "" : "\n                ", to_text(symbol), range.low,
                        range.high);
  }
  return text;
}

const char* definite_text(AccelerationBound::Definite definite) {
  switch (definite) {
    case AccelerationBound::Definite::kProven: return "yes";
    case AccelerationBound::Definite::kUndecided: return "not shown";
    case AccelerationBound::Definite::kLost: return "no";
  }
  return "";
}

std::string error_text(double error) { return std::isfinite(error) ? fmt::format("{:.2g}", error) : "none"; }

std::string entries_text(const Reducible& reducible, const SafeReduction& reduction) {
  std::string text = fmt::format("\nentries at mu = {:.4g}\n  {:<28}{:>7}{:>9}{:>12}{:>12}{:>14}\n",
                                 reduction.threshold.mu, "", "terms", "dropped", "C", "m C", "sum dropped");
  for (const HarmonicEntry& entry : reducible.entries()) {
    const EntryLoss loss = loss_of(entry, reduction.reduced.dropped, reduction.threshold);
    text += fmt::format("  {:<28}{:>7}{:>9}{:>12.4g}{:>12.4g}{:>14.4g}\n", reducible.describe(entry), loss.terms,
                        loss.dropped, loss.threshold, static_cast<double>(loss.dropped) * loss.threshold, loss.sum);
  }
  return text;
}

}  // namespace

std::string reduction_text(const ReductionReport& report) {
  std::string text = fmt::format("{}: equations of motion without weak terms\n", report.reducible.model().name);
  text += fmt::format("  weak          {}\n", report.method);
  text += fmt::format("  box           {}\n", box_text(report.reducible.box()));
  text += fmt::format("  terms         {} in {} entries\n", report.table.terms, report.reducible.entries().size());
  if (report.recursion)
    text +=
        fmt::format("  recursion     {:.0f} operations for the accelerations, nothing dropped\n", *report.recursion);
  text += fmt::format("\n  {:>9}{:>9}{:>12}{:>12}{:>12}   {:<12}{}\n", "mu", "terms", "operations", "bound", "measured",
                      "M definite", "restored");
  for (const ReductionRow& row : report.table.rows) {
    const SafeReduction& reduction = row.reduction;
    text += fmt::format("  {:>9.4g}{:>9}{:>12.0f}{:>12}{:>12}   {}\n", reduction.threshold.mu, reduction.reduced.terms,
                        row.operations, error_text(reduction.guaranteed()), error_text(reduction.measured()),
                        reduction.restored == 0
                            ? definite_text(reduction.bound.definite)
                            : fmt::format("{:<12}{}", definite_text(reduction.bound.definite), reduction.restored));
  }
  const SafeReduction& first = report.table.rows.front().reduction;
  text += fmt::format(
      "\n  operations of M, k and tau after all passes. bound: no acceleration in the box is off by more than this\n"
      "  share of its largest value at {} random states; measured: the largest error at these states.\n",
      first.sampled ? first.sampled->states : 0);
  if (report.entries) text += entries_text(report.reducible, report.table.rows[*report.entries].reduction);
  return text;
}

std::string reduction_json(const ReductionReport& report) {
  using OrderedJson = nlohmann::ordered_json;
  const auto number = [](double x) { return std::isfinite(x) ? OrderedJson(x) : OrderedJson(nullptr); };
  const auto numbers = [&](std::span<const double> list) {
    OrderedJson json = OrderedJson::array();
    for (double x : list) json.push_back(number(x));
    return json;
  };
  OrderedJson json = {
      {"machine", report.reducible.model().name}, {"weak", report.method}, {"box", OrderedJson::object()}};
  for (Expr symbol : symbols_of(report.reducible.box())) {
    const Range& range = report.reducible.box().at(symbol);
    json["box"][to_text(symbol)] = {range.low, range.high};
  }
  json["terms"] = report.table.terms;
  if (report.recursion) json["recursion_operations"] = *report.recursion;
  json["speeds"] = OrderedJson::array();
  for (Expr speed : report.reducible.exact().speeds) json["speeds"].push_back(to_text(speed));
  json["rows"] = OrderedJson::array();
  for (const ReductionRow& row : report.table.rows) {
    const SafeReduction& reduction = row.reduction;
    OrderedJson line = {{"mu", reduction.threshold.mu},
                        {"terms", reduction.reduced.terms},
                        {"operations", row.operations},
                        {"restored", reduction.restored},
                        {"definite", definite_text(reduction.bound.definite)},
                        {"pieces", reduction.bound.pieces},
                        {"bound", number(reduction.guaranteed())},
                        {"measured", number(reduction.measured())},
                        {"acceleration_bounds", numbers(reduction.bound.error)},
                        {"mass_bounds", numbers(reduction.reduced.mass_loss)},
                        {"force_bounds", numbers(reduction.reduced.force_loss)}};
    if (reduction.sampled) {
      line["states"] = reduction.sampled->states;
      line["acceleration_errors"] = numbers(reduction.sampled->acceleration);
      line["largest_accelerations"] = numbers(reduction.sampled->scale);
    }
    if (report.entries && &row == &report.table.rows[*report.entries]) {
      line["entries"] = OrderedJson::array();
      for (const HarmonicEntry& entry : report.reducible.entries()) {
        const EntryLoss loss = loss_of(entry, reduction.reduced.dropped, reduction.threshold);
        line["entries"].push_back({{"entry", report.reducible.describe(entry)},
                                   {"terms", loss.terms},
                                   {"dropped", loss.dropped},
                                   {"threshold", loss.threshold},
                                   {"bound", static_cast<double>(loss.dropped) * loss.threshold},
                                   {"sum_dropped", loss.sum}});
      }
    }
    json["rows"].push_back(std::move(line));
  }
  return json.dump(2) + "\n";
}

Figure reduction_figure(const ReductionReport& report) {
  Curve terms{"terms", {}, {}, CurveStyle::kBoth}, operations{"operations", {}, {}, CurveStyle::kBoth},
      bound{"guaranteed", {}, {}, CurveStyle::kBoth}, measured{"measured", {}, {}, CurveStyle::kBoth};
  for (const ReductionRow& row : report.table.rows) {
    const double mu = row.reduction.threshold.mu;
    const auto add = [mu](Curve& curve, double y) { curve.x.push_back(mu), curve.y.push_back(y); };
    add(terms, static_cast<double>(row.reduction.reduced.terms));
    add(operations, row.operations);
    add(bound, row.reduction.guaranteed());
    add(measured, row.reduction.measured());
  }
  // on a logarithmic axis there is no place for mu = 0
  Curve all{"operations, nothing dropped", {}, {}, CurveStyle::kDashed};
  for (const ReductionRow& row : report.table.rows)
    if (row.reduction.threshold.mu == 0 && row.reduction.threshold.kind == Threshold::Kind::kLargest)
      for (double mu : operations.x) all.x.push_back(mu), all.y.push_back(row.operations);
  Figure figure{fmt::format("{}: without weak terms", report.reducible.model().name), "threshold mu", true, {}};
  figure.panels.push_back({"terms, operations", false, {std::move(terms), std::move(operations)}});
  if (!all.x.empty()) figure.panels.back().curves.push_back(std::move(all));
  figure.panels.push_back({"error of accelerations", true, {std::move(bound), std::move(measured)}});
  return figure;
}

}  // namespace kinemate
