// Completions, by the shells themselves.
#include <algorithm>

#include "cli/help_text.h"

namespace kinemate {
namespace {

using Words = std::vector<std::string>;

Words lines_of(const std::string& text) {
  Words lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

bool has(const Words& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// A folder with the scripts, and with a machine and a folder to be completed.
struct Completions : testing::Test {
  Completions() : folder("completion") {
    EXPECT_EQ(run("completion --all " + folder.path + "/scripts").code, 0);
    std::ofstream(folder.path + "/model one.yaml") << "name: one\n";
    std::filesystem::create_directory(folder.path + "/results");
  }

  // What bash proposes for the last of these words, which are written as bash reads them.
  Words bash(const std::string& words) const {
    const std::string script = folder.path + "/bash_test";
    std::ofstream(script)
        << "source scripts/kinemate\nCOMP_WORDS=(kinemate " << words
        << ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_kinemate\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n";
    return lines_of(run_line("cd '" + folder.path + "' && bash bash_test 2>&1").out);
  }

  // What fish proposes for this line, without descriptions.
  Words fish(const std::string& line) const {
    std::ofstream(folder.path + "/fish_test") << "source scripts/kinemate.fish\ncomplete -C \"" << line << "\"\n";
    Words words = lines_of(run_line("cd '" + folder.path + "' && HOME=$PWD fish --no-config fish_test 2>&1").out);
    for (std::string& word : words) word = word.substr(0, word.find('\t'));
    return words;
  }

  // What becomes of lines in zsh when the tabulator is struck behind each.
  Words zsh(const Words& lines) const {
    std::ofstream(folder.path + "/.zshrc") << "autoload -Uz compinit && compinit -D -u\n"
                                              "source scripts/_kinemate\n"
                                              "keep() { print -r -- \"$BUFFER\" >> zsh_lines; BUFFER=; }\n"
                                              "zle -N keep && bindkey '^T' keep && bindkey '^I' complete-word\n"
                                              "unsetopt auto_list beep\nPS1='ready> '\n";
    std::ofstream(folder.path + "/zsh_keys") << [&] {
      std::string keys;
      for (const std::string& line : lines) keys += line + "\t\x14\n";
      return keys;
    }();
    std::ofstream(folder.path + "/zsh_test") << "zmodload zsh/zpty\n"
                                                "zpty shell 'ZDOTDIR=$PWD TERM=dumb zsh -i'\n"
                                                "zpty -r shell said '*ready> *'\n"
                                                "for keys in ${(f)\"$(<zsh_keys)\"}; do zpty -w -n shell $keys; done\n"
                                                "zpty -w shell exit\n"
                                                "while zpty -r shell said; do print -rn -- $said; done\n";
    std::filesystem::remove(folder.path + "/zsh_lines");
    const Outcome outcome = run_line("cd '" + folder.path + "' && timeout 60 zsh -f zsh_test 2>&1");
    EXPECT_EQ(outcome.out.find("_arguments:"), std::string::npos) << outcome.out;
    std::ifstream kept(folder.path + "/zsh_lines");
    return lines_of({std::istreambuf_iterator<char>(kept), {}});
  }

  ScratchFolder folder;
};

TEST_F(Completions, OfBash) {
  if (!is_installed("bash")) GTEST_SKIP() << "bash is not installed";
  EXPECT_EQ(bash("sim"), Words{"simulate"});
  EXPECT_EQ(bash("''"), read_help("").verbs);
  EXPECT_EQ(bash("formula m"), Words{"multiangle"});
  for (const std::string& verb : all_verbs()) EXPECT_EQ(bash(verb + " -"), read_help(verb).options) << verb;
  EXPECT_EQ(bash("simulate --method d"), (Words{"dopri5", "dop853"}));
  EXPECT_EQ(bash("derive --format ''"), (Words{"text", "latex", "json"}));
  EXPECT_EQ(bash("derive model.yaml --format = l"), Words{"latex"});
  EXPECT_EQ(bash("derive --format ="), (Words{"text", "latex", "json"}));
  EXPECT_EQ(bash("count --base-parameters = n"), Words{"nonzero"});
  EXPECT_EQ(bash("count --base-parameters m"), Words{"model one.yaml"});
  EXPECT_EQ(bash("simulate --record accelerations,en"), Words{"accelerations,energies"});
  EXPECT_EQ(bash("simulate mo"), Words{"model one.yaml"});
  EXPECT_EQ(bash("simulate -o mo"), Words{"model one.yaml"});
  EXPECT_EQ(bash("simulate 'model\\ o'"), Words{"model one.yaml"});
  EXPECT_EQ(bash("simulate '\"model o'"), Words{"model one.yaml"});
  EXPECT_TRUE(has(bash("simulate x.yaml --plot ''"), "results"));
  EXPECT_TRUE(has(bash("generate -o ''"), "results"));
  EXPECT_FALSE(has(bash("generate -o ''"), "model one.yaml"));
  EXPECT_EQ(bash("simulate --to ''"), Words{""});
  EXPECT_EQ(bash("simulate --to -"), Words{""});
  EXPECT_EQ(bash("completion z"), Words{"zsh"});
  EXPECT_EQ(bash("man simulat"), Words{"simulate"});
}

TEST_F(Completions, OfFish) {
  if (!is_installed("fish")) GTEST_SKIP() << "fish is not installed";
  EXPECT_EQ(fish("kinemate sim"), Words{"simulate"});
  EXPECT_EQ(fish("kinemate formula mu"), Words{"multiangle"});
  EXPECT_EQ(fish("kinemate simulate --met"), Words{"--method"});
  for (const std::string& verb : all_verbs()) {
    const Words proposed = fish("kinemate " + verb + " --");
    for (const std::string& option : read_help(verb).options)
      EXPECT_TRUE(!option.starts_with("--") || has(proposed, option)) << verb << " " << option;
  }
  EXPECT_EQ(fish("kinemate simulate --method dop"), (Words{"dop853", "dopri5"}));
  EXPECT_EQ(fish("kinemate derive --format=l"), Words{"--format=latex"});
  EXPECT_EQ(fish("kinemate simulate --record accelerations,en"), Words{"accelerations,energies"});
  EXPECT_EQ(fish("kinemate simulate mod"), Words{"model one.yaml"});
  EXPECT_EQ(fish("kinemate simulate -o mod"), Words{"model one.yaml"});
  EXPECT_EQ(fish("kinemate generate -o res"), Words{"results/"});
  EXPECT_EQ(fish("kinemate generate -o mod"), Words{});
  EXPECT_EQ(fish("kinemate simulate --to mod"), Words{});
  EXPECT_EQ(fish("kinemate man simulat"), Words{"simulate"});
}

TEST_F(Completions, OfZsh) {
  if (!is_installed("zsh")) GTEST_SKIP() << "zsh is not installed";
  EXPECT_EQ(run_line("zsh -n '" + folder.path + "/scripts/_kinemate' 2>&1").out, "");
  Words lines = {"kinemate simu",
                 "kinemate formula mul",
                 "kinemate simulate --meth",
                 "kinemate simulate --method dopr",
                 "kinemate derive --format=la",
                 "kinemate simulate --record accelerations,en",
                 "kinemate simulate mod",
                 "kinemate simulate -o mod",
                 "kinemate generate -o res",
                 "kinemate man simul"};
  Words expected = {"kinemate simulate ",
                    "kinemate formula multiangle ",
                    "kinemate simulate --method=",
                    "kinemate simulate --method dopri5 ",
                    "kinemate derive --format=latex ",
                    "kinemate simulate --record accelerations,energies,",
                    "kinemate simulate model\\ one.yaml ",
                    "kinemate simulate -o model\\ one.yaml ",
                    "kinemate generate -o results/",
                    "kinemate man simulate "};
  for (const std::string& verb : all_verbs()) {  // no option's description is misread
    lines.push_back("kinemate " + verb + " --hel");
    expected.push_back("kinemate " + verb + " --help ");
  }
  EXPECT_EQ(zsh(lines), expected);
}

TEST_F(Completions, WrongInput) {
  expect("completion tcsh", 2,
         "error: there is no completion for the shell 'tcsh' [K604]\n  hint: there are: bash, zsh, fish\n");
  expect("completion", 2, "error: completion: for which shell? [K604]\n  hint: there are: bash, zsh, fish\n");
  expect_error("completion bash zsh", 2, "zsh");
  expect_error("completion bash --all x", 2, "--all");
  expect_error("completion --all /dev/null/x", 4, "/dev/null");
}

TEST_F(Completions, PrintedAreThoseOfTheFolder) {
  for (const auto& [shell, file] : {std::pair{"bash", "kinemate"}, {"zsh", "_kinemate"}, {"fish", "kinemate.fish"}}) {
    std::ifstream script(folder.path + "/scripts/" + file);
    const std::string text(std::istreambuf_iterator<char>(script), {});
    EXPECT_EQ(run(std::string("completion ") + shell).out, text);
  }
}

}  // namespace
}  // namespace kinemate
