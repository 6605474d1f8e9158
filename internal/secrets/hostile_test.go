package secrets

import (
	"strings"
	"testing"
)

// TestHostile reads literals that follow each other without end, each of which might begin a long secret. It is over in
// a moment, where a rule that reads on for kilobytes at each of them would take minutes.
func TestHostile(t *testing.T) {
	for i := range rules {
		for _, sep := range []string{"", "-", "="} {
			var m Masker
			m.Text([]byte(strings.Repeat(rules[i].literals[0]+sep, 16<<10/len(rules[i].literals[0]+sep))))
		}
	}
	var m Masker
	m.Text([]byte(strings.Repeat("-----BEGIN PRIVATE "+"KEY-----", 10_000)))
}
