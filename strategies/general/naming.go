package general

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// headRole returns the role of the line that names a finding's file. It is shown in the same turn as the finding.
func headRole(at role) role {
	if at.group != "" {
		at.group += "^"
	}
	return at
}

// namingRoles returns the roles of the lines that name the findings of a run. The first diagnostic of each kind comes
// first, then those with a new file and a new message, those with a new message, and those with a new file. So the
// first few of many cover all kinds, and most messages and places:
//
//	shop/mod0.py:10:80: E501 line too long (95 > 79 characters)
//	shop/cart.py:12:5: F821 undefined name 'totl'
//	shop/mod0.py:17:80: E501 line too long (117 > 79 characters)
func namingRoles(run int, findings []report.Finding) []role {
	out := make([]role, len(findings))
	files, messages := map[string]bool{}, map[string]bool{}
	kinds := kindCounts{}
	for j := range findings {
		if f := &findings[j]; f.Name == "" && !f.Parent {
			kinds.count(messageKind(f.Message))
		}
	}
	messageOf := func(f *report.Finding) string {
		if f.Warning {
			return messageKind(f.Message)
		}
		return f.Message
	}
	turn := func(j int, second bool) {
		f := &findings[j]
		out[j] = role{rank: strategies.Critical, second: second, group: strconv.Itoa(run) + "." + strconv.Itoa(j)}
		files[f.File], messages[messageOf(f)] = true, true
	}
	for j := range findings {
		f := &findings[j]
		if f.Name != "" || f.Parent {
			continue
		}
		if kinds.isNews(messageKind(f.Message)) {
			turn(j, false)
		}
	}
	for j := range findings {
		f := &findings[j]
		if f.Name == "" && !f.Parent && out[j].group == "" && !files[f.File] && !messages[messageOf(f)] {
			turn(j, false)
			out[j].turn = 1
		}
	}
	for j := range findings {
		switch f := &findings[j]; {
		case f.Name != "":
			out[j] = role{rank: strategies.Critical}
		case f.Parent || out[j].group != "":
		case !messages[messageOf(f)]:
			turn(j, false)
			out[j].group, out[j].turn = "", 2 // after those that are new in both
		case !files[f.File]:
			turn(j, true)
		default:
			out[j] = role{rank: strategies.Critical, second: true}
		}
	}
	return out
}

// kindCounts counts diagnostics by their kind.
type kindCounts struct {
	total map[string]int
	most  int // the largest number
	shown map[string]bool
}

const (
	fewOfKind  = 3 // diagnostics of a rare kind
	manyOfKind = 6 // a kind is rare if another one has so many times more diagnostics
)

func (k *kindCounts) count(kind string) {
	if k.total == nil {
		k.total, k.shown = map[string]int{}, map[string]bool{}
	}
	k.total[kind]++
	k.most = max(k.most, k.total[kind])
}

// isNew reports whether a diagnostic comes before the later ones of frequent kinds: it is the first of its kind, or its
// kind is rare.
func (k *kindCounts) isNew(kind string) bool {
	return !k.shown[kind] || k.total[kind] <= min(fewOfKind, k.most/manyOfKind)
}

// isNews is isNew, and notes the kind.
func (k *kindCounts) isNews(kind string) bool {
	isNew := k.isNew(kind)
	k.shown[kind] = true
	return isNew
}

// maxKindBytes is the number of bytes of a message that decide its kind.
const maxKindBytes = 300

// messageKind returns a message without quoted words and digits. Two warnings of one kind share the rest.
func messageKind(s string) string {
	s = s[:min(len(s), maxKindBytes)]
	var sb strings.Builder
	sb.Grow(len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '`' || c == '"' || c == '\'' && (i == 0 || s[i-1] == ' ' || s[i-1] == '(') {
			if j := strings.IndexByte(s[i+1:], c); j >= 0 {
				i += j + 1
				continue
			}
		}
		if strings.HasPrefix(s[i:], "‘") {
			if j := strings.Index(s[i:], "’"); j >= 0 {
				i += j + len("’") - 1
				continue
			}
		}
		if !parse.Digit(c) {
			sb.WriteByte(c)
		}
	}
	return sb.String()
}
