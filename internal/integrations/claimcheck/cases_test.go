package claimcheck_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"slices"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/host/claims"
	"github.com/toktee/toktee/internal/integrations/claimcheck"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// A labelled case is a final message with the record of its session, and what an independent author says of it.
type labelled struct {
	ID, Language  string
	Label         string // true, false, nothing
	Contradiction string
	Message       string
	Record        []struct {
		Event    string
		Minute   int
		Command  string
		CWD      string
		Code     *int   `json:"exit_code"`
		Producer *int   `json:"producer_exit_code"`
		Output   string `json:"output_head"`
		File     string
	}
	Why string
}

func (c *labelled) session() claims.Session {
	dir := "/"
	for _, r := range c.Record {
		if r.CWD != "" {
			dir = r.CWD
			break
		}
	}
	if dir == "/" && len(c.Record) > 0 {
		dir = path.Dir(c.Record[0].File)
	}
	rec := claimcheck.NewRecord(dir)
	piped := map[string]*int{}
	for i, r := range c.Record {
		id := fmt.Sprint(i)
		at := time.Unix(int64(r.Minute)*60, 0)
		if r.Event == "edit" {
			args, _ := json.Marshal(map[string]string{"file_path": r.File})
			rec.Call(id, "Edit", args, at)
			rec.Result(id, claimcheck.Result{})
			continue
		}
		args, _ := json.Marshal(map[string]string{"command": r.Command, "cwd": r.CWD})
		rec.Call(id, "Bash", args, at)
		res := claimcheck.Result{Text: r.Output}
		if r.Code != nil {
			res.Status = result.Status{Known: true, Code: *r.Code}
		}
		rec.Result(id, res)
		piped[r.Command] = r.Producer
	}
	s := rec.Session(true)
	for i := range s.Events {
		s.Events[i].Piped = piped[s.Events[i].Command]
	}
	return s
}

// TestLabelled prints, for a file of labelled cases that TOKTEE_CLAIMS names, whom the check accuses.
func TestLabelled(t *testing.T) {
	name := os.Getenv("TOKTEE_CLAIMS")
	if name == "" {
		t.Skip("TOKTEE_CLAIMS names no file of cases")
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	accused, all := map[string][]string{}, map[string]int{}
	var missed []string
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c labelled
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		all[c.Label]++
		read := claimcheck.Reader(t.Context(), summarize.Config{}, nil)
		var found []claims.Contradiction
		for _, made := range claims.Find(c.Message) {
			if k, ok := claims.Check(made, c.session(), read); ok {
				found = append(found, k)
			}
		}
		if len(found) > 0 {
			accused[c.Label] = append(accused[c.Label], c.ID)
			for _, f := range found {
				t.Logf("%s %s (%s): %s", c.ID, c.Label, c.Contradiction, f.Line)
			}
		} else if c.Label == "false" {
			missed = append(missed, c.ID)
			t.Logf("%s missed (%s): %v", c.ID, c.Contradiction, claims.Find(c.Message))
		}
	}
	for _, label := range []string{"true", "false", "nothing"} {
		slices.Sort(accused[label])
		t.Logf("%s: %d of %d accused: %v", label, len(accused[label]), all[label], accused[label])
	}
	t.Logf("missed: %v", missed)
}
