// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// nlohmann-json is the tokenizer; its SAX events build our nodes, with lines counted on the way.

#include "weir/scene/node.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "weir/base/error.h"

namespace weir {

const Node* Node::find(std::string_view key) const {
  for (size_t i = 0; i < keys.size(); ++i) {
    if (keys[i] == key) return &items[i];
  }
  return nullptr;
}

Node* Node::find(std::string_view key) { return const_cast<Node*>(std::as_const(*this).find(key)); }

void Node::set(const std::string& key, Node value) {
  if (Node* old = find(key)) {
    *old = std::move(value);
  } else {
    keys.push_back(key);
    items.push_back(std::move(value));
  }
}

void Node::erase(std::string_view key) {
  const auto found = std::find(keys.begin(), keys.end(), key);
  if (found == keys.end()) return;
  items.erase(items.begin() + (found - keys.begin()));
  keys.erase(found);
}

std::string Node::location() const { return file ? fmt::format("{}:{}", file->string(), line) : std::string(); }

std::string Node::summary() const {
  switch (type) {
    case Type::null:
      return "null";
    case Type::boolean:
      return boolean ? "true" : "false";
    case Type::number:
      return fmt::format("{}", number);
    case Type::text:
      return fmt::format("\"{}\"", text.size() > 40 ? text.substr(0, 40) + "..." : text);
    case Type::list:
      return fmt::format("a list of {}", items.size());
    case Type::object:
      return "an object in { }";
  }
  return {};
}

namespace {

// Counts lines of the characters the tokenizer has taken. It reads one character ahead to end a number, so a line
// counts only when something after its end was taken.
class LineCounter {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  LineCounter(const char* at, int* line) : at_(at), line_(line) {}
  const char& operator*() const { return *at_; }
  LineCounter& operator++() {
    if (ended_line_) ++*line_;
    ended_line_ = *at_ == '\n';
    ++at_;
    return *this;
  }
  LineCounter operator++(int) {
    const LineCounter old = *this;
    ++*this;
    return old;
  }
  bool operator==(const LineCounter& other) const { return at_ == other.at_; }
  bool operator!=(const LineCounter& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  int* line_;
  bool ended_line_ = false;
};

class NodeMaker {
 public:
  using json = nlohmann::json;

  NodeMaker(std::shared_ptr<const std::filesystem::path> file, const int* line) : file_(std::move(file)), line_(line) {}

  bool null() { return add(make(Node::Type::null)); }
  bool boolean(bool value) {
    Node node = make(Node::Type::boolean);
    node.boolean = value;
    return add(std::move(node));
  }
  bool number_integer(json::number_integer_t value) {
    return add_number(static_cast<double>(value), true, static_cast<uint64_t>(value));
  }
  bool number_unsigned(json::number_unsigned_t value) { return add_number(static_cast<double>(value), true, value); }
  bool number_float(json::number_float_t value, const std::string&) { return add_number(value, false, 0); }
  bool string(std::string& value) {
    Node node = make(Node::Type::text);
    node.text = std::move(value);
    return add(std::move(node));
  }
  bool binary(json::binary_t&) { return false; }
  bool start_object(size_t) { return open(Node::Type::object); }
  bool end_object() { return close(); }
  bool start_array(size_t) { return open(Node::Type::list); }
  bool end_array() { return close(); }
  bool key(std::string& value) {
    Node& object = open_.back();
    if (std::find(object.keys.begin(), object.keys.end(), value) != object.keys.end()) {
      fail(fmt::format("the key \"{}\" is given twice", value));
    }
    object.keys.push_back(std::move(value));
    return true;
  }
  bool parse_error(size_t, const std::string& token, const json::exception& error) {
    // "[json.exception.parse_error.101] parse error at line 3, column 5: syntax error while parsing value - unexpected
    // ..." : keep the part after the last " - ", which says what was found and expected.
    if (error.id == 406) fail("this number is too large");
    std::string reason = error.what();
    const size_t dash = reason.find(" - ");
    if (dash != std::string::npos) reason = reason.substr(dash + 3);
    if (const std::string mistake = usual_mistake(token, reason); !mistake.empty()) fail(mistake);
    fail("this is not valid JSON here: " + reason);
  }
  Node take_root() { return std::move(root_); }

 private:
  static constexpr size_t kDeepest = 100;  // far beyond any scene; keeps a hostile file from exhausting the stack

  // The slips that happen to everybody, in plainer words than the tokenizer's; empty for any other.
  std::string usual_mistake(const std::string& token, const std::string& reason) const {
    if (reason.starts_with("invalid literal") && token.find('\xE2') != std::string::npos) {
      return "here is a character of a typesetter; write straight quotes (\") and a plain minus (-)";
    }
    if (open_.empty() && reason.find("unexpected end of input") != std::string::npos) return "the file is empty";
    if (reason.starts_with("invalid literal") && token.ends_with('\'')) {
      return "texts stand in \"double quotes\", not in 'single' ones";
    }
    if (reason.starts_with("invalid literal") && reason.ends_with("expected string literal")) {
      return "names of parameters must stand in \"double quotes\"";
    }
    if (reason.ends_with("expected ':'")) return fmt::format("a colon is missing before {}", token);
    const bool after_comma = reason.ends_with("unexpected '}'; expected string literal") ||
                             (reason.starts_with("unexpected ']'; ") && reason.ends_with("or a literal"));
    if (after_comma && !open_.empty() && !open_.back().items.empty()) {
      return fmt::format("there is a comma too many before this {}", token.back());
    }
    const bool ends = reason.find("unexpected end of input") != std::string::npos;
    const bool closes = reason.find("unexpected '}'") != std::string::npos ||
                        reason.find("unexpected ']'") != std::string::npos ||
                        reason.find("unexpected ':'") != std::string::npos;
    const bool may_go_on = reason.ends_with("expected '}'") || reason.ends_with("expected ']'");
    if (ends && !open_.empty()) {
      return fmt::format("the file ends before the {} that belongs to line {}",
                         open_.back().type == Node::Type::object ? '}' : ']', open_.back().line);
    }
    if (!may_go_on || ends || closes || reason.find("invalid") != std::string::npos) return "";
    return last_line_ < *line_ ? fmt::format("a comma is missing after line {}", last_line_)
                               : fmt::format("a comma is missing before {}", token);
  }
  [[noreturn]] void fail(const std::string& what) {
    throw InputError(fmt::format("{}:{}", file_->string(), *line_), what);
  }
  Node make(Node::Type type) const {
    Node node;
    node.type = type;
    node.file = file_;
    node.line = *line_;
    return node;
  }
  bool add_number(double value, bool whole, uint64_t exact) {
    Node node = make(Node::Type::number);
    node.number = value;
    node.whole = whole;
    node.unsigned_number = exact;
    return add(std::move(node));
  }
  bool add(Node node) {
    last_line_ = *line_;
    if (open_.empty()) {
      root_ = std::move(node);
    } else {
      open_.back().items.push_back(std::move(node));
    }
    return true;
  }
  bool open(Node::Type type) {
    if (open_.size() >= kDeepest) fail(fmt::format("lists and objects are nested more than {} deep", kDeepest));
    open_.push_back(make(type));
    return true;
  }
  bool close() {
    Node node = std::move(open_.back());
    open_.pop_back();
    return add(std::move(node));
  }

  std::shared_ptr<const std::filesystem::path> file_;
  const int* line_;
  int last_line_ = 1;  // on which the latest value ended
  std::vector<Node> open_;
  Node root_;
};

}  // namespace

Node parse_node(std::string_view text, const std::filesystem::path& file) {
  int line = 1;
  NodeMaker maker(std::make_shared<const std::filesystem::path>(file), &line);
  const char* begin = text.data();
  nlohmann::json::sax_parse(LineCounter(begin, &line), LineCounter(begin + text.size(), &line), &maker,
                            nlohmann::json::input_format_t::json, true, /*ignore_comments=*/true);
  return maker.take_root();
}

}  // namespace weir
