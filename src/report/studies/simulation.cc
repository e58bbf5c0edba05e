#include "report/studies/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace kinemate {
namespace {

constexpr std::size_t kMostEvents = 20;   // that are listed
constexpr double kNoticedDeriving = 0.1;  // seconds
constexpr std::size_t kMostSwitches = 8;
constexpr double kFewRows = 4, kGoodRows = 10;  // a period

bool is_fixed(const SimulationRequest& request) { return request.step > 0; }

// What a run of this accuracy may lose of its largest kinetic energy.
double allowed_drift(const SimulationRequest& request) {
  return is_fixed(request) ? 1e-3 : std::max(1e-6, 1e3 * request.rtol);
}

double share_of(double drift, double scale) { return scale > 0 ? drift / scale : drift; }

std::string orders_text(const IntegratorStatistics& statistics) {
  std::string text;
  for (std::size_t order = 0; order < statistics.orders.size(); ++order)
    if (statistics.orders[order] > 0)
      text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", order, statistics.orders[order]);
  return text;
}

std::string energy_text(const SimulationRequest& request, const AuditResult& audit) {
  if (request.reduction) return "no balance: weak terms are dropped";
  if (!audit.energy) return "no balance: speeds of a driven joint are no rates";
  std::string text = fmt::format("off by {:.2g} J, {:.2g} of the largest kinetic energy", audit.energy_drift,
                                 share_of(audit.energy_drift, audit.largest_kinetic));
  if (audit.with_work) text += fmt::format("; work of loads and drives {:.6g} J", audit.work);
  if (audit.lost != 0) text += fmt::format("; lost at events {:.6g} J", audit.lost);
  return text;
}

std::string surfaces_text(const SurfaceCounts& surfaces) {
  const std::size_t all = surfaces.times + surfaces.crossings;
  if (all == 0 && !surfaces.slid) return "";
  return fmt::format("  conditions    {} switch{} of formulas, {} of them at known times{}\n", all, all == 1 ? "" : "es",
                     surfaces.times, surfaces.slid ? "; for a while the motion stayed where one switches" : "");
}

}  // namespace

std::string switches_text(const std::vector<CoordinateSwitch>& switches) {
  if (switches.empty()) return "";
  std::string text = fmt::format("  coordinates   changed {} time{}, the criterion before and after in brackets\n",
                                 switches.size(), switches.size() == 1 ? "" : "s");
  for (std::size_t i = 0; i < std::min(switches.size(), kMostSwitches); ++i) {
    const CoordinateSwitch& one = switches[i];
    text += fmt::format("                t = {:.9g}: {} -> {} ({:.3g}, {:.3g})", one.time, one.from, one.to, one.before,
                        one.after);
    text += one.order_after > 0 ? fmt::format(", order {} and {}\n", one.order_before, one.order_after) : "\n";
  }
  if (switches.size() > kMostSwitches)
    text += fmt::format("                and {} more\n", switches.size() - kMostSwitches);
  return text;
}

nlohmann::ordered_json switches_json(const std::vector<CoordinateSwitch>& switches) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const CoordinateSwitch& one : switches)
    list.push_back({{"time", one.time},
                    {"from", one.from},
                    {"to", one.to},
                    {"before", one.before},
                    {"after", one.after},
                    {"order_before", one.order_before},
                    {"order_after", one.order_after}});
  return list;
}

std::string audit_warning(const SimulationRequest& request, const SimulationReport& report) {
  const AuditResult& audit = report.audit;
  const double share = share_of(audit.energy_drift, audit.largest_kinetic), allowed = allowed_drift(request);
  const char* hint = is_fixed(request) ? "shorter steps will do" : "smaller tolerances will do";
  constexpr double kRounding = 1e-12;  // of a potential that is large where nothing moves
  if (audit.energy && !(share <= allowed) && audit.energy_drift > kRounding * audit.largest)
    return fmt::format("the energy balance is off by {:.2g} of the largest kinetic energy; {}", share, hint);
  for (const AuditResult::Constant& constant : audit.integrals) {
    const double off = share_of(constant.drift, std::abs(constant.start));
    if (std::abs(constant.start) > 1e-9 && !(off <= allowed))
      return fmt::format("the {} should be constant and is off by {:.2g}; {}", constant.name, off, hint);
  }
  return "";
}

std::string run_text(const RunText& run) {
  const SimulationReport& report = run.report;
  const IntegratorStatistics& statistics = report.statistics;
  const double simulated = std::abs(report.status.time - run.request.start);
  std::string text =
      fmt::format("{}: from t = {:.6g} to {:.6g} s in {:.3g} s, {:.3g} times as fast as real time\n", run.machine,
                  run.request.start, report.status.time, report.seconds, simulated / std::max(report.seconds, 1e-9));
  if (report.deriving > kNoticedDeriving)
    text += fmt::format("                {:.3g} s of these to derive the equations of other coordinates\n",
                        report.deriving);
  text += fmt::format("  method        {}\n", report.reason.empty() ? report.method : report.reason);
  text += fmt::format("  steps         {}, {} tried again; {} calls of the right-hand side\n", statistics.steps,
                      statistics.rejected, statistics.rhs_calls);
  if (const std::string orders = orders_text(statistics); !orders.empty())
    text += fmt::format("  orders        {}\n", orders);
  text += fmt::format("  energy        {}\n", energy_text(run.request, report.audit));
  if (report.audit.gap)
    text += fmt::format("  loops         {}\n",
                        *report.audit.gap == 0
                            ? "closed by formulas"
                            : fmt::format("coordinates drifted by {:.2g} and were put right", *report.audit.gap));
  for (const AuditResult::Constant& constant : report.audit.integrals)
    text += fmt::format("  constant      {}: {:.6g}, off by {:.2g}\n", constant.name, constant.start, constant.drift);
  text += switches_text(report.switches);
  text += surfaces_text(report.surfaces);
  for (std::size_t i = 0; i < std::min(report.events.size(), kMostEvents); ++i)
    text += fmt::format("  {:<14}t = {:.9g}: {}{}\n", i == 0 ? "events" : "", report.events[i].time,
                        report.events[i].name, report.events[i].what.empty() ? "" : ": " + report.events[i].what);
  if (report.events.size() > kMostEvents)
    text += fmt::format("                and {} more\n", report.events.size() - kMostEvents);
  if (!run.results.empty()) text += fmt::format("  results       {} rows in {}\n", report.rows, run.results);
  if (run.last.empty()) return text;
  text += "\n  at the end\n";
  for (std::size_t i = 0; i < run.last.size(); ++i) {
    const ResultColumn& column = run.header.columns[i];
    text +=
        fmt::format("  {:<13} {:.10g}{}{}\n", column.name, run.last[i], column.unit.empty() ? "" : " ", column.unit);
  }
  return text;
}

std::string run_json(const RunText& run) {
  using OrderedJson = nlohmann::ordered_json;
  const SimulationReport& report = run.report;
  const auto number = [](double x) { return std::isfinite(x) ? OrderedJson(x) : OrderedJson(nullptr); };
  OrderedJson json = {{"machine", run.machine},
                      {"from", run.request.start},
                      {"to", report.status.time},
                      {"good", report.status.good()},
                      {"method", report.method},
                      {"reason", report.reason},
                      {"seconds", report.seconds},
                      {"steps", report.statistics.steps},
                      {"rejected", report.statistics.rejected},
                      {"rhs_calls", report.statistics.rhs_calls},
                      {"jacobians", report.statistics.jacobians},
                      {"orders", report.statistics.orders},
                      {"rows", report.rows}};
  if (!report.status.message.empty()) json["message"] = report.status.message;
  json["audit"] = {{"energy_drift", report.audit.energy ? number(report.audit.energy_drift) : OrderedJson(nullptr)},
                   {"largest_kinetic", number(report.audit.largest_kinetic)},
                   {"work", number(report.audit.work)},
                   {"lost", number(report.audit.lost)},
                   {"gap", report.audit.gap ? number(*report.audit.gap) : OrderedJson(nullptr)},
                   {"constants", OrderedJson::array()}};
  for (const AuditResult::Constant& constant : report.audit.integrals)
    json["audit"]["constants"].push_back(
        {{"name", constant.name}, {"start", constant.start}, {"drift", number(constant.drift)}});
  json["events"] = OrderedJson::array();
  for (const SimulatedEvent& event : report.events)
    json["events"].push_back({{"time", event.time}, {"name", event.name}, {"what", event.what}});
  json["conditions"] = {{"times", report.surfaces.times},
                        {"crossings", report.surfaces.crossings},
                        {"slid", report.surfaces.slid},
                        {"plain", report.surfaces.plain}};
  json["switches"] = switches_json(report.switches);
  if (!run.results.empty()) json["results"] = run.results;
  json["end"] = OrderedJson::object();
  for (std::size_t i = 0; i < run.last.size(); ++i) json["end"][run.header.columns[i].name] = number(run.last[i]);
  return json.dump(2) + "\n";
}

std::string sampling_note(const SimulationRequest& request, const SimulationReport& report) {
  if (request.every < 0 || !request.times.empty() || report.highest_frequency <= 0) return "";
  const double span = std::abs(request.end - request.start), every = request.every > 0 ? request.every : span / 500;
  const double rows = 1 / (report.highest_frequency * every);
  if (rows >= kFewRows) return "";
  const double wish = 1 / (kGoodRows * report.highest_frequency), power = std::pow(10.0, std::floor(std::log10(wish)));
  const double advice = (wish >= 5 * power ? 5 : wish >= 2 * power ? 2 : 1) * power;
  const double hertz = report.highest_frequency;
  return fmt::format(
      "{} swings at {} Hz, and rows {:.3g} s apart are {:.2g} a period: as curves they show {}; "
      "--every {:.3g} shows it",
      report.fastest, hertz < 10 ? fmt::format("{:.2g}", hertz) : fmt::format("{:.0f}", hertz), every, rows,
      rows < 2 ? "a motion that does not exist" : "too little of it", advice);
}

}  // namespace kinemate
