# The same positions through python-chess: the FEN tags of the PGN file that is named.
import re
import sys

import chess
import chess.svg

for fen in re.findall(r'\[FEN "([^"]*)"\]', open(sys.argv[1]).read()):
    chess.svg.board(chess.Board(fen))
