// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "app/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "weir/base/error.h"
#include "weir/scene/reader.h"

namespace weir::app {

namespace {

// CLI11 would only say that it did not expect the word. `index`: of the word that is to name a verb of `app`.
void check_verb(const CLI::App& app, int argc, char** argv, int index) {
  if (argc <= index || argv[index][0] == '-') return;
  const std::string word = argv[index];
  std::vector<std::string> verbs;
  for (const CLI::App* verb : app.get_subcommands(nullptr)) {
    verbs.push_back(verb->get_name());
    if (verb->get_name() != word) continue;
    if (!verb->get_subcommands(nullptr).empty()) check_verb(*verb, argc, argv, index + 1);
    return;
  }
  const std::string nearest = nearest_word(word, verbs);
  throw InputError(
      "", fmt::format("there is no verb \"{}\"; {}", word,
                      nearest.empty() ? "choose " + either(verbs) : fmt::format("did you mean \"{}\"?", nearest)));
}

// The nearest of `words`, or else the only one that begins alike: sunrise is no slip of the fingers for sunset.
std::string meant_of(const std::string& said, const std::vector<std::string>& words) {
  constexpr size_t kAlike = 3;
  const std::string nearest = nearest_word(said, words);
  if (!nearest.empty() || said.size() < kAlike) return nearest;
  std::vector<std::string> alike;
  for (const std::string& word : words) {
    if (word.starts_with(said.substr(0, kAlike))) alike.push_back(word);
  }
  return alike.size() == 1 ? alike.front() : "";
}

// The words that the verb does not know; CLI11 would tell them in no order and without advice.
std::string words_too_many(const CLI::App& app) {
  const CLI::App* verb = &app;
  while (!verb->get_subcommands().empty()) verb = verb->get_subcommands().front();
  std::vector<std::string> known;
  for (const CLI::Option* option : verb->get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  }
  const std::vector<std::string> words = app.remaining(true);
  const auto option = std::find_if(words.begin(), words.end(), [](const auto& w) { return w.starts_with('-'); });
  if (option == words.end()) return fmt::format("\"{}\" is one word too many", words.front());
  const std::string name = option->substr(0, option->find('='));
  const std::string meant = meant_of(name, known);
  return fmt::format("there is no option \"{}\"{}", name,
                     meant.empty() ? "" : fmt::format("; did you mean \"{}\"?", meant));
}

}  // namespace

Option Option::required() { return Option(option_->required()); }

Option Option::needs(const std::string& other) { return Option(option_->needs(other)); }

Option Option::excludes(const std::string& other) { return Option(option_->excludes(other)); }

Option Option::between(int least, int most) { return Option(option_->check(CLI::Range(least, most))); }

Option Option::between(double least, double most) { return Option(option_->check(CLI::Range(least, most))); }

Option Option::positive() { return Option(option_->check(CLI::PositiveNumber)); }

Option Option::one_of(const std::vector<std::string>& words) {
  const auto problem = [words](const std::string& said) -> std::string {
    if (std::find(words.begin(), words.end(), said) != words.end()) return "";
    const std::string meant = meant_of(said, words);
    return fmt::format("must be {}, but is \"{}\"{}", either(words), said,
                       meant.empty() ? "" : fmt::format("; did you mean \"{}\"?", meant));
  };
  return Option(option_->check(problem, fmt::format("{{{}}}", fmt::join(words, ","))));
}

Option Option::separated_by(char separator) { return Option(option_->delimiter(separator)); }

Option Option::value_optional(const std::string& shown) { return Option(option_->type_name(shown)->expected(0, 1)); }

Option Option::hidden() { return Option(option_->group("")); }

bool Option::given() const { return option_->count() > 0; }

Verb Verb::verb(const std::string& name, const std::string& help) { return Verb(app_->add_subcommand(name, help)); }

void Verb::require_verb() { app_->require_subcommand(1); }

Option Verb::option(const std::string& name, std::string& value, const std::string& help) {
  return Option(app_->add_option(name, value, help));
}

Option Verb::option(const std::string& name, int& value, const std::string& help) {
  return Option(app_->add_option(name, value, help));
}

Option Verb::option(const std::string& name, double& value, const std::string& help) {
  return Option(app_->add_option(name, value, help));
}

Option Verb::option(const std::string& name, std::vector<std::string>& values, const std::string& help) {
  return Option(app_->add_option(name, values, help));
}

Option Verb::flag(const std::string& name, bool& value, const std::string& help) {
  return Option(app_->add_flag(name, value, help));
}

void Verb::action(std::function<void()> act) { app_->callback(std::move(act)); }

CommandLine::CommandLine(const std::string& program, const std::string& help, const std::string& version)
    : app_(std::make_unique<CLI::App>(help, program)) {
  app_->set_version_flag("--version", version);
  app_->failure_message([program](const CLI::App*, const CLI::Error& error) {
    return fmt::format("{0}: {1}\n{0} --help tells what can be given.\n", program, error.what());
  });
}

CommandLine::~CommandLine() = default;

Verb CommandLine::root() { return Verb(app_.get()); }

int CommandLine::carry_out(int argc, char** argv) {
  check_verb(*app_, argc, argv, 1);
  try {
    app_->parse(argc, argv);
    return 0;
  } catch (const CLI::ExtrasError&) {
    throw InputError("", words_too_many(*app_));
  } catch (const CLI::ParseError& error) {
    return app_->exit(error) == 0 ? 0 : 2;
  }
}

}  // namespace weir::app
