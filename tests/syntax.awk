# awk -v most=N -v to=FILE -f tests/syntax.awk GRAMMAR: N records made at random by the productions of ludus-record(5).
BEGIN { srand(7) }

# A line that begins with a blank goes on with the production before it.
/^[a-z-]+ *= / {
    name = $1
    if (name in rule)
        fail("says twice what " name " is")
    sub(/^[a-z-]+ *= /, "")
}
{ rule[name] = rule[name] " " $0 }

END {
    if (failed)
        exit 1
    for (name in rule)
        for (text = rule[name]; match(text, /"[^"]*"|"\\""|[a-z-]+|\(opt\)|\.\.|[()|*]/); text = substr(text, RSTART + RLENGTH))
            token[name, ++size[name]] = substr(text, RSTART, RLENGTH)
    for (n = 1; n <= most; n++) {
        depth = 0
        printf "[Round \"%d\"]\n%s\n\n", n, make("record") >to
    }
}

function fail(why) {
    print "ludus-record(5) " why >"/dev/stderr"
    exit failed = 1
}

function make(name,    out) {
    if (!(name in rule))
        fail("does not say what " name " is")
    out = ++depth > 20 && name == "element" ? "" : choose(name, 1)
    depth--
    return (name ~ /^(tag|string|element|move|roll|suffix|result)$/ ? " " : "") out
}

# One of the alternatives from token `at` on, up to the parenthesis that closes them or the end.
function choose(name, at,    out, count, chosen, i, inner, nested) {
    for (i = at; i <= size[name] && !(token[name, i] == ")" && inner == 0); i++) {
        inner += token[name, i] == "("
        inner -= token[name, i] == ")"
        count += token[name, i] == "|" && inner == 0
    }
    chosen = int(rand() * (count + 1))
    for (count = 0; at < i; at = behind)
        if (token[name, at] == "|") {
            count++
            behind = at + 1
        } else {
            out = out part(name, at, count == chosen)
        }
    return out
}

# What stands at token `at`, as often as what follows it says, or nothing. Sets the number of the token behind.
function part(name, at, on,    out, end, inner, times, next_behind) {
    end = at
    if (token[name, at] == "(")
        for (inner = 1; inner > 0; inner += (token[name, end] == "(") - (token[name, end] == ")"))
            end++
    if (token[name, at + 1] == "..")
        end = at + 2
    times = token[name, end + 1] == "(opt)" ? int(rand() * 2) : token[name, end + 1] == "*" ? int(rand() * 3) : 1
    next_behind = end + 1 + (token[name, end + 1] ~ /^(\(opt\)|\*)$/)
    for (; on && times > 0; times--)
        out = out once(name, at)
    behind = next_behind
    return out
}

function once(name, at,    text, letters, first) {
    text = token[name, at]
    if (text == "(")
        return choose(name, at + 1)
    if (text !~ /^"/)
        return make(text)
    text = text == "\"\\\"\"" ? "\"" : substr(text, 2, length(text) - 2)
    if (token[name, at + 1] != "..")
        return text
    letters = "abcdefghijklmnop"
    first = 1 + int(rand() * 16)
    return text == "1" ? first : substr(letters, first, 1)
}
