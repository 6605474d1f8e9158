package rules

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"sync"

	"github.com/toktee/toktee/internal/text/textline"
)

// pattern is a regular expression that is checked when it is read and compiled when it is first used. It is safe for
// concurrent use.
type pattern struct {
	src   string
	names []string // of its groups, "" for those without; names[0] is that of the whole
	once  sync.Once
	re    *regexp.Regexp
}

// newPattern checks a regular expression.
func newPattern(src string) (*pattern, error) {
	switch {
	case src == "":
		return nil, fmt.Errorf("empty regular expression: want one that matches the lines")
	case len(src) > maxPattern:
		return nil, fmt.Errorf("regular expression of %d bytes: want at most %d", len(src), maxPattern)
	}
	re, err := syntax.Parse(src, syntax.Perl)
	if err != nil {
		return nil, fmt.Errorf("regular expression %q: %w: want Go's syntax (RE2)", src, describe(err))
	}
	return &pattern{src: src, names: re.CapNames()}, nil
}

// describe returns a syntax error without the expression, which may be long.
func describe(err error) error {
	if e, ok := err.(*syntax.Error); ok {
		return fmt.Errorf("%s: %q", e.Code, e.Expr)
	}
	return err
}

// group returns the number of a named group, -1 for none.
func (p *pattern) group(name string) int {
	if name == "" {
		return -1
	}
	return slices.Index(p.names, name)
}

// compiled returns the expression, ready for use. An expression that [syntax.Parse] accepts compiles.
func (p *pattern) compiled() *regexp.Regexp {
	p.once.Do(func() { p.re = regexp.MustCompile(p.src) })
	return p.re
}

func (p *pattern) matches(s string) bool { return p.compiled().MatchString(s) }

// seen returns the part of a line that expressions see.
func seen(line string) string {
	return line[:textline.RuneStart(line, min(len(line), maxLook))]
}
