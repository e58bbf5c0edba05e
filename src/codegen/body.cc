#include "codegen/body.h"

#include <fmt/format.h>

#include <unordered_map>

#include "base/check.h"

namespace kinemate {
namespace {

constexpr std::size_t kLongestCodeLine = 100;
constexpr std::uint32_t kOutside = ~std::uint32_t{0};

class BodyWriter {
 public:
  BodyWriter(std::span<const Step> steps, const std::vector<bool>& kept, std::span<const Copy> copies,
             const std::function<CodeOutside(std::uint32_t)>& outside, const CodeBodyOptions& options)
      : steps_(steps),
        kept_(kept),
        copies_(copies),
        outside_(outside),
        language_(options.language),
        local_(options.local),
        names_(options.names),
        margin_(options.indent, ' '),
        longest_(kLongestCodeLine -
                 std::min<std::size_t>(options.indent + 21, 60)),  // "const double z1234 = " before it
        sources_(steps.size()),
        uses_(steps.size(), 0),
        texts_(steps.size()),
        waiting_(steps.size(), false) {
    CHECK(kept.size() == steps.size());
  }

  CodeBody write() {
    find_sources();
    count_uses();
    for (std::uint32_t i = 0; i < steps_.size(); ++i) {
      if (kept_[i] || uses_[i] > 0) write_step(i);
    }
    for (std::size_t i = 0; i < copies_.size(); ++i) {
      const Phrase from = operand(copy_sources_[i], copies_[i].from);
      store(copies_[i].to, from);
    }
    for (const std::uint32_t i : late_) store(steps_[i].result, texts_[i]);
    return std::move(made_);
  }

 private:
  // The step whose result stands in each operand's place, if one of these.
  void find_sources() {
    std::unordered_map<std::uint32_t, std::uint32_t> holder;
    const auto find = [&](std::uint32_t place) {
      const auto found = holder.find(place);
      return found == holder.end() ? kOutside : found->second;
    };
    for (std::uint32_t i = 0; i < steps_.size(); ++i) {
      for (std::size_t k = 0; k < steps_[i].count; ++k) sources_[i][k] = find(steps_[i].operands[k]);
      holder[steps_[i].result] = i;
    }
    for (const Copy& copy : copies_) copy_sources_.push_back(find(copy.from));
  }

  void use(std::uint32_t source, std::uint32_t place) { ++(source == kOutside ? reads_[place] : uses_[source]); }

  void count_uses() {
    for (std::size_t i = 0; i < copies_.size(); ++i) use(copy_sources_[i], copies_[i].from);
    for (std::size_t i = steps_.size(); i-- > 0;) {
      if (!kept_[i] && uses_[i] == 0) continue;
      for (std::size_t k = 0; k < steps_[i].count; ++k) use(sources_[i][k], steps_[i].operands[k]);
    }
  }

  void write_step(std::uint32_t i) {
    const Step& step = steps_[i];
    if (std::string name = called_function(language_, step.code, step.function, step.count); !name.empty())
      made_.called.insert(std::move(name));
    Phrase text = formula(step, sources_[i]);
    while (text.text.size() > longest_ && name_longest_operand(step, sources_[i])) text = formula(step, sources_[i]);
    texts_[i] = std::move(text);
    const bool late = kept_[i] && reads_.contains(step.result);
    if (kept_[i] && uses_[i] == 0 && !late) {
      store(step.result, texts_[i]);
    } else if (!kept_[i] && uses_[i] == 1) {
      waiting_[i] = true;
    } else {
      name(i);
      if (late) late_.push_back(i);
      if (kept_[i] && !late) store(step.result, texts_[i]);
    }
  }

  Phrase formula(const Step& step, const std::array<std::uint32_t, 3>& sources) {
    std::array<Phrase, 3> operands;
    for (std::size_t k = 0; k < step.count; ++k) operands[k] = operand(sources[k], step.operands[k]);
    return operation_text(language_, step.code, step.function, std::span(operands).first(step.count));
  }

  Phrase operand(std::uint32_t source, std::uint32_t place) {
    if (source != kOutside) return texts_[source];
    if (const auto loaded = loaded_.find(place); loaded != loaded_.end()) return {loaded->second};
    CodeOutside outside = outside_(place);
    if (!outside.indirect || reads_.at(place) < 2) return outside.text;
    const std::string variable = make_variable();
    define(variable, outside.text);
    loaded_.emplace(place, variable);
    return {variable};
  }

  bool name_longest_operand(const Step& step, const std::array<std::uint32_t, 3>& sources) {
    std::uint32_t longest = kOutside;
    for (const std::uint32_t source : std::span(sources).first(step.count)) {
      if (source == kOutside || !waiting_[source]) continue;
      if (longest == kOutside || texts_[source].text.size() > texts_[longest].text.size()) longest = source;
    }
    if (longest == kOutside) return false;
    name(longest);
    return true;
  }

  std::string make_variable() { return fmt::format("{}{}", local_, variables_++); }

  // sin_alpha1 is easier to read than a number.
  std::string make_variable(std::uint32_t i) {
    const Step& step = steps_[i];
    if (step.code == Code::kSine || step.code == Code::kCosine) {
      const std::string entry = sources_[i][0] == kOutside ? outside_(step.operands[0]).entry : "";
      if (!entry.empty()) return names_.take((step.code == Code::kSine ? "sin_" : "cos_") + entry);
    }
    return make_variable();
  }

  void name(std::uint32_t i) {
    std::string variable = make_variable(i);
    define(variable, texts_[i]);
    texts_[i] = {std::move(variable), Phrase::Level::kPrimary};
    waiting_[i] = false;
  }

  void define(std::string_view variable, const Phrase& text) {
    made_.variables.emplace_back(variable);
    write_line(language_.define, variable, text);
  }

  void store(std::uint32_t place, const Phrase& text) { write_line(language_.store, outside_(place).text.text, text); }

  void write_line(const char* format, std::string_view left, const Phrase& right) {
    made_.text += margin_;
    fmt::format_to(std::back_inserter(made_.text), fmt::runtime(format), left,
                   operand_text(language_, right, Phrase::Level::kSum));
    made_.text += '\n';
  }

  const std::span<const Step> steps_;
  const std::vector<bool>& kept_;
  const std::span<const Copy> copies_;
  const std::function<CodeOutside(std::uint32_t)>& outside_;
  const Language& language_;
  const std::string local_;
  CodeNames names_;
  const std::string margin_;
  const std::size_t longest_;

  std::vector<std::array<std::uint32_t, 3>> sources_;  // by step: the steps that make its operands, or kOutside
  std::vector<std::uint32_t> copy_sources_;
  std::vector<std::uint32_t> uses_;                         // by step, by steps that are needed
  std::unordered_map<std::uint32_t, std::uint32_t> reads_;  // by place: uses of what stands there before
  std::vector<Phrase> texts_;                               // by step: a formula that waits for its user, or a variable
  std::vector<bool> waiting_;                               // by step: not written yet
  std::vector<std::uint32_t> late_;                         // steps whose result is stored at the end
  std::unordered_map<std::uint32_t, std::string> loaded_;   // by place: variable
  std::size_t variables_ = 0;
  CodeBody made_;
};

}  // namespace

CodeBody write_body(std::span<const Step> steps, const std::vector<bool>& kept, std::span<const Copy> copies,
                    const std::function<CodeOutside(std::uint32_t place)>& outside, const CodeBodyOptions& options) {
  return BodyWriter(steps, kept, copies, outside, options).write();
}

}  // namespace kinemate
