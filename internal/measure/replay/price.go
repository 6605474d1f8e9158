package replay

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

//go:embed prices.toml
var defaultPrices string

// A Price is the price of a million tokens, in the table's currency.
type Price struct {
	Input  float64 `toml:"input"`
	Cached float64 `toml:"cached"`
}

// Prices is a price table. Costs are estimates. Tokens are counted by one vocabulary for all models. Discounts, higher
// prices of long contexts and of writing to a cache are left out, and a cache may have lapsed.
type Prices struct {
	Date     string           `toml:"date"`
	Source   string           `toml:"source"`
	Currency string           `toml:"currency"`
	Default  Price            `toml:"default"` // of models that aren't listed
	Models   map[string]Price `toml:"models"`
}

// DefaultPrices returns the built-in table.
func DefaultPrices() *Prices {
	p, err := ReadPrices(strings.NewReader(defaultPrices))
	if err != nil {
		panic(fmt.Sprintf("replay: the built-in price table: %v", err)) // a test reads it
	}
	return p
}

// ReadPrices reads a table: date, source, currency, [default] and [models."name"], each with input and cached.
func ReadPrices(r io.Reader) (*Prices, error) {
	var p Prices
	md, err := toml.NewDecoder(r).Decode(&p)
	if err != nil {
		return nil, fmt.Errorf("reading prices: %w", err)
	}
	if un := md.Undecoded(); len(un) > 0 {
		return nil, fmt.Errorf("reading prices: unknown key %q: want date, source, currency, default and models, "+
			"with input and cached", un[0])
	}
	if p.Currency == "" {
		p.Currency = "USD"
	}
	for name, price := range p.Models {
		if err := price.check(); err != nil {
			return nil, fmt.Errorf("reading prices: model %q: %w", name, err)
		}
	}
	if err := p.Default.check(); err != nil {
		return nil, fmt.Errorf("reading prices: default: %w", err)
	}
	return &p, nil
}

// check returns an error for a value that can't be a price.
func (p Price) check() error {
	for _, v := range []float64{p.Input, p.Cached} {
		if v < 0 || math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("price %v: want 0 or more for a million tokens", v)
		}
	}
	return nil
}

// Of returns the price of a model and the name of its entry. That is the longest name that occurs in the model's name,
// unless the model is another version of it. Without one, the entry is "default".
func (p *Prices) Of(model string) (Price, string) {
	model = normal(model)
	names := slices.SortedFunc(maps.Keys(p.Models), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b))
	})
	for _, name := range names {
		key := normal(name)
		if key == "" {
			continue
		}
		if _, rest, ok := strings.Cut(model, key); ok && !anotherVersion(rest) {
			return p.Models[name], name
		}
	}
	return p.Default, "default"
}

// normal spells models as one: Claude's are written with dots and with dashes.
func normal(s string) string {
	return strings.ReplaceAll(strings.ToLower(s), ".", "-")
}

// anotherVersion reports whether what follows a model's name is a further part of its version: "-1" is, the date
// "-20250514" and "-mini" aren't. A name that goes on with a letter or a digit is another name.
func anotherVersion(rest string) bool {
	if rest == "" {
		return false
	}
	if isIdent(rest[0]) {
		return true
	}
	digits := 0
	for digits+1 < len(rest) && isDigit(rest[digits+1]) {
		digits++
	}
	return rest[0] == '-' && (digits == 1 || digits == 2)
}

// perToken returns the cost of a token of a result: once as input, then from the cache with each later request.
func (p Price) perToken(later int) float64 {
	if later < 1 {
		return 0 // no request followed: it was never sent
	}
	return (p.Input + p.Cached*float64(later-1)) / 1e6
}
