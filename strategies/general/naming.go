package general

import (
	"slices"
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

// The turns of the rows of diagnostics, after those that are the first of their kind.
const (
	turnRare = 1 + iota
	turnNewInBoth
	turnNewMessage
)

// namingRoles returns the roles of the lines that name the findings of a run. The first diagnostic of each kind comes
// first, then the others of a rare kind, those with a new file and a new message, those with a new message, and those
// with a new file. So the first few of many cover all kinds, and most messages and places:
//
//	shop/mod0.py:10:80: E501 line too long (95 > 79 characters)
//	shop/cart.py:12:5: F821 undefined name 'totl'
//	shop/mod0.py:17:80: E501 line too long (117 > 79 characters)
func namingRoles(run int, findings []report.Finding) []role {
	out := make([]role, len(findings))
	files, messages, kinds := map[string]bool{}, map[string]bool{}, kindCounts{}
	messageOf := func(f *report.Finding) string {
		if f.Warning {
			return messageKind(f.Message)
		}
		return f.Message
	}
	rows := make([]int, 0, len(findings)) // the diagnostics without a role
	kindOf := make([]string, len(findings))
	for j := range findings {
		switch f := &findings[j]; {
		case f.Name != "":
			out[j] = role{rank: strategies.Critical}
		case !f.Parent:
			kindOf[j] = messageKind(f.Message)
			kinds.count(kindOf[j])
			rows = append(rows, j)
		}
	}
	take := func(at int32, second bool, is func(j int, f *report.Finding) bool) {
		rows = slices.DeleteFunc(rows, func(j int) bool {
			f := &findings[j]
			if !is(j, f) {
				return false
			}
			out[j] = role{
				rank: strategies.Critical, second: second, turn: at,
				group: strconv.Itoa(run) + "." + strconv.Itoa(j),
			}
			if at == turnNewMessage { // after those that are new in both
				out[j].group = ""
			}
			files[f.File], messages[messageOf(f)] = true, true
			return true
		})
	}
	take(0, false, func(j int, _ *report.Finding) bool { return kinds.isNew(kindOf[j]) })
	take(turnRare, false, func(j int, _ *report.Finding) bool { return kinds.takesRare(kindOf[j]) })
	take(turnNewInBoth, false, func(_ int, f *report.Finding) bool { return !files[f.File] && !messages[messageOf(f)] })
	take(turnNewMessage, false, func(_ int, f *report.Finding) bool { return !messages[messageOf(f)] })
	take(0, true, func(_ int, f *report.Finding) bool { return !files[f.File] })
	for _, j := range rows {
		out[j] = role{rank: strategies.Critical, second: true}
	}
	return out
}

// kindCounts counts diagnostics by their kind.
type kindCounts struct {
	total map[string]int
	most  int // the largest number
	shown map[string]bool
	rare  int // diagnostics of rare kinds that came early
}

const (
	fewOfKind  = 3 // diagnostics of a rare kind
	manyOfKind = 6 // a kind is rare if another one has so many times more diagnostics
	maxRare    = 8 // diagnostics that come early for that
)

func (k *kindCounts) count(kind string) {
	if k.total == nil {
		k.total, k.shown = map[string]int{}, map[string]bool{}
	}
	k.total[kind]++
	k.most = max(k.most, k.total[kind])
}

// isNew reports whether a diagnostic is the first of its kind, and notes the kind.
func (k *kindCounts) isNew(kind string) bool {
	isNew := !k.shown[kind]
	k.shown[kind] = true
	return isNew
}

// isRare reports whether a diagnostic comes early because few are of its kind.
func (k *kindCounts) isRare(kind string) bool {
	return k.total[kind] <= min(fewOfKind, k.most/manyOfKind) && k.rare < maxRare
}

// takesRare is isRare, and notes that the diagnostic comes early.
func (k *kindCounts) takesRare(kind string) bool {
	if !k.isRare(kind) {
		return false
	}
	k.rare++
	return true
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
