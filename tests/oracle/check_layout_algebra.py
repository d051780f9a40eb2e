"""The Shape:Stride algebra against brute force on random layouts: usage check_layout_algebra.py AICSIM.

For each layout every offset is enumerated in Python; the program answers offsets, coordinates, sizes, the printed form
and tiles, which must be those of the enumeration.
"""
import itertools
import random
import re
import subprocess
import sys

AICSIM = sys.argv[1]
count = 0


def run(*words):
    return subprocess.run([AICSIM, 'layout', *words], capture_output=True, text=True)


def text(modes):
    """A mode is [(n, stride)] or [(n0, stride0), (n1, stride1)], the inner level first."""
    def half(i):
        parts = [str(m[0][i]) if len(m) == 1 else '(%d,%d)' % (m[0][i], m[1][i]) for m in modes]
        return '(' + ','.join(parts) + ')'
    return half(0) + ':' + half(1)


def extent(mode):
    return mode[0][0] * (mode[1][0] if len(mode) > 1 else 1)


def place(mode, index):
    if len(mode) == 1:
        return index * mode[0][1]
    return index % mode[0][0] * mode[0][1] + index // mode[0][0] * mode[1][1]


def offset(modes, coord):
    return sum(place(m, c) for m, c in zip(modes, coord))


def coords(modes):
    return itertools.product(*(range(extent(m)) for m in modes))


def random_layout(rng):
    modes = [[(rng.randint(1, 5), rng.choice((0, 1, 2, 3, 4, 7, 16, 30))) for _ in range(rng.randint(1, 2))]
             for _ in range(rng.randint(1, 3))]
    if rng.random() < 0.5:             # half of them without two coordinates at one offset: strides in random order
        levels = [(m, k) for m in range(len(modes)) for k in range(len(modes[m]))]
        rng.shuffle(levels)
        stride = 1
        for m, k in levels:
            n = modes[m][k][0]
            modes[m][k] = (n, stride)
            stride = stride * n + rng.choice((0, 0, 1, 5))
    return modes


def check_layout(rng, modes):
    global count
    where = text(modes)
    everything = {c: offset(modes, c) for c in coords(modes)}
    at = {}
    for c, o in everything.items():
        at.setdefault(o, set()).add(c)
    shown = run('show', where)
    assert shown.returncode == 0, (where, shown)
    assert f'layout  {where}\n' in shown.stdout, (where, shown.stdout)
    shared = '; some share a place' if len(everything) > max(at) + 1 else ''
    assert f'size    {len(everything)} elements, the last one at {max(at)}{shared}\n' in shown.stdout, (
        where, shown.stdout)
    some = rng.sample(sorted(everything), min(12, len(everything)))
    done = run('offset', where, *(w for c in some for w in ('--at', ','.join(map(str, c)))))
    assert done.returncode == 0, (where, done)
    for c, line in zip(some, done.stdout.splitlines()):
        assert line.startswith(f"({', '.join(map(str, c))}): element {everything[c]}, "), (where, c, line)
    for o in rng.sample(range(max(at) + 3), min(3, max(at) + 3)):
        done = run('offset', where, '--offset', str(o))
        assert (done.returncode == 0) == (o in at), (where, o, done)
        if o in at:
            found = tuple(map(int, re.match(r'\(([^)]*)\)', done.stdout).group(1).split(',')))
            assert found in at[o], (where, o, found)
    count += len(some) + 5
    check_tile(rng, modes, where)


def parse(layout):
    """The modes of a printed layout."""
    halves = [re.findall(r'\((\d+),(\d+)\)|(\d+)', h[1:-1]) for h in layout.split(':')]
    return [[(int(n[2]), int(s[2]))] if n[2] else [(int(n[0]), int(s[0])), (int(n[1]), int(s[1]))]
            for n, s in zip(*halves)]


def check_tile(rng, modes, where):
    """A tile addresses exactly its part; it is refused only where it cuts inner blocks."""
    global count
    start = [rng.randrange(extent(m)) for m in modes]
    size = [rng.randint(1, extent(m) - b) for m, b in zip(modes, start)]
    done = run('tile', where, '--at', ','.join(map(str, start)), '--tile', 'x'.join(map(str, size)))
    cuts = any(len(m) > 1 and (b % m[0][0] or n % m[0][0]) and b % m[0][0] + n > m[0][0]
               and m[1][1] != m[0][0] * m[0][1] for m, b, n in zip(modes, start, size))
    assert (done.returncode == 0) == (not cuts), (where, start, size, done)
    if not cuts:
        layout, base = re.match(r'(\S+) from element (\d+),', done.stdout).groups()
        tile = parse(layout)
        assert [extent(m) for m in tile] == size, (where, start, size, layout)
        for c in itertools.product(*(range(n) for n in size)):
            assert int(base) + offset(tile, c) == offset(modes, [b + i for b, i in zip(start, c)]), (where, layout, c)
    outside = [extent(m) for m in modes]
    assert run('tile', where, '--at', ','.join(map(str, outside)), '--tile', 'x'.join('1' for _ in modes)).returncode == 2
    count += 2


def main():
    rng = random.Random(11)
    check_layout(rng, [[(2, 1), (3, 4)], [(2, 2), (4, 12)]])       # the document's nested example
    check_layout(rng, [[(2, 4)], [(4, 1)]])
    check_layout(rng, [[(2, 1)], [(4, 2)]])
    for _ in range(120):
        check_layout(rng, random_layout(rng))
    print(f'{count} answers equal to enumeration')


main()
