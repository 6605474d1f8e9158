package programs

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// cmakeMessages reads what cmake says while it configures: progress in "-- " lines, errors and warnings in paragraphs.
type cmakeMessages struct {
	findings         []report.Finding
	errors, warnings int64
	open             bool
	told             spans
	ends             []int // lines by which cmake says that it failed
	wrote            int   // the line by which it says that all is written
}

func (c *cmakeMessages) blank() {}

// line takes in a line, and reports whether it is one of cmake's.
func (c *cmakeMessages) line(n int, s, bare string) bool {
	switch s[0] {
	case 'C':
		if rest, ok := strings.CutPrefix(s, "CMake "); ok && c.head(n, rest) {
			return true
		}
		if strings.HasPrefix(s, "Call Stack (most recent call first):") && c.open {
			c.told.add(n)
			return true
		}
	case '-':
		if !strings.HasPrefix(s, "-- ") {
			break
		}
		c.open = false
		switch {
		case strings.HasPrefix(s, "-- Configuring incomplete, errors occurred"):
			c.ends = append(c.ends[:0], n)
		case strings.HasPrefix(s, "-- Build files have been written to: "):
			c.wrote = n
		default:
			c.told.add(n)
		}
		return true
	case 'S':
		if strings.HasPrefix(s, "See also \"") {
			c.told.add(n)
			return true
		}
	case ' ':
		if !c.open {
			break
		}
		c.told.add(n)
		f := &c.findings[len(c.findings)-1]
		switch {
		case f.Head == 0 && f.Message == "": // what it says stands below where
			f.Head, f.At, f.Message = f.At, n, bare
		case len(f.Evidence) < maxCCSays:
			f.Evidence = append(f.Evidence, n)
		}
		return true
	}
	c.open = false
	return false
}

// head reads "Error at CMakeLists.txt:8 (find_package):" and its like.
func (c *cmakeMessages) head(n int, s string) bool {
	warning := false
	switch {
	case strings.HasPrefix(s, "Error"):
		c.errors++
	case strings.HasPrefix(s, "Warning"):
		warning = true
		c.warnings++
	case strings.HasPrefix(s, "Deprecation Warning"):
		warning = true
	default:
		return false
	}
	f := report.Finding{At: n, Warning: warning}
	if _, at, ok := strings.Cut(s, " at "); ok {
		f.File, at, _ = strings.Cut(at, ":")
		f.Row, _ = parse.CutNumber(at)
	} else if _, msg, ok := strings.Cut(s, ": "); ok {
		f.Message = msg
	}
	c.told.add(n)
	if c.open = len(c.findings) < MaxFindings; c.open {
		c.findings = append(c.findings, f)
	}
	return true
}

// merged joins two lists of ranges that rise.
func merged(a, b []strategies.Span) []strategies.Span {
	out := append(slices.Clip(a), b...)
	slices.SortFunc(out, func(x, y strategies.Span) int { return cmp.Compare(x.First, y.First) })
	return out
}
