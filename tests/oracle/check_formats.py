"""Every pair of data formats against numpy: usage check_formats.py AICSIM.

The formulas are the documents' own (format_formulas.py); the program under test only sees files. Each pair of formats of one kind of tensor is converted there and compared with this oracle, for widths of 4, 8,
16 and 32 bits, with and without padding, with leading batch dimensions.
"""
import itertools
import os
import subprocess
import sys
import tempfile

import numpy as np

from format_formulas import CONV2D, CONV3D, HEADS, MATRIX, PLAIN, SCALES, SPOKEN, TYPES, nz, stored, values

AICSIM = sys.argv[1]

FOLDER = tempfile.TemporaryDirectory(prefix='aicsim-formats-')  # removed at the end
WORK = FOLDER.name
count = 0


def same_bytes(a, b):
    return a.shape == b.shape and a.dtype == b.dtype and a.tobytes() == b.tobytes()


def run(*args):
    return subprocess.run([AICSIM, 'layout', *args], capture_output=True, text=True)


def spoken_shape(f, g, shape, axes):
    speaks = f if f in PLAIN or g not in PLAIN else g
    lead, own = shape[:-axes], shape[-axes:]
    order = SPOKEN.get(speaks, range(axes))
    return 'x'.join(str(n) for n in list(lead) + [own[o] for o in order])


def check_pair(f, g, formats, typename, shape, axes):
    global count
    bits, dtype = TYPES[typename]
    c0 = 256 // bits
    x = values(shape, bits, dtype)
    source, target = formats[f](x, c0), formats[g](x, c0)
    if bits == 4 and (source.shape[-1] % 2 or target.shape[-1] % 2):
        return
    source, target = stored(source, bits), stored(target, bits)
    src, dst = os.path.join(WORK, 'in.npy'), os.path.join(WORK, 'out.npy')
    np.save(src, source)
    done = run('convert', '--from', f, '--to', g, '--dtype', typename, '--shape', spoken_shape(f, g, shape, axes), src,
               dst)
    where = f'{f} -> {g} {typename} {shape}'
    assert done.returncode == 0, f'{where}: {done.stderr}'
    got = np.load(dst)
    assert same_bytes(got, target), f'{where}: {got.shape} {got.dtype}, expected {target.shape} {target.dtype}'
    count += 1


def convert_and_compare(f, g, typename, source, target, shape):
    """One conversion of files against the expected array; skips what 4-bit pairs cannot hold."""
    global count
    bits, _ = TYPES[typename]
    if bits == 4 and (source.shape[-1] % 2 or target.shape[-1] % 2):
        return
    src, dst = os.path.join(WORK, 'in.npy'), os.path.join(WORK, 'out.npy')
    np.save(src, stored(source, bits))
    done = run('convert', '--from', f, '--to', g, '--dtype', typename, '--shape', 'x'.join(map(str, shape)), src, dst)
    where = f'{f} -> {g} {typename} {shape}'
    assert done.returncode == 0, f'{where}: {done.stderr}'
    got, want = np.load(dst), stored(target, bits)
    assert same_bytes(got, want), f'{where}: {got.shape} {got.dtype}, expected {want.shape} {want.dtype}'
    count += 1


def check_depth_one(types):
    """A volume of depth 1 is a feature map: every format of 4 axes to and from every format of 5."""
    n, c, h, w = 18, 20, 2, 6
    spoken = {'ncdhw': (n, c, 1, h, w), 'ndhwc': (n, 1, h, w, c)}
    for t, f, g in itertools.product(types, CONV2D, CONV3D):
        bits, dtype = TYPES[t]
        x = values((n, c, h, w), bits, dtype)
        flat, deep = CONV2D[f](x, 256 // bits), CONV3D[g](x[:, :, None], 256 // bits)
        convert_and_compare(f, g, t, flat, deep, spoken.get(g, (n, c, 1, h, w)))
        convert_and_compare(g, f, t, deep, flat, spoken.get(g, (n, c, 1, h, w)))
        if f in ('nchw', 'nhwc', 'hwcn'):      # four numbers are the feature map's own shape
            own = [(n, c, h, w)[i] for i in SPOKEN.get(f, range(4))]
            convert_and_compare(f, g, t, flat, deep, own)
            convert_and_compare(g, f, t, deep, flat, own)
    done = run('convert', '--from', 'ncdhw', '--to', 'nchw', '--shape', '2x3x4x5x6', '--dtype', 'half', '/dev/null',
               os.path.join(WORK, 'never.bin'))
    assert done.returncode == 2 and 'no depth: D is 4' in done.stderr, done


def check_matrices_of_heads(types):
    """Every batch, head and group of an attention tensor has a matrix S x D."""
    for t, (b, s, n, g, d) in itertools.product(types, ((2, 5, 3, 2, 20), (1, 18, 1, 1, 36), (3, 4, 2, 1, 64))):
        bits, dtype = TYPES[t]
        x = values((b, s, n, g, d), bits, dtype)
        m = x.transpose(0, 2, 3, 1, 4)
        m = m if g > 1 else m[:, :, 0] if n > 1 else m[:, 0, 0]
        for f, h in itertools.product(MATRIX, HEADS):
            if f == 'nz_l0c' and bits < 16:
                continue
            matrices, heads = MATRIX[f](m, 256 // bits), HEADS[h](x, 256 // bits)
            own = [(b, s, n, g, d)[i] for i in SPOKEN.get(h, range(5))]
            convert_and_compare(f, h, t, matrices, heads, own)
            convert_and_compare(h, f, t, heads, matrices, own)


def check_strangers():
    """Formats without a common tensor are refused, and the message says what each holds."""
    holds = [(MATRIX, 'matrices (rows, columns)'), (CONV2D, 'feature maps and kernels (n, c, h, w)'),
             (CONV3D, 'volumes and 3D kernels (n, d, c, h, w)'), (HEADS, 'attention tensors (b, s, n, g, d)')]
    for (a, a_holds), (b, b_holds) in itertools.permutations(holds, 2):
        if {id(a), id(b)} in ({id(CONV2D), id(CONV3D)}, {id(MATRIX), id(HEADS)}):
            continue
        for f, g in itertools.product(a, b):
            done = run('convert', '--from', f, '--to', g, '--dtype', 'half', '--shape', '2x2', 'x.bin', 'y.bin')
            assert done.returncode == 2 and f'{f} holds {a_holds}, {g} holds {b_holds}' in done.stderr, done


def check_family(formats, types, shapes, axes):
    for (f, g), t, shape in itertools.product(itertools.product(formats, repeat=2), types, shapes):
        if 'nz_l0c' in (f, g) and TYPES[t][0] < 16:
            continue
        check_pair(f, g, formats, t, shape, axes)


def check_examples():
    """The documents' printed examples, from arrays to arrays, without --shape."""
    src, dst, back = (os.path.join(WORK, n) for n in ('a.npy', 'b.npy', 'c.npy'))
    a = np.arange(20 * 28).astype(np.float16).reshape(20, 28)
    np.save(src, a)
    assert run('convert', '--from', 'nd', '--to', 'nz', src, dst).returncode == 0
    b = np.load(dst)
    # The document's pseudo code, word for word.
    n0, m0 = 16, 16
    n1, m1 = (28 + n0 - 1) // n0, (20 + m0 - 1) // m0
    t = np.pad(a, [[0, m1 * m0 - 20], [0, n1 * n0 - 28]]).reshape((m1, m0, n1, n0)).transpose((2, 0, 1, 3))
    assert same_bytes(b, np.ascontiguousarray(t))
    assert list(b[0, 0, 1, :3]) == [28, 29, 30] and list(b[1, 1, 0, :3]) == [464, 465, 466]
    assert run('convert', '--from', 'nz', '--to', 'nd', '--shape', '20x28', dst, back).returncode == 0
    assert same_bytes(np.load(back), a)
    done = run('convert', '--from', 'nz', '--to', 'nd', dst, back)
    assert done.returncode == 0 and 'padding' in done.stderr and np.load(back).shape == (32, 32)

    w = np.arange(2 * 2 * 32 * 32).astype(np.int32).astype(np.uint16).reshape(2, 2, 32, 32)
    np.save(src, w)
    assert run('convert', '--from', 'hwcn', '--to', 'fractal_z', src, dst).returncode == 0
    z = np.load(dst)
    assert z.shape == (8, 2, 16, 16)
    assert same_bytes(z, np.ascontiguousarray(w.reshape(2, 2, 2, 16, 2, 16).transpose(2, 0, 1, 4, 5, 3)
                                              .reshape(8, 2, 16, 16)))
    v = np.arange(48 * 8 * 32).astype(np.uint16).reshape(48, 2, 2, 2, 32)
    np.save(src, v)
    assert run('convert', '--from', 'ndhwc', '--to', 'fractal_z_3d', src, dst).returncode == 0
    z = np.load(dst)
    assert z.shape == (16, 3, 16, 16)
    assert same_bytes(z, np.ascontiguousarray(v.reshape(3, 16, 2, 2, 2, 2, 16).transpose(2, 5, 3, 4, 0, 1, 6)
                                              .reshape(16, 3, 16, 16)))

    k = np.arange(100).astype(np.float16).reshape(1, 100)
    np.save(src, k)
    assert run('convert', '--from', 'nd', '--to', 'vector', src, dst).returncode == 0
    assert same_bytes(np.load(dst), k[0])
    for bin_in, bin_out in ((src, os.path.join(WORK, 'd.bin')), (os.path.join(WORK, 'd.bin'), back)):
        done = run('convert', '--from', 'nd', '--to', 'nd', '--dtype', 'half', '--shape', '1x100', bin_in, bin_out)
        assert done.returncode == 0, done.stderr
    assert same_bytes(np.load(back), k)


def check_offsets():
    """`layout offset` against where numpy finds the element."""
    for f, typename, shape in (('nz', 'half', (20, 28)), ('zn', 'int8', (70, 33)), ('zz', 'float', (33, 20)),
                               ('zz', 'fp8_e8m0', (20, 6)), ('nz_l0c', 'float', (20, 40))):
        bits, _ = TYPES[typename]
        formats = SCALES if typename == 'fp8_e8m0' else MATRIX
        x = np.arange(1, np.prod(shape) + 1).reshape(shape)
        flat = formats[f](x, 256 // bits).ravel()
        places = [(0, 0), (1, 0), (shape[0] - 1, shape[1] - 1), (shape[0] // 2, 5)]
        done = run('offset', f, '--dtype', typename, '--shape', f'{shape[0]}x{shape[1]}',
                   *(word for r, c in places for word in ('--at', f'{r},{c}')))
        assert done.returncode == 0, done.stderr
        for (r, c), line in zip(places, done.stdout.splitlines()):
            element = int(np.flatnonzero(flat == x[r, c])[0])
            assert line.startswith(f'({r}, {c}): element {element}, byte {element * bits // 8} ['), line
            back = run('offset', f, '--dtype', typename, '--shape', f'{shape[0]}x{shape[1]}', '--offset', str(element))
            assert back.stdout == line + '\n', back.stdout


def check_map():
    """`layout show` prints the offset of every element and a dot for padding."""
    done = run('show', 'nz', '--shape', '20x28', '--dtype', 'half')
    assert done.returncode == 0
    rows = [line.replace('|', ' ').split()[1:] for line in done.stdout.splitlines()
            if '|' in line and line.split('|')[0].strip().isdigit()]
    x = np.arange(1, 20 * 28 + 1).reshape(20, 28)
    flat = nz(x, 16).ravel()
    offset = np.zeros(561, dtype=int)
    offset[flat] = np.arange(flat.size)
    assert len(rows) == 32 and all(len(r) == 32 for r in rows)
    for r, c in itertools.product(range(32), range(32)):
        want = str(offset[x[r, c]]) if r < 20 and c < 28 else '.'
        assert rows[r][c] == want, (r, c, rows[r][c], want)


def check_refusals():
    src, dst = os.path.join(WORK, 'e.npy'), os.path.join(WORK, 'never.npy')
    np.save(src, np.zeros((20, 28), np.float16))
    fortran = os.path.join(WORK, 'f.npy')
    np.save(fortran, np.asfortranarray(np.zeros((20, 28), np.float16)))
    raw = os.path.join(WORK, 'e.bin')
    square = os.path.join(WORK, 's.npy')
    np.save(square, np.zeros((2, 7, 8, 5), np.float16))
    open(raw, 'wb').write(bytes(1120))
    cases = [
        (['--from', 'nd', '--to', 'nz', '--shape', '20x29', src, dst], 'the array is 20x28, but --shape 20x29'),
        (['--from', 'nd', '--to', 'nz', '--shape', '28x20', src, dst], 'makes nd an array of 28x20'),
        (['--from', 'nhwc', '--to', 'nchw', '--shape', '2x5x7x8', square, dst], 'the array is 2x7x8x5'),
        (['--from', 'nz', '--to', 'nd', src, dst], 'nz needs at least 4 dimensions, got 2'),
        (['--from', 'nd', '--to', 'nchw', src, dst], 'do not describe the same kind of tensor'),
        (['--from', 'nd', '--to', 'nn', src, dst], 'fp8_e8m0 scales only, not half'),
        (['--from', 'nd', '--to', 'nz', '--dtype', 'float', src, dst], 'float is stored in 4'),
        (['--from', 'nd', '--to', 'nz', '--dtype', 'halve', src, dst], 'no element type'),
        (['--from', 'nd', '--to', 'mz', src, dst], "'mz' is no format"),
        (['--from', 'nd', '--to', 'nz', fortran, dst], 'Fortran order'),
        (['--from', 'nd', '--to', 'nz', raw, dst], 'needs --dtype'),
        (['--from', 'nd', '--to', 'nz', '--dtype', 'half', raw, dst], 'needs --shape'),
        (['--from', 'nd', '--to', 'nz', '--shape', '20y28', src, dst], 'expected numbers'),
        (['--from', 'nd', '--to', 'nz', os.path.join(WORK, 'none.npy'), dst], 'No such file'),
        (['--from', 'nd', '--to', 'nz', src, os.path.join(WORK, 'none', 'x.npy')], 'cannot be created'),
        (['--from', 'nd', '--to', 'nz', src], 'convert needs IN and OUT'),
    ]
    for args, says in cases:
        done = run('convert', *args)
        assert done.returncode == 2 and says in done.stderr and 'error:' in done.stderr, (args, done)
        assert not done.stdout and not os.path.exists(dst)
    for args, status in ((['check', 'nz', '((16,2),(16,2)):((16,256),(1,512))'], 0),
                         (['check', 'nz', '((16,2),(16,2)):((16,256),(1,528))'], 1),
                         (['check', 'nzz', '(2,4):(4,1)'], 2), (['show', 'nz', '--shape', '9000x9000'], 2),
                         (['offset', 'nz', '--shape', '20x28', '--at', '32,0'], 2),
                         (['offset', '(2,4):(4,1)', '--at', '1,0'], 0), (['nothing'], 2), ([], 2), (['--help'], 0)):
        assert run(*args).returncode == status, args


def check_picture():
    import xml.etree.ElementTree as tree
    for f, shape, fractals in (('nz', '20x28', 2), ('zn', '20x28', 2), ('nd', '4x6', 0)):
        path = os.path.join(WORK, f + '.svg')
        assert run('show', f, '--shape', shape, '--svg', path).returncode == 0
        svg = tree.parse(path).getroot()
        space = '{http://www.w3.org/2000/svg}'
        hatched = sum(int(r.get('width')) * int(r.get('height')) for r in svg.iter(space + 'rect')
                      if 'hatch' in (r.get('fill') or ''))
        numbers = [t.text for t in svg.iter(space + 'text') if t.text.isdigit()]
        rows, cols = map(int, shape.split('x'))
        assert sorted(map(int, numbers)) == sorted(set(map(int, numbers))) and len(numbers) == rows * cols
        outline = [r for r in svg.iter(space + 'rect') if r.get('stroke-width') == '2'][0]
        area = int(outline.get('width')) * int(outline.get('height'))
        assert hatched * 32 * 32 == (area * (32 * 32 - 20 * 28) if f != 'nd' else 0)
        outlines = sum(p.get('stroke-width') == '1.6' for p in svg.iter(space + 'path'))
        assert outlines == fractals, (f, outlines)


def check_dump():
    """`dump ... layout=F` of a trace writes the logical array."""
    rng = np.random.default_rng(3)
    for f, typename, shape in (('zz', 'half', (30, 40)), ('nz', 'int8', (30, 40)), ('zn', 'float', (17, 20)),
                               ('nd', 'half', (3, 5)), ('nc1hwc0', 'half', (1, 18, 2, 3)), ('zz', 'int4', (20, 70))):
        bits, dtype = TYPES[typename]
        x = rng.integers(1, 16 if bits == 4 else 100, shape).astype(dtype)
        laid = (CONV2D if len(shape) == 4 else MATRIX)[f](x, 256 // bits)
        np.save(os.path.join(WORK, 'l.npy'), stored(laid, bits))
        trace = os.path.join(WORK, 'dump.aic')
        words = f'layout={f} shape={"x".join(map(str, shape))} dtype={typename}'
        with open(trace, 'w') as out:
            out.write(f'aicsim-trace 1\nproduct ascend910b1\ninit l1:64 file=l.npy\ndump l1:64 {words} file=m.npy\n')
        done = subprocess.run([AICSIM, 'run', trace], capture_output=True, text=True)
        assert done.returncode == 0, (words, done)
        assert same_bytes(np.load(os.path.join(WORK, 'm.npy')), stored(x, bits)), words
    for words, says in (('layout=zy shape=30x40 dtype=half', 'zy is no format'),
                        ('layout=zz dtype=half', 'needs dtype= and'),
                        ('layout=nn shape=30x40 dtype=half', 'fp8_e8m0 scales only'),
                        ('layout=zz shape=30x40 dtype=half bytes=2400', 'takes 3072')):
        with open(trace, 'w') as out:
            out.write(f'aicsim-trace 1\nproduct ascend910b1\ndump l1:64 {words} file=n.npy\n')
        done = subprocess.run([AICSIM, 'run', trace], capture_output=True, text=True)
        assert done.returncode == 2 and says in done.stderr, (words, done)


check_examples()
check_dump()
check_offsets()
check_map()
check_refusals()
check_picture()
check_family(MATRIX, ('int8', 'half', 'float', 'int4'), ((20, 28), (2, 3, 48, 64)), 2)
check_family(MATRIX, ('bfloat16',), ((1, 17),), 2)
check_family(SCALES, ('fp8_e8m0',), ((20, 28), (3, 34, 6)), 2)
check_family(CONV2D, ('int8', 'half', 'float', 'int4'), ((18, 20, 2, 6), (2, 16, 64, 3, 4)), 4)
check_family(CONV3D, ('int8', 'half', 'float'), ((18, 20, 2, 3, 2), (2, 16, 32, 1, 2, 3)), 5)
check_depth_one(('int8', 'half', 'float', 'int4'))
check_matrices_of_heads(('int8', 'half', 'float', 'int4'))
check_strangers()
check_family({**MATRIX, 'vector': lambda x, c0: x[..., 0, :]}, ('int8', 'half', 'float', 'int4'), ((1, 100),), 2)
check_family(CONV3D, ('int4',), ((18, 20, 2, 3, 2),), 5)
check_family(HEADS, ('int8', 'half', 'float', 'int4'), ((2, 5, 3, 2, 4), (2, 1, 3, 2, 2, 6)), 5)
print(f'{count} conversions equal to numpy')
