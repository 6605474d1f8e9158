package cost

import (
	"math"
	"strconv"
	"strings"
)

// Prices are the prices of a million tokens, in millionths of a US dollar. They are whole numbers, so that the sums of
// parts equal the sum of all.
type Prices struct {
	Input      int64 // tokens that no cache has
	CacheWrite int64 // tokens that are written into the prompt cache
	CacheRead  int64 // tokens that are read from it
	Output     int64 // tokens that the model writes
	Window     int64 // tokens that a context of the model can have; 0 if it isn't set. It isn't a price
}

// Of returns the price of the tokens of requests: those that no cache had, read from a cache, written into it, and
// written by the model.
func (p Prices) Of(input, read, written, output int64) Amount {
	return Amount(input*p.Input + read*p.CacheRead + written*p.CacheWrite + output*p.Output)
}

// MaxPrice is the highest price of a million tokens.
const MaxPrice = 1_000_000 * Dollar

// Dollar is a US dollar in the unit of [Prices].
const Dollar int64 = 1_000_000

// DefaultPrice is the price of a million input tokens if the user has set none: 3 dollars, the list price of
// Anthropic's models of the middle size since 2024.
const DefaultPrice = 3 * Dollar

// PricesOf returns the prices that follow from that of an input token by the ratios of the model. They replace those
// that a user leaves out.
func (m Model) PricesOf(input int64) Prices {
	times := func(ratio float64) int64 { return int64(math.Round(float64(input) * ratio)) }
	return Prices{Input: input, CacheWrite: times(m.Write), CacheRead: times(m.Read), Output: times(m.Output)}
}

// An Amount of money is in millionths of a millionth of a dollar: the price of a token, as exact as [Prices] are.
type Amount int64

// unit is a dollar.
const unit = 1_000_000_000_000

// String returns the amount in dollars, exactly: "0.6123", "-12", "0".
func (a Amount) String() string {
	sign, n := "", uint64(a)
	if a < 0 {
		sign, n = "-", -n
	}
	text := sign + strconv.FormatUint(n/unit, 10)
	if part := n % unit; part > 0 {
		digits := strconv.FormatUint(unit+part, 10)[1:]
		text += "." + strings.TrimRight(digits, "0")
	}
	return text
}

// MarshalJSON writes the amount as a number of dollars with all its digits.
func (a Amount) MarshalJSON() ([]byte, error) { return []byte(a.String()), nil }

// Savings are the tokens that a session didn't need, and the tokens that it paid for that.
type Savings struct {
	LeftOut       int64 // tokens of outputs that their texts omitted; below zero if a text was longer
	Reread        int64 // the sum over later requests of the tokens that they didn't have to read from the cache
	Refetches     int64 // calls that fetched omitted parts
	RefetchTokens int64 // tokens that these calls returned
}

// Saved returns the money that savings are worth:
//
//	(left out - refetched) * cache write + reread * cache read - refetches * Call * output
//
// It is linear, so that the amounts of groups add up to that of all. Other costs of a re-fetch aren't known here: the
// extra request also read its context from the cache. The result is limited to 9 million dollars, the range of Amount.
func (m Model) Saved(p Prices, s Savings) Amount {
	call := int64(math.Round(m.Call))
	sum := float64(s.LeftOut-s.RefetchTokens)*float64(p.CacheWrite) + float64(s.Reread)*float64(p.CacheRead) -
		float64(s.Refetches)*float64(call)*float64(p.Output)
	const edge = 9e18 // below the limit of an int64 by more than the error of a float64
	if sum >= edge || sum <= -edge {
		return Amount(math.Copysign(edge, sum))
	}
	return Amount((s.LeftOut-s.RefetchTokens)*p.CacheWrite + s.Reread*p.CacheRead - s.Refetches*call*p.Output)
}
