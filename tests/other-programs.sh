#!/bin/sh
# Ludus beside other programs: the MIME type and the magic of file(1), the hooks of git and of pre-commit, the workflow that
# uploads SARIF.
. tests/tap

top=$PWD
sample=$top/corpus/ludus-equitum/pentamere-1995.ludus
chess=$top/corpus/chess/fools-mate.pgn
cp "$sample" "$work/unnamed"
cp "$chess" "$work/unnamed-chess"

# is NAME WANTED COMMAND...: what the command prints.
is() {
    name=$1 wanted=$2
    shift 2
    "$@" >"$work/printed" 2>&1
    if [ "$(cat "$work/printed")" = "$wanted" ]; then ok "$name"; else not_ok "$name" "$work/printed"; fi
}

# ---- Kinds of file ----

if command -v file >/dev/null; then
    kind() {
        file -b -i -m src/share/magic/ludus "$1" | sed 's/;.*//'
    }
    is "file knows a record by its tags" text/x-ludus kind "$sample"
    is "and rules" text/x-ludus-rules kind src/rulesets/tablut.rules
    is "but no game of chess" text/plain kind "$chess"
    is "nor a manual that speaks of rulesets" text/plain kind man/ludus-rules.5
else
    skip "magic of file" "no file here"
fi

base=/usr/share/mime/packages/freedesktop.org.xml
if command -v update-mime-database >/dev/null && command -v gio >/dev/null && [ -e $base ]; then
    mkdir -p "$work/data/mime/packages"
    cp src/share/mime/ludus.xml $base "$work/data/mime/packages"
    update-mime-database "$work/data/mime" >"$work/said" 2>&1
    grep -i 'error\|ludus' "$work/said" >"$work/faults"
    check_empty "the MIME type is well described" "$work/faults"
    kind() {
        XDG_DATA_HOME=$work/data XDG_DATA_DIRS=$work/data gio info -a standard::content-type "$1" | sed -n 's/.*content-type: //p'
    }
    is "*.ludus are records" text/x-ludus kind "$sample"
    is "so are files without a suffix, by their tags" text/x-ludus kind "$work/unnamed"
    is "*.pgn stay what they were" application/vnd.chess-pgn kind "$chess"
    is "so do games of chess without a suffix" application/vnd.chess-pgn kind "$work/unnamed-chess"
else
    skip "MIME type" "no update-mime-database or gio here"
fi

# ---- Repositories ----

if ! command -v git >/dev/null; then
    skip "hooks of git" "no git here"
    exit 0
fi
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
git init -q "$work/games"
cd "$work/games" || exit 2
git config user.name Ada
git config user.email ada@example.org
install "$top/man/examples/pre-commit" .git/hooks

# commit NAME STATUS: whether the hook admits what is staged; its output is in $work/said.
commit() {
    git add -A
    git commit -q -m "$1" >"$work/said" 2>&1
    if [ $? -eq "$2" ]; then ok "$1"; else not_ok "$1" "$work/said"; fi
}
mkdir 'a folder'
ludfmt "$sample" >'a folder/first game.ludus'
ludfmt "$chess" >chess.pgn
echo '1.e4 Ke4 *' >notes.txt
commit "sound records are committed, and other files" 0
echo '1. e4 Ke4 *' >-faulty.pgn
commit "a faulty record is not" 1
check "the message says where" grep -q '^\./-faulty.pgn:1:7: error: .*\[' "$work/said"
git rm -q --cached -- -faulty.pgn
rm ./-faulty.pgn
printf '1.e4 e5 *\n' >loose.pgn
commit "nor one that is not in canonical form" 1
check "which is said too" grep -qx '\./loose.pgn: not in canonical form.*' "$work/said"
ludfmt -i loose.pgn
git add loose.pgn
echo '1. e4 Ke4 *' >loose.pgn
git commit -q -m staged >"$work/said" 2>&1
is "what is staged counts, not what lies in the folder" "1. e4 e5 *" git show HEAD:loose.pgn
git rm -qf loose.pgn
commit "a record can be removed" 0

# ---- YAML ----

cd "$top" || exit 2
if ! python3 -c 'import yaml' 2>/dev/null; then
    skip "YAML of hooks and workflow" "no python3-yaml here"
    exit 0
fi
# yaml FILE EXPRESSION: prints it, with `y` for the file.
yaml() {
    python3 -c 'import sys, yaml
with open(sys.argv[1]) as file:
    y = yaml.safe_load(file)
print(eval(sys.argv[2]))' "$1" "$2"
}
for id in ludcheck ludfmt; do
    entry=$(yaml .pre-commit-hooks.yaml "next(hook['entry'] for hook in y if hook['id'] == '$id')")
    cp "$work/games/chess.pgn" "$work/sound.pgn"
    # shellcheck disable=SC2086 # an entry is a command
    check "pre-commit: $id admits a sound record" $entry "$work/sound.pgn"
    printf '1.e4 Ke4 *\n' >"$work/faulty.pgn"
    # shellcheck disable=SC2086
    check "pre-commit: $id refuses another" sh -c '! "$@"' sh $entry "$work/faulty.pgn"
done
is "pre-commit: hooks are for records" "[True, False]" yaml .pre-commit-hooks.yaml \
    "[all(__import__('re').search(hook['files'], name) for hook in y) for name in ('a/b.ludus', 'pgn.txt')]"

# The step of the workflow that checks, on a repository with a faulty record.
steps="y['jobs']['ludcheck']['steps']"
yaml man/examples/records.yml "next(step['run'] for step in $steps if 'sarif' in step.get('run', ''))" >"$work/step"
cd "$work/games" || exit 2
cp "$work/faulty.pgn" .
git add faulty.pgn
bash -e "$work/step" >"$work/said" 2>&1
is "the workflow fails at a faulty record" 1 echo $?
is "and uploads what it has written" "ludcheck.sarif" \
    yaml "$top/man/examples/records.yml" "${steps}[-1]['with']['sarif_file']"
is "which names the file and the fault" "faulty.pgn geometry" \
    yaml ludcheck.sarif "' '.join((lambda r: [r['locations'][0]['physicalLocation']['artifactLocation']['uri'], r['ruleId']])(*y['runs'][0]['results']))"
