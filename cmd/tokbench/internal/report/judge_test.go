package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// reportOf is a report with one family, measured at one setting.
func reportOf(setting string, over int, recall, floor string) []byte {
	return fmt.Appendf(nil, `{"schema_version":1,"families":{"ci":{"settings":{"100":{"over":0,"recall":1,`+
		`"floor":{"cut":"tail","recall":1}},%q:{"over":%d,"recall":%s,"floor":%s}}}}}`, setting, over, recall, floor)
}

func TestBreaches(t *testing.T) {
	const best = `{"cut":"tail","recall":0.5000}`
	below := []Breach{{"ci", 250, 10, 0.4999, 0.5, "tail"}}
	for _, test := range []struct {
		name   string
		report []byte
		want   []Breach
	}{
		{"as much", reportOf("250", 10, "0.5000", best), nil},
		{"less", reportOf("250", 10, "0.4999", best), below},
		{"less, of few", reportOf("250", 9, "0.1", best), nil},
		{"less, at a budget that isn't judged", reportOf("32", 10, "0.1", best), nil},
		{"less, at a level", reportOf("minimal", 10, "0.1", best), nil},
		{"no case has a say", reportOf("250", 10, "null", "null"), nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := Breaches(test.report)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("breaches mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

// What can't be judged is an error, and never a floor that holds.
func TestBreachesOfOtherFiles(t *testing.T) {
	for text, want := range map[string]string{
		`{`:                                  "reading the report",
		`{"uses":[]}`:                        "want what eval --json writes",
		`{"schema_version":1,"families":{}}`: "no family to judge",
		`{"schema_version":2,"families":{}}`: "schema version 2",
		`{"schema_version":1,"families":{"a":{"settings":{"100":{"over":20,"recall":0.1}}}}}`: "no family to judge",
	} {
		if _, err := Breaches([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Breaches(%s): %v, want %q", text, err, want)
		}
	}
}
