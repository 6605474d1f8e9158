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
	var f face
	if v.Kind() == '{' && json.Unmarshal(v, &f, tolerant...) == nil {
		r.clock(&f)
	}
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

// formatOfElement is the format of a record that is an element of the array key, "" where its members don't show it.
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
	for _, form := range elementForms {
		if form.key == key && form.fits(&f) {
			return form.format, nil
		}
	}
	return "", nil
}

// elementForms are the forms of records in a document's arrays, tried in this order.
var elementForms = []struct {
	key    string
	format Format
	fits   func(f *face) bool
}{
	{"steps", ATIF, func(f *face) bool { return has(f.StepID) || has(f.Source) }},
	{"messages", OpenCode, (*face).isOpenCodeMessage},
	{"trajectory", SWEAgent, (*face).isActionOrObservation},
	{"history", SWEAgent, func(f *face) bool { return has(f.Role) }},
	{"history", OpenHands, (*face).isOpenHands},
}
