package result

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestSavings(t *testing.T) {
	tests := []struct {
		llm, ui, saved int
		percent        float64
	}{
		{0, 0, 0, 0},
		{48, 2450, 2402, 98},
		{10, 10, 0, 0},
		{0, 10, 10, 100},
		{1, 3, 2, 66.7},
		{1999, 2000, 1, 0.1}, // 0.05 rounds up
		{2, 3, 1, 33.3},
	}
	for _, tt := range tests {
		m := mustNew(t, Parts{Metadata: Metadata{LLMTokens: tt.llm, UITokens: tt.ui, SavingsTokens: 99,
			SavingsPercent: 99}}).Metadata()
		if m.SavingsTokens != tt.saved || m.SavingsPercent != tt.percent {
			t.Errorf("%d of %d: saved %d, %v%%, want %d, %v%%", tt.llm, tt.ui, m.SavingsTokens, m.SavingsPercent,
				tt.saved, tt.percent)
		}
	}
}

func TestMetadataJSON(t *testing.T) {
	const empty = `{"files":[],"data":{},"strategy":"","level":"","budget":0,"encoding":"","llm_tokens":0,"ui_tokens` +
		`":0,` +
		`"savings_tokens":0,"savings_percent":0.0,"shown":[],"omissions":[],"sources":[],"warnings":[]}`
	full := Metadata{
		Files: []string{"b", "a"}, Data: map[string]int64{"z": 1 << 62, "a": -1}, Strategy: "search", Level: "minimal",
		Budget: 60, Encoding: "o200k_base", LLMTokens: 1, UITokens: 3, SavingsTokens: 2, SavingsPercent: 66.7,
		Shown: [][2]int{{1, 1}}, Omissions: []Omission{{Kind: "match", Count: 2}}, Warnings: []string{"a < b"},
		Approximate: true,
	}
	const fullJSON = `{"files":["b","a"],"data":{"a":-1,"z":4611686018427387904},"strategy":"search","level":"minima` +
		`l","budget":60,` +
		`"encoding":"o200k_base","llm_tokens":1,"ui_tokens":3,"savings_tokens":2,"savings_percent":66.7,"shown":[[1,` +
		`1]],` +
		`"omissions":[{"kind":"match","count":2}],"sources":[],"warnings":["a < b"],"approximate":true}`
	tests := []struct {
		name string
		m    Metadata
		want string
	}{{"empty", Metadata{}, empty}, {"full", full, fullJSON}}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := appendJSON(nil, metadataRecord(tt.m))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, string(got)); diff != "" {
				t.Errorf("JSON mismatch (-want +got):\n%s", diff)
			}
			var back metadataRecord
			if err := json.Unmarshal(got, &back); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.m, Metadata(back).clone()); diff != "" {
				t.Errorf("round trip mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestMergeShown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) [2]int {
			return [2]int{rapid.IntRange(-2, 60).Draw(t, "first"), rapid.IntRange(-2, 60).Draw(t, "last")}
		}), 0, 12).Draw(t, "ranges")
		want := map[int]bool{}
		for _, r := range in {
			for n := r[0]; r[0] >= 1 && n <= r[1]; n++ {
				want[n] = true
			}
		}
		before := append([][2]int(nil), in...)
		out := MergeShown(in)
		if diff := cmp.Diff(before, append([][2]int(nil), in...)); diff != "" {
			t.Fatalf("the input changed (-before +after):\n%s", diff)
		}
		got := map[int]bool{}
		for _, r := range out {
			for n := r[0]; n <= r[1]; n++ {
				got[n] = true
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("lines of %v mismatch (-want +got):\n%s", out, diff)
		}
		if _, err := New(Parts{Metadata: Metadata{Shown: out}}); err != nil {
			t.Fatalf("New refuses %v: %v", out, err)
		}
	})
}
