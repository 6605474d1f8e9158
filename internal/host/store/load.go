package store

import (
	"encoding/json"
	"fmt"

	"github.com/toktee/toktee/result"
)

// resultVersion is the newest version of a result that package result reads.
const resultVersion = 1

// Load decodes the record's result. The error is [ErrNewer] for a result of a newer toktee; any other error means that
// the record is damaged.
func (r *Record) Load() (result.ToolResult, error) {
	var res result.ToolResult
	if r.Newer > 0 {
		return res, fmt.Errorf("%w, in version %d", ErrNewer, r.Newer)
	}
	err := json.Unmarshal(r.Result, &res)
	if err == nil {
		return res, nil
	}
	var head struct {
		Version int `json:"schema_version"`
	}
	if json.Unmarshal(r.Result, &head) == nil && head.Version > resultVersion {
		return res, fmt.Errorf("%w: %w", ErrNewer, err)
	}
	return res, err
}
