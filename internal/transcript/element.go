package transcript

import (
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// element reads one record of a document; the first of a known kind decides what document it is.
func (r *reader) element(dec *decoder, key string, members, v jsontext.Value) error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	r.stats.Records++
	if *dec == nil {
		format, err := formatOfElement(key, v)
		if err != nil {
			return err
		}
		if format == "" {
			r.stats.unknown(key + " element")
			return nil
		}
		h := head{}
		if err := json.Unmarshal(members, &h, tolerant...); err != nil {
			h = head{}
		}
		h.Steps = key
		session := r.name
		if r.docs > 0 {
			session = fmt.Sprintf("%s#%d", r.name, r.docs+1)
		}
		if r.stats.Format == "" {
			r.stats.Format = format
		}
		*dec = r.decoder(format, session, &h)
	}
	return (*dec).record(v)
}

func formatOfElement(key string, v jsontext.Value) (Format, error) {
	if v.Kind() == '[' && key == "history" {
		return OpenHands, nil // pairs of an action and what was observed
	}
	if v.Kind() != '{' {
		return "", nil
	}
	var f face
	if err := json.Unmarshal(v, &f, tolerant...); err != nil {
		return "", err
	}
	switch key {
	case "steps":
		if len(f.StepID) > 0 || len(f.Source) > 0 {
			return ATIF, nil
		}
	case "messages":
		if len(f.Info) > 0 && f.Parts.Kind() == '[' {
			return OpenCode, nil
		}
	case "trajectory":
		if len(f.Action) > 0 || len(f.Observed) > 0 {
			return SWEAgent, nil
		}
	case "history":
		if len(f.Role) > 0 {
			return SWEAgent, nil
		}
		if len(f.Action) > 0 || len(f.Observed) > 0 || openHandsKinds[stringOf(f.Kind)] {
			return OpenHands, nil
		}
	}
	return "", nil
}
