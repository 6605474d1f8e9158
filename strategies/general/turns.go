package general

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// above is the role of the line that names a finding's file: it comes in the same turn as the finding.
func above(at role) role {
	if at.group != "" {
		at.group += "^"
	}
	return at
}

// turns are the roles of the lines that name findings. Diagnostics that name a new file and have a new message come first,
// then those with a new message, then those with a new file: where there are many, few of them tell what is wrong, and where.
func turns(run int, findings []report.Finding) []role {
	out := make([]role, len(findings))
	files, messages := map[string]bool{}, map[string]bool{}
	said := func(f *report.Finding) string {
		if f.Warning {
			return essence(f.Message)
		}
		return f.Message
	}
	turn := func(j int, second bool) {
		f := &findings[j]
		out[j] = role{rank: strategies.Critical, second: second, group: strconv.Itoa(run) + "." + strconv.Itoa(j)}
		files[f.File], messages[said(f)] = true, true
	}
	for j := range findings {
		if f := &findings[j]; f.Name == "" && !f.Parent && !files[f.File] && !messages[said(f)] {
			turn(j, false)
		}
	}
	for j := range findings {
		switch f := &findings[j]; {
		case f.Name != "":
			out[j] = role{rank: strategies.Critical}
		case f.Parent || out[j].group != "":
		case !messages[said(f)]:
			turn(j, false)
			out[j].group = "" // after those that are new in both
		case !files[f.File]:
			turn(j, true)
		default:
			out[j] = role{rank: strategies.Critical, second: true}
		}
	}
	return out
}

// maxEssence is how many bytes of a message tell its kind.
const maxEssence = 300

// essence is a message without what it quotes and counts: what two warnings of one kind share.
func essence(s string) string {
	s = s[:min(len(s), maxEssence)]
	var sb strings.Builder
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
