#!/usr/bin/env python3
# Copyright 2026 The Weir Authors
# SPDX-License-Identifier: Apache-2.0
#
# How far weir retime is from the truth: takes every Nth frame out of a run, retimes what is left at 1/N, and compares
# the frames in between with those that were left out.
#   scripts/retime_error.py build/release/weir SCENE.json 4 FOLDER     # frames.rate of the scene: N times the usual one

import json
import os
import re
import shutil
import struct
import subprocess
import sys

TYPES = {'float': 'f', 'double': 'd', 'int': 'i', 'uint': 'I', 'uchar': 'B', 'int64': 'q'}


def read_ply(file):
    """By id: position and velocity."""
    data = open(file, 'rb').read()
    begin = data.index(b'end_header\n') + 11
    header = data[:begin].decode()
    count = int(re.search(r'element vertex (\d+)', header).group(1))
    properties = re.findall(r'property (\w+) (\w+)', header)
    form = '<' + ''.join(TYPES[kind] for kind, _ in properties)
    names = [name for _, name in properties]
    wanted = [names.index(name) for name in ('x', 'y', 'z', 'vx', 'vy', 'vz')]
    rows = struct.iter_unpack(form, data[begin:begin + count * struct.calcsize(form)])
    at_id = names.index('id')
    return {row[at_id]: tuple(row[i] for i in wanted) for row in rows}


def every_nth(run, step, to):
    """The same run with fewer frames a second."""
    shutil.rmtree(to, ignore_errors=True)
    record = json.load(open(f'{run}/run.json'))
    frames = record['scene']['frames']
    frames['rate'] /= step
    frames['last'] = 1 + (frames['last'] - 1) // step
    for kind in ('particles', 'volumes', 'surface'):
        if not os.path.isdir(f'{run}/{kind}'): continue
        os.makedirs(f'{to}/{kind}')
        for name in os.listdir(f'{run}/{kind}'):
            number, ending = name.split('.', 1)
            if (int(number) - 1) % step == 0:
                shutil.copy(f'{run}/{kind}/{name}', f'{to}/{kind}/{1 + (int(number) - 1) // step:04d}.{ending}')
    with open(f'{to}/stats.jsonl', 'w') as stats:
        for line in map(json.loads, open(f'{run}/stats.jsonl')):
            if (line['frame'] - 1) % step: continue
            line['frame'] = 1 + (line['frame'] - 1) // step
            stats.write(json.dumps(line) + '\n')
    json.dump(record, open(f'{to}/run.json', 'w'))


def outside(particles, domain):
    lower, upper = domain['lower'], domain['upper']
    return sum(any(not lower[k] - 1e-4 <= p[k] <= upper[k] + 1e-4 for k in (0, 1)) for p in particles.values())


def main(weir, scene, step, folder):
    step = int(step)
    run, fewer, slow = (os.path.join(folder, name) for name in ('run', 'fewer', 'slow'))
    subprocess.run([weir, 'run', scene, '-o', run, '--overwrite', '--progress', 'none'], check=True)
    every_nth(run, step, fewer)
    subprocess.run([weir, 'retime', fewer, str(1 / step), '-o', slow, '--overwrite', '--progress', 'none'], check=True)
    for of in (run, slow):
        subprocess.run([weir, 'convert', of, f'{of}/ply/####.ply'], check=True, stderr=subprocess.DEVNULL)
    settings = json.load(open(f'{run}/run.json'))['scene']
    spacing, domain = settings['solver']['spacing'], settings['domain']
    away, wrong, speed, left, most = [], 0, 0, 0, 0
    for frame in range(1, 1 + max(int(name[:4]) for name in os.listdir(f'{slow}/ply'))):
        if (frame - 1) % step == 0: continue
        truth, made = (read_ply(f'{of}/ply/{frame:04d}.ply') for of in (run, slow))
        most = max(most, abs(len(truth) - len(made)))
        left += outside(made, domain)
        for key in truth.keys() & made.keys():
            a, b = truth[key], made[key]
            away.append(sum((a[k] - b[k]) ** 2 for k in range(3)) ** 0.5 / spacing)
            wrong += sum((a[k] - step * b[k]) ** 2 for k in range(3, 6))
            speed += sum(a[k] ** 2 for k in range(3, 6))
    away.sort()
    print(f'away from the truth, spacings: rms {(sum(x * x for x in away) / len(away)) ** 0.5:.3f}, '
          f'99 % within {away[int(0.99 * len(away))]:.2f}, at most {away[-1]:.2f}')
    print(f'velocities off by {100 * (wrong / speed) ** 0.5:.0f} %; numbers of particles by at most {most}; '
          f'{left} particles outside the domain')


if __name__ == '__main__':
    main(*sys.argv[1:])
