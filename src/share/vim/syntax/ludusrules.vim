" Rules files of Ludus; the statements are those of ludus-rules(5).
if exists('b:current_syntax')
  finish
endif

" A statement stands first on its line.
setlocal iskeyword+=-
syntax keyword ludusrulesStatement contained ruleset parent title author source board start first dice notation numbers pass pawns
syntax keyword ludusrulesStatement contained piece moves faces image becomes spares first-moves first-lost-to worth first-field royal check royal-capture bare-royal
syntax keyword ludusrulesStatement contained lost-at immobile blocked quiet-limit dead-single dead-shade drawn-repetition drawn-quiet repetition castle displacement custodian flankers
syntax keyword ludusrulesStatement contained custodian-ways custodian-takes shielded-lines corner-capture corner-partner jump-captures
syntax keyword ludusrulesStatement contained surround surround-walls binds bound-capture displacers bound-men held-by-two suicide
syntax keyword ludusrulesStatement contained further-move squeeze jumpers jump-over jump-ways jump-chain jump-revisit firm hand
syntax keyword ludusrulesStatement contained hand-agreed place-last place-count place-first place-dice place-rows drops mill mill-flies mill-shields evaluation uci-variant uci-option
syntax keyword ludusrulesStatement contained region line becomes-on moves-from leaps keeps-to keeps-off goal surrounded-on place-off passed-on
syntax keyword ludusrulesStatement contained give-check royals-face checks-win goal-reply castle-from must-take take-first take-ties chain
syntax keyword ludusrulesStatement contained leapt-over crown explodes hostile
syntax match ludusrulesFirst "^\s*\k\+" contains=ludusrulesStatement
syntax keyword ludusrulesWord yes no none white black either
syntax match ludusrulesNumber "\<\d\+\(x\d\+\)\?\>"
syntax region ludusrulesString start=+"+ end=+"+ oneline
syntax match ludusrulesComment "#.*$" contains=ludusrulesReading
syntax match ludusrulesReading "\[reading\]" contained

highlight default link ludusrulesStatement Statement
highlight default link ludusrulesFirst Error
highlight default link ludusrulesWord Constant
highlight default link ludusrulesNumber Number
highlight default link ludusrulesString String
highlight default link ludusrulesComment Comment
highlight default link ludusrulesReading Todo

let b:current_syntax = 'ludusrules'
