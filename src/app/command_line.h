// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The words of the command line: verbs with their arguments, options and flags. CLI11 reads them behind this header,
// since its templates take longer to compile than most verbs.

#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace weir::app {

// An argument, option or flag of a verb. The calls return the same option, so that they can be chained.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  Option required();
  // Only together with, or never together with, an option of the same verb that was declared before.
  Option needs(const std::string& other);
  Option excludes(const std::string& other);
  // What values are accepted.
  Option between(int least, int most);
  Option between(double least, double most);
  Option positive();
  Option one_of(const std::vector<std::string>& words);
  // Several values in one word, parted by this character.
  Option separated_by(char separator);
  // The value may be left out; help shows it as `shown`.
  Option value_optional(const std::string& shown);
  // Help does not tell of it.
  Option hidden();
  // After parsing: is it on the command line?
  bool given() const;

 private:
  CLI::Option* option_;
};

// A verb, or a verb of a verb. The values that are declared must live until the command line has been carried out.
class Verb {
 public:
  explicit Verb(CLI::App* app) : app_(app) {}

  Verb verb(const std::string& name, const std::string& help);
  void require_verb();
  // `name`: "SCENE" for an argument, "--frames" or "-o,--output" for an option.
  Option option(const std::string& name, std::string& value, const std::string& help = "");
  Option option(const std::string& name, int& value, const std::string& help);
  Option option(const std::string& name, double& value, const std::string& help);
  Option option(const std::string& name, std::vector<std::string>& values, const std::string& help);
  Option flag(const std::string& name, bool& value, const std::string& help);
  // What the verb does once all its values are known.
  void action(std::function<void()> act);

 private:
  CLI::App* app_;
};

class CommandLine {
 public:
  CommandLine(const std::string& program, const std::string& help, const std::string& version);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  // The program itself, to which verbs are added.
  Verb root();
  // Parses the words and carries them out. Returns the exit code; what verbs throw passes through.
  int carry_out(int argc, char** argv);

 private:
  std::unique_ptr<CLI::App> app_;
};

}  // namespace weir::app
