package replay

import (
	"strings"
	"testing"
)

func TestPriceOf(t *testing.T) {
	p := DefaultPrices()
	if p.Date == "" || p.Source == "" || p.Currency != "USD" {
		t.Errorf("the table doesn't say where it comes from: %q, %q, %q", p.Date, p.Source, p.Currency)
	}
	for model, want := range map[string]string{
		"claude-opus-4-5-20251101":                   "claude-opus-4-5",
		"claude-opus-4-20250514":                     "claude-opus-4",
		"us.anthropic.claude-sonnet-4-20250514-v1:0": "claude-sonnet-4",
		"claude-sonnet-4.6":                          "claude-sonnet-4-6",
		"openrouter/anthropic/claude-sonnet-4.5":     "claude-sonnet-4-5",
		"claude-sonnet-4-9":                          "default", // a version that the table doesn't know
		"gpt-5.4":                                    "gpt-5.4",
		"gpt-5.4-mini-2026-03-01":                    "gpt-5.4-mini",
		"gpt-5.9":                                    "default",
		"gpt-5":                                      "gpt-5",
		"gpt-5-2025-08-07":                           "gpt-5",
		"gpt-50":                                     "default",
		"":                                           "default",
		"llama-of-mine":                              "default",
	} {
		if _, got := p.Of(model); got != want {
			t.Errorf("%q is priced as %s, want %s", model, got, want)
		}
	}
}

func TestReadPrices(t *testing.T) {
	p, err := ReadPrices(strings.NewReader("date = \"2026-01-01\"\n[default]\ninput = 1\ncached = " +
		"0.5\n[models]\n\"x\" = {input = 2, cached = 1}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got, entry := p.Of("x-2"); entry != "default" || got.Input != 1 || p.Currency != "USD" {
		t.Errorf("x-2 is priced as %s, %v", entry, got)
	}
	for text, want := range map[string]string{
		"defualt = 3":              `unknown key "defualt"`,
		"[default]\ninput = -1":    "price -1: want 0 or more",
		"[models.x]\ncached = nan": `model "x": price NaN`,
		"[models.x]\noutput = 3":   `unknown key "models.x.output"`,
		"input":                    "reading prices: ",
	} {
		if _, err := ReadPrices(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q in it", text, err, want)
		}
	}
}

func TestPerToken(t *testing.T) {
	p := Price{Input: 3, Cached: 0.3}
	for later, want := range map[int]float64{0: 0, 1: 3, 2: 3.3, 11: 6} {
		if got := p.perToken(later) * 1e6; got < want-1e-9 || got > want+1e-9 {
			t.Errorf("%d requests later: %v, want %v", later, got, want)
		}
	}
}
