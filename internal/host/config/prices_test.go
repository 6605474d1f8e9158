package config_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/measure/cost"
)

func TestPrices(t *testing.T) {
	const dollar = cost.Dollar
	standard := cost.Prices{Input: 3 * dollar, CacheWrite: 3_750_000, CacheRead: 300_000, Output: 15 * dollar}
	for _, c := range []struct {
		name, user string
		price      string
		want       cost.Prices
	}{
		{"none", "", "default", standard},
		{"another default", "[prices.default]\ninput = 1\n", "default",
			cost.Prices{Input: dollar, CacheWrite: 1_250_000, CacheRead: 100_000, Output: 5 * dollar}},
		{"chosen", "[cost]\nprice = \"my model\"\n[prices.\"my model\"]\noutput = 8.5\ninput = 2.0\ncache_write = 0\n",
			"my model", cost.Prices{Input: 2 * dollar, CacheRead: 200_000, Output: 8_500_000}},
		{"a window", "[prices.default]\ninput = 1\nwindow = 1_000_000\n", "default",
			cost.Prices{Input: dollar, CacheWrite: 1_250_000, CacheRead: 100_000, Output: 5 * dollar,
				Window: 1_000_000}},
		{"not chosen", "[prices.free]\ninput = 0\n", "default", standard},
		{"default by name", "[cost]\nprice = \"default\"\n", "default", standard},
		{"millionths", "[prices.default]\ninput = 0.1\ncache_read = 0.0000014\n", "default",
			cost.Prices{Input: 100_000, CacheWrite: 125_000, CacheRead: 1, Output: 500_000}},
	} {
		s, err := newPlace(t, "", c.user, nil).load()
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		name, p := s.EffectivePrices()
		if name != c.price || p != c.want {
			t.Errorf("%s: %q %+v, want %q %+v", c.name, name, p, c.price, c.want)
		}
	}
}

func TestBadPrices(t *testing.T) {
	for text, want := range map[string]string{
		"[prices.x]\ninput = \"3\"\n":           `prices.x.input: value "3": want dollars for a million tokens, from 0`,
		"[prices.x]\ninput = -1\n":              "prices.x.input: value -1: want dollars",
		"[prices.x]\ninput = nan\n":             "value NaN: want dollars",
		"[prices.x]\ninput = inf\n":             "value +Inf: want dollars",
		"[prices.x]\ninput = 1000001\n":         "from 0 to 1000000",
		"[prices.x]\noutput = 3\n":              "prices.x: input is missing",
		"[prices.x]\ninput = 3\nwindow = 0.2\n": "x.window: value 0.2: want tokens, from 1000 to 1000000000",
		"[prices.x]\nwindow = 999\n":            "x.window: value 999: want tokens",
		"[prices.x]\ncached = 3\n":              "unknown key: want cache_read, cache_write, input, output, window",
		"[prices]\nx = 3\n":                     "prices.x: want a table",
		"[cost]\nprice = 3\n":                   "cost.price: value 3: want the name",
		"[cost]\nprice = \"opus\"\n":            "cost.price: there is no table [prices.opus]: want default",
		"[cost]\nprices = \"x\"\n":              "cost.prices: unknown key: did you mean price?",
		"cost.price = \"a\"\nprices.b.input=1":  "there is no table [prices.a]: want b, default",
	} {
		if _, err := newPlace(t, "", text, nil).load(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
	for _, text := range []string{"[prices.x]\ninput = 1\n", "[cost]\nprice = \"default\"\n"} {
		_, err := newPlace(t, text, "", nil).load()
		if err == nil || !strings.Contains(err.Error(), "only the user's own file sets prices") {
			t.Errorf("%q of a project: error %v", text, err)
		}
	}
}

// TestPriceEntries: the prices that hold are listed, and others that a file sets, each with its source.
func TestPriceEntries(t *testing.T) {
	const user = "[cost]\nprice = \"b\"\n[prices.b]\ninput = 2.5\n[prices.\"a c\"]\ninput = 1\noutput = 4\n"
	p := newPlace(t, "", user, nil)
	s, err := p.load()
	if err != nil {
		t.Fatal(err)
	}
	var got []config.Entry
	for _, e := range s.Entries() {
		if strings.HasPrefix(e.Key, "prices.") || e.Key == "cost.price" {
			got = append(got, e)
		}
	}
	want := []config.Entry{
		{Key: "cost.price", Value: "b", Source: p.user},
		{Key: `prices."a c".cache_read`, Value: "0.1", Source: config.FromDefault},
		{Key: `prices."a c".cache_write`, Value: "1.25", Source: config.FromDefault},
		{Key: `prices."a c".input`, Value: "1", Source: p.user},
		{Key: `prices."a c".output`, Value: "4", Source: p.user},
		{Key: "prices.b.cache_read", Value: "0.25", Source: config.FromDefault},
		{Key: "prices.b.cache_write", Value: "3.125", Source: config.FromDefault},
		{Key: "prices.b.input", Value: "2.5", Source: p.user},
		{Key: "prices.b.output", Value: "12.5", Source: config.FromDefault},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("entries (-want +got)\n%s", diff)
	}
}
