package score

import (
	"fmt"
	"strconv"
)

// Fixed is a number with four decimals in JSON, so that a report's bytes depend on nothing but its figures.
type Fixed float64

// MarshalJSON implements [json.Marshaler].
func (f Fixed) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(f), 'f', 4, 64), nil
}

// FixedOrNull is a figure that may be missing.
func FixedOrNull(v *float64) any {
	if v == nil {
		return nil
	}
	return Fixed(*v)
}

// Percent prints a share in percent without the sign, "-" for none.
func Percent(v *float64) string {
	if v == nil {
		return "-"
	}
	return fmt.Sprintf("%.1f", *v*100)
}
