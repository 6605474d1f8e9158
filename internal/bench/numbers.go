package bench

import (
	"iter"
	"strconv"
	"strings"
)

// digitRuns yields the runs of ASCII digits in s.
func digitRuns(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := 0; i < len(s); i++ {
			if s[i] < '0' || s[i] > '9' {
				continue
			}
			from := i
			for i < len(s) && s[i] >= '0' && s[i] <= '9' {
				i++
			}
			if !yield(s[from:i]) {
				return
			}
		}
	}
}

// cutMark opens the end of a line that is shown in part; the number of bytes that are missing follows.
const cutMark = " …+"

// invented returns the first number of the text that nothing explains: it doesn't stand in the output or the call, and
// it is none of the summary's own figures, which are the counts in its data and details, its omissions, and what is
// missing of a line that is cut; or it is how many lines start with some word. It can't tell a wrong figure from a right one; comparing with other tools does that.
func (t *truth) invented(out *Output) (string, bool) {
	var own map[string]bool
	for line := range strings.SplitSeq(out.Text, "\n") {
		for run := range digitRuns(line) {
			if t.numbers[run] {
				continue
			}
			if own == nil {
				own = t.figures(out)
			}
			if !own[run] && !t.cutLine(line, run) && !t.lineCounts()[run] {
				return run, true
			}
		}
	}
	return "", false
}

// figures are the numbers that a summary may state besides those of the output.
func (t *truth) figures(out *Output) map[string]bool {
	own := map[string]bool{}
	add := func(n int) { own[strconv.Itoa(n)] = true }
	if t.c.ExitCode != nil {
		add(*t.c.ExitCode)
	}
	add(t.lines)
	for _, n := range out.Data {
		own[strconv.FormatInt(n, 10)] = true
	}
	for run := range digitRuns(string(out.Details)) {
		own[run] = true
	}
	missing := 0
	for _, o := range out.Omissions {
		add(o.Count)
		add(o.Lines.First)
		add(o.Lines.Last)
		if o.Lines != (Range{}) {
			missing += o.Lines.Last - o.Lines.First + 1
		}
	}
	add(missing)
	return own
}

// lineCounts are the numbers of lines that start with a word, over all words: of a list of changes, how many are new.
func (t *truth) lineCounts() map[string]bool {
	if t.starts != nil {
		return t.starts
	}
	lines := map[string]int{}
	for l := range strings.Lines(t.clean) {
		word, _, _ := strings.Cut(strings.TrimLeft(l, " \t"), " ")
		word, _, _ = strings.Cut(word, "\t")
		lines[strings.TrimSuffix(word, "\n")]++
	}
	t.starts = map[string]bool{}
	for _, n := range lines {
		t.starts[strconv.Itoa(n)] = true
	}
	return t.starts
}

// cutLine reports whether the number is what is missing of a line of the output: to the byte where the line starts as the
// output's does, else at most what is missing of a line that holds all its pieces.
func (t *truth) cutLine(line, run string) bool {
	i := strings.LastIndex(line, cutMark)
	if i < 0 || !strings.HasPrefix(line[i+len(cutMark):], run) {
		return false
	}
	missing, err := strconv.Atoi(run)
	if err != nil {
		return false
	}
	shown := line[:i]
	pieces := strings.Split(shown, "…")
	longest, size := "", 0
	for _, p := range pieces {
		size += len(p)
		if len(p) > len(longest) {
			longest = p
		}
	}
	loose := false
	for rest := t.clean; ; {
		i := strings.Index(rest, longest)
		if i < 0 || rest == "" {
			return loose
		}
		from := strings.LastIndexByte(rest[:i], '\n') + 1
		whole, after, _ := strings.Cut(rest[from:], "\n")
		switch {
		case strings.HasPrefix(whole, shown):
			if len(whole) == len(shown)+missing {
				return true
			}
		case inOrder(whole, pieces) && missing <= len(whole)-size:
			loose = true
		}
		rest = after
	}
}

// inOrder reports whether the pieces stand in s, one behind the other.
func inOrder(s string, pieces []string) bool {
	for _, p := range pieces {
		i := strings.Index(s, p)
		if i < 0 {
			return false
		}
		s = s[i+len(p):]
	}
	return true
}
