#include "report/linear_fixture.h"

namespace kinemate {
namespace {

class LinearPicturesTest : public LinearReportTest {};

TEST_F(LinearPicturesTest, ResponsesAsTheyAre) {
  LinearisationRequest request;
  request.formulas = false, request.response = true;
  request.frequencies = read_variation("f = [0.5, 1, 2]");
  const Linearisation linear = linearise_at(example("cart_pendulums"), {}, request);
  const BodeData data = bode_data(linear);
  EXPECT_EQ(data.machine, "cart-pendulums");
  EXPECT_EQ(data.frequencies, (std::vector<double>{0.5, 1, 2}));
  ASSERT_EQ(data.channels.size(), 3u);
  EXPECT_EQ(data.channels[2].input, "F");
  EXPECT_EQ(data.channels[2].output, "phi2");
  EXPECT_EQ(data.channels[2].response, linear.response->channels[2].values);
}

TEST_F(LinearPicturesTest, AMapHasBothPolesOfAPair) {
  const Linearisation linear = linearise_at(example("cart_pendulums"), {});
  const RootLocus picture = locus_picture(linear);
  EXPECT_EQ(picture.title, "poles of cart-pendulums");
  EXPECT_TRUE(picture.values.empty());
  ASSERT_EQ(picture.branches.size(), 1u);
  const std::vector<std::complex<double>> poles = all_poles(*linear.modes);
  ASSERT_EQ(picture.branches[0].real.size(), poles.size());
  ASSERT_EQ(poles.size(), 5u);
  for (std::size_t i = 0; i < poles.size(); ++i) {
    EXPECT_EQ(picture.branches[0].real[i], poles[i].real());
    EXPECT_EQ(picture.branches[0].imaginary[i], poles[i].imag());
  }
}

TEST_F(LinearPicturesTest, ALocusHasBranchesAndLimits) {
  LinearisationRequest request;
  request.formulas = false;
  request.vary = read_variation("Omega = [2, 4, 5]");
  Model bead = machine(kBeadOnHoop);
  bead.initial.clear();
  const Linearisation linear = linearise_at(bead, {}, request);
  const RootLocus picture = locus_picture(linear);
  EXPECT_EQ(picture.parameter, "Omega");
  EXPECT_EQ(picture.values, (std::vector<double>{2, 4, 5}));
  ASSERT_EQ(picture.branches.size(), 2u);
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(picture.branches[b].real[i], linear.locus->branches[b][i].real());
      EXPECT_EQ(picture.branches[b].imaginary[i], linear.locus->branches[b][i].imag());
    }
  EXPECT_NEAR(std::abs(picture.branches[0].real[2]), std::sqrt(25 - 9.81 / 0.5), 1e-9);
  ASSERT_EQ(picture.boundaries.size(), 1u);
  EXPECT_EQ(picture.boundaries[0].label, "Omega = 4.429");
}

TEST_F(LinearPicturesTest, TitlesOfModes) {
  const Linearisation linear = linearise_at(example("cart_pendulums"), {});
  const std::vector<ModeShapePicture> pictures = mode_pictures(*linear.numbers, *linear.modes);
  ASSERT_EQ(pictures.size(), 3u);
  EXPECT_EQ(pictures[0].title, "mode 1: 0 1/s");
  EXPECT_EQ(pictures[1].title, "mode 2: 0.737 Hz, damping 0.19 %");
  ASSERT_EQ(pictures[1].shape.size(), 3u);
  EXPECT_EQ(pictures[1].shape[2], linear.modes->modes[1].shape[2]);
  const Linearisation undamped = linearise_at(example("planar_pendulum"), {});
  EXPECT_EQ(mode_pictures(*undamped.numbers, *undamped.modes)[0].title, "mode 1: 0.347 Hz, damping 0 %");
}

// Three turns move four Euler parameters: along the sphere of norm 1.
TEST_F(LinearPicturesTest, TurnsMoveEulerParameters) {
  const Linearisation linear = linearised(kHangingBall);
  const std::vector<ModeShapePicture> pictures = mode_pictures(*linear.numbers, *linear.modes);
  ASSERT_EQ(pictures.size(), linear.modes->modes.size());
  for (const ModeShapePicture& picture : pictures) {
    ASSERT_EQ(picture.shape.size(), 4u);
    std::complex<double> along = 0;
    double size = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      along += picture.shape[i] * linear.numbers->reference.q[static_cast<Eigen::Index>(i)];
      size += std::abs(picture.shape[i]);
    }
    EXPECT_LT(std::abs(along), 1e-12);
    EXPECT_GT(size, 0.1);
  }
}

// A mode of states of loads alone moves nothing that can be drawn; the others keep their numbers.
TEST_F(LinearPicturesTest, ModesOfStatesAreLeftOut) {
  const Linearisation linear = linearised(kFilteredSlider);
  ASSERT_EQ(linear.modes->modes.size(), 2u);
  const std::vector<ModeShapePicture> pictures = mode_pictures(*linear.numbers, *linear.modes);
  ASSERT_EQ(pictures.size(), 1u);
  EXPECT_TRUE(contains(pictures[0].title, "mode 2: 3.18 Hz"));
}

}  // namespace
}  // namespace kinemate
