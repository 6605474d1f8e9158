package toolname

import (
	"testing"

	"github.com/toktee/toktee/internal/text/shell"
)

func TestWrites(t *testing.T) {
	for cmd, want := range map[string]bool{
		`gh api repos/o/r/pulls/1/comments/2/replies -f body="Fixed."`:             true,
		"# a reply\ngh api repos/o/r/pulls/1/comments/2/replies -f body='Fixed.'":  true,
		`cd x && gh api -X PATCH repos/o/r/issues/3 -f state=closed`:               true,
		`gh api --method=PUT repos/o/r/pulls/1/merge`:                              true,
		`glab api projects/1/issues -F title=x`:                                    true,
		`gh api repos/o/r/pulls/1/comments`:                                        false,
		`gh api -X GET search/issues -f q=x`:                                       false,
		`gh api graphql -f query='{viewer{login}}'`:                                false,
		`gh api repos/o/r/pulls/1/comments/2/replies -f body=x --jq .id`:           false,
		`gh api repos/o/r/pulls/1/comments/2/replies -f body=x | jq .id`:           false,
		`gh api repos/o/r/pulls/1/comments/2/replies -f body=x && go test ./...`:   false,
		`gh issue create --title x`:                                                false,
		`curl -X POST http://localhost:8080/v1/run -d x`:                           false, // often what is being tried
		`gh api repos/o/r/issues -f title=x && gh api repos/o/r/issues -f title=y`: true,
	} {
		if got := Writes("Bash", shell.Parse(cmd)); got != want {
			t.Errorf("%s: %v", cmd, got)
		}
	}
	for tool, want := range map[string]bool{
		"mcp__github__create_issue": true, "github.add_comment": true, "_create_issue": true, "update-issue": true,
		"mcp__github__list_issues": false, "get_issue": false, "create": false, "mcp__create__x": false, "": false,
		"addition": false,
	} {
		if got := Writes(tool, shell.Line{}); got != want {
			t.Errorf("%s: %v", tool, got)
		}
	}
}
