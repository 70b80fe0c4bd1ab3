#!/usr/bin/env python3
"""What becomes of a slip in a sound game: `faults.py [-n CASES] [-s SEED] FILE.pgn ...` puts faults of each kind into
games, and three at once, and prints of each kind: cases that break the rules; those whose true game is the first repair
of ludmend, and among the first three; those that the fix in the message of ludcheck makes true; those that no message
tells though the moves are not the true ones (silent, and none of the cases); those in which ludmend --apply=best makes a
change (made), and a wrong one (wrong); and CPU seconds of ludmend, the mean and the most. Asked for by make
bench-decode."""
import argparse, difflib, json, random, re, resource, subprocess

parser = argparse.ArgumentParser()
parser.add_argument('-n', type=int, default=25)
parser.add_argument('-s', type=int, default=1)
parser.add_argument('files', nargs='+')
options = parser.parse_args()
draw = random.Random(options.s)


def run(args, text):
    return subprocess.run(args, input=text, capture_output=True, text=True, errors='replace', timeout=120)


def moves(text):
    """The moves of a record, whatever marks of an edition it has."""
    text = re.sub(r'^\[.*$', '', text, flags=re.M)
    text = re.sub(r'[<>~!?+#]', '', re.sub(r'\{[^}]*\}', ' ', text))
    words = re.sub(r'\d+\.+', ' ', text).split()
    return [word for word in words if word not in ('*', '1-0', '0-1', '1/2-1/2')]


def same(repaired, truth):
    return len(repaired) == len(truth) and all(a == b or a in ('_', '__') for a, b in zip(repaired, truth))


def shift(word, at, signs):
    step = chr(ord(word[at]) + draw.choice((-1, 1)))
    return word[:at] + step + word[at + 1:] if step in signs else None


def target(word):
    return len(word.rstrip('+#').split('=')[0]) - 2


def piece(word):
    return word[0] in 'NBRQK'


def plain(word):
    return piece(word) and 'x' not in word and len(word.rstrip('+#')) == 3


# Of one word: which can have the fault, and the word with it.
WORDS = {
    'lost letter': (plain, lambda w: w[1:]),
    'wrong letter': (plain, lambda w: draw.choice('NBRQK'.replace(w[0], '')) + w[1:]),
    'lower case': (lambda w: w[0] in 'NRQK', lambda w: w[0].lower() + w[1:]),
    'castling side': (lambda w: w[0] == 'O', lambda w: 'O-O' if w.startswith('O-O-O') else 'O-O-O'),
    'file of a pawn': (lambda w: w[0] in 'abcdefgh' and 'x' in w, lambda w: w[2:]),
    'wrong rank': (lambda w: w[0] != 'O', lambda w: shift(w, target(w) + 1, '12345678')),
    'wrong file': (piece, lambda w: shift(w, target(w), 'abcdefgh')),
    'disambiguation': (lambda w: piece(w) and len(w.rstrip('+#').replace('x', '')) == 4, lambda w: w[0] + w[2:]),
    'transposed': (plain, lambda w: w[0] + w[2] + w[1] + w[3:]),
    'l for 1': (lambda w: '1' in w, lambda w: w.replace('1', 'l')),
    'blank': (piece, lambda w: w[0] + ' ' + w[1:]),
    'false check': (lambda w: w[-1] not in '+#', lambda w: w + '+'),
    'doubled move': (lambda w: True, lambda w: w + ' ' + w),
    'missing move': (lambda w: True, lambda w: ''),
}


def places(body):
    words = [word for word in re.finditer(r'\S+', body) if re.match('[A-Za-z]', word.group())]
    return words[8:-4]


def put(body, changes):
    for word, text in sorted(changes, key=lambda change: -change[0].start()):
        body = body[:word.start()] + text + body[word.end():]
    return body


def spoil(kind, body):
    """A change, or several; none where it cannot be."""
    words = places(body)
    if kind == 'swapped moves':
        at = draw.randrange(len(words) - 1)
        return [(words[at], words[at + 1].group()), (words[at + 1], words[at].group())]
    changes = {}
    for _ in range(200):
        fits, change = WORDS[kind if kind in WORDS else draw.choice(list(WORDS)[:-2])]
        word = draw.choice(words)
        text = change(word.group()) if fits(word.group()) else None
        if text is not None and text != word.group():
            changes[word.start()] = (word, text)
        if len(changes) == (1 if kind in WORDS else 3):
            return list(changes.values())
    return []


def fix(text, messages):
    for message in messages[:1]:
        change = message.get('fix')
        if isinstance(change, dict):
            whole, at = text.encode(), change['offset']
            text = (whole[:at] + change['text'].encode() + whole[at + change['length']:]).decode(errors='replace')
    return moves(text)


def mend(text, rank):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    out = run(['ludmend', f'--apply={rank}'], text).stdout
    return moves(out), resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def common(one, other):
    """How many moves the two have in common, in their order; a lost one can be any."""
    blocks = difflib.SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    return sum(block.size for block in blocks) + one.count('_') + one.count('__')


def apply_best(text, truth, row):
    repaired, written = mend(text, 'best')[0], moves(text)
    if repaired != written:
        row['made'] += 1
        row['wrong'] += common(repaired, truth) < len(truth) and common(repaired, truth) <= common(written, truth)


def measure(kind, games):
    row = dict.fromkeys(('cases', 'first', 'three', 'fix', 'silent', 'made', 'wrong'), 0)
    seconds = []
    for game in draw.choices(games, k=20 * options.n):
        head, _, body = game.partition('\n\n')
        changes = spoil(kind, body)
        text = head + '\n\n' + put(body, changes)
        if row['cases'] == options.n:
            break
        if not changes or moves(text) == moves(game) and kind != 'false check':
            continue
        check = run(['ludcheck', '--format=json'], text)
        messages = [json.loads(line) for line in check.stdout.splitlines() if line.startswith('{')]
        if not messages:
            row['silent'] += 1
            continue
        row['cases'] += 1
        row['fix'] += fix(text, [m for m in messages if m.get('severity') == 'error'] or messages) == moves(game)
        for rank in (1, 2, 3):
            repaired, taken = mend(text, rank)
            if rank == 1:
                seconds.append(taken)
            if same(repaired, moves(game)):
                row['first'] += rank == 1
                row['three'] += 1
                break
        apply_best(text, moves(game), row)
    return row, seconds


listed = run(['ludfmt'] + options.files, '').stdout
games = [game for game in re.split(r'\n\n(?=\[Event )', listed) if len(moves(game)) > 30]
draw.shuffle(games)
games = [game for game in games[:1000] if run(['ludcheck'], game).returncode == 0][:max(40, 3 * options.n)]
print(f'{"":16s} {"cases":>6s} {"first":>6s} {"three":>6s} {"fix":>6s} {"silent":>6s} {"made":>6s} {"wrong":>6s} {"mean s":>8s} {"most s":>8s}')
total, all_seconds = {}, []
for kind in list(WORDS) + ['swapped moves', 'three at once']:
    row, seconds = measure(kind, games)
    if kind != 'three at once':
        total = {name: total.get(name, 0) + row[name] for name in row}
        all_seconds += seconds
    print(f'{kind:16s}', *(f'{number:6d}' for number in row.values()),
          f'{sum(seconds) / max(1, len(seconds)):8.3f} {max(seconds, default=0):8.3f}', flush=True)
print(f'{"single faults":16s}', *(f'{number:6d}' for number in total.values()),
      f'{sum(all_seconds) / max(1, len(all_seconds)):8.3f} {max(all_seconds, default=0):8.3f}')
most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
print(f'memory of the largest run: {most} MB')
