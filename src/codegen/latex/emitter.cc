#include "codegen/latex/emitter.h"

#include <fmt/format.h>

#include "base/check.h"
#include "codegen/c/language.h"
#include "codegen/interface.h"
#include "codegen/latex/section.h"
#include "codegen/plain_text.h"
#include "expr/pool.h"
#include "expr/text/latex_text.h"

namespace kinemate {
namespace {

std::string write_document(std::span<const Program> programs) {
  std::string text = fmt::format("% {}\n% Made by Kinemate.\n", plain_line(title_of(programs[0])));
  text +=
      "\\documentclass[a4paper,fleqn]{article}\n\\usepackage{amsmath,array,longtable}\n"
      "\\usepackage[margin=22mm]{geometry}\n\\allowdisplaybreaks\n\\setlength{\\parindent}{0pt}\n"
      "\\setlength{\\jot}{5pt}\n\\renewcommand{\\arraystretch}{1.15}\n\\setlength{\\LTpre}{0pt}\n"
      "% a heading and the first lines below it on one page\n"
      "\\newcommand{\\together}{\\par\\vskip 0pt plus 8\\baselineskip\\penalty-100\\vskip 0pt plus -8\\baselineskip}\n"
      "\\begin{document}\n";
  text += fmt::format("{{\\LARGE {}\\strut}}\\hfill made by Kinemate\n\n\\hrule\n", latex_words(programs[0].machine));
  for (const Program& program : programs) {
    std::string title = program.meaning.empty() ? program.name : program.meaning;
    if (!title.empty() && title[0] >= 'a' && title[0] <= 'z') title[0] = static_cast<char>(title[0] - 'a' + 'A');
    text += fmt::format("\n\\section*{{{}}}\n", latex_words(title)) + write_latex_section(program);
  }
  return text + "\\end{document}\n";
}

std::string write_latex_readme(std::span<const Program> programs, const std::string& name) {
  std::string text = fmt::format("# {}\n\n", name);
  for (const Program& program : programs) text += fmt::format("{}.\n\n", plain_line(title_of(program)));
  text += fmt::format(
      "LaTeX made by Kinemate. `{0}.tex` is a document that shows what goes in, the formulas, and what comes out.\n"
      "Formulas are in the order in which they can be computed; what is used more than once, or would make a line too\n"
      "long, has an abbreviation, each program its own. Numbers have all their digits.\n\n"
      "    pdflatex {0}.tex\n\n"
      "makes `{0}.pdf`. Nothing but LaTeX's own packages is needed (amsmath, array, longtable, geometry; in Debian "
      "the\n"
      "package texlive-latex-base).\n",
      name);
  return text;
}

}  // namespace

std::vector<GeneratedFile> generate_latex(std::span<const Program> programs, const TargetOptions& options) {
  CHECK(!programs.empty());
  Pool pool;
  const PoolScope scope(pool);
  const std::string prefix = options.prefix.empty() ? programs[0].machine : options.prefix;
  const std::string name = make_interface(programs[0], prefix, c_language()).function;
  return {{name + ".tex", write_document(programs)}, {"README.md", write_latex_readme(programs, name)}};
}

}  // namespace kinemate
