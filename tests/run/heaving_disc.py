#!/usr/bin/env python3
# Copyright 2026 The Weir Authors
# SPDX-License-Identifier: Apache-2.0
"""When a floating disc passes its place at rest, by linear potential theory: what flip_bodies_test.cpp compares with.

A disc of radius 1 floats half immersed in the middle of a flat tank; it is lifted by 1 (all is linear) and let go; g and
the density of water are 1. Boundary elements with constant values on one half of the tank and its mirror image give
the flow for a motion of the disc and a potential on the free surface; Runge and Kutta's method moves both on. Takes a few
seconds.

    python3 tests/run/heaving_disc.py [half width of the tank] [depth]        (8 and 5 radii if not given)
"""

import math
import sys

HALF_WIDTH = float(sys.argv[1]) if len(sys.argv) > 1 else 8.0
DEPTH = float(sys.argv[2]) if len(sys.argv) > 2 else 5.0
ON_DISC, ON_SURFACE, ON_WALL = 40, 120, 30  # elements
GAUSS = [(-0.8611363116, 0.3478548451), (-0.3399810436, 0.6521451549),
         (0.3399810436, 0.6521451549), (0.8611363116, 0.3478548451)]
STEP, END = 0.04, 6.5


def make_elements():
    """(middle, length, unit normal out of the water, kind) around the right half, the water on the right of the way."""
    disc = [(math.sin(a), -math.cos(a)) for a in (math.pi / 2 * i / ON_DISC for i in range(ON_DISC + 1))]
    surface = [(1 + (HALF_WIDTH - 1) * (i / ON_SURFACE) ** 1.5, 0.0) for i in range(ON_SURFACE + 1)]
    wall = [(HALF_WIDTH, -DEPTH * i / ON_WALL) for i in range(ON_WALL + 1)]
    floor = [(HALF_WIDTH * (1 - i / ON_WALL), -DEPTH) for i in range(ON_WALL + 1)]
    result = []
    for kind, points in (("disc", disc), ("surface", surface), ("wall", wall), ("wall", floor)):
        for (x0, y0), (x1, y1) in zip(points, points[1:]):
            size = math.hypot(x1 - x0, y1 - y0)
            result.append((((x0 + x1) / 2, (y0 + y1) / 2), size, ((y0 - y1) / size, (x1 - x0) / size), kind))
    return result


def influence(point, element, is_own):
    """Integrals of the source potential and of its normal derivative over an element and its image."""
    (mx, my), size, (nx, ny), _ = element
    single = double = 0.0
    for image in (1, -1):
        if image == 1 and is_own:
            single += -size / (2 * math.pi) * (math.log(size / 2) - 1)
            continue
        for x, weight in GAUSS:
            rx = image * (mx + 0.5 * x * size * ny) - point[0]
            ry = my - 0.5 * x * size * nx - point[1]
            squared = rx * rx + ry * ry
            single += -math.log(squared) / (4 * math.pi) * weight * size / 2
            double += -(rx * image * nx + ry * ny) / (2 * math.pi * squared) * weight * size / 2
    return single, double


def solve(matrix, right):
    """X of matrix X = right, by Gauss' elimination with pivots; both are lists of rows and are used up."""
    n = len(matrix)
    for c in range(n):
        p = max(range(c, n), key=lambda r: abs(matrix[r][c]))
        matrix[c], matrix[p], right[c], right[p] = matrix[p], matrix[c], right[p], right[c]
        for r in range(c + 1, n):
            f = matrix[r][c] / matrix[c][c]
            matrix[r] = [0.0] * c + [a - f * b for a, b in zip(matrix[r][c:], matrix[c][c:])]
            right[r] = [a - f * b for a, b in zip(right[r], right[c])]
    for r in range(n - 1, -1, -1):
        for j in range(r + 1, n):
            f = matrix[r][j]
            right[r] = [a - f * b for a, b in zip(right[r], right[j])]
        right[r] = [a / matrix[r][r] for a in right[r]]
    return right


def main():
    elements = make_elements()
    on = {kind: [i for i, e in enumerate(elements) if e[3] == kind] for kind in ("disc", "surface")}
    is_surface = set(on["surface"])
    matrix, right = [], []
    for i, (middle, *_) in enumerate(elements):
        pairs = [influence(middle, e, i == j) for j, e in enumerate(elements)]
        double = [d + (0.5 if i == j else 0) for j, (_, d) in enumerate(pairs)]
        # Unknown: the potential on disc and walls, the flow out through the surface.
        matrix.append([-pairs[j][0] if j in is_surface else double[j] for j in range(len(elements))])
        # Given: the disc moves up with speed 1; or the potential is 1 on one element of the surface.
        right.append([sum(pairs[j][0] * elements[j][2][1] for j in on["disc"])] + [-double[j] for j in on["surface"]])
    solution = solve(matrix, right)

    def lift(column):  # of a potential on the disc: both halves
        return 2 * sum(solution[j][column] * elements[j][2][1] * elements[j][1] for j in on["disc"])

    mass, carried = math.pi / 2, lift(0)
    push = [lift(1 + c) for c in range(len(on["surface"]))]
    flow = [solution[j] for j in on["surface"]]
    print(f"water that moves with the disc at once, in masses of the disc: {carried / mass:.3f}")

    def rates(state):
        height, speed, surface, potential = state
        force = sum(a * b for a, b in zip(push, surface)) - 2 * height
        rising = [row[0] * speed + sum(a * b for a, b in zip(row[1:], potential)) for row in flow]
        return speed, force / (mass + carried), rising, [-s for s in surface]

    def moved(state, rate, by):
        lists = [[a + by * b for a, b in zip(state[k], rate[k])] for k in (2, 3)]
        return state[0] + by * rate[0], state[1] + by * rate[1], lists[0], lists[1]

    none = [0.0] * len(on["surface"])
    state, time, before = (1.0, 0.0, none, none), 0.0, (1.0, 1.0)
    while time < END:
        a = rates(state)
        b = rates(moved(state, a, STEP / 2))
        c = rates(moved(state, b, STEP / 2))
        d = rates(moved(state, c, STEP))
        last = state
        for rate, weight in ((a, 1), (b, 2), (c, 2), (d, 1)):
            state = moved(state, rate, weight * STEP / 6)
        if state[0] * last[0] < 0:
            print(f"at rest's place at {time + STEP * last[0] / (last[0] - state[0]):.3f}")
        if before[1] > last[0] < state[0] or before[1] < last[0] > state[0]:
            print(f"turns at {time:.2f}, {last[0]:.3f}")
        before = (before[1], last[0])
        time += STEP


main()
