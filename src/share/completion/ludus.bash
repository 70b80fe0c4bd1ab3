# bash completion for the tools of Ludus, read off their --help, so that it always agrees with them.

# A line for each option of a command: "-r --ruleset RULESET", "--format text|json", "-h --help".
_ludus_options()
{
    "$1" --help 2>/dev/null | sed -nE 's/^ +(-.)?,? *(--[a-z-]+)(=([^ ]+))?.*/\1 \2 \4/p'
}

# The names of the rulesets, as the ludmoves beside a command has them.
_ludus_rulesets()
{
    "$(dirname "$(command -v "$1")")/ludmoves" --rulesets 2>/dev/null | cut -f 1
}

_ludus()
{
    local current=$2 previous=$3 takes=
    [[ $current == = ]] && current=
    [[ $previous == = ]] && previous=${COMP_WORDS[COMP_CWORD - 2]}
    if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_ludus_options "$1" | grep -oE -- '(^| )--?[a-z-]+')" -- "$current")
        return
    fi
    [[ $previous == -* ]] && takes=$(_ludus_options "$1" | awk -v option="$previous" \
        '{ takes = $NF ~ /^-/ ? "" : $NF; for (i = 1; i <= NF; i++) if ($i == option) print takes }')
    case $takes in
    RULESET) mapfile -t COMPREPLY < <(compgen -W "$(_ludus_rulesets "$1")" -- "$current") ;;
    TURNS) mapfile -t COMPREPLY < <(compgen -W 'start end captures all' -- "$current") ;;
    *[A-Z]*) [[ $takes != FILE* ]] || mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
    *\|*) mapfile -t COMPREPLY < <(compgen -W "${takes//|/ }" -- "$current") ;;
    *) mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
    esac
}

complete -o filenames -F _ludus ludcheck ludplay ludmoves ludfmt ludconv ludgrep ludtag ludnote luddraw ludstat ludmend \
    luddiff ludwhich ludgen ludsort ludbook
