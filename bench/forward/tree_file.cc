#include "bench/forward/tree_file.h"

#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace kinemate {
namespace {

class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path), in_(path) {
    if (!in_) fail("cannot be read");
  }

  std::string word() {
    std::string result;
    if (!(in_ >> result)) fail("ends too early");
    return result;
  }

  void expect(const std::string& expected) {
    const std::string found = word();
    if (found != expected) fail("expected " + expected + ", found " + found);
  }

  double number() {
    const std::string text = word();
    std::size_t read = 0;
    double result = 0;
    try {
      result = std::stod(text, &read);
    } catch (const std::logic_error&) {
      read = 0;
    }
    if (read != text.size()) fail("expected a number, found " + text);
    return result;
  }

  int integer() {
    const double value = number();
    const int result = static_cast<int>(value);
    if (result != value) fail("expected an integer, found " + std::to_string(value));
    return result;
  }

  template <class Numbers>
  void fill(Numbers& numbers) {
    for (double& value : numbers) value = number();
  }

  [[noreturn]] void fail(const std::string& what) const { throw std::runtime_error(path_ + ": " + what); }

 private:
  std::string path_;
  std::ifstream in_;
};

TreeJointKind read_joint(Reader& reader) {
  const std::string type = reader.word();
  if (type == "revolute") return TreeJointKind::kRevolute;
  if (type == "prismatic") return TreeJointKind::kPrismatic;
  if (type == "free") return TreeJointKind::kFree;
  reader.fail("expected revolute, prismatic or free, found " + type);
}

TreeBody read_body(Reader& reader, int index) {
  TreeBody body;
  reader.expect("body");
  body.parent = reader.integer();
  if (body.parent < -1 || body.parent >= index)
    reader.fail("the parent of body " + std::to_string(index) + " is later");
  body.joint = read_joint(reader);
  if (body.joint == TreeJointKind::kFree && body.parent != -1) reader.fail("a free joint that is not on the world");
  reader.fill(body.axis);
  reader.fill(body.rotation);
  reader.fill(body.position);
  body.mass = reader.number();
  reader.fill(body.center);
  reader.fill(body.inertia);
  return body;
}

}  // namespace

std::size_t coordinate_count(TreeJointKind joint) { return joint == TreeJointKind::kFree ? 7 : 1; }

std::size_t speed_count(TreeJointKind joint) { return joint == TreeJointKind::kFree ? 6 : 1; }

bool is_chain(const TreeMachine& tree) {
  for (std::size_t i = 0; i < tree.bodies.size(); ++i)
    if (tree.bodies[i].parent != static_cast<int>(i) - 1) return false;
  return true;
}

TreeMachine read_tree(const std::string& path) {
  Reader reader(path);
  TreeMachine tree;
  tree.name = std::filesystem::path(path).stem().string();
  reader.expect("gravity");
  reader.fill(tree.gravity);
  reader.expect("bodies");
  const int count = reader.integer();
  std::size_t coordinates = 0, speeds = 0;
  for (int i = 0; i < count; ++i) {
    tree.bodies.push_back(read_body(reader, i));
    coordinates += coordinate_count(tree.bodies.back().joint);
    speeds += speed_count(tree.bodies.back().joint);
  }
  tree.state = {std::vector<double>(coordinates), std::vector<double>(speeds), std::vector<double>(speeds)};
  reader.expect("state");
  reader.expect("q");
  reader.fill(tree.state.coordinates);
  reader.expect("s");
  reader.fill(tree.state.speeds);
  reader.expect("tau");
  reader.fill(tree.state.efforts);
  return tree;
}

}  // namespace kinemate
