" Records of board games: ":make" checks the file and lists what is wrong.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1
setlocal textwidth=79 commentstring={%s}
setlocal makeprg=ludcheck\ %:S errorformat=%f:%l:%v:\ %trror:\ %m,%f:%l:%v:\ %tarning:\ %m
let b:undo_ftplugin = 'setlocal textwidth< commentstring< makeprg< errorformat<'
