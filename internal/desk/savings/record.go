package savings

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"

	"github.com/toktee/toktee/internal/measure/cost"
	"github.com/toktee/toktee/internal/text/words"
)

// A priceRecord is the prices in a report's JSON, in dollars for a million tokens.
type priceRecord struct {
	Name       string  `json:"name"`
	Input      float64 `json:"input"`
	CacheWrite float64 `json:"cache_write"`
	CacheRead  float64 `json:"cache_read"`
	Output     float64 `json:"output"`
}

func recordOf(p Prices) priceRecord {
	dollars := func(n int64) float64 { return float64(n) / float64(cost.Dollar) }
	return priceRecord{p.Name, dollars(p.Input), dollars(p.CacheWrite), dollars(p.CacheRead), dollars(p.Output)}
}

// JSON writes the report as one object, indented.
func (r *Report) JSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}

// csvHeader are the columns of CSV: the keys of JSON.
var csvHeader = []string{
	"value", "calls", "raw_tokens", "given_tokens", "regrets", "regretted_tokens", "saved_tokens", "saved_percent",
	"cost_saved_usd", "reread_tokens", "failed", "unknown", "fallbacks", "passed", "bytes",
}

// CSV writes a header with the names of the columns, then a line for each group. Control characters in values become
// blanks.
func (r *Report) CSV(w io.Writer) error {
	out := csv.NewWriter(w)
	if err := out.Write(csvHeader); err != nil {
		return err
	}
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	for i := range r.Groups {
		f := &r.Groups[i]
		err := out.Write([]string{
			words.Printable(f.Value), number(f.Calls), number(f.Raw), number(f.Given), number(f.Refetches),
			number(f.RefetchTokens), number(f.Saved), strconv.FormatFloat(f.SavedPercent, 'f', 1, 64),
			f.CostSaved.String(), number(f.Reread), number(f.Failed), number(f.Unknown), number(f.Fallbacks),
			number(f.Passed), number(f.Bytes),
		})
		if err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
