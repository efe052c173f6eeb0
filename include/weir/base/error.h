// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What can go wrong, told apart by who can mend it. Library code throws these and never ends the process; app/ turns
// them into a sentence and an exit code.

#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace weir {

// One thing wrong with what the user gave. `location` is a file, a line and a path inside the scene as far as they are
// known ("dam.json:12: liquids[1].radius"); `what` is the rest of the sentence ("must be above 0 m, but is -2").
struct Problem {
  std::string location;
  std::string what;
  std::string sentence() const { return location.empty() ? what : location + ": " + what; }
};

// The user's input is wrong: a scene, a file, an option. Exit code 2. Holds all problems found, not only the first.
class InputError : public std::runtime_error {
 public:
  explicit InputError(std::vector<Problem> problems);
  InputError(std::string location, std::string what);
  const std::vector<Problem>& problems() const { return problems_; }

 private:
  std::vector<Problem> problems_;
};

// Something failed while running that the input is not to blame for: a full disk, no memory. Exit code 1.
class RunError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The user asked to stop. Exit code 130.
class Interrupted : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace weir
