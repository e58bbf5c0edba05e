#include "model_io/machine_file.h"

#include "base/file.h"
#include "model_io/read.h"

namespace kinemate {

Reading read_machine_file(const std::string& path, const UrdfOptions& options) {
  std::string text = read_text_file(path);
  const std::size_t first = text.find_first_not_of(" \t\r\n", text.starts_with("\xEF\xBB\xBF") ? 3 : 0);
  if (first != std::string::npos && text[first] == '<') return read_urdf(std::move(text), path, options);
  if (options.floating || options.ignore_mimic || options.ignore_damping || options.round_angles ||
      !options.loops.empty())
    throw Error("--floating, --ignore, --round-angles and --loops are for URDF; this is a model file",
                "a model file says itself how its bodies are joined: see docs/model.md");
  return read_model(std::move(text), path);
}

}  // namespace kinemate
