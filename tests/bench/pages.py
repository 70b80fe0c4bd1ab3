#!/usr/bin/env python3
"""How printed pages are read: pages.py [-n GAMES] [-s SEED] [-c PERCENT] [-k DIR] [FOLDER | FILE.pgn]...

FOLDER: each NAME.txt is a page, NAME.san its true moves. FILE.pgn: its games are printed in the styles of many books, at
random. One line for each folder and style: games that come out whole, plies of the unbroken beginning, silent losses (not
whole, but status 0), false alarms (whole, but not status 0), milliseconds a page.
-c  that many of a hundred letters and digits are wrong or lost
-k  keep the pages that fail in DIR"""
import argparse, collections, glob, os, random, re, resource, subprocess, sys

# ---- A plain chess board ----

KNIGHT = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
ROOK, BISHOP = [(1, 0), (-1, 0), (0, 1), (0, -1)], [(1, 1), (1, -1), (-1, 1), (-1, -1)]
SLIDES = {'R': ROOK, 'B': BISHOP, 'Q': ROOK + BISHOP}


class Board:
    def __init__(self):
        self.at = {}
        for f, p in enumerate('RNBQKBNR'):
            self.at[f, 0], self.at[f, 1], self.at[f, 6], self.at[f, 7] = p, 'P', 'p', p.lower()
        self.white, self.passing, self.castling = True, None, set('KQkq')

    def mine(self, p, white=None):
        return p is not None and p.isupper() == (self.white if white is None else white)

    def attacked(self, square, by_white):
        f, r = square
        for df, dr in KNIGHT:
            if self.at.get((f + df, r + dr)) == ('N' if by_white else 'n'):
                return True
        for df, dr in ROOK + BISHOP:
            for n in range(1, 8):
                p = self.at.get((f + n * df, r + n * dr))
                if p is None and 0 <= f + n * df < 8 and 0 <= r + n * dr < 8:
                    continue
                if self.mine(p, by_white):
                    k = p.upper()
                    if k == 'Q' or (k == 'K' and n == 1) or (k == 'R' and 0 in (df, dr)) or (k == 'B' and df and dr) or (
                            k == 'P' and n == 1 and df and dr == (-1 if by_white else 1)):
                        return True
                break
        return False

    def check(self, white=None):
        white = self.white if white is None else white
        king = next(s for s, p in self.at.items() if p == ('K' if white else 'k'))
        return self.attacked(king, not white)

    def pseudo(self):
        up = 1 if self.white else -1
        for (f, r), p in list(self.at.items()):
            if not self.mine(p):
                continue
            k = p.upper()
            if k == 'P':
                for n in (1, 2):
                    if (f, r + n * up) in self.at or (n == 2 and r != (1 if self.white else 6)):
                        break
                    yield (f, r), (f, r + n * up)
                for df in (1, -1):
                    to = f + df, r + up
                    if to == self.passing or (to in self.at and not self.mine(self.at[to])):
                        yield (f, r), to
                continue
            for df, dr in KNIGHT if k == 'N' else SLIDES.get(k, ROOK + BISHOP):
                for n in range(1, 8 if k in SLIDES else 2):
                    to = f + n * df, r + n * dr
                    if not (0 <= to[0] < 8 and 0 <= to[1] < 8) or self.mine(self.at.get(to)):
                        break
                    yield (f, r), to
                    if to in self.at:
                        break

    def legal(self):
        for a, b in self.pseudo():
            after = self.after(a, b)
            if not after.check(self.white):
                yield a, b
        r = 0 if self.white else 7
        for side, rook, way, empty in ('K', 7, (5, 6), (5, 6)), ('Q', 0, (3, 2), (1, 2, 3)):
            if ((side if self.white else side.lower()) in self.castling and not self.check()
                    and not any((f, r) in self.at for f in empty) and not any(self.attacked((f, r), not self.white) for f in way)):
                yield (4, r), (way[1], r)

    def after(self, a, b, becomes=None):
        new = Board.__new__(Board)
        new.at, new.white, new.passing, new.castling = dict(self.at), not self.white, None, set(self.castling)
        p = new.at.pop(a)
        if p in 'Pp' and b == self.passing:
            del new.at[b[0], a[1]]
        new.at[b] = p if not (p in 'Pp' and b[1] in (0, 7)) else (becomes or 'Q') if self.white else (becomes or 'Q').lower()
        if p in 'Kk' and abs(a[0] - b[0]) == 2:
            new.at[(a[0] + b[0]) // 2, a[1]] = new.at.pop((7 if b[0] == 6 else 0, a[1]))
        if p in 'Pp' and abs(a[1] - b[1]) == 2:
            new.passing = a[0], (a[1] + b[1]) // 2
        for square, right in {(4, 0): 'KQ', (4, 7): 'kq', (0, 0): 'Q', (7, 0): 'K', (0, 7): 'q', (7, 7): 'k'}.items():
            if square in (a, b):
                new.castling -= set(right)
        return new


class Ply:
    """A move, and what printers want to know of it."""


def play(sans):
    board, origin, plies = Board(), {}, []
    origin = {s: s[0] for s in board.at}
    for san in sans:
        move = Ply()
        word = san.rstrip('+#!?')
        legal = list(board.legal())
        found = re.fullmatch(r'([KQRBN]?)([a-h]?)([1-8]?)x?([a-h][1-8])(?:=?([QRBN]))?', word)
        if word.replace('0', 'O') in ('O-O', 'O-O-O'):
            fits = [(a, b) for a, b in legal if board.at[a] in 'Kk' and b[0] - a[0] == (2 if len(word) == 3 else -2)]
            becomes = None
        else:
            kind, f, r, to, becomes = found.groups()
            square = ord(to[0]) - 97, int(to[1]) - 1
            fits = [(a, b) for a, b in legal if b == square and board.at[a].upper() == (kind or 'P') and (not f or a[0] == ord(f) - 97)
                    and (not r or a[1] == int(r) - 1) and not (board.at[a] in 'Kk' and abs(a[0] - b[0]) == 2)]
        a, b = fits[0]
        move.board, move.a, move.b, move.becomes, move.legal, move.san, move.origin = board, a, b, becomes, legal, word, dict(origin)
        move.kind = board.at[a].upper()
        move.castles = move.kind == 'K' and abs(a[0] - b[0]) == 2
        move.passing = move.kind == 'P' and b == board.passing
        move.taken = (b[0], a[1]) if move.passing else b if b in board.at else None
        after = board.after(a, b, becomes)
        move.check, move.mate = after.check(), after.check() and not next(after.legal(), None)
        if move.castles:
            origin[(a[0] + b[0]) // 2, a[1]] = 7 if b[0] == 6 else 0
        origin[b] = origin.get(a, a[0])
        board = after
        plies.append(move)
    return plies


# ---- Spellings ----

LETTERS = {
    'english': 'KQRBN', 'english-kt': ['K', 'Q', 'R', 'B', 'Kt'], 'german': 'KDTLS', 'french': 'RDTFC', 'spanish': 'RDTAC', 'italian': 'RDTAC',
    'dutch': 'KDTLP', 'swedish': 'KDTLS', 'danish': 'KDTLS', 'portuguese': 'RDTBC', 'russian': ['Кр', 'Ф', 'Л', 'С', 'К'],
    'czech': 'KDVSJ', 'polish': 'KHWGS', 'hungarian': 'KVBFH'}
SIDES = {
    'english': 'White Black', 'english-kt': 'White Black', 'german': 'Weiß Schwarz', 'french': 'Blancs Noirs', 'spanish': 'Blancas Negras',
    'italian': 'Bianco Nero', 'dutch': 'Wit Zwart', 'swedish': 'Vit Svart', 'danish': 'Hvid Sort', 'portuguese': 'Brancas Pretas',
    'russian': 'Белые Черные', 'czech': 'Bílý Černý', 'polish': 'Białe Czarne', 'hungarian': 'Világos Sötét'}
RESIGNS = {
    'english': ['Resigns.', 'resigns', 'and wins.', 'and White wins.'], 'german': ['Aufgegeben.', 'gibt auf.', 'Weiß gewinnt.'],
    'french': ['abandonnent.', 'Les Blancs gagnent.'], 'spanish': ['Abandonan.', 'abandonan', 'y ganan.'], 'italian': ['abbandona.', 'e vince.'],
    'dutch': ['geeft op.'], 'swedish': ['ger upp.', 'uppgivet'], 'danish': ['opgivet.'], 'portuguese': ['abandonam.'], 'russian': ['Сдались.', 'сдались.'],
    'czech': ['vzdal.'], 'polish': ['poddają się.'], 'hungarian': ['feladta.', 'feladja']}
CHECKS = {'german': ['†', '+', ' Schach', ' Sch.'], 'french': ['+', ' éch.', ' échec'], 'spanish': ['+', ' jaque', ' +'], 'italian': ['+', ' sc.', ' scacco'],
          'english': ['+', ' ch', ' ch.', 'ch', '†']}
NOTES = {
    'english': ['This is the best reply.', 'Had he taken the Pawn, the game would have been lost.', 'A weak move, which costs a piece.',
                'Black has now a cramped position, and White a lasting attack.', 'The opening is well known.'],
    'german': ['Ein schwacher Zug.', 'Weiß steht nun besser und droht, den Bauern zu gewinnen.', 'Besser war es, zu rochieren.'],
    'french': ['Un coup faible.', 'Les Blancs ont maintenant une belle partie.', 'La défense est difficile.'],
    'spanish': ['Una jugada débil.', 'Las blancas tienen ahora mejor juego.', 'La defensa era difícil.'],
    'italian': ['Una mossa debole.', 'Il Bianco ha ora una bella partita.'], 'dutch': ['Een zwakke zet.', 'Wit staat nu beter.'],
    'swedish': ['Ett svagt drag.', 'Vit står nu bättre.'], 'danish': ['Et svagt træk.', 'Hvid står nu bedre.'],
    'portuguese': ['Um lance fraco.', 'As brancas estão melhor.'], 'russian': ['Слабый ход.', 'Белые стоят лучше.'],
    'czech': ['Slabý tah.', 'Bílý nyní stojí lépe.'], 'polish': ['Słaby ruch.', 'Białe stoją teraz lepiej.'],
    'hungarian': ['Gyenge lépés.', 'Világos most jobban áll.']}


def square(s):
    return 'abcdefgh'[s[0]] + str(s[1] + 1)


def algebraic(style, m):
    letters = dict(zip('KQRBN', LETTERS[style['language']]))
    dash, takes = style['dash'], style['takes']
    if m.castles:
        text = style['castles'].replace(' ', style['castle_gap'])
        text = text if m.b[0] == 6 else text + (style['castle_gap'] and ' ') .join([text[1:-1] or '-', text[-1]]) if False else \
            (text if m.b[0] == 6 else text + text[1:])
    elif style['long']:
        mark = takes if m.taken else dash
        colon = m.taken and style['behind']
        text = letters.get(m.kind, '') + square(m.a) + (dash if colon else mark) + square(m.b) + (':' if colon else '')
    else:
        rivals = [a for a, b in m.legal if b == m.b and a != m.a and m.board.at[a].upper() == m.kind]
        origin = ''
        if m.kind == 'P':
            origin = 'abcdefgh'[m.a[0]] if m.taken else ''
        elif rivals:
            origin = square(m.a)[0] if all(a[0] != m.a[0] for a in rivals) else square(m.a)[1] if all(a[1] != m.a[1] for a in rivals) else square(m.a)
        behind = m.taken and style['behind']
        text = letters.get(m.kind, '') + origin + (takes if m.taken and not behind else '') + square(m.b) + (':' if behind else '')
    if m.kind == 'P' and m.b[1] in (0, 7):
        text += style['becomes'] + letters[m.becomes or 'Q'] + (')' if style['becomes'] == '(' else '')
    if m.passing:
        text += style['passing']
    return text + ((style['mate'] if m.mate else style['check']) if m.check else '')


FILES = ['QR', 'QN', 'QB', 'Q', 'K', 'KB', 'KN', 'KR']
HOME = {'R': (0, 7), 'N': (1, 6), 'B': (2, 5), 'Q': (3,), 'K': (4,)}


def candidates(m, fits):
    """Legal moves of the same text: those that `fits` takes for it."""
    return [(a, b) for a, b in m.legal if (a, b) != (m.a, m.b) and not (m.board.at[a] in 'Kk' and abs(a[0] - b[0]) == 2) and fits(a, b)]


def english(style, m):
    """Descriptive: as little said as the legal moves allow, or all."""
    p, gap, stop = style['pieces'], style['gap'], style['stop']

    def word(*names):
        return gap.join(p[n] + stop for n in names)

    def name(kind, wing, file=None):
        if kind == 'P':
            return word(*(list(FILES[file]) if wing == 2 else [FILES[file][-1]]), 'P') if wing else word('P')
        return word('KQ'[wing - 3], kind) if wing >= 3 else word(kind)

    if m.castles:
        text = random.choice(style['castles_short'] if m.b[0] == 6 else style['castles_long'])
        return text + ((style['mate'] if m.mate else style['check']) if m.check else '')
    rank = m.b[1] + 1 if m.board.white else 8 - m.b[1]

    def wing(s):
        return 3 if m.origin.get(s, s[0]) >= 4 else 4

    two = m.kind in 'RNB' and sum(1 for s, c in m.board.at.items() if c == m.board.at[m.a]) > 1

    def takes_kind(b):
        return (m.board.at.get(b) or 'P').upper() if b in m.board.at or b == m.board.passing else None

    def file_name(full):
        f = FILES[m.b[0]]
        return list(f) if full or len(f) == 1 else [f[-1]]

    # The pieces that may be meant by a text, from the barest to the fullest.
    for level in range(6):
        full_file, who, whom = level & 1 or style['full'], level >= 2 and two or (style['full'] and two), level >= 1
        if m.taken:
            victim = m.board.at[m.taken].upper()
            whom_full = level >= 1 if victim == 'P' else level >= 3
            mover = 2 if m.kind == 'P' and level >= 2 else wing(m.a) if who else 0
            if m.kind == 'P':
                mover = 0 if level < 1 else 1 if level < 3 else 2
            taken_name = 0 if level == 0 else 1 if level < 4 and victim == 'P' else 2 if victim == 'P' else 0
            same = candidates(m, lambda a, b: m.board.at[a].upper() == m.kind and takes_kind(b) == victim and (
                mover == 0 or (m.kind == 'P' and (FILES[a[0]][-1] == FILES[m.a[0]][-1] if mover == 1 else a[0] == m.a[0])) or
                (m.kind != 'P' and wing(a) == mover)) and (
                taken_name == 0 or (FILES[b[0]][-1] == FILES[m.taken[0]][-1] if taken_name == 1 else b[0] == m.taken[0])))
            text = name(m.kind, mover, m.a[0]) + style['x'] + name(victim, taken_name, m.taken[0])
            if same and level == 5:
                at = [*list(FILES[m.b[0]]), 0][:-1]
                text = name(m.kind, mover, m.a[0]) + style['x'] + name(victim, 0) + ' (%s %s)' % (word(*at), rank)
        else:
            mover = 0 if m.kind == 'P' else wing(m.a) if who else 0
            same = candidates(m, lambda a, b: m.board.at[a].upper() == m.kind and takes_kind(b) is None and b[1] == m.b[1] and (
                mover == 0 or wing(a) == mover) and (b[0] == m.b[0] if full_file else FILES[b[0]][-1] == FILES[m.b[0]][-1]))
            at = file_name(full_file)
            target = word(*at[:-1], at[-1])
            if style['possessive']:
                target = gap.join([word(n) for n in at[:-1]] + [p[at[-1]] + ("'" if style['apostrophe'] == "'" else '’') + 's'])
            number = style['sq'] if rank == 1 else style['ranks'][rank]
            text = name(m.kind, mover, m.a[0]) + style['to'] + target + style['gap_rank'] + number
            if same and level == 5:
                here = m.a[1] + 1 if m.board.white else 8 - m.a[1]
                text = '%s (%s %s)%s%s%s%s' % (word(m.kind), word(*list(FILES[m.a[0]])), here if here > 1 else 'sq', style['to'], target, style['gap_rank'], number)
        if not same or level == 5:
            break
    if m.kind == 'P' and m.b[1] in (0, 7):
        text += style['queens'] % (p[m.becomes or 'Q'] if style['short'] else {'Q': 'Queen', 'R': 'Rook', 'B': 'Bishop', 'N': 'Knight'}[m.becomes or 'Q'])
    if m.passing:
        text += style['passing']
    return text + ((style['mate'] if m.mate else style['check']) if m.check else '')


def romance(style, m):
    """Spanish, French and Italian descriptive: P4R, C3AR, TxP."""
    letters = dict(zip('KQRBNP', style['letters']))
    if m.castles:
        return random.choice(style['castles_short'] if m.b[0] == 6 else style['castles_long']) + ((style['mate'] if m.mate else style['check']) if m.check else '')
    rank = m.b[1] + 1 if m.board.white else 8 - m.b[1]

    def file(f, full=True):
        n = FILES[f]
        return letters[n[-1]] + (letters[n[0]] if len(n) == 2 and full else '')

    def wing(s):
        return 'K' if m.origin.get(s, s[0]) >= 4 else 'Q'

    def takes_kind(b):
        return (m.board.at.get(b) or 'P').upper() if b in m.board.at or b == m.board.passing else None

    for level in range(4):
        who = level >= 1 and m.kind in 'RNB'
        if m.taken:
            victim = m.board.at[m.taken].upper()
            mover = letters[m.kind] + (letters[wing(m.a)] if who else file(m.a[0]) if m.kind == 'P' and level >= 1 else '')
            whom = letters[victim] + (file(m.taken[0]) if victim == 'P' and level >= 2 else '')
            same = candidates(m, lambda a, b: m.board.at[a].upper() == m.kind and takes_kind(b) == victim and (
                not who or wing(a) == wing(m.a)) and (m.kind != 'P' or level < 1 or a[0] == m.a[0]) and (level < 2 or b[0] == m.b[0]))
            text = mover + style['x'] + whom
        else:
            same = candidates(m, lambda a, b: m.board.at[a].upper() == m.kind and takes_kind(b) is None and b == m.b and (not who or wing(a) == wing(m.a)))
            text = letters[m.kind] + (letters[wing(m.a)] if who else '') + (style['to'] if style['to'] else ('-' if who else '')) + str(rank) + style['gap'] + file(m.b[0])
        if not same:
            break
    if m.kind == 'P' and m.b[1] in (0, 7):
        text += '=' + letters[m.becomes or 'Q']
    if m.passing:
        text += style['passing']
    return text + ((style['mate'] if m.mate else style['check']) if m.check else '')


def pick(*choices):
    return random.choice(choices)


ORDINALS = {1: 'first', 2: 'second', 3: 'third', 4: 'fourth', 5: 'fifth', 6: 'sixth', 7: 'seventh', 8: 'eighth'}


def english_style():
    spaced = pick(' ', '')
    s = {'language': 'english', 'write': english, 'short': True, 'apostrophe': pick("'", '’')}
    full = random.random() < .1
    s['pieces'] = dict(zip('KQRBNP', ['King', 'Queen', 'Rook', 'Bishop', 'Knight', 'Pawn'] if full else
                           ['K', 'Q', 'R', 'B', pick('Kt', 'Kt', 'Kt', 'N'), 'P']))
    s['stop'] = pick('', '.') if not full and spaced else ''
    s['gap'] = ' ' if full or s['stop'] else spaced
    wordy = full or pick(True, False)
    s['to'] = pick(' to ', ' to ', ' to ') if wordy else pick('-', '-', ' - ', '—', '–')
    s['x'] = (pick(' takes ', ' takes ', ' tks ', ' x ', ' × ', ' captures ') if wordy else pick('x', 'x', ' x ', '×', ' × ', 'X'))
    s['possessive'] = wordy and (full or pick(True, False)) and bool(s['gap'])
    s['gap_rank'] = ' ' if s['gap'] or s['possessive'] else pick('', '')
    ordinal = s['possessive'] or (wordy and random.random() < .3)
    end = pick('', '.') if ordinal else ''
    s['ranks'] = {n: (ORDINALS[n] if full and pick(True, False) else {2: pick('2d', '2nd'), 3: pick('3d', '3rd')}.get(n, '%dth' % n) + end) if ordinal else str(n) for n in range(1, 9)}
    s['sq'] = pick('sq', 'sq.', 'square') if wordy else pick('1', 'sq', '1')
    if s['sq'] == 'sq' and not s['gap_rank']:
        s['sq'] = pick('sq', ' sq')
    s['full'] = random.random() < .5
    s['castles_short'] = pick(['Castles'], ['Castles'], ['Castles (K R)'], ['Castles K R'], ["Castles (K's side)"], ["Castles on K's side"], ['O-O'], ['0-0'], ['O - O'], ['Castles KR'], ['Castles (KR)'])
    s['castles_long'] = pick(['Castles (Q R)'], ['Castles Q R'], ["Castles (Q's side)"], ["Castles on Q's side"], ['Castles QR'], ['Castles (QR)']) if s['castles_short'][0][0] == 'C' else \
        ['O-O-O'] if s['castles_short'] == ['O-O'] else ['0-0-0'] if s['castles_short'] == ['0-0'] else ['O - O - O']
    s['check'] = pick(' ch', ' ch.', '+', '(ch)', ' (ch)', ' (ch.)', ': ch.', ', ch.', '†', ' check', 'ch') if not full else pick(', check', ' (check)', ' ch.')
    s['mate'] = pick(' mate', ' mate.', ' and mates', ', mate', ' checkmate', ' (mate)', '++', '#', ' mates')
    s['queens'] = pick(' (Q)', '=Q', ' = %s', ', becoming a %s', ' becoming a %s', ' (becoming a %s)', '(%s)', ' (a %s)', ', queens', '=%s')
    if 'a %s' in s['queens']:
        s['short'] = False
    s['queens'] = s['queens'] if '%s' in s['queens'] else s['queens'] + '%.0s'
    s['passing'] = pick(' en passant', ' e.p.', ' in passing', ' en pas.', ' (en passant)', ' e. p.', ' en pass.')
    return 'descriptive', s


def romance_style():
    language = pick('spanish', 'spanish', 'french', 'italian')
    letters = {'spanish': 'RDTACP', 'french': 'RDTFCP', 'italian': 'RDTACP'}[language]
    s = {'language': language, 'write': romance, 'letters': letters, 'to': pick('', '', '', '-'), 'gap': pick('', '', ' '),
         'x': pick('x', 'x', 'X', '×', ':', ' x '), 'check': pick('+', ' +', ' jaque' if language == 'spanish' else '+'), 'mate': pick('++', ' mate' if language == 'spanish' else '#', '#'),
         'passing': ' a.p.' if language == 'spanish' else ' e.p.'}
    s['to'] = '' if s['gap'] else s['to']
    s['castles_short'], s['castles_long'] = pick((['O-O'], ['O-O-O']), (['0-0'], ['0-0-0']))
    return language + '-descriptive', s


def algebraic_style():
    language = random.choice(list(LETTERS))
    main = language.split('-')[0]
    s = {'language': language, 'write': algebraic, 'long': random.random() < .5, 'behind': random.random() < .2}
    s['dash'] = pick('-', '-', '–', '—', ' - ', ' — ') if s['long'] else ''
    s['takes'] = pick('x', 'x', '×', ':', 'X') if not s['dash'].startswith(' ') else pick(' x ', ' : ', ' × ')
    s['castles'], s['castle_gap'] = pick('O-O', '0-0', 'o-o', '0–0', 'O–O', 'O - O' if s['dash'].startswith(' ') else 'O-O'), pick(' ')
    s['becomes'] = pick('=', '', '(', ' ')  if not s['long'] else pick('=', '', '(')
    s['passing'] = pick('', ' e.p.', ' e. p.')
    s['check'] = random.choice(CHECKS.get(main, ['+', '†', '+']))
    s['mate'] = pick('#', '++', '‡', '+', '#')
    return ('long ' if s['long'] else 'short ') + main, s


# ---- Layouts ----

def prose(style, moves, i):
    main = style['language'].split('-')[0]
    notes = NOTES[main]
    text = ' '.join(random.choice(notes) for _ in range(random.randint(1, 3)))
    if random.random() < .4:  # with moves of the position in it
        texts = [style['write'](style, m) for m in variation(moves, i)]
        if texts:
            n = i // 2 + 1
            text += ' ' + pick('If %d. %s' % (n, texts[0]), 'Or %s' % texts[0], '%d.%s %s' % (n, ' ...' if i % 2 else '', ', '.join(texts)))
            text += pick('.', ', and so on.', ' was better.')
    return text


def variation(moves, i):
    """Two plies that were not played."""
    m = moves[min(i, len(moves) - 1)]
    others = [(a, b) for a, b in m.legal if (a, b) != (m.a, m.b)]
    if not others:
        return []
    a, b = random.choice(others)
    out = Ply()
    out.__dict__.update(m.__dict__)
    out.a, out.b, out.becomes, out.kind = a, b, None, m.board.at[a].upper()
    out.castles = out.kind == 'K' and abs(a[0] - b[0]) == 2
    out.passing = out.kind == 'P' and b == m.board.passing
    out.taken = (b[0], a[1]) if out.passing else b if b in m.board.at else None
    after = m.board.after(a, b)
    out.check, out.mate = after.check(), after.check() and not next(after.legal(), None)
    return [out]


def fill(text, width=72, indent=''):
    lines, line = [], indent
    for word in text.split():
        if len(line) + len(word) > width and line.strip():
            lines.append(line.rstrip())
            line = indent
        line += word + ' '
    return lines + [line.rstrip()]


def label(style, n, black=False):
    return {'1.': '%d.', '1': '%d', '(1)': '(%d)', '1)': '%d)'}[style['label']] % n


def remark(style, text):
    if random.random() < style['remarks']:
        return text + pick('!', '?', ' (!)', ' (best)' if style['language'].startswith('english') else '!', '!?', '!!', ' !')
    return text


def print_rows(style, moves, ending):
    """Two columns, with notes between or below, and lone moves."""
    texts = [remark(style, style['write'](style, m)) for m in moves]
    both, notes, footnotes = pick(True, False), random.random() < .5, random.random() < .25
    lead, dots = ' ' * random.randint(0, 9), pick('...', '. . .', '........', '....', '—' if False else '...', '')
    width = max(len(t) for t in texts) + random.randint(2, 9) + 5
    out, foot, mark = [], [], 0
    main = style['language'].split('-')[0]
    sides = SIDES[main].split()
    if pick(True, False):
        up = pick(str.upper, str)
        out.append(lead + '     ' + (up(sides[0]) + pick('', '.')).ljust(width) + '    ' + up(sides[1]) + '.')
    i = 0
    while i < len(texts):
        n = i // 2 + 1
        white, black = texts[i], texts[i + 1] if i + 1 < len(texts) else ''
        first = label(style, n).rjust(4) + ' '
        second = label(style, n).rjust(4) + ' ' if both else ''
        if footnotes and random.random() < .15 and mark < 26:
            tag = pick('(%s)', '[%s]') % 'abcdefghijklmnopqrstuvwxyz'[mark] if style['language'] not in () else ''
            tag = tag.upper() if '[' in tag else tag
            white += pick('', ' ') + tag
            foot.append((tag, prose(style, moves, i)))
            mark += 1
        if i + 1 == len(texts) and ending == 'resigns':
            black = random.choice(RESIGNS[main])
            second = '' if second else second
        if notes and black and random.random() < .25:
            lone = dots or ('' if both else '...')
            cut = pick(0, 1, 2)
            if cut == 0:
                out.append((lead + first + white).rstrip())
            else:
                out.append((lead + first + white.ljust(width) + second + lone).rstrip() if lone else (lead + first + white).rstrip())
            out += [''] + fill(prose(style, moves, i + 1)) + ['']
            if random.random() < .2:
                out += ['[Illustration]', '']
            out.append((lead + first + (lone or '...').ljust(width) + second + black).rstrip())
        else:
            out.append((lead + first + white.ljust(width) + second + black).rstrip())
            if notes and random.random() < .12:
                out += [''] + fill(pick('', '{%d} ' % random.randint(10, 300)) + prose(style, moves, min(i + 2, len(moves) - 1))) + ['']
        i += 2
    if len(texts) % 2 == 0 and ending == 'resigns':
        out.append(lead + label(style, len(texts) // 2 + 1).rjust(4) + ' ' + random.choice(RESIGNS[main]))
    if foot:
        out += [''] + [line for tag, note in foot for line in fill(tag + ' ' + note)]
    return out


def print_lone(style, moves, ending):
    """Lone moves of White and of Black between prose."""
    dots = pick('...', ' ...', '. . .', '........', '.....')
    out = []
    lead = ' ' * pick(0, 4, 8)
    for i, m in enumerate(moves):
        text = remark(style, style['write'](style, m))
        n = i // 2 + 1
        out.append(lead + (label(style, n) + ' ' + text if i % 2 == 0 else label(style, n) + ' ' + dots.strip() + ' ' * pick(1, 6) + text))
        if random.random() < .5:
            out += [''] + fill(prose(style, moves, i + 1)) + ['']
        elif random.random() < .7:
            out.append('')
    return out


def print_running(style, moves, ending):
    """One paragraph, or several with notes between."""
    sep = pick(' ', ' ', ', ', '; ')
    after = pick(' ', ' ', '; ', ', ') if sep != ' ' else ' '
    if sep == ' ' and any(' ' in style['write'](style, m) for m in moves):
        sep, after = ', ', '; '
    variations = random.random() < .3
    out, text, fresh = [], '', True
    hyphen = random.random() < .2
    for i, m in enumerate(moves):
        n = i // 2 + 1
        move = remark(style, style['write'](style, m))
        if i % 2 == 0:
            text += (after if text and text[-1] != ' ' else '') + label(style, n) + pick(' ', ' ', ' ') + move
        else:
            text += (' ' + label(style, n) + pick(' ... ', '... ') if fresh else sep) + move
        fresh = False
        if variations and random.random() < .08:
            other = variation(moves, i)
            if other:
                text += ' (%s%d.%s %s) ' % (pick('', 'or '), n, ' ...' if i % 2 else '', style['write'](style, other[0]))
                fresh = True
        if random.random() < .06:
            out += fill(text) + ['', *fill(prose(style, moves, i + 1)), '']
            text, fresh = '', True
    main = style['language'].split('-')[0]
    if ending == 'resigns':
        text += '. ' + random.choice(RESIGNS[main])
    return out + fill(text, 72)


def print_four(style, moves, ending):
    """Four columns, the left half first."""
    texts = [style['write'](style, m) for m in moves]
    rows = [(texts[i], texts[i + 1] if i + 1 < len(texts) else '') for i in range(0, len(texts), 2)]
    half, both, bar = (len(rows) + 1) // 2, pick(True, False), pick('', '|')
    w = max(len(t) for t in texts) + 3
    out = []

    def cell(n):
        white, black = rows[n]
        return (label(style, n + 1).rjust(4) + ' ' + white.ljust(w) + (label(style, n + 1).rjust(4) + ' ' if both and black else '     ' if both else '') + black.ljust(w))
    for n in range(half):
        out.append((cell(n) + ' ' + bar + ' ' + (cell(n + half) if n + half < len(rows) else '')).rstrip())
    return out


def print_fractions(style, moves, ending):
    """Upright fractions: White above, Black below the line."""
    texts = [style['write'](style, m) for m in moves]
    rows = [(texts[i], texts[i + 1] if i + 1 < len(texts) else '') for i in range(0, len(texts), 2)]
    out, each = [], random.randint(2, 4)
    for at in range(0, len(rows), each):
        part = rows[at:at + each]
        above = middle = below = ''
        for i, (white, black) in enumerate(part):
            w = max(len(white), len(black), 4)
            number = str(at + i + 1) + pick('.', '.')
            above += ' ' * (len(number) + 1) + white.ljust(w + 3)
            middle += number + ' ' + ('-' * w).ljust(w + 3)
            below += ' ' * (len(number) + 1) + black.ljust(w + 3)
        out += [above.rstrip(), middle.rstrip(), below.rstrip(), '']
    return out


def print_sides(style, moves, ending):
    """One move a line: White: ..., Black: ..."""
    sides = SIDES[style['language'].split('-')[0]].split()
    return [(label(style, i // 2 + 1) + ' ' if i % 2 == 0 else '   ') + sides[i % 2] + ': ' + style['write'](style, m) for i, m in enumerate(moves)]


LAYOUTS = [('rows', print_rows, 6), ('lone', print_lone, 2), ('running', print_running, 3), ('four', print_four, 1), ('fractions', print_fractions, 1)]


def print_game(game, number):
    name, style = random.choices([english_style, romance_style, algebraic_style], [5, 1, 5])[0]()
    style['label'] = pick('1.', '1.', '1.', '1', '(1)', '1)')
    style['remarks'] = pick(0, .03, .08)
    layout, write = random.choices([(n, f) for n, f, _ in LAYOUTS], [w for *_, w in LAYOUTS])[0]
    moves = game['moves']
    ending = 'resigns' if random.random() < .5 and not moves[-1].mate else ''
    if layout == 'running' and style['label'] in ('1', '(1)', '1)') and random.random() < .7:
        style['label'] = '1.'
    sides = SIDES[style['language'].split('-')[0]].split()
    head = ['GAME %s' % pick('No. %d' % number, 'I', '%d.' % number, 'THE %dTH' % (number + 3))]
    head += [[], ['', '%s--%s' % (game['white'], game['black'])], ['', '%s: %s.  %s: %s.' % (sides[0], game['white'], sides[1], game['black'])],
             ['', '(%s) %s        %s (%s)' % (sides[0], game['white'], game['black'], sides[1])]][random.randrange(4)]
    if random.random() < .4:
        head += [''] + fill(' '.join(random.choice(NOTES[style['language'].split('-')[0]]) for _ in range(3)))
    text = '\n'.join(head + [''] + write(style, moves, ending)) + '\n'
    return '%s, %s' % (layout, 'descriptive' if 'descr' in name else name.split()[0]), name, text


# ---- Games and pages ----

def read_pgn(path, count):
    """Games of 10 moves and more, up to 90 plies."""
    text = open(path, errors='replace').read()
    games = re.findall(r'((?:\[[^\n]*\]\n)+)\s*\n(.*?)\n\s*\n(?=\[|\Z)', text, re.S)
    random.shuffle(games)
    for tags, body in games:
        words = [w for w in re.sub(r'\{[^}]*\}|\d+\.+', ' ', body).split() if w not in ('*', '1-0', '0-1', '1/2-1/2')]
        if not 20 <= len(words) <= 120 or '(' in body:
            continue
        names = {side.lower(): (re.search(r'\[%s "([^",]*)' % side, tags) or [0, side])[1] or side for side in ('White', 'Black')}
        try:
            yield {**names, 'moves': play(words)}
        except (IndexError, AttributeError, KeyError):
            continue
        count -= 1
        if count == 0:
            return


def garble(text, percent):
    letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
    return ''.join(c if not c.isalnum() or random.random() >= percent / 100 else pick('', random.choice(letters)) for c in text)


def main_line(text):
    text = re.sub(r'\{[^}]*\}', ' ', '\n'.join(line for line in text.split('\n') if not line.startswith('[')))
    while re.search(r'\([^()]*\)', text):
        text = re.sub(r'\([^()]*\)', ' ', text)
    text = re.sub(r'\$\d+|[!?<>~]+|\bsic\b|\d+[WB]?\.+', ' ', text)
    return [w.rstrip('+#') for w in text.split() if w not in ('*', '1-0', '0-1', '1/2-1/2')]


def read_page(text):
    def used():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime
    begin = used()
    try:
        run = subprocess.run(['ludconv', '-f', 'transcript', '-t', 'ludus', '-'], input=text.encode(), capture_output=True, timeout=60)
    except subprocess.TimeoutExpired:
        return 124, [], 'timeout', 60
    return run.returncode, main_line(run.stdout.decode(errors='replace')), run.stderr.decode(errors='replace'), used() - begin


def pages(args):
    for path in args.paths:
        if os.path.isdir(path):
            for page in sorted(glob.glob(path + '/**/*.txt', recursive=True)):
                if os.path.exists(page[:-3] + 'san'):
                    yield os.path.basename(os.path.dirname(page)), os.path.basename(page), open(page).read(), main_line(open(page[:-3] + 'san').read())
        else:
            for number, game in enumerate(read_pgn(path, args.n), 1):
                group, name, text = print_game(game, number)
                yield group, '%d-%s' % (number, name.replace(' ', '-')), text, [m.san for m in game['moves']]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('-n', type=int, default=200)
    parser.add_argument('-s', type=int, default=1)
    parser.add_argument('-c', type=float, default=0)
    parser.add_argument('-k')
    parser.add_argument('paths', nargs='+')
    args = parser.parse_args()
    random.seed(args.s)
    rows, crashes = collections.defaultdict(lambda: [0] * 7), 0
    for group, name, text, truth in pages(args):
        page = garble(text, args.c) if args.c else text
        status, got, why, seconds = read_page(page)
        same = 0
        while same < min(len(got), len(truth)) and got[same] == truth[same]:
            same += 1
        whole = same == len(got) == len(truth)
        silent = not whole and status == 0
        crashes += status not in (0, 1)
        for row in rows[group], rows['all']:
            for i, value in enumerate((1, whole, len(truth), same, silent, whole and status != 0, seconds)):
                row[i] += value
        if args.k and (not whole or status != 0):
            os.makedirs(args.k, exist_ok=True)
            base = '%s/%s-%s' % (args.k, group.replace(', ', '-'), name.removesuffix('.txt'))
            open(base + '.txt', 'w').write(page)
            open(base + '.san', 'w').write(' '.join(truth) + '\n')
            open(base + '.why', 'w').write('%s%d of %d; status %d; true %s, read %s\n%s' % (
                'SILENT ' if silent else '', same, len(truth), status, truth[same:same + 1], got[same:same + 1], why))
    print('%-28s %5s %6s %8s %7s %7s %6s' % ('pages', 'games', 'whole', 'plies', 'silent', 'alarms', 'ms'))
    for group in sorted(rows, key=lambda g: (g == 'all', g)):
        r = rows[group]
        print('%-28s %5d %6d %7.1f%% %7d %7d %6.0f' % (group, r[0], r[1], 100 * r[3] / max(1, r[2]), r[4], r[5], 1000 * r[6] / r[0]))
    if crashes:
        print('%d crashes' % crashes)
    return crashes > 0


if __name__ == '__main__':
    sys.exit(main())
