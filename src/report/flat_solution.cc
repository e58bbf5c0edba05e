#include "report/flat_solution.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "expr/count.h"
#include "expr/simplify/simplify.h"
#include "expr/text/abbreviate.h"
#include "expr/text/print.h"
#include "flat/words.h"
#include "report/words.h"

namespace kinemate {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostSimplified = 2000;  // nodes: longer formulas are printed as elimination made them

std::string unknown_name(const FlatSystem& system, std::size_t unknown) {
  return to_text(system.unknowns[unknown].symbol);
}

// The next power of ten: what is behind it differs from one processor to another.
std::string error_bound(double error) {
  return std::isfinite(error) ? fmt::format("1e{}", static_cast<int>(std::ceil(std::log10(std::max(error, 1e-14)))))
                              : "infinity";
}

// The tree of a block from its root on: nodes behind each other until it forks.
struct FlowBranch {
  std::size_t forks = 0;  // before it
  std::vector<std::string> names;
};

std::vector<FlowBranch> find_flow_branches(const FlatSystem& system, const SolvedBlock& block) {
  const auto& nodes = block.topology.nodes;
  std::vector<std::vector<std::size_t>> children(nodes.size());
  std::vector<std::pair<std::size_t, std::size_t>> starts;  // node, forks before it
  for (std::size_t i = nodes.size(); i-- > 0;) {
    if (nodes[i].closes_loop) continue;
    if (nodes[i].parent == kUnmatched) {
      starts.emplace_back(i, 0);
    } else {
      children[nodes[i].parent].push_back(i);
    }
  }
  std::reverse(starts.begin(), starts.end());
  std::vector<FlowBranch> branches;
  while (!starts.empty()) {
    auto [at, forks] = starts.back();
    starts.pop_back();
    FlowBranch& branch = branches.emplace_back();
    branch.forks = forks;
    for (;; at = children[at][0]) {
      branch.names.push_back(unknown_name(system, block.block.unknowns[nodes[at].tear]));
      if (children[at].size() != 1) break;
    }
    for (auto child = children[at].rbegin(); child != children[at].rend(); ++child)
      starts.emplace_back(*child, forks + 1);
  }
  return branches;
}

std::string describe_order(const SolvedBlock& block) {
  if (block.order.empty()) return "sparse LU in numbers alone: " + block.reason;
  if (block.by_structure) return "along the tree, leaves first";
  const std::string sparse = "sparse LU, little fill-in and no small pivots at sampled values";
  return block.reason.empty() ? sparse : fmt::format("{}, since {}", sparse, block.reason);
}

class FlatText {
 public:
  FlatText(const FlatReport& report, const FlatShown& shown) : report_(report), shown_(shown) {}

  std::string write() {
    summarise();
    for (const SolvedBlock& block : report_.solution.blocks)
      if (block.block.unknowns.size() > 1) write_block(block);
    if (report_.program) write_operations();
    if (shown_.formulas) write_formulas();
    if (shown_.values) write_values();
    return std::move(text_);
  }

 private:
  std::vector<std::string> cut(std::vector<std::string> words) const {
    return shown_.all ? words : shortened(std::move(words));
  }

  void summarise() {
    const FlatSystem& system = report_.system;
    std::size_t single = 0;
    for (const SolvedBlock& block : report_.solution.blocks) single += block.block.unknowns.size() == 1 ? 1 : 0;
    text_ +=
        fmt::format("{}: {}{}\n", system.name.empty() ? "equations" : system.name,
                    counted(system.equations.size(), "equation", "equations"),
                    system.known.empty() ? "" : ", " + counted(system.known.size(), "known symbol", "known symbols"));
    text_ += fmt::format("  {} by {} own equation, one after the other; {} to be solved together\n",
                         counted(single, "unknown follows", "unknowns follow"), single == 1 ? "its" : "their",
                         counted(report_.solution.blocks.size() - single, "block has", "blocks have"));
  }

  void write_block(const SolvedBlock& block) {
    const FlatSystem& system = report_.system;
    text_ += fmt::format("\nblock of {} unknowns, {} coefficients\n", block.block.unknowns.size(), block.entries);
    if (!block.tears.empty()) {
      std::vector<std::string> tears;
      for (std::size_t u : block.tears) tears.push_back(unknown_name(system, u));
      text_ += paragraph(
          "flow", fmt::format("{} by coefficients of 1 and -1 from {}",
                              counted(block.block.unknowns.size() - tears.size(), "unknown follows", "unknowns follow"),
                              counted(tears.size(), "tearing variable", "tearing variables")));
      if (shown_.tree && block.by_structure) {
        write_tree(block);
      } else {
        text_ += line("tearing", cut(std::move(tears)));
      }
    }
    text_ += paragraph("order", describe_order(block));
    if (!block.order.empty())
      text_ += line("fill-in", {counted(block.fill_in, "coefficient", "coefficients"),
                                fmt::format("residual at sampled values below {}", error_bound(block.residual))});
    if (shown_.order) {
      std::vector<std::string> steps;
      for (const auto& [equation, unknown] : block.order)
        steps.push_back(fmt::format("{} by {}", unknown_name(system, unknown), system.equations[equation].name));
      text_ += line("pivots", steps);
    }
  }

  void write_tree(const SolvedBlock& block) {
    const FlatSystem& system = report_.system;
    std::size_t written = 0;
    const std::vector<FlowBranch> branches = find_flow_branches(system, block);
    for (const FlowBranch& branch : branches) {
      if (!shown_.all && written == kMostListed) break;
      std::vector<std::string> names = branch.names;
      if (!shown_.all && names.size() > kMostListed) {  // both ends of a long one
        const std::string last = names.back();
        const std::size_t left = names.size() - kMostListed;
        names.resize(kMostListed - 1);
        names.push_back(fmt::format("({} more)", left));
        names.push_back(last);
      }
      text_ += paragraph(
          written++ == 0 ? "tree" : "",
          fmt::format("{}{}", std::string(branch.forks, '+') + (branch.forks > 0 ? " " : ""), fmt::join(names, " > ")));
    }
    if (written < branches.size())
      text_ += paragraph("", fmt::format("and {} more branches", branches.size() - written));
    std::vector<std::string> loops;
    for (const FlowTopology::Node& node : block.topology.nodes) {
      if (!node.closes_loop) continue;
      const std::string name = unknown_name(system, block.block.unknowns[node.tear]);
      loops.push_back(
          node.parent == kUnmatched
              ? fmt::format("{} at the root", name)
              : fmt::format("{} at {}", name,
                            unknown_name(system, block.block.unknowns[block.topology.nodes[node.parent].tear])));
    }
    text_ += line("loops", cut(std::move(loops)));
  }

  void write_operations() {
    const Optimized& program = *report_.program;
    for (const auto& [title, pass] :
         {std::pair{"operations", &program.passes.front()}, std::pair{"shortened", &program.passes.back()}}) {
      const OperationCount& count = pass->count;
      const double additions = count.additions + count.negations;
      const auto part = [](double number, std::string_view one, std::string_view many) {
        return counted(static_cast<std::size_t>(number), one, many);
      };
      const std::vector<std::string> parts{
          part(count.multiplications, "multiplication", "multiplications"), part(additions, "addition", "additions"),
          part(count.divisions, "division", "divisions"),
          part(count.total() - count.multiplications - additions - count.divisions, "other", "others")};
      text_ += (title == std::string("operations") ? "\n" : "") + line(title, parts);
    }
  }

  void write_formulas() {
    if (report_.solution.values.empty()) return;
    std::vector<Expr> formulas;
    for (std::size_t u : report_.unknowns) formulas.push_back(report_.solution.values[u]);
    if (count_nodes(formulas) <= kMostSimplified) formulas = simplify(formulas, kBriefly);
    const Abbreviated brief = abbreviate(formulas, {.prefix = "h"});
    text_ += "\n";
    for (const Abbreviation& part : brief.abbreviations)
      text_ += fmt::format("{} = {}\n", to_text(part.symbol), to_text(part.formula));
    for (std::size_t i = 0; i < formulas.size(); ++i)
      text_ += fmt::format("{} = {}\n", unknown_name(report_.system, report_.unknowns[i]), to_text(brief.formulas[i]));
  }

  // Why there are no numbers.
  void write_open() {
    std::vector<std::string> open;
    for (const FlatKnown& known : report_.system.known)
      if (!known.value) open.push_back(to_text(known.symbol));
    if (!open.empty())
      text_ += "\n" + paragraph("no numbers", fmt::format("since these have no values: {}; --set gives one",
                                                          fmt::join(cut(std::move(open)), ", ")));
  }

  void write_values() {
    if (!report_.by_lu) return write_open();
    text_ += "\n";
    double worst = 0;
    std::size_t written = 0;
    for (std::size_t i = 0; i < report_.unknowns.size(); ++i) {
      const std::size_t u = report_.unknowns[i];
      const double by_lu = (*report_.by_lu)[u], value = report_.values ? (*report_.values)[i] : by_lu;
      worst = std::max(worst, std::abs(value - by_lu) / std::max(1.0, std::abs(by_lu)));
      if (!shown_.all && written == kMostListed) continue;
      ++written;
      text_ += fmt::format("{} = {:.15g}\n", unknown_name(report_.system, u), value + 0.0);  // no -0
    }
    if (written < report_.unknowns.size())
      text_ += fmt::format("... and {} more: --show values, or --only NAMES\n", report_.unknowns.size() - written);
    if (report_.values) text_ += fmt::format("the same by sparse LU in numbers, to {}\n", error_bound(worst));
  }

  const FlatReport& report_;
  const FlatShown& shown_;
  std::string text_;
};

Json block_json(const FlatSystem& system, const SolvedBlock& block) {
  Json json = {{"unknowns", Json::array()},
               {"coefficients", block.entries},
               {"fill_in", block.fill_in},
               {"residual", block.residual},
               {"by_structure", block.by_structure}};
  if (!block.reason.empty()) json["reason"] = block.reason;
  for (std::size_t u : block.block.unknowns) json["unknowns"].push_back(unknown_name(system, u));
  json["tearing_variables"] = Json::array();
  for (std::size_t u : block.tears) json["tearing_variables"].push_back(unknown_name(system, u));
  json["tree"] = Json::array();
  for (const FlowTopology::Node& node : block.topology.nodes) {
    Json entry = {{"tearing_variable", unknown_name(system, block.block.unknowns[node.tear])},
                  {"residual", system.equations[block.block.equations[node.residual]].name},
                  {node.closes_loop ? "base" : "parent", nullptr},
                  {"closes_loop", node.closes_loop}};
    if (node.parent != kUnmatched)
      entry[node.closes_loop ? "base" : "parent"] =
          unknown_name(system, block.block.unknowns[block.topology.nodes[node.parent].tear]);
    json["tree"].push_back(std::move(entry));
  }
  json["order"] = Json::array();
  for (const auto& [equation, unknown] : block.order)
    json["order"].push_back({system.equations[equation].name, unknown_name(system, unknown)});
  return json;
}

}  // namespace

std::string flat_solution_text(const FlatReport& report, const FlatShown& shown) {
  return FlatText(report, shown).write();
}

std::string flat_solution_json(const FlatReport& report) {
  Json json = {{"name", report.system.name},
               {"equations", report.system.equations.size()},
               {"known", report.system.known.size()},
               {"blocks", Json::array()}};
  for (const SolvedBlock& block : report.solution.blocks) json["blocks"].push_back(block_json(report.system, block));
  if (report.program) {
    const OperationCount& count = report.program->passes.back().count;
    const auto whole = [](double number) { return static_cast<std::size_t>(number); };
    json["operations"] = {{"multiplications", whole(count.multiplications)},
                          {"additions", whole(count.additions + count.negations)},
                          {"divisions", whole(count.divisions)},
                          {"total", whole(count.total())}};
  }
  if (report.by_lu) {
    json["values"] = Json::object();
    for (std::size_t i = 0; i < report.unknowns.size(); ++i)
      json["values"][unknown_name(report.system, report.unknowns[i])] =
          (report.values ? (*report.values)[i] : (*report.by_lu)[report.unknowns[i]]) + 0.0;
  }
  return json.dump(2) + "\n";
}

}  // namespace kinemate
