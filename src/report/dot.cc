#include "report/dot.h"

#include <gvc.h>

#include <memory>

#include "base/error.h"

namespace kinemate {

std::string dot_string(const std::string& text) {
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return quoted + '"';
}

std::string draw_svg(const std::string& dot) {
  agseterr(AGMAX);  // it would print by itself
  const std::unique_ptr<GVC_t, int (*)(GVC_t*)> context(gvContext(), gvFreeContext);
  const std::unique_ptr<Agraph_t, int (*)(Agraph_t*)> graph(agmemread(dot.c_str()), agclose);
  const Error failure("Graphviz cannot draw this graph", "--format dot gives its description", Error::Kind::kNumerical);
  if (context == nullptr || graph == nullptr || gvLayout(context.get(), graph.get(), "dot") != 0) throw failure;
  char* data = nullptr;
  unsigned length = 0;
  const int code = gvRenderData(context.get(), graph.get(), "svg", &data, &length);
  std::string svg = code == 0 && data != nullptr ? std::string(data, length) : "";
  gvFreeRenderData(data);
  gvFreeLayout(context.get(), graph.get());
  if (svg.empty()) throw failure;
  return svg;
}

}  // namespace kinemate
