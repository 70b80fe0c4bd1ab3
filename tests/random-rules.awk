# Writes a rules file made at random: awk -v seed=N -f random-rules.awk. The same for a seed with every awk.
function draw(bound) {
    state = (state * 16807) % 2147483647
    return int(state / 2147483647 * bound)
}
function pick(words,   list, n) {
    n = split(words, list, " ")
    return list[1 + draw(n)]
}
function chance(percent) { return draw(100) < percent }
function may(percent, line) { if (chance(percent)) print line }
# One way of moving.
function way(   word, atom) {
    atom = pick("W F D N A H C Z G K R B Q W2 F3 N2 NN D2 R4")
    word = chance(35) ? pick("f b v s fs l r fl") : ""
    if (chance(25)) word = word pick("m c m c mc")
    if (chance(12)) word = word "i"
    if (atom ~ /^[DNAHCZG]$/ && chance(15)) word = word "n"
    return word atom
}
function ways(   n, word, more) {
    if (chance(25)) return pick("K Q R B N W F fsW fmWfcF RF BW BA KD WD fmWfceFifmnD fmWfceFifmD RfNcA")
    for (n = 1 + draw(3); n > 0; n--) {
        more = way()
        word = word (substr(more, 1, 1) == substr(word, length(word)) ? "mc" : "") more # a letter twice would ride on
    }
    return word
}
function some(   set, i) {
    for (i = 1; i <= kinds; i++) if (chance(60)) set = set substr(letters, i, 1)
    return set == "" ? substr(letters, 1 + draw(kinds), 1) : set
}
function rank(letter,   text, i, c) {
    for (i = 0; i < files; i++) {
        c = chance(80) ? substr(letters, 2 + draw(kinds - 1), 1) : "1"
        if (i == letter) c = "K"
        if (c == "1" && text ~ /1$/) c = "P1" # two numbers would be read as one
        if (length(text) + length(c) > files) break
        text = text c
    }
    return length(text) < files ? text "P" : text
}
function reversed(text,   out, i) {
    for (i = length(text); i > 0; i--) out = out substr(text, i, 1)
    return out
}
function placement(   first, second, text, i) {
    first = rank(royal_at)
    second = rank(-1)
    text = tolower(chance(50) ? first : reversed(first)) "/" tolower(second)
    for (i = 0; i < ranks - 4; i++) text = text "/" files
    return text "/" second "/" first
}
function empty(   text, i) {
    text = files
    for (i = 1; i < ranks; i++) text = text "/" files
    return text
}
BEGIN {
    state = 1 + (seed * 7919) % 2147483646
    for (i = 0; i < 10; i++) draw(2)
    letters = "KPRMS"
    kinds = 2 + draw(4)
    letters = substr(letters, 1, kinds)
    files = 4 + draw(6)
    ranks = 5 + draw(5)
    royal_at = int(files / 2)
    checks = chance(45)
    hands = !checks && chance(20)
    dice = !checks && !hands && chance(15)
    print "ruleset random-" seed
    print "board " files "x" ranks
    print "start \"" (hands ? empty() : placement()) " w - - 0 1\""
    split("King Pawn Rook Man Stone", names, " ")
    for (k = 1; k <= kinds; k++) {
        print "piece " substr(letters, k, 1) " " names[k]
        print "moves " (k == 1 && chance(60) ? "K" : ways())
        may(25, "first-moves " pick("square piece promoted") " " pick("always until-capture") (chance(25) ? " only" : ""))
        if (k > 1) may(25, "becomes " substr(letters, 2 + draw(kinds - 1), 1) (chance(50) ? substr(letters, 2 + draw(kinds - 1), 1) : ""))
        may(10, "spares " substr(letters, 1 + draw(kinds), 1))
        if (dice) print "faces " 1 + draw(3) " " 4 + draw(3)
    }
    if (dice) print "dice " 1 + draw(3)
    may(50, "notation " pick("san long"))
    if (kinds > 1) may(50, "pawns P")
    may(20, "first black")
    may(10, "pass yes")
    if (checks) {
        print "royal K\ncheck yes\ndisplacement yes"
        if (files > 6) may(40, "castle K " substr("abcdefghi", royal_at + 1, 1) "1 " substr("abcdefghi", royal_at + 3, 1) "1 " substr("abcdefghi", files, 1) "1 " substr("abcdefghi", royal_at + 2, 1) "1")
    } else {
        may(60, "displacement yes")
        if (chance(50)) { print "royal K"; may(70, "royal-capture wins"); may(30, "bare-royal loses") }
        may(30, "lost-at " draw(3) " " some())
        may(15, "immobile " some())
    }
    if (chance(checks ? 15 : 60)) {
        print "custodian " some() "\nflankers " some()
        may(30, "custodian-ways all")
        may(40, "custodian-takes line")
        may(20, "shielded-lines yes")
        may(30, "corner-capture yes")
        may(30, "corner-partner yes")
        may(25, "jump-captures no")
        may(30, "surround " some())
        may(50, "surround-walls yes")
        may(15, "suicide no")
        if (!dice && chance(40)) {
            print "binds yes"
            print "bound-capture " pick("none displacement removal falls")
            may(70, "displacers " some())
            print "bound-men " pick("flank hold idle")
            may(80, "held-by-two " some())
        }
    }
    if (!dice && !checks) may(15, "further-move yes")
    if (chance(30)) {
        print "jumpers " some() "\njump-over " pick("own enemy bound-enemy") " " pick("own enemy")
        may(30, "jump-ways all")
        may(30, "jump-chain no")
        may(30, "jump-revisit no")
        may(20, "firm " some())
    }
    if (hands) {
        print "hand " substr(letters, 2, 1) 2 + draw(6) " K1"
        may(50, "place-last K")
        may(50, "place-count 2")
        may(50, "place-first " draw(3))
    }
    print "blocked " pick("loses draws passes counts-taken counts-pieces")
    may(20, "quiet-limit " 10 + draw(40) " " pick("draws counts"))
    may(25, "repetition " pick("third never"))
}
