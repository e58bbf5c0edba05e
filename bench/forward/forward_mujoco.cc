// MuJoCo as a peer of forward dynamics: forward_mujoco [--calls N] TREE...
// Composite bodies, sparse LᵀDL of the mass matrix, recursive Newton-Euler for the rest; of mj_forward only what a tree
// without contacts, actuators and sensors needs. The machine goes to MuJoCo as MJCF text in memory.
#include <mujoco/mujoco.h>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <cstring>
#include <iomanip>
#include <memory>
#include <sstream>

#include "bench/forward/forward_program.h"

namespace kinemate {
namespace {

// bodies within each other in one file: the XML parser refuses a hundred; deeper ones go on in a file of their own
constexpr std::size_t kBodiesDeep = 50;
// entries of the mass matrix: a chain of 1000 links has 500,500, and takes ten seconds to load
constexpr std::size_t kMostEntries = 2'000'000;

std::string body_name(std::size_t body) { return "b" + std::to_string(body); }
std::string file_name(std::size_t file) { return "f" + std::to_string(file) + ".xml"; }

template <class Numbers>
std::string attribute(const char* name, const Numbers& numbers) {
  std::ostringstream text;
  text << std::setprecision(17) << ' ' << name << "=\"";
  for (double number : numbers) text << number << ' ';
  text << '"';
  return text.str();
}

std::array<double, 4> numbers_of(const Eigen::Quaterniond& q) { return {q.w(), q.x(), q.y(), q.z()}; }

std::array<double, 4> quaternion_of(const std::array<double, 9>& rotation) {
  const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> matrix(rotation.data());
  return numbers_of(Eigen::Quaterniond(Eigen::Matrix3d(matrix)));
}

/// By principal moments: of full tensors MuJoCo finds them so that accelerations have errors of 1e-8.
std::string moments_of_inertia(const std::array<double, 6>& i) {
  if (i[3] == 0 && i[4] == 0 && i[5] == 0) return attribute("diaginertia", std::array{i[0], i[1], i[2]});
  Eigen::Matrix3d tensor;
  tensor << i[0], i[3], i[4], i[3], i[1], i[5], i[4], i[5], i[2];
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> principal(tensor);
  Eigen::Matrix3d axes = principal.eigenvectors();
  if (axes.determinant() < 0) axes.col(0) *= -1;
  return attribute("diaginertia", principal.eigenvalues()) + attribute("quat", numbers_of(Eigen::Quaterniond(axes)));
}

/// The element of a body up to where its children follow.
std::string opening(const TreeBody& body, std::size_t index) {
  const std::string name = " name=\"" + body_name(index) + "\"";
  std::string text = "<body" + name + attribute("pos", body.position) +
                     attribute("quat", quaternion_of(body.rotation)) + ">\n<inertial" + attribute("pos", body.center) +
                     attribute("mass", std::array{body.mass}) + moments_of_inertia(body.inertia) + "/>\n";
  if (body.joint == TreeJointKind::kFree) return text + "<freejoint" + name + "/>\n";
  const char* type = body.joint == TreeJointKind::kRevolute ? "hinge" : "slide";
  return text + "<joint" + name + " type=\"" + type + "\"" + attribute("axis", body.axis) + "/>\n";
}

/// The bodies, branch after branch; the first file is the whole, the others are included.
std::vector<std::string> write_bodies(const TreeMachine& tree) {
  const std::size_t count = tree.bodies.size();
  std::vector<std::vector<std::size_t>> children(count + 1);  // of the world at the end
  std::vector<std::size_t> depths(count);
  for (std::size_t i = 0; i < count; ++i) {
    const bool on_world = tree.bodies[i].parent < 0;
    const std::size_t parent = on_world ? count : static_cast<std::size_t>(tree.bodies[i].parent);
    children[parent].push_back(i);
    depths[i] = on_world ? 0 : depths[parent] + 1;
  }
  struct Step {
    std::size_t body, file;
    bool closing;
  };
  std::vector<std::string> files(1);
  std::vector<Step> steps;
  auto open_children = [&](std::size_t parent, std::size_t file) {
    for (auto child = children[parent].rbegin(); child != children[parent].rend(); ++child)
      steps.push_back({*child, file, false});
  };
  open_children(count, 0);
  while (!steps.empty()) {
    Step step = steps.back();
    steps.pop_back();
    if (step.closing) {
      files[step.file] += "</body>\n";
      continue;
    }
    if (depths[step.body] % kBodiesDeep == kBodiesDeep - 1) {
      files[step.file] += "<include file=\"" + file_name(files.size()) + "\"/>\n";
      step.file = files.size();
      files.emplace_back();
    }
    files[step.file] += opening(tree.bodies[step.body], step.body);
    steps.push_back({step.body, step.file, true});
    open_children(step.body, step.file);
  }
  return files;
}

std::vector<std::string> write_mjcf(const TreeMachine& tree) {
  std::vector<std::string> files = write_bodies(tree);
  files[0] =
      "<mujoco>\n<compiler angle=\"radian\" balanceinertia=\"false\" boundmass=\"0\" boundinertia=\"0\"/>\n"
      "<option" +
      attribute("gravity", tree.gravity) +
      "><flag contact=\"disable\" constraint=\"disable\"/></option>\n<worldbody>\n" + files[0] +
      "</worldbody>\n</mujoco>\n";
  for (std::size_t i = 1; i < files.size(); ++i) files[i] = "<mujocoinclude>\n" + files[i] + "</mujocoinclude>\n";
  return files;
}

mjModel* load(const std::vector<std::string>& files) {
  auto memory = std::make_unique<mjVFS>();
  mj_defaultVFS(memory.get());
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (mj_makeEmptyFileVFS(memory.get(), file_name(i).c_str(), static_cast<int>(files[i].size())) != 0)
      throw Unsupported("too many files in memory");
    const int file = mj_findFileVFS(memory.get(), file_name(i).c_str());
    std::memcpy(memory->filedata[file], files[i].data(), files[i].size());
  }
  char error[1000] = "";
  mjModel* model = mj_loadXML(file_name(0).c_str(), memory.get(), error, sizeof error);
  mj_deleteVFS(memory.get());
  if (model == nullptr) throw std::runtime_error(error);
  return model;
}

/// Entries of the mass matrix as MuJoCo stores it: of each speed with itself and with those of bodies below.
std::size_t mass_matrix_entries(const TreeMachine& tree) {
  std::vector<std::size_t> speeds;  // from the world up to and with the body
  std::size_t result = 0;
  for (const TreeBody& body : tree.bodies) {
    const std::size_t below = body.parent < 0 ? 0 : speeds[static_cast<std::size_t>(body.parent)];
    speeds.push_back(below + speed_count(body.joint));
    result += speed_count(body.joint) * speeds.back();
  }
  return result;
}

class Mujoco {
 public:
  static constexpr const char* kName = "MuJoCo";

  struct State {
    std::vector<double> positions, velocities, efforts;
  };

  explicit Mujoco(const TreeMachine& tree) {
    if (mass_matrix_entries(tree) > kMostEntries) throw Unsupported("its mass matrix is too large");
    model_.reset(load(write_mjcf(tree)));
    data_.reset(mj_makeData(model_.get()));
    for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
      const int joint = mj_name2id(model_.get(), mjOBJ_JOINT, body_name(i).c_str());
      add_places(positions_, model_->jnt_qposadr[joint], coordinate_count(tree.bodies[i].joint));
      const std::size_t first = velocities_.size();
      add_places(velocities_, model_->jnt_dofadr[joint], speed_count(tree.bodies[i].joint));
      // MuJoCo's free joint has the same speeds, those of the origin before those of the rotation
      if (tree.bodies[i].joint == TreeJointKind::kFree) {
        const auto begin = velocities_.begin() + static_cast<std::ptrdiff_t>(first);
        std::rotate(begin, begin + 3, begin + 6);
      }
    }
  }

  State prepare(const TreeState& state) const {
    return {scatter(state.coordinates, positions_), scatter(state.speeds, velocities_),
            scatter(state.efforts, velocities_)};
  }

  void evaluate(const State& state) {
    const mjModel* m = model_.get();
    mjData* d = data_.get();
    std::copy(state.positions.begin(), state.positions.end(), d->qpos);
    std::copy(state.velocities.begin(), state.velocities.end(), d->qvel);
    mj_kinematics(m, d);
    mj_comPos(m, d);
    mj_crb(m, d);
    mj_factorM(m, d);
    mj_comVel(m, d);
    mj_rne(m, d, 0, d->qfrc_bias);
    for (std::size_t i = 0; i < state.efforts.size(); ++i) d->qfrc_smooth[i] = state.efforts[i] - d->qfrc_bias[i];
    mj_solveM(m, d, d->qacc, d->qfrc_smooth, 1);
  }

  std::vector<double> accelerations(const TreeState&) const {
    std::vector<double> result;
    for (std::size_t place : velocities_) result.push_back(data_->qacc[place]);
    return result;
  }

 private:
  struct Delete {
    void operator()(mjModel* model) const { mj_deleteModel(model); }
    void operator()(mjData* data) const { mj_deleteData(data); }
  };

  static void add_places(std::vector<std::size_t>& places, int first, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) places.push_back(static_cast<std::size_t>(first) + i);
  }

  static std::vector<double> scatter(const std::vector<double>& values, const std::vector<std::size_t>& places) {
    std::vector<double> result(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) result[places[i]] = values[i];
    return result;
  }

  std::unique_ptr<mjModel, Delete> model_;
  std::unique_ptr<mjData, Delete> data_;
  std::vector<std::size_t> positions_, velocities_;  // where MuJoCo has the file's coordinates and speeds
};

}  // namespace
}  // namespace kinemate

int main(int argc, char** argv) { return kinemate::run_forward_program<kinemate::Mujoco>(argc, argv); }
