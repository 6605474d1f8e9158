package summarize_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// TestNoLineIsLeftOutForItsVerdict holds that a list of which all rows have room isn't cut by one for the line that
// counts them.
func TestNoLineIsLeftOutForItsVerdict(t *testing.T) {
	text := "\nShowing 22 of 22 open pull requests in acme/shop\n\n" +
		"ID    TITLE                                BRANCH            CREATED AT\n"
	for i := range 22 {
		text += fmt.Sprintf(
			"#%d  Mend the sum of part %d in the cart        mend/part-%d     about %d days ago\n",
			400+i,
			i,
			i,
			i+1,
		)
	}
	r := summary(
		t,
		summarize.Balanced,
		summarize.Request{
			Tool:    "Bash",
			Command: "gh pr list",
			Status:  result.Status{Known: true},
			Stdout:  []byte(text),
		},
	)
	if got := r.LLMContent(); strings.TrimSpace(got) != strings.TrimSpace(text) {
		t.Errorf("a list of %d tokens isn't whole:\n%s", r.Metadata().UITokens, got)
	}
}
