#!/usr/bin/env python3
"""Torn pages: `torn.py [-n TEARS] [-s SEED] [-k DIR] FOLDER...` tears good pages (NAME.txt, with NAME.san, their true moves) at
random and counts silent losses: the game that is read is not the true one, and the status is 0 all the same. A line is
lost, cut at its end or its head, exchanged with another, made unreadable, doubled, or has 15 % of its signs wrong. Prints a
row for each kind: tears, those after which the whole game is read or nothing on the page can show what is lost, and silent
losses; and each of these. -k keeps the pages of silent losses.

Nothing on a page can show the loss where what it says is just the game that was read. Of three rules one holds:
1. The game is a beginning of the true one, and the text of all its other moves is gone.
2. Text has gone or lines have changed places, and all that is left is read: each text of a move of the good page that has
   not gone is read once and nothing else is, in the order of the torn page, and no dearer than on the good page.
3. The game has as many moves, and each that is another has another text than on the good page, and is no dearer: the tear
   has made a legal move of it, and the moves behind it are legal with that.
Rules 2 and 3 hold only where each move is read as printed, no number is read as another, and no line is doubled."""
import argparse, collections, glob, os, random, re, subprocess, sys

from pages import main_line

KINDS = ['lost', 'cut', 'exchanged', 'unreadable', 'doubled', 'head', 'noise']
SIGNS = 'abcdefghijklmnopqrstuvwxyz0123456789KQRB'
Ply = collections.namedtuple('Ply', 'offset text print cost')


def convert(page, *options):
    done = subprocess.run(['ludconv', '-f', 'transcript', *options], input=page, capture_output=True, timeout=600)
    return done.returncode, done.stdout.decode(errors='replace'), done.stderr.decode(errors='replace')


def plies(page):
    rows = (line.split('\t') for line in convert(page, '--explain')[1].split('\n'))
    return [Ply(int(row[4]), re.sub(r'\s+', ' ', row[5]), row[7], float(row[8])) for row in rows
            if len(row) > 8 and row[0].isdigit()]


def tear(draw, lines, kind):
    """The lines, torn, and of what has gone the line, where it begins there and where it ends."""
    full = [i for i, line in enumerate(lines) if line.strip()]
    at = draw.choice(full)
    line, torn = bytearray(lines[at]), list(lines)
    place = draw.randrange(len(line))
    gone = {'lost': (at, 0, len(line)), 'cut': (at, place, len(line)), 'head': (at, 0, place)}.get(kind)
    if gone:
        del line[gone[1]:gone[2]]
    elif kind == 'unreadable':
        for i in range(place, min(place + draw.randint(1, 8), len(line))):
            line[i] = line[i] if line[i] == ord(' ') else ord('@')
    elif kind == 'noise':
        for i, sign in enumerate(line):
            if sign < 128 and chr(sign).isalnum() and draw.random() < .15:
                line[i] = ord(draw.choice(SIGNS))
    torn[at] = bytes(line)
    if kind == 'exchanged':
        other = draw.choice(full)
        torn[at], torn[other] = lines[other], lines[at]
    elif kind == 'doubled':
        torn.insert(at, lines[at])
    return torn, gone


def shows_nothing(page, torn, gone, kind, why, truth, got):
    good, bad = plies(page), plies(torn)
    left = good
    if gone:
        start = sum(len(line) + 1 for line in page.split(b'\n')[:gone[0]])
        begin, end = start + gone[1], start + gone[2]
        left = [ply for ply in good if ply.offset + len(ply.text.encode()) <= begin or ply.offset >= end]
        rest = good[len(got):]
        if len(good) == len(truth) and got == truth[:len(got)] and all(begin <= ply.offset <= end for ply in rest):
            return True
    if 'misread-label' in why or kind == 'doubled' or len(good) != len(truth) or len(bad) != len(got):
        return False
    if any(ply.print != 'read' for ply in bad):
        return False
    costs = lambda rows: sorted((ply.text, ply.cost) for ply in rows)
    if [ply.offset for ply in bad] == sorted(ply.offset for ply in bad) and len(bad) == len(left) and all(
            one[0] == other[0] and one[1] <= other[1] + .5 for one, other in zip(costs(bad), costs(left))):
        return True
    return len(bad) == len(good) and all(a == b or (one.text != other.text and other.cost <= one.cost)
                                         for a, b, one, other in zip(truth, got, good, bad))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('-n', type=int, default=1000)
    parser.add_argument('-s', type=int, default=1)
    parser.add_argument('-k')
    parser.add_argument('folders', nargs='+')
    options = parser.parse_args()
    names = [name for folder in options.folders for name in sorted(glob.glob(folder + '/**/*.txt', recursive=True))
             if os.path.exists(name[:-4] + '.san')]
    rows = {kind: [0, 0, 0] for kind in KINDS}
    for seed in range(options.s, options.s + options.n):
        draw, name = random.Random(seed), names[seed % len(names)]
        page, kind = open(name, 'rb').read(), draw.choice(KINDS)
        torn, gone = tear(draw, page.split(b'\n'), kind)
        torn = b'\n'.join(torn)
        truth = main_line(open(name[:-4] + '.san', errors='replace').read())
        status, record, why = convert(torn)
        got = main_line(record)
        fair = got == truth or (status == 0 and shows_nothing(page, torn, gone, kind, why, truth, got))
        silent = status == 0 and not fair
        rows[kind] = [one + other for one, other in zip(rows[kind], (1, fair, silent))]
        if silent:
            print(f'silent: {name}, seed {seed}, {kind}', flush=True)
            if options.k:
                os.makedirs(options.k, exist_ok=True)
                open(f'{options.k}/{seed}.txt', 'wb').write(torn)
    print(f'{"":12s} {"tears":>6s} {"whole":>6s} {"silent":>6s}')
    for kind, row in list(rows.items()) + [('all', [sum(column) for column in zip(*rows.values())])]:
        print(f'{kind:12s}', *(f'{number:6d}' for number in row))
    sys.exit(rows and any(row[2] for row in rows.values()))


main()
