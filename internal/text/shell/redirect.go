package shell

import "mvdan.cc/sh/v3/syntax"

// redirect follows a statement's redirections from left to right. It returns the destination of the statement's output,
// and the text of a here-document on its standard input.
func (w *walker) redirect(redirs []*syntax.Redirect, out dest) (to dest, stdin *syntax.Word) {
	fd := [3]dest{toFile, out, toErr}
	for _, r := range redirs {
		n := 1
		if r.N != nil {
			if len(r.N.Value) != 1 || r.N.Value[0] > '2' || r.N.Value[0] < '0' {
				continue
			}
			n = int(r.N.Value[0] - '0')
		}
		switch r.Op {
		case syntax.RdrOut, syntax.AppOut, syntax.RdrClob:
			fd[n] = w.fileDest(r.Word)
		case syntax.DplOut:
			switch target := w.word(r.Word); target {
			case "1", "2":
				fd[n] = fd[target[0]-'0']
			case "-":
				fd[n] = toFile
			default: // >& file
				fd[1], fd[2] = w.fileDest(r.Word), w.fileDest(r.Word)
			}
		case syntax.RdrAll, syntax.AppAll:
			fd[1] = w.fileDest(r.Word)
			fd[2] = fd[1]
		case syntax.Hdoc, syntax.DashHdoc:
			stdin = r.Hdoc
		case syntax.WordHdoc:
			stdin = r.Word
		}
	}
	if fd[1] == toFile && fd[2] == toOut { // 2>&1 >/dev/null
		return toOut, stdin
	}
	return fd[1], stdin
}

// fileDest returns the destination for output to a file: some files are streams of the process itself.
func (w *walker) fileDest(word *syntax.Word) dest {
	switch w.word(word) {
	case "/dev/stdout", "/dev/fd/1", "/dev/tty":
		return toOut
	case "/dev/stderr", "/dev/fd/2":
		return toErr
	}
	return toFile
}
