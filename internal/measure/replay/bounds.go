package replay

import "encoding/json"

// bounds are the range that a call's arguments ask for, as reading tools have it.
func bounds(args []byte) (offset, limit int) {
	var a struct {
		Offset int `json:"offset"`
		Limit  int `json:"limit"`
	}
	_ = json.Unmarshal(args, &a) // arguments of other shapes have no range
	return a.Offset, a.Limit
}
