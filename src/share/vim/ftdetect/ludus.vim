" Records of board games, and rules files of Ludus; other programs have files called *.rules too.
autocmd BufNewFile,BufRead *.ludus setfiletype ludus
autocmd BufNewFile,BufRead *.rules if search('^\s*ruleset\s\+\S', 'cnw') | set filetype=ludusrules | endif
