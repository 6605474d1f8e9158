package config

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/measure/cost"
)

// defaultPrice names the prices that apply if no others are chosen. A file may change them.
const defaultPrice = "default"

// A priceField is a key of a table [prices.NAME].
type priceField struct {
	name string
	of   func(*cost.Prices) *int64
}

// priceFields are in the order in which errors list them.
var priceFields = []priceField{
	{"cache_read", func(p *cost.Prices) *int64 { return &p.CacheRead }},
	{"cache_write", func(p *cost.Prices) *int64 { return &p.CacheWrite }},
	{"input", func(p *cost.Prices) *int64 { return &p.Input }},
	{"output", func(p *cost.Prices) *int64 { return &p.Output }},
}

// priceKeys returns the keys of the table of one model's prices, [prices.NAME].
func priceKeys(name string) []fileKey {
	var keys []fileKey
	for _, f := range priceFields {
		keys = append(keys, fileKey{f.name, priceKey(name, f.name), func(s *Settings, v any) error {
			n, err := price(v)
			p := s.Prices[name]
			*f.of(&p) = n
			s.Prices[name] = p
			return err
		}})
	}
	return append(keys, fileKey{windowKey, priceKey(name, windowKey), func(s *Settings, v any) error {
		n, _ := v.(int64)
		if n < minWindow || n > maxWindow {
			return fmt.Errorf("value %s: want tokens, from %d to %d", shown(v), minWindow, maxWindow)
		}
		p := s.Prices[name]
		p.Window = n
		s.Prices[name] = p
		return nil
	}})
}

// The window of a model is in the table of its prices.
const (
	windowKey = "window"
	minWindow = 1000
	maxWindow = 1_000_000_000
)

// costKeys are the keys of [cost].
var costKeys = []fileKey{
	{"price", "cost.price", func(s *Settings, v any) error {
		name, _ := v.(string)
		if name == "" {
			return fmt.Errorf("value %s: want the name of a table of prices", shown(v))
		}
		s.Price = name
		return nil
	}},
}

// price reads dollars for a million tokens, and returns millionths of a dollar.
func price(v any) (int64, error) {
	var dollars float64
	switch n := v.(type) {
	case int64:
		dollars = float64(n)
	case float64:
		dollars = n
	default:
		return 0, errPrice(v)
	}
	millionths := math.Round(dollars * float64(cost.Dollar))
	if !(millionths >= 0 && millionths <= float64(cost.MaxPrice)) { // this form is false for NaN
		return 0, errPrice(v)
	}
	return int64(millionths), nil
}

func errPrice(v any) error {
	return fmt.Errorf("value %s: want dollars for a million tokens, from 0 to %d", shown(v), cost.MaxPrice/cost.Dollar)
}

// fillPrices completes the prices once a file is read: those that it leaves out follow from that of an input token.
func (s *Settings) fillPrices(f settingsFile) error {
	for _, name := range sortedKeys(s.Prices) {
		p := s.Prices[name]
		if s.Source(priceKey(name, "input")) != f.path {
			return fmt.Errorf("%s: prices.%s: input is missing: want dollars for a million tokens",
				f.path, quoteKey(name))
		}
		full := cost.Default().PricesOf(p.Input)
		for _, k := range priceFields {
			if s.Source(priceKey(name, k.name)) == FromDefault {
				*k.of(&p) = *k.of(&full)
			}
		}
		s.Prices[name] = p
	}
	if _, ok := s.Prices[s.Price]; s.Price != "" && !ok && s.Price != defaultPrice {
		names := append(sortedKeys(s.Prices), defaultPrice)
		slices.Sort(names)
		return fmt.Errorf("%s: cost.price: there is no table [prices.%s]: want %s",
			f.path, quoteKey(s.Price), strings.Join(slices.Compact(names), ", "))
	}
	return nil
}

// EffectivePrices returns the prices that savings are computed with, and their name.
func (s *Settings) EffectivePrices() (name string, p cost.Prices) {
	if name = s.Price; name == "" {
		name = defaultPrice
	}
	p, ok := s.Prices[name]
	if !ok {
		p = cost.Default().PricesOf(cost.DefaultPrice)
	}
	return name, p
}

// priceKey returns a key of a table of prices, such as "prices.default.input".
func priceKey(name, field string) string { return fmt.Sprintf("prices.%s.%s", quoteKey(name), field) }

// priceEntries lists the name of the chosen prices, these prices, and others that a file sets, in dollars for a million
// tokens.
func (s *Settings) priceEntries() []Entry {
	effective, p := s.EffectivePrices()
	all := map[string]cost.Prices{effective: p}
	for name, p := range s.Prices {
		all[name] = p
	}
	list := []Entry{{Key: "cost.price", Value: effective}}
	for _, name := range sortedKeys(all) {
		p := all[name]
		for _, f := range priceFields {
			dollars := float64(*f.of(&p)) / float64(cost.Dollar)
			list = append(list, Entry{
				Key: priceKey(name, f.name), Value: strconv.FormatFloat(dollars, 'f', -1, 64),
			})
		}
		if p.Window > 0 {
			list = append(list, Entry{Key: priceKey(name, windowKey), Value: strconv.FormatInt(p.Window, 10)})
		}
	}
	return list
}
