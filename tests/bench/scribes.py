#!/usr/bin/env python3
"""How pages of games that are not chess are read: scribes.py [-n GAMES] [-s SEED] [-k DIR] RULESET...

Random games of each ruleset are written as scribes and printers may write them: in columns, in lines, in tables, in running
text, with rolls in many forms. One line for each ruleset: games that come out whole, silent losses (not whole, but status 0),
false alarms (whole, but not status 0).
-k  keep the pages that fail in DIR"""
import argparse, collections, os, random, re, subprocess, sys

WORDS = dict(zip('123456', 'one two three four five six'.split()))
SIDES = {'W': 'White', 'B': 'Black'}
ROLLS = ['(%s)', ','], ['[%s]', ','], ['%s', '-'], ['%s', ','], ['%s', ', '], ['%s', ' & '], ['%s', '+'], ['%s', '/'], ['(%s)', '-'], ['(%s)', ''], ['%s', ' and ']


def run(*words, text=None):
    return subprocess.run(words, input=text, capture_output=True, text=True)


def turns_of(record):
    """The turns of a record: number, side, dice, moves."""
    out = []
    for line in run('ludplay', text=record).stdout.split('\n'):
        cells = line.split('\t')
        if len(cells) > 2:
            number, side = re.match(r'(\d+)([WB]|\.*)', cells[1]).groups()
            roll = re.match(r'\(([\d,]+)\) (.*)', cells[2])
            out.append((int(number), 'B' if side in ('B', '...') else 'W', roll and roll[1].split(','), roll[2] if roll else cells[2]))
    return out


def fill(text, width=72):
    lines, line = [], ''
    for word in text.split(' '):
        if len(line) + len(word) > width:
            lines, line = lines + [line], ''
        line += (' ' if line else '') + word
    return '\n'.join(lines + [line]) + '\n'


class Scribe:
    def __init__(self, turns):
        self.turns, self.dice = turns, turns[0][2] is not None
        black_first = turns[0][1] == 'B' and len(turns) > 1 and turns[1][0] == turns[0][0]
        self.sides = 'BW' if black_first else 'WB'
        form, between = random.choice(ROLLS)
        spell = WORDS.get if random.random() < .1 and between == ' and ' else str
        self.roll = lambda dice: form % between.join(spell(die) for die in dice)
        self.stop = random.choice(['', ':', '', ' –']) if self.dice else ''
        self.rows = collections.OrderedDict()
        for turn in turns:
            self.rows.setdefault(turn[0], {})[turn[1]] = turn

    def moves(self, turn):
        return (self.roll(turn[2]) + self.stop + ' ' if self.dice else '') + turn[3]

    def columns(self):
        width = max(len(self.moves(turn)) for turn in self.turns) + 3
        out = ''
        if random.random() < .5:
            out += '    ' + SIDES[self.sides[0]].ljust(width) + SIDES[self.sides[1]] + '\n\n'
        for number, row in self.rows.items():
            first, second = (self.moves(row[side]) if side in row else '' for side in self.sides)
            out += ('%2d. ' % number + (first or '...').ljust(width) + second).rstrip() + '\n'
        return out

    def lines(self):
        return ''.join('%d%s %s\n' % (turn[0], '.' if turn[1] == self.sides[0] else '...', self.moves(turn)) for turn in self.turns)

    def letters(self):
        form = random.choice(['%d%s. %s\n', '%d%s %s\n', '%d %s: %s\n'])
        return ''.join(form % (turn[0], turn[1], self.moves(turn)) for turn in self.turns)

    def running(self):
        form, out = random.choice(['letters', 'dots', 'pairs']), []
        for turn in self.turns:
            first = turn[1] == self.sides[0]
            label = '%d%s. ' % turn[:2] if form == 'letters' else '%d. ' % turn[0] if first else '%d... ' % turn[0] if form == 'dots' or not out else ''
            out.append(label + self.moves(turn))
        return fill(random.choice([' ', '; '] if self.dice else [' ']).join(out))

    def table(self):
        out = '| No. | %s | %s |\n|-----|-------|-------|\n' % tuple(SIDES[side] for side in self.sides) if random.random() < .5 else ''
        apart = self.dice and random.random() < .5
        for number, row in self.rows.items():
            cells = [str(number)]
            for side in self.sides:
                turn = row.get(side)
                cells += [self.roll(turn[2]), turn[3]] if turn and apart else [self.moves(turn)] if turn else [''] * (1 + apart)
            out += '| ' + ' | '.join(cells) + ' |\n'
        return out

    def told(self):
        verb, form = random.choice(['threw', 'rolled', 'casts']), random.choice(['%.0s%s %s %s: %s.', '%d. %s %s %s: %s.', '%d. %s %s %s and played %s.'])
        return ''.join(form % (turn[0], SIDES[turn[1]], verb, self.roll(turn[2]), turn[3]) + '\n' for turn in self.turns)

    def write(self):
        heads = ['White: Ada Low.  Black: Berta Hill.\n', 'Ada Low – Berta Hill\nYork, 1998\n', 'Game 3. Ada Low v Berta Hill\n', '']
        layouts = [self.columns, self.columns, self.lines, self.letters, self.running, self.running, self.table] + [self.told] * self.dice
        return random.choice(heads) + '\n' + random.choice(layouts)()


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('-n', type=int, default=100)
    parser.add_argument('-s', type=int, default=1)
    parser.add_argument('-k')
    parser.add_argument('rulesets', nargs='+')
    args = parser.parse_args()
    random.seed(args.s)
    print('%-36s %5s %6s %7s %7s' % ('ruleset', 'games', 'whole', 'silent', 'alarms'))
    failed = False
    for ruleset in args.rulesets:
        row = [0] * 4
        for game in range(args.n):
            truth = turns_of(run('ludgen', '-r', ruleset, '-s', str(1000 * args.s + game), '-m', str(random.randint(20, 60))).stdout)
            if len(truth) < 4:
                continue
            page = Scribe(truth).write()
            read = run('ludconv', '-f', 'page', '-r', ruleset, text=page)
            whole = turns_of(read.stdout) == truth
            for i, value in enumerate((1, whole, not whole and read.returncode == 0, whole and read.returncode != 0)):
                row[i] += value
            if args.k and (not whole or read.returncode):
                os.makedirs(args.k, exist_ok=True)
                open('%s/%s-%d.txt' % (args.k, ruleset, game), 'w').write(page)
        print('%-36s %5d %6d %7d %7d' % (ruleset, *row))
        failed |= row[0] != row[1] or row[3] > 0
    return failed


if __name__ == '__main__':
    sys.exit(main())
