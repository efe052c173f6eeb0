# Copyright 2026 The Weir Authors
# SPDX-License-Identifier: Apache-2.0
#
# One name, one definition. Two classes of one qualified name in two files compile and link, and the linker then takes
# the destructor of either for both. Called with the project's folder, the library, and "exact" where the library is
# compiled without optimisation:
#   definitions_test.py . build/debug/src/libweir.a exact

import collections
import pathlib
import re
import subprocess
import sys
import unittest

# Comments and literals, in which words mean nothing.
IGNORED = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\'|^\s*#(?:\\\n|[^\n])*',
                     re.S | re.M)
TOKEN = re.compile(r'[A-Za-z_]\w*|::|[{}();<>,=:]|\S')


def name_after(tokens, start):
    """The qualified name that begins at a token, with template arguments, and the index behind it."""
    name, depth, i = '', 0, start
    while i < len(tokens):
        token = tokens[i]
        if depth == 0 and not (re.match(r'[A-Za-z_]\w*$|::$|<$', token)) or token == 'final':
            break
        depth += (token == '<') - (token == '>')
        name += token
        i += 1
    return name, i


def opens_class(tokens, i):
    """The name of the class or enum that is defined from this keyword on, and the index of its brace; or None."""
    if tokens[i] == 'enum' and tokens[i + 1] in ('class', 'struct'):
        i += 1
    while tokens[i + 1] == '[':  # attributes
        i = tokens.index(']', i + 1) + (1 if tokens[tokens.index(']', i + 1) + 1] == ']' else 0)
    name, end = name_after(tokens, i + 1)
    if tokens[end] == 'final':
        end += 1
    if tokens[end] == ':':
        while tokens[end] not in '{;':
            end += 1
    return (name, end) if name and tokens[end] == '{' else None


def classes_in(text):
    """Qualified names of the classes that a file defines where other files could define them too."""
    tokens = TOKEN.findall(IGNORED.sub(' ', text)) + [';'] * 3
    scopes, found, i = [], [], 0  # a scope is its name, or None where names are nobody else's
    while i < len(tokens):
        token, before = tokens[i], tokens[i - 1] if i else ''
        if token == 'namespace' and before != 'using':
            name, end = name_after(tokens, i + 1)
            if tokens[end] == '{':
                scopes.append(name or None)
                i = end
        elif token in ('class', 'struct', 'union', 'enum') and before not in ('enum', '<', ',', 'friend'):
            opened = opens_class(tokens, i)
            if opened:
                name, i = opened
                if None not in scopes:
                    found.append('::'.join(scopes + [name]))
                scopes.append(name)
        elif token == '{':
            scopes.append(None)
        elif token == '}' and scopes:
            scopes.pop()
        i += 1
    return found


def twice_defined_classes(files):
    """Sentences about names that several of the files (name to text) define."""
    places = collections.defaultdict(list)
    for file, text in sorted(files.items()):
        for name in classes_in(text):
            places[name].append(file)
    return [f'{name} is defined in {" and in ".join(where)}' for name, where in places.items() if len(where) > 1]


def differing_symbols(nm_output, exact):
    """Sentences about weak symbols of Weir that are of several sizes. The optimiser makes functions of several sizes out
    of one text, so these are compared only when the build is exact; tables of virtual functions always are."""
    objects = collections.defaultdict(dict)
    current = ''
    for line in nm_output.splitlines():
        if line.endswith(':'):
            current = line[:-1]
        words = line.split()
        if len(words) == 4 and words[2] in ('VW' if exact else 'V') and re.match(r'_Z[A-Z]*N?K?4weir', words[3]):
            objects[words[3]].setdefault(int(words[1], 16), current)
    return [f'{symbol} has {" and ".join(f"{size} bytes in {where}" for size, where in sizes.items())}'
            for symbol, sizes in objects.items() if len(sizes) > 1]


class TheCheckItself(unittest.TestCase):
    def test_finds_classes_of_one_name(self):
        files = {'a.h': 'namespace weir::sph {\nstruct Cell final : Base<int, 3> { int a; };\n}',
                 'b.cpp': 'namespace weir { namespace sph { class Cell { double b; }; } }'}
        self.assertEqual(twice_defined_classes(files), ['weir::sph::Cell is defined in a.h and in b.cpp'])

    def test_leaves_alone_what_cannot_meet(self):
        files = {'a.cpp': 'namespace weir { namespace { struct Cell {}; } template <class T> struct Of { class In {}; }; }',
                 'b.cpp': 'namespace weir { class Cell; void f() { struct Of {}; } namespace grid { enum class Cell { a }; } }',
                 'c.cpp': 'namespace weir { // struct Cell {};\nstruct Cell {}; const char* k = "struct Of {"; class In {}; }',
                 'd.cpp': 'namespace weir { template <> struct Of<int> {}; template <> struct Of<float> {}; }'}
        self.assertEqual(twice_defined_classes(files), [])

    def test_finds_symbols_of_several_sizes(self):
        two = ('a.o:\n0 10 V _ZTVN4weir4CellE\n0 20 W _ZN4weir4CellD1Ev\n0 3 W _ZNSt6vectorD1Ev\n'
               'b.o:\n0 18 V _ZTVN4weir4CellE\n0 21 W _ZN4weir4CellD1Ev\n0 4 W _ZNSt6vectorD1Ev\n')
        self.assertEqual(differing_symbols(two, False), ['_ZTVN4weir4CellE has 16 bytes in a.o and 24 bytes in b.o'])
        self.assertEqual(len(differing_symbols(two, True)), 2)


def main(source, library, exact):
    if not unittest.TextTestRunner().run(unittest.defaultTestLoader.loadTestsFromTestCase(TheCheckItself)).wasSuccessful():
        return 1
    files = {str(file): file.read_text() for folder in ('include', 'src')
             for file in (pathlib.Path(source) / folder).rglob('*') if file.suffix in ('.h', '.cpp')}
    nm = subprocess.run(['nm', '-S', '--defined-only', library], capture_output=True, text=True, check=True).stdout
    count = sum(len(classes_in(text)) for text in files.values())
    problems = twice_defined_classes(files) + differing_symbols(nm, exact)
    print(f'{len(files)} files with {count} classes')
    print('\n'.join(problems))
    return 1 if problems or count == 0 else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1], sys.argv[2], 'exact' in sys.argv[3:]))
