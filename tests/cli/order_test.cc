// Coordinates, speeds and equations come in the order of the file, whatever order its joints are in.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>
#include <tuple>

#include "cli/command.h"

namespace kinemate {
namespace {

using ordered = nlohmann::json;

// A random tree; joint i has the coordinate qi. Its joints stand in the order of the numbers.
struct RandomTree {
  std::vector<std::string> joints;
  std::string rest;
};

RandomTree random_tree(std::mt19937_64& random, std::size_t bodies) {
  RandomTree tree{{}, "name: m\ngravity: [0, 0, -9.81]\nbodies:\n"};
  const char* const axes[] = {"x", "y", "z"};
  for (std::size_t i = 1; i <= bodies; ++i) {
    const std::string body = "b" + std::to_string(i), at = std::to_string(i) + "/5";
    const std::size_t parent = random() % i;
    tree.rest += "  " + body + ": {mass: " + std::to_string(i) + ", center: [0.1, " + at +
                 ", 0.2], inertia: {xx: 0.3, yy: 0.4, zz: 0.5}}\n";
    const char* const type = random() % 3 == 0 ? "prismatic" : "revolute";
    tree.joints.push_back("  j" + std::to_string(i) + ": {type: " + type + ", axis: " + axes[random() % 3] +
                          ", from: {body: " + (parent == 0 ? "world" : "b" + std::to_string(parent)) +
                          ", at: [0.3, 0.1, " + at + "]}, to: " + body + ", coordinate: q" + std::to_string(i) + "}\n");
  }
  return tree;
}

std::string model_text(const RandomTree& tree, const std::vector<std::size_t>& order) {
  std::string text = tree.rest + "joints:\n";
  for (std::size_t i : order) text += tree.joints[i];
  text += "initial: {";
  for (std::size_t i = 1; i <= order.size(); ++i)
    text += "q" + std::to_string(i) + ": 0." + std::to_string(i) + ", q" + std::to_string(i) + "': 0." +
            std::to_string(9 - i) + (i < order.size() ? ", " : "}\n");
  return text;
}

std::vector<std::string> names(const std::vector<std::size_t>& order, const std::string& ending) {
  std::vector<std::string> list;
  for (std::size_t i : order) list.push_back("q" + std::to_string(i + 1) + ending);
  return list;
}

std::string joined(const std::vector<std::string>& list) {
  std::string text;
  for (const std::string& one : list) text += (text.empty() ? "" : ",") + one;
  return text;
}

class OrderOfOutputs : public testing::Test {
 protected:
  OrderOfOutputs() {
    std::shuffle(order_.begin(), order_.end(), random_);
    path_ = file_with("ordered.yaml", model_text(tree_, order_));
    folder_ = testing::TempDir() + "kinemate_order_" + std::to_string(getpid());
  }
  ~OrderOfOutputs() override { std::filesystem::remove_all(folder_); }

  ordered read(const std::string& arguments) {
    const Outcome outcome = run_line(std::string(KINEMATE_COMMAND) + " " + arguments + " 2>/dev/null");
    EXPECT_EQ(outcome.code, 0) << arguments;
    return ordered::parse(outcome.out, nullptr, false);
  }
  static std::string content(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  std::mt19937_64 random_{11};
  RandomTree tree_ = random_tree(random_, 4);
  std::vector<std::size_t> order_ = {0, 1, 2, 3};
  std::string path_, folder_;
};

TEST_F(OrderOfOutputs, OfEquationsAndNumbers) {
  std::vector<std::size_t> order = {0, 1, 2, 3};
  ordered first;
  do {
    path_ = file_with("ordered.yaml", model_text(tree_, order));
    const std::vector<std::string> rates = names(order, "'"), coordinates = names(order, "");
    const ordered derived = read("derive " + path_ + " --json --quiet");
    EXPECT_EQ(derived["coordinates"], ordered(coordinates));
    EXPECT_EQ(derived["speeds"], ordered(names(order, "_dot")));
    const ordered numbers = read("evaluate " + path_ + " --json");
    EXPECT_EQ(numbers["speeds"], ordered(rates));
    if (first.is_null()) first = numbers;
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_NEAR(numbers["acceleration"][i].get<double>(), first["acceleration"][order[i]].get<double>(), 1e-9);
      for (std::size_t k = 0; k < 4; ++k)
        EXPECT_NEAR(numbers["mass"][i][k].get<double>(), first["mass"][order[i]][order[k]].get<double>(), 1e-10);
    }
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST_F(OrderOfOutputs, OfLinearisedMatrices) {
  const ordered linear = read("linearize " + path_ + " --about state --json --quiet --only numbers");
  EXPECT_EQ(linear["numbers"]["s"], ordered(names(order_, "'"))) << linear.dump().substr(0, 300);
  EXPECT_EQ(linear["numbers"]["y"], ordered(names(order_, "")));
}

TEST_F(OrderOfOutputs, OfColumnsOfRuns) {
  const std::string csv = folder_ + ".csv";
  expect("simulate " + path_ + " --to 0.1 --quiet -o " + csv + " > /dev/null", 0, "");
  const std::string text = content(csv);
  EXPECT_NE(text.find("t," + joined(names(order_, "")) + "," + joined(names(order_, "'"))), std::string::npos)
      << text.substr(0, 300);
  std::filesystem::remove(csv);
}

TEST_F(OrderOfOutputs, OfGeneratedPrograms) {
  for (const char* language : {"c", "python", "julia", "matlab"}) {
    std::filesystem::remove_all(folder_);
    expect("generate " + path_ + " --what ode --quiet --to " + language + " -o " + folder_, 0, "");
    std::string all;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_))
      if (entry.is_regular_file()) all += content(entry.path());
    // the list of states says their order in every language
    std::size_t at = all.find("coordinate of joint");
    std::vector<std::string> joints;
    for (; at != std::string::npos && joints.size() < 4; at = all.find("coordinate of joint", at + 1))
      joints.push_back(all.substr(at + 20, 2));
    std::vector<std::string> wanted;
    for (std::size_t i : order_) wanted.push_back("j" + std::to_string(i + 1));
    EXPECT_EQ(joints, wanted) << language;
  }
}

const char* const kFourBar = R"(name: bars
bodies:
  crank: {mass: 1, center: [0.1, 0, 0]}
  rod:   {mass: 2, center: [0.4, 0, 0], inertia: {xx: 1, yy: 1, zz: 1}}
  arm:   {mass: 1, center: [0.3, 0, 0]}
  tip:   {mass: 1, center: [0.2, 0, 0]}
joints:
  t: {type: revolute, axis: z, from: {body: arm, at: [0.6, 0, 0]}, to: tip, coordinate: tip}
  b: {type: revolute, axis: z, from: {body: rod, at: [0.9, 0, 0]}, to: {body: arm, at: [0.6, 0, 0]}, coordinate: beta}
  a: {type: revolute, axis: z, from: {body: crank, at: [0.3, 0, 0]}, to: rod, coordinate: alpha}
  c: {type: revolute, axis: z, from: {body: world, at: [1, 0, 0]}, to: arm, coordinate: psi}
  o: {type: revolute, axis: z, from: world, to: crank, coordinate: phi}
initial: {phi: 1, alpha: -0.7, psi: 1.5}
)";

TEST_F(OrderOfOutputs, OfIndependentSpeeds) {
  for (const auto& [independent, speeds] :
       {std::pair{"[phi, tip]", "phi',tip'"}, std::pair{"[tip, phi]", "tip',phi'"}, std::pair{"[psi]", "psi',tip'"}}) {
    const std::string path = file_with("bars.yaml", std::string(kFourBar) + "independent: " + independent + "\n");
    const ordered numbers = read("evaluate " + path + " --json");
    EXPECT_EQ(joined(numbers["speeds"].get<std::vector<std::string>>()), speeds);
  }
  // all speeds of a run are in the order of the joints
  const std::string path = file_with("bars.yaml", kFourBar), csv = folder_ + ".csv";
  expect("simulate " + path + " --to 0.01 --quiet -o " + csv + " > /dev/null", 0, "");
  EXPECT_NE(content(csv).find("t,tip,beta,alpha,psi,phi,tip',beta',alpha',psi',phi'"), std::string::npos)
      << content(csv).substr(0, 300);
  std::filesystem::remove(csv);
}

// Of a robot, the order of its joints in the document; of a deck, that of the numbers.
TEST_F(OrderOfOutputs, OfRobotsAndDecks) {
  const char* const inertial =
      "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>";
  std::string robot = "<robot name='r'><link name='base'/>";
  for (const char* link : {"a", "b", "c"}) robot += std::string("<link name='") + link + "'>" + inertial + "</link>";
  for (const auto& [joint, parent, child] :
       {std::tuple("j3", "b", "c"), std::tuple("j1", "base", "a"), std::tuple("j2", "a", "b")})
    robot += std::string("<joint name='") + joint + "' type='continuous'><parent link='" + parent + "'/><child link='" +
             child + "'/><axis xyz='0 0 1'/></joint>";
  const ordered of_robot = read("derive " + file_with("r.urdf", robot + "</robot>") + " --json --quiet");
  EXPECT_EQ(of_robot["coordinates"], ordered({"j3", "j1", "j2"}));
  EXPECT_EQ(of_robot["speeds"], ordered({"j3_dot", "j1_dot", "j2_dot"}));

  const std::string axes = "'1' '0' '0' '0' '1' '0' '0' '0' '1' ", zero = "'0' '0' '0' ";
  std::string deck = "1\n3 3 '1'B\n" + axes + zero;
  const char* const shifts[] = {"'Q(3)' '0' '0' ", "'0' 'Q(1)' '0' ", "'Q(2)' '0' 'Q(1)' "};
  for (int i = 0; i < 3; ++i) deck += std::to_string(i) + " " + axes + shifts[i] + zero + zero + "'0'B\n";
  const ordered of_deck = read("derive " + file_with("d.lagr", deck + "0 0 0 0\n") + " --json --quiet");
  EXPECT_EQ(of_deck["coordinates"], ordered({"q1", "q2", "q3"}));
  EXPECT_EQ(of_deck["speeds"], ordered({"q1_dot", "q2_dot", "q3_dot"}));
  const std::string converted = folder_ + ".yaml";
  expect("convert " + file_with("d.lagr", deck + "0 0 0 0\n") + " -o " + converted + " 2> /dev/null", 0, "");
  EXPECT_EQ(read("derive " + converted + " --json --quiet")["speeds"], ordered({"q1_dot", "q2_dot", "q3_dot"}));
  std::filesystem::remove(converted);
}

}  // namespace
}  // namespace kinemate
