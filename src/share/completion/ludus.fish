# fish completion for the tools of Ludus, read off their --help, so that it always agrees with them. Installed once
# for each tool, under its name.

set -l tool (string replace .fish '' (status basename))
set -l rulesets (string escape (path dirname (command -s $tool)))/ludmoves --rulesets

for line in ($tool --help 2>/dev/null)
    # All, short, long, what it takes, help.
    set -l part (string match -r '^ +(-., |)--([a-z-]+)(=\S+|) *(.*)' -- $line)
    or continue
    set -l option -c $tool -l $part[3] -d "$part[5]"
    test -n "$part[2]"; and set -a option -s (string sub -s 2 -l 1 -- $part[2])
    switch "$part[4]"
        case ''
        case '=RULESET'
            set -a option -x -a "($rulesets)"
        case '=FILE*'
            set -a option -r -F
        case '*'
            set -a option -x
            string match -qr '[A-Z]' -- $part[4]
            or set -a option -a (string replace -a '|' ' ' (string sub -s 2 -- $part[4]))
    end
    complete $option
end
