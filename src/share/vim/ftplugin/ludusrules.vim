" Rules files of Ludus: ":make" reads the file and lists what is wrong.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1
setlocal comments=:# commentstring=#\ %s
setlocal makeprg=ludcheck\ --check-rules=%:S errorformat=%f:%l:%v:\ %trror:\ %m,%f:%l:%v:\ %tarning:\ %m
let b:undo_ftplugin = 'setlocal comments< commentstring< makeprg< errorformat<'
