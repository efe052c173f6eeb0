// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "run/machine.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

namespace weir::run {

namespace fs = std::filesystem;

namespace {

// "MemAvailable:   12345 kB" of /proc/meminfo, in bytes.
double of_meminfo(const std::string& name) {
  std::ifstream file("/proc/meminfo");
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string key;
    double kilobytes = 0;
    if (words >> key >> kilobytes && key == name + ":") return kilobytes * 1024;
  }
  return 0;
}

// A file with one number; 0 where it is missing, or says "max".
double number_in(const fs::path& path) {
  std::ifstream file(path);
  double number = 0;
  return file >> number ? number : 0;
}

// The folder of this process's control group below /sys/fs/cgroup.
fs::path control_group() {
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("0::/", 0) == 0) return line.substr(4);
  }
  return {};
}

// The tightest limit of the control groups this process is in. Inside a container its own is the root.
void limit_by_groups(Room& room) {
  constexpr double kNoLimit = 1e15;  // what version 1 says where there is none
  const fs::path root = "/sys/fs/cgroup";
  const auto limit = [&](double most, double used) {
    if (most <= 0 || most >= kNoLimit || (room.all > 0 && most >= room.all)) return;
    room.all = most;
    room.free = std::clamp(most - used, 0.0, room.free);
  };
  fs::path group = root / control_group();
  for (int depth = 0; depth < 32; ++depth, group = group.parent_path()) {
    limit(number_in(group / "memory.max"), number_in(group / "memory.current"));
    if (group == root || !group.has_relative_path()) break;
  }
  limit(number_in(root / "memory/memory.limit_in_bytes"), number_in(root / "memory/memory.usage_in_bytes"));
}

}  // namespace

Room memory_of_machine() {
  Room room{of_meminfo("MemTotal"), of_meminfo("MemAvailable")};
  limit_by_groups(room);
  return room;
}

Room disk_at(const fs::path& folder) {
  std::error_code trouble;
  fs::path at = fs::absolute(folder, trouble).lexically_normal();
  while (!at.empty() && !fs::exists(at, trouble) && at != at.root_path()) at = at.parent_path();
  const fs::space_info space = fs::space(at, trouble);
  if (trouble) return {};
  return {static_cast<double>(space.capacity), static_cast<double>(space.available)};
}

}  // namespace weir::run
