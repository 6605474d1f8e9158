package replay

import "encoding/json"

// bounds returns the range that a call's arguments ask for, by the names that reading tools use:
//
//	{"file_path":"main.go","offset":200,"limit":50}
func bounds(args []byte) (offset, limit int) {
	var a struct {
		Offset int `json:"offset"`
		Limit  int `json:"limit"`
	}
	_ = json.Unmarshal(args, &a) // arguments of other shapes have no range
	return a.Offset, a.Limit
}
