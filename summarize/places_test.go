package summarize_test

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// TestMarkersOfPlaces holds that a marker for further places of a message is below that message, although another
// message is worth more and was chosen before, and that it counts no places of other messages.
func TestMarkersOfPlaces(t *testing.T) {
	var b strings.Builder
	simply := map[string]int{"network": 5, "cleaning": 9, "assembly": 5, "reset": 9, "storage": 5}
	very := map[string]int{"battery": 9, "pairing": 9, "cleaning": 5, "updates": 9, "reset": 5}
	for _, file := range strings.Fields("network battery pairing cleaning updates assembly reset storage") {
		fmt.Fprintf(&b, "\n docs/%s.md\n", file)
		if n := simply[file]; n > 0 {
			fmt.Fprintf(&b, " %d:1   warning     Avoid the weasel word Simply    House.Weasel\n", n)
		}
		fmt.Fprintf(&b, " 7:1   warning     Avoid the weasel word Obviously House.Weasel\n")
		if n := very[file]; n > 0 {
			fmt.Fprintf(&b, " %d:5   warning     Avoid the weasel word very      House.Weasel\n", n)
		}
		if file == "network" || file == "updates" {
			fmt.Fprintf(&b, " 13:1  error       Use to instead of In order %s   House.Terms\n", file)
		}
	}
	b.WriteString("\n✖ 2 errors, 18 warnings and 0 suggestions in 8 files.\n")
	for budget := 60; budget < 400; budget += 5 {
		r := run(t, summarize.Config{Enabled: true, Budget: budget}, summarize.Request{
			Command: "prose docs", Stdout: []byte(b.String()), Status: result.Status{Known: true, Code: 1},
		})
		last, shown := "", map[string]int{}
		for line := range strings.Lines(r.LLMContent()) {
			switch {
			case strings.HasSuffix(line, " places\n") && strings.HasPrefix(line, "…"):
				left := 5 - shown[last]
				if last == "Obviously" {
					left = 8 - shown[last]
				}
				var n int
				if _, err := fmt.Sscanf(line, "… %d places", &n); err != nil || n > left {
					t.Errorf("at %d tokens, a marker is below %s, of which %d places aren't shown:\n%s", budget, last,
						left, r.LLMContent())
				}
			case strings.Contains(line, "Obviously"):
				last = "Obviously"
			case strings.Contains(line, "Simply"):
				last = "Simply"
			case strings.Contains(line, "very"):
				last = "very"
			case !strings.HasPrefix(line, " "):
				last = ""
			}
			shown[last] += strings.Count(line, ".md:")
		}
	}
}

// TestMarkersOfDiagnostics holds that a marker counts places only if all of them belong to the message above it.
func TestMarkersOfDiagnostics(t *testing.T) {
	output, err := os.ReadFile("../testdata/unknown/raw/fourth_gdc-syntax")
	if err != nil {
		t.Fatal(err)
	}
	function := regexp.MustCompile(`function ‘[^’]*’`)
	for budget := 100; budget < 400; budget += 5 {
		r := run(t, summarize.Config{Enabled: true, Budget: budget}, summarize.Request{
			Command: "gdc source/*.d", Stdout: output, Status: result.Status{Known: true, Code: 1},
		})
		above := ""
		for line := range strings.Lines(r.LLMContent()) {
			var n int
			if _, err := fmt.Sscanf(line, "… %d place", &n); err == nil {
				if all := strings.Count(string(output), above); above == "" || n >= all {
					t.Errorf("at %d tokens, %d of the %d places of %q are omitted:\n%s", budget, n, all, above,
						r.LLMContent())
				}
				continue
			}
			above = function.FindString(line)
		}
	}
}

// TestListOfDiagnostics holds that a list of diagnostics has all of them, or markers that count the rest.
func TestListOfDiagnostics(t *testing.T) {
	var b strings.Builder
	modules := strings.Fields("auth billing cache config export index mail render search trip")
	for _, m := range modules {
		for at := 112; at < 115; at++ {
			fmt.Fprintf(&b, "source/%s.d:%d:43: warning: function %s.old is deprecated - use %s.load\n", m, at, m, m)
		}
	}
	b.WriteString("source/cache.d:115:16: error: undefined identifier lookpu\n" +
		"Configuration: debug\nSee the guide for the names of functions.\ncheck failed\n")
	at, marker := regexp.MustCompile(`[: ]11[2-5]\b`), regexp.MustCompile(`(?m)^… (\d+) (place|diagnostic)s?$`)
	cut := 0
	for budget := 255; budget < 600; budget += 5 {
		r := run(t, summarize.Config{Enabled: true, Budget: budget}, summarize.Request{
			Command: "dcheck source", Stdout: []byte(b.String()), Status: result.Status{Known: true, Code: 1},
		})
		text := r.LLMContent()
		n := len(at.FindAllString(text, -1))
		for _, m := range marker.FindAllStringSubmatch(text, -1) {
			omitted, err := strconv.Atoi(m[1])
			if err != nil {
				t.Fatal(err)
			}
			n += omitted
			cut++
		}
		if all := 3*len(modules) + 1; n != all && strings.Contains(text, "auth.old") {
			t.Errorf("at %d tokens, rows and markers have %d of %d diagnostics:\n%s", budget, n, all, text)
		}
	}
	if cut == 0 {
		t.Error("no list was cut")
	}
}
