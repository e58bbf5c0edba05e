// A program that knows nothing of the library and loads a plugin that holds it.
#include <dlfcn.h>

#include <cstdio>

int main(int, char** arguments) {
  void* plugin = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
  if (plugin == nullptr) return std::fprintf(stderr, "%s\n", dlerror()), 1;
  const auto acceleration = reinterpret_cast<double (*)(const char*)>(dlsym(plugin, "acceleration"));
  std::printf("in a plugin: phi'' = %.6f\n", acceleration(arguments[2]));
}
