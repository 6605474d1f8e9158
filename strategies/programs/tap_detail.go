package programs

import (
	"cmp"
	"strings"

	"github.com/toktee/toktee/strategies/report"
)

// tapPoint is a failed point whose details come now.
type tapPoint struct {
	report.Finding
	body    jsFailure
	block   string // the key whose lines come: "error", "stack"
	base    int    // the indentation of its keys, -1 before the first
	yaml    bool
	parts   bool // it failed because its parts did
	indent  int
	tellers int
}

// detail reads a line of the YAML below a failed point.
func (p *tapParser) detail(n, in int, bare string) bool {
	c := p.cur
	if bare == "..." {
		c.yaml = false
		return true
	}
	if c.base < 0 {
		c.base = in
	}
	if in < c.indent {
		c.yaml = c.block != "" && c.tellers < maxBelow // vitest doesn't indent the lines of a text
		c.tellers++
		return c.yaml
	}
	key, value, isKey := strings.Cut(bare, ":")
	if isKey && in <= c.base+4 && !strings.ContainsAny(key, " \"'({[/.") && (in == c.base || c.block == "error" && (key == "name" || key == "message")) {
		if in == c.base {
			c.block = key
		}
		p.key(n, key, strings.Trim(strings.TrimSpace(value), `'"`))
		return true
	}
	switch c.block {
	case "error", "message":
		c.body.line(n, bare)
	case "stack":
		if at, own, ok := jsFrame("at " + bare); ok && own {
			c.body.frame(n, at)
		}
	}
	return true
}

// maxBelow is how many lines of a text may stand further left than they should.
const maxBelow = 200

// key reads a key of the details.
func (p *tapParser) key(n int, key, value string) {
	c := p.cur
	switch key {
	case "error", "message":
		if value != "" && value != "|-" && value != "|" {
			if partsFailed(value) {
				c.parts = true
				return
			}
			c.body.msg = cmp.Or(c.body.msg, value)
			c.body.head = appendEnd(c.body.head, n, maxJSHead)
		}
	case "failureType":
		c.parts = value == "subtestsFailed"
	case "location", "at":
		if at, ok := wholePlace(value); ok {
			c.File, c.Row, c.Col = at.File, at.Row, at.Col
			c.Evidence = append(c.Evidence, n)
		}
	case "expected", "actual", "found", "wanted":
		if value != "" {
			c.body.values = appendEnd(c.body.values, n, maxJSValues)
		}
	}
}

// close ends the details of a point.
func (p *tapParser) close() {
	c := p.cur
	if c == nil {
		return
	}
	p.cur = nil
	if c.parts {
		return
	}
	where := c.Evidence
	c.Evidence = nil
	f := c.Finding
	c.body.fill(&f)
	if at := c.body.at; at.File != "" {
		f.File, f.Row, f.Col = at.File, at.Row, at.Col
	}
	if c.body.msg == "test failed" {
		if crash, ok := p.crash.take(); ok {
			f.Message, f.File, f.Row, f.Col = crash.Message, crash.File, crash.Row, crash.Col
			f.Evidence = append([]int{crash.At}, append(crash.Evidence, f.Evidence...)...)
		}
	}
	if len(c.body.frames) == 0 && len(where) > 0 {
		f.Evidence = append(f.Evidence[:min(1, len(f.Evidence)):min(1, len(f.Evidence))], append(where, f.Evidence[min(1, len(f.Evidence)):]...)...)
	}
	p.add(f)
}

func (p *tapParser) add(f report.Finding) {
	if len(p.findings) < MaxFindings {
		p.findings = append(p.findings, f)
	}
}
