package shell

import (
	"path"
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// saved holds calls whose output went to a file. If a later call of the line shows that file, it filters their output,
// as after a pipe:
//
//	make > build.log 2>&1; tail -20 build.log
type saved struct {
	file      string
	calls     []Call
	filters   []Call // between them and the file
	statement int    // the number of the statement; a later one runs whatever their exit status
	shown     bool
}

// maxSaved bounds the files that are followed.
const maxSaved = 64

// save notes the calls of a statement, and the filters after them, whose output goes to a file. setup is the number of
// calls without output before them.
func (w *walker) save(redirs []*syntax.Redirect, setup int, filters []Call) {
	for i, f := range filters {
		if _, operands := f.Split(); f.Name == "tee" {
			w.saveIn(operands, setup, filters[:i])
		}
	}
	if file := w.outputFile(redirs); file != "" {
		w.saveIn([]string{file}, setup, filters)
	}
}

func (w *walker) saveIn(files []string, setup int, filters []Call) {
	calls := slices.DeleteFunc(slices.Clone(w.line.Setup[setup:]), func(c Call) bool { return isQuiet(c) || feeds(c) })
	for _, file := range files {
		if len(calls) > 0 && len(w.saved) < maxSaved {
			w.saved = append(w.saved, saved{
				file: path.Clean(file), calls: calls, filters: filters, statement: w.statement,
			})
		}
	}
}

// outputFile returns the file to which redirections send the output, "" for none.
func (w *walker) outputFile(redirs []*syntax.Redirect) (file string) {
	for _, r := range redirs {
		if r.N != nil && r.N.Value != "1" {
			continue
		}
		switch r.Op {
		case syntax.RdrOut, syntax.AppOut, syntax.RdrClob, syntax.RdrAll, syntax.AppAll, syntax.DplOut:
			if f := w.word(r.Word); w.fileDest(r.Word) == toFile && !isAny(f, "/dev/null", "-", "1", "2") {
				file = f
			}
		}
	}
	return file
}

// shows returns the saved outputs that a call shows: it is a filter, and one of its operands is their file.
func (w *walker) shows(c Call) (at []int) {
	if len(w.saved) == 0 || !isFilterName(c.Name) {
		return nil
	}
	_, operands := c.Split()
	for i := range w.saved {
		if slices.ContainsFunc(operands, w.saved[i].isIn) {
			at = append(at, i)
		}
	}
	return at
}

// isIn reports whether an argument names the file, or matches it: "logs/*.txt".
func (s *saved) isIn(arg string) bool {
	matches, _ := path.Match(path.Clean(arg), s.file)
	return matches || path.Clean(arg) == s.file
}

// show adds the calls whose saved output a filter shows to those of the line. The exit status is the filter's, unless
// the filter runs only after the calls ended well.
func (w *walker) show(at []int, filter Call) status {
	st := status{exitForeign, true}
	for _, i := range at {
		s := &w.saved[i]
		if !s.shown {
			w.line.Commands = append(w.line.Commands, s.calls...)
			w.line.Filters = nil
			for _, f := range s.filters {
				w.filter(f)
			}
		}
		s.shown = true
		only := len(s.calls) == 1 && len(s.filters) == 0
		st.all = st.all && only && (w.errexit || s.statement == w.statement)
	}
	filter.Args = slices.DeleteFunc(slices.Clone(filter.Args), func(arg string) bool {
		return slices.ContainsFunc(at, func(i int) bool { return w.saved[i].isIn(arg) })
	})
	w.filter(filter)
	return st
}
