" Records of board games; the notation is ludus-record(5).
if exists('b:current_syntax')
  finish
endif

" What stands within a comment or a tag is not searched for moves.
syntax match ludusNumber "\<\d\+\(\.\.\.\|[WB]\?\.\)"
syntax match ludusRoll "([0-9_~<>, ]*[0-9_>][~>]\?)"
syntax match ludusMove "\<\(\k\{3,}\s\+\|[A-Z]\)\?\([a-p]\?\d\{0,2}[-x@]\?\)\?\([a-p]\d\{1,2}[-x]\?\)\+\(=\k\+\)\?[+#]*[_a-z0-9-]\@!"
syntax match ludusMove "\<[0O]-[0O]\(-[0O]\)\?\>[+#]*"
syntax match ludusMove "\<\k\{3,}\s\+@[a-p]\d\{1,2}\>\|[A-Z]\?@[a-p]\d\{1,2}\>\|\<x[a-p]\d\{1,2}\>"
syntax keyword ludusMove pass
syntax keyword ludusSuffix sic squeeze
syntax match ludusMark "[!?]\{1,2}\|\$\d\{1,3}"
syntax match ludusDamage "[A-Za-z0-9<>~-]*_[A-Za-z0-9_<>~-]*"
syntax match ludusSupplied "<[^<> ]\+>"
syntax match ludusResult "\(^\|\s\)\@<=\(1 \?[-:–] \?0\|0 \?[-:–] \?1\|\(1/2\|½\)\( \?[-:–] \?\(1/2\|½\)\)\?\|\*\|\[\(1:0\|0:1\|1/2:1/2\)\]\)\(\s\|$\)\@="
syntax region ludusComment start="{" end="}" contains=ludusCommand keepend
syntax match ludusComment ";.*$"
syntax match ludusCommand "\[%\k\+\(\s[^]]*\)\?\]" contained
syntax match ludusEscape "^%.*$"
syntax match ludusTag "^\[\k\+\s.*\]\s*$" contains=ludusTagName,ludusTagValue
syntax match ludusTagName "\[\@<=\k\+" contained
syntax region ludusTagValue start=+"+ skip=+\\.+ end=+"+ contained oneline
" A tag after a blank line begins a record, even where a comment was never closed.
syntax sync match ludusSync grouphere NONE "^\[\k\+\s\+\""

highlight default link ludusNumber LineNr
highlight default link ludusRoll Number
highlight default link ludusMove Identifier
highlight default link ludusSuffix Keyword
highlight default link ludusMark Special
highlight default link ludusDamage Todo
highlight default link ludusSupplied Underlined
highlight default link ludusResult Constant
highlight default link ludusComment Comment
highlight default link ludusCommand PreProc
highlight default link ludusEscape PreProc
highlight default link ludusTag Delimiter
highlight default link ludusTagName Type
highlight default link ludusTagValue String

let b:current_syntax = 'ludus'
