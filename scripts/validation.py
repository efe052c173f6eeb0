#!/usr/bin/env python3
# Copyright 2026 The Weir Authors
# SPDX-License-Identifier: Apache-2.0
#
# Runs the scenes of bench/validation and prints what their probes read beside what was published.
#   scripts/validation.py                  all of them
#   scripts/validation.py kleefsman-grid   these
#   scripts/validation.py --picture        draws docs/images/validation-kleefsman.svg from the runs that are there
# Runs are kept in out/validation and used again. WEIR names the program.

import cmath
import json
import math
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WEIR = os.environ.get("WEIR", str(ROOT / "build/release/weir"))

# Times T = t sqrt(2 g / a) and places z / a of the front.
MARTIN_MOYCE = {
    "a = 1.125 in": [(0.849, 1.245), (1.212, 1.443), (1.602, 1.884), (2.283, 2.689), (2.950, 3.728), (3.598, 4.528),
                     (3.905, 4.999), (4.592, 5.841), (4.961, 6.271), (5.316, 6.717)],
    "a = 2.25 in": [(0.832, 1.217), (1.219, 1.474), (1.997, 2.292), (2.547, 2.995), (3.345, 4.134), (4.034, 4.944),
                    (4.418, 5.881), (5.091, 6.980), (5.685, 7.945), (6.306, 8.966)],
}
KOSHIZUKA_OKA = {"L = 0.146 m": [(0.381, 1.111), (0.769, 1.252), (1.153, 1.505), (1.537, 1.892), (1.935, 2.241),
                                 (2.323, 2.615), (2.719, 3.003), (3.096, 3.624)]}
# Water heights (m) at the gauges.
KLEEFSMAN = {"H1": {0.5: .001, 1.0: .151, 1.5: .346, 2.0: .288, 3.0: .229, 4.0: .162, 5.0: .170, 6.0: .308},
             "H2": {0.5: .099, 1.0: .179, 1.5: .236, 2.0: .287, 3.0: .203, 4.0: .135, 5.0: .252, 6.0: .214},
             "H3": {0.5: .095, 1.0: .155, 1.5: .145, 2.0: .142, 3.0: .238, 4.0: .174, 5.0: .205, 6.0: .184},
             "H4": {0.5: .426, 1.0: .279, 1.5: .182, 2.0: .130, 3.0: .202, 4.0: .332, 5.0: .233, 6.0: .186}}


def readings(folder):
    return [json.loads(line) for line in (folder / "probes.jsonl").read_text().splitlines()]


def spacing(folder):
    return json.loads((folder / "run.json").read_text())["scene"]["solver"]["spacing"]


def arrival(steps, name, depth):
    """When liquid so deep first stands at a gauge (s)."""
    before = (0, 0)
    for step in steps:
        now = (step["time"], step["values"][name]["depth"])
        if now[1] >= depth:
            return before[0] + (now[0] - before[0]) * (depth - before[1]) / (now[1] - before[1])
        before = now
    return math.nan


def print_fronts(folder, published, width):
    steps, unit = readings(folder), math.sqrt(2 * 9.81 / width)
    for name, front in published.items():
        print(f"\n{name}\n\n| front at z | published T | ours | difference |\n|---|---|---|---|")
        # Thinner films run ahead, on a bed without friction; photographs hardly show them.
        ours = [arrival(steps, f"z {place:.3f}", 0.05 * width) * unit for _, place in front]
        for (time, place), found in zip(front, ours):
            print(f"| {place:.3f} | {time:.3f} | {found:.3f} | {100 * (found / time - 1):+.1f} % |")
        # When their clock started does not matter here.
        (t1, z1), (t2, z2) = front[2], front[5]
        published = (z2 - z1) / (t2 - t1)
        speed = (z2 - z1) / (ours[5] - ours[2])
        print(f"\nSpeed from z = {z1} to {z2}: {published:.3f} published, {speed:.3f} ours, {100 * (speed / published - 1):+.1f} %")


def at_time(steps, time, name, measure):
    """The mean over a tenth of a second around a time: a gauge's wire does not follow single drops either."""
    near = [s["values"][name][measure] for s in steps if abs(s["time"] - time) <= 0.05]
    return sum(near) / len(near)


def print_kleefsman(folder):
    steps = readings(folder)
    print("\n| gauge | time (s) | published (m) | depth, ours | height, ours | difference of the depth |\n|---|---|---|---|---|---|")
    errors = []
    for gauge, heights in KLEEFSMAN.items():
        for time, height in heights.items():
            depth, top = (at_time(steps, time, gauge, measure) for measure in ("depth", "height"))
            errors.append(depth - height)
            print(f"| {gauge} | {time} | {height:.3f} | {depth:.3f} | {top:.3f} | {depth - height:+.3f} |")
    mean = math.sqrt(sum(e * e for e in errors) / len(errors))
    print(f"\nRoot mean square of the differences: {mean:.3f} m")
    force = max(steps, key=lambda s: -s["values"]["load"]["force"][0])
    print(f"Greatest force on the box: {-force['values']['load']['force'][0]:.0f} N at {force['time']:.3f} s")


def airy(length, depth):
    """Wave number and frequency of a linear wave: omega2 = g k tanh(k h)."""
    k = 2 * math.pi / length
    return k, math.sqrt(9.81 * k * math.tanh(k * depth))


def amplitudes(steps, names, frequency, first, last):
    """Of the levels at gauges between two times: what swings with a frequency, as a complex number, and the mean."""
    times = [s["time"] for s in steps]
    used = [(s, s["time"] - t) for s, t in zip(steps, [0] + times) if first < s["time"] <= last + 1e-6]
    whole, found = sum(dt for _, dt in used), {}
    for name in names:
        mean = sum(s["values"][name]["depth"] * dt for s, dt in used) / whole
        found[name] = (2 / whole * sum((s["values"][name]["depth"] - mean) * dt * cmath.exp(1j * frequency * s["time"])
                                       for s, dt in used), mean)
    return found


def to_and_fro(swings, places, k):
    """Amplitudes of the wave that runs on and of the one that comes back, by least squares over all gauges: the method
    of Mansard & Funke (1980), with more than three."""
    count, mixed = len(places), sum(cmath.exp(-2j * k * x) for x in places)
    on = sum(a * cmath.exp(-1j * k * x) for a, x in zip(swings, places))
    back = sum(a * cmath.exp(1j * k * x) for a, x in zip(swings, places))
    whole = count * count - abs(mixed) ** 2
    return abs(count * on - mixed * back) / whole, abs(count * back - mixed.conjugate() * on) / whole


def slope(x, y):
    mx, my = sum(x) / len(x), sum(y) / len(y)
    return sum((a - mx) * (b - my) for a, b in zip(x, y)) / sum((a - mx) ** 2 for a in x)


def unwrapped(angles):
    result = []
    for angle in angles:
        while result and angle - result[-1] > math.pi:
            angle -= 2 * math.pi
        while result and angle - result[-1] < -math.pi:
            angle += 2 * math.pi
        result.append(angle)
    return result


def print_waves(folder, scene, wave):
    steps, depth = readings(folder), scene["directors"][0]["level"]
    k, frequency = airy(wave["length"], depth)
    period, end = 2 * math.pi / frequency, steps[-1]["time"]
    gauges = {p["name"]: p["point"][0] for p in scene["probes"]}
    names, places = list(gauges), list(gauges.values())
    found = amplitudes(steps, names, frequency, end - 8 * period, end)
    half = len(names) // 2
    first, _ = to_and_fro([found[n][0] for n in names[:half]], places[:half], k)
    on, back = to_and_fro([found[n][0] for n in names[half:]], places[half:], k)
    phases = unwrapped([cmath.phase(found[n][0]) for n in names])
    levels = [sum(mean for _, mean in amplitudes(steps, names, frequency, end - (n + 4) * period, end - n * period).values())
              / len(names) - depth for n in (int(end / period) - 4, 0)]
    print("\n| height / asked | one wave on | speed / Airy | comes back | mean level, first and last 4 periods |\n|---|---|---|---|---|")
    print(f"| {2 * first / wave['height']:.3f} | {2 * on / wave['height']:.3f} | {k / slope(places, phases):.3f} "
          f"| {100 * back / on:.1f} % | {1000 * levels[0]:+.1f} mm, {1000 * levels[1]:+.1f} mm |")


def print_spectrum(folder, scene, spectrum):
    steps, names = readings(folder), [p["name"] for p in scene["probes"]]
    levels = [[s["values"][n]["depth"] for s in steps] for n in names]
    heights = [4 * math.sqrt(sum(v * v for v in level) / len(level) - (sum(level) / len(level)) ** 2) for level in levels]
    print("\n| significant height, asked (m) | mean of the gauges | first gauge | last gauge |\n|---|---|---|---|")
    print(f"| {spectrum['height']} | {sum(heights) / len(heights):.4f} | {heights[0]:.4f} | {heights[-1]:.4f} |")


def print_sea(folder):
    scene = json.loads((folder / "run.json").read_text())["scene"]
    sea = scene["directors"][0]
    if sea.get("jonswap"):
        print_spectrum(folder, scene, sea["jonswap"])
    else:
        print_waves(folder, scene, sea["waves"][0])


def run(name):
    folder = ROOT / "out/validation" / name
    subprocess.run([WEIR, "run", str(ROOT / f"bench/validation/{name}.json"), "-o", str(folder), "--progress", "none",
                    *(["--resume"] if (folder / "run.json").exists() else [])], check=True)
    print(f"\n## {name}, spacing {spacing(folder)} m")
    if name.startswith("martin-moyce"):
        print_fronts(folder, MARTIN_MOYCE, 0.05715)
    elif name.startswith("koshizuka-oka"):
        print_fronts(folder, KOSHIZUKA_OKA, 0.146)
    elif name.startswith("sea"):
        print_sea(folder)
    else:
        print_kleefsman(folder)


def drawn_chart(gauge, x, y, width, height):
    def at(time, depth):
        return f"{x + width * time / 6:.1f},{y + height * (1 - depth / 0.6):.1f}"
    svg = f'<text x="{x}" y="{y - 6}" font-weight="bold">{gauge}: depth (m) over time (s)</text>'
    for k in range(7):
        svg += f'<polyline points="{at(k, 0)} {at(k, 0.6)}" stroke="#ddd"/><text x="{x + width * k / 6 - 3}" y="{y + height + 14}">{k}</text>'
    for depth in (0, 0.2, 0.4, 0.6):
        svg += f'<polyline points="{at(0, depth)} {at(6, depth)}" stroke="#ddd"/><text x="{x - 24}" y="{y + height * (1 - depth / 0.6) + 4}">{depth}</text>'
    for name, colour in (("sph", "#d9822b"), ("grid", "#1f6fc4")):
        steps = readings(ROOT / f"out/validation/kleefsman-{name}")
        kept = [s for i, s in enumerate(steps) if i % max(1, len(steps) // 300) == 0]
        line = " ".join(at(s["time"], s["values"][gauge]["depth"]) for s in kept)
        svg += f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.4"/>'
    for time, depth in KLEEFSMAN[gauge].items():
        cx, cy = at(time, depth).split(",")
        svg += f'<circle cx="{cx}" cy="{cy}" r="3.5" fill="#222"/>'
    return svg + "\n"


def draw_kleefsman():
    charts = [drawn_chart(gauge, 50 + 420 * (i % 2), 40 + 220 * (i // 2), 370, 170) for i, gauge in enumerate(KLEEFSMAN)]
    legend = ('<text x="50" y="470"><tspan fill="#222">dots: measured (Kleefsman et al. 2005)</tspan>'
              '<tspan fill="#d9822b" dx="16">sph</tspan><tspan fill="#1f6fc4" dx="16">flip</tspan></text>')
    (ROOT / "docs/images/validation-kleefsman.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="880" height="490" font-family="sans-serif" font-size="12">\n'
        '<rect width="880" height="490" fill="white"/>\n' + "".join(charts) + legend + "\n</svg>\n")


if sys.argv[1:] == ["--picture"]:
    draw_kleefsman()
    sys.exit()
for wanted in sys.argv[1:] or sorted(file.stem for file in (ROOT / "bench/validation").glob("*.json")):
    run(wanted)
