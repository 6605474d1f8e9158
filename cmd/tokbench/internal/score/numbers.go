package score

import (
	"fmt"
	"iter"
	"strconv"
	"strings"
)

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// digitRuns yields the runs of ASCII digits in s.
func digitRuns(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := 0; i < len(s); i++ {
			if !isDigit(s[i]) {
				continue
			}
			from := i
			for i < len(s) && isDigit(s[i]) {
				i++
			}
			if !yield(s[from:i]) {
				return
			}
		}
	}
}

// cutMark opens the end of a line that is shown in part; the number of bytes that are missing follows:
//
//	abcdefgh …+1290 bytes
const cutMark = " …+"

// invented returns the first number of the text that nothing explains. Explained are the numbers of the output and the
// call; the summary's own figures, which are the counts in its data and details, its omissions, and the bytes that a
// cut line lacks; and how many lines of the output start with some word.
func (t *Truth) invented(out *Output) (string, bool) {
	var own map[string]bool
	for line := range strings.SplitSeq(out.Text, "\n") {
		for run := range digitRuns(line) {
			if t.numbers[run] {
				continue
			}
			if own == nil {
				own = t.figures(out)
			}
			if own[run] || t.missesBytes(line, run) || t.isRest(line, run) || t.countsLines(run) ||
				t.abbreviates(line, run) || t.repeats(line, run) {
				continue
			}
			return run, true
		}
	}
	return "", false
}

// figures are the numbers that a summary may state besides those of the output.
func (t *Truth) figures(out *Output) map[string]bool {
	own := map[string]bool{}
	add := func(n int) { own[strconv.Itoa(n)] = true }
	if t.Case.ExitCode != nil {
		add(*t.Case.ExitCode)
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
		add(named(&o)[0])
		add(named(&o)[1])
		if ofLines(&o) {
			missing += count(o.Lines)
		}
	}
	add(missing)
	return own
}

// isRest reports whether a number counts the items that a line leaves out, at most the lines of the output:
//
//	src/ 210: main.go, … 209 more
//	51 more files
//	Reader 35-42, … 3 more functions, 30 more methods
func (t *Truth) isRest(line, number string) bool {
	n, err := strconv.Atoi(number)
	isRest := strings.Contains(line, "… "+number+" more") || strings.Contains(line, ", "+number+" more ") ||
		strings.HasPrefix(line, number+" more file")
	return err == nil && n <= t.lines && isRest
}

// repeats reports whether a number counts how often lines of the output follow each other:
//
//	3000x retrying
//	… the same 2 lines 498 more times
func (t *Truth) repeats(line, number string) bool {
	n, err := strconv.Atoi(number)
	if err != nil || n < 2 || n > t.lines {
		return false
	}
	if said, ok := strings.CutPrefix(strings.TrimLeft(line, " "), number+"x "); ok {
		said += "\n"
		return strings.Contains(t.Clean+"\n", strings.Repeat(said, n)) // all of them are the same
	}
	var period, times int
	_, err = fmt.Sscanf(line, "… the same %d lines %d more times", &period, &times)
	if err != nil {
		period = 1
		_, err = fmt.Sscanf(line, "… the same line %d more times", &times)
	}
	return err == nil && (n == period || n == times) && period*times <= t.lines
}

// abbreviates reports whether a number is a part of a commit's name that the output has in full: 2887 of 4c28872, for
// 4c2887241.
func (t *Truth) abbreviates(line, number string) bool {
	notHex := func(r rune) bool { return !strings.ContainsRune("0123456789abcdef", r) }
	for w := range strings.FieldsFuncSeq(line, notHex) {
		if len(w) >= 7 && strings.Contains(w, number) && strings.Trim(w, "0123456789") != "" &&
			strings.Contains(t.Clean, w) {
			return true
		}
	}
	return false
}

// countsLines reports whether a number is how many lines of the output start with some word: of a list of changes, how
// many are new.
func (t *Truth) countsLines(number string) bool {
	if t.lineCounts == nil {
		lines := map[string]int{}
		for l := range strings.Lines(t.Clean) {
			word, _, _ := strings.Cut(strings.TrimLeft(l, " \t"), " ")
			word, _, _ = strings.Cut(word, "\t")
			lines[strings.TrimSuffix(word, "\n")]++
		}
		t.lineCounts = map[string]bool{}
		for _, n := range lines {
			t.lineCounts[strconv.Itoa(n)] = true
		}
	}
	return t.lineCounts[number]
}

// missesBytes reports whether the number counts the missing bytes of a cut line: exactly, if the line starts like a
// line of the output; else at most the difference to a line that has all its pieces in order.
func (t *Truth) missesBytes(line, number string) bool {
	i := strings.LastIndex(line, cutMark)
	if i < 0 || !strings.HasPrefix(line[i+len(cutMark):], number) {
		return false
	}
	missing, err := strconv.Atoi(number)
	if err != nil {
		return false
	}
	shown := line[:i]
	pieces := strings.Split(shown, "…")
	longest, size := longestOf(pieces)
	possible := false
	for rest := t.Clean; rest != ""; {
		i := strings.Index(rest, longest)
		if i < 0 {
			break
		}
		from := strings.LastIndexByte(rest[:i], '\n') + 1
		whole, after, _ := strings.Cut(rest[from:], "\n")
		switch {
		case strings.HasPrefix(whole, shown):
			if len(whole) == len(shown)+missing {
				return true
			}
		case inOrder(whole, pieces) && missing <= len(whole)-size:
			possible = true
		}
		rest = after
	}
	return possible
}

// longestOf returns the longest of the pieces and the bytes of all of them.
func longestOf(pieces []string) (longest string, size int) {
	for _, p := range pieces {
		size += len(p)
		if len(p) > len(longest) {
			longest = p
		}
	}
	return longest, size
}

// inOrder reports whether s has all pieces, one after the other.
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
