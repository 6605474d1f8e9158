package read

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
)

const report = `I have looked at everything that you asked for.

## How the till is counted

The till is counted twice a day, by two people who don't talk to each other about it. What they
write down is compared.
Then it's locked.

- **File:** ` + "`shop/till/count.go`" + ` (lines 12-40)
- the sums meet in compareSums
- nobody looks at them again

See https://shop.example/till.html for more.
`

func TestProse(t *testing.T) {
	in := &strategies.Input{Tool: "Task", Family: strategies.FamilyProse, Head: report}
	c := strategies.NewCollector(false)
	if err := NewProse().Digest(t.Context(), in, lines(report), c); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"D I have looked at everything that you asked for.", "E ## How the till is counted",
		"C The till is counted twice a day, by two people who don't talk to each other about it. What they",
		"C write down is compared.", "C Then it's locked.", "E - **File:** `shop/till/count.go` (lines 12-40)",
		"e - the sums meet in compareSums", "D - nobody looks at them again",
		"D See https://shop.example/till.html for more.",
	}
	d := c.Digest()
	var got []string
	for _, f := range d.Facts {
		letter := string("KECDN"[f.Rank])
		if f.Second {
			letter = strings.ToLower(letter)
		}
		if f.Text != "" {
			got = append(got, letter+" "+f.Text)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("ranks mismatch (-want +got):\n%s", diff)
	}
	if n := fmt.Sprint(d.Data[strategies.NumLines], d.Verdict); n != "13 [13 lines  ]" {
		t.Errorf("it counts %s, want 13 lines", n)
	}
}

func TestProseMatch(t *testing.T) {
	bad := result.Status{Known: true, Code: 1}
	for _, tt := range []struct {
		name string
		in   strategies.Input
		want strategies.Confidence
	}{
		{"report", strategies.Input{Family: strategies.FamilyProse, Head: report}, strategies.Tool},
		{"failed", strategies.Input{Family: strategies.FamilyProse, Head: report, Status: bad}, strategies.No},
		{"plain words", strategies.Input{Family: strategies.FamilyProse,
			Head: "All done.\nNothing is left.\n- so it is\n"}, strategies.No},
		{"another tool", strategies.Input{Family: strategies.FamilyExec, Head: report}, strategies.No},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := NewProse().Match(&tt.in); got != tt.want {
				t.Errorf("Match = %v, want %v", got, tt.want)
			}
		})
	}
}

func TestNamesFile(t *testing.T) {
	for text, want := range map[string]bool{
		"see `docs/guide.md` for it":         true,
		"**Location:** /srv/shop/till.go:12": true,
		"(references/schema.yaml)":           true,
		"at https://shop.example/a.html":     false,
		"and/or":                             false,
		"1.5/2":                              false,
		"one / two.":                         false,
		"":                                   false,
	} {
		if got := namesFile(text); got != want {
			t.Errorf("namesFile(%q) = %t, want %t", text, got, want)
		}
	}
}

// TestNamesNew: of the lines that name files, those that name one for the first time come first.
func TestNamesNew(t *testing.T) {
	named := map[string]bool{}
	for _, tt := range []struct {
		line string
		want bool
	}{
		{"See `cmd/app/main.go` (lines 3-5).", true},
		{"It is in cmd/app/main.go.", false},
		{"cmd/app/main.go calls cmd/app/run.go:", true},
		{"Nothing is named here, and/or there.", false},
		{"https://example.com/a.html", false},
	} {
		if got := namesNew(tt.line, named); got != tt.want {
			t.Errorf("namesNew(%q) = %v, want %v", tt.line, got, tt.want)
		}
	}
}
