package clients

import (
	"encoding/json"
	"os/exec"
	"strings"

	"github.com/toktee/toktee/tokens"
)

// checkStats compares the tokens that "toktee stats" reports as saved with those that requests have less.
func (s *site) checkStats(store string, without, with []phase) {
	s.t.Helper()
	cmd := exec.CommandContext(s.t.Context(), s.toktee, "stats", "--json")
	cmd.Dir, cmd.Env = s.project, append(s.env(), "TOKTEE_STORE="+store)
	out, err := cmd.CombinedOutput()
	var stats struct {
		Total struct {
			Saved int `json:"saved_tokens"`
		} `json:"total"`
	}
	if err == nil {
		err = json.Unmarshal(out, &stats)
	}
	if err != nil {
		s.t.Fatalf("toktee stats: %v\n%s", err, out)
	}
	raw, sent := s.sentResults(without), s.sentResults(with)
	saved := 0
	for id, n := range raw {
		if now, ok := sent[id]; ok { // else the agent has compacted its context before
			saved += n - now
		}
	}
	s.t.Logf("stats: %d tokens saved, requests have %d less", stats.Total.Saved, saved)
	if off := float64(stats.Total.Saved - saved); off > 0.03*float64(saved) || -off > 0.03*float64(saved) {
		s.t.Errorf("stats: %d tokens saved, but requests have %d less\n%s", stats.Total.Saved, saved, out)
	}
}

// sentResults returns the tokens of each result in requests, by the call.
func (s *site) sentResults(phases []phase) map[string]int {
	count, err := tokens.Get(tokens.O200kBase)
	if err != nil {
		s.t.Fatal(err)
	}
	defer tokens.Put(count)
	all := map[string]int{}
	for _, p := range phases {
		for _, q := range p.requests {
			for _, r := range q.Results() {
				id := r.ID[max(0, strings.LastIndexAny(r.ID, "cs")):] // agents put words before call_001 and sub_001
				if _, seen := all[id]; !seen && r.Text != "" {
					all[id] = count.CountString(tidy(r).Text)
				}
			}
		}
	}
	return all
}
