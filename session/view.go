package session

// ViewOptions says what a model is told. Nil is the zero ViewOptions.
type ViewOptions struct {
	Mask *Mask // which results are replaced by a line; nil is none
	// Model is the model that is asked. Reasoning that another model is known to have thought is left out, since it would
	// be refused. "" leaves out none.
	Model string
}

// View is what a model is told of a conversation: what stands behind the last epoch, and the text of that, repaired. It is
// a pure function of the items and the options, so that the start of a request stays the same, and in the provider's
// cache, while a conversation grows.
type View struct{ entries []Entry }

// NewView makes the view of items in the order of their log. It doesn't change them.
func NewView(items []Item, o *ViewOptions) View {
	if o == nil {
		o = &ViewOptions{}
	}
	items = Repair(items)
	for i := len(items) - 1; i > 0; i-- {
		if items[i].Kind == KindEpoch {
			items = items[i:]
			break
		}
	}
	entries := ForModel(items)
	if o.Mask != nil {
		o.Mask.apply(entries, items)
	}
	v := View{entries: entries[:0]}
	for _, e := range entries {
		if e.Kind == KindReasoning && o.Model != "" && e.Thought.Model != "" && e.Thought.Model != o.Model {
			e.Thought = &Reasoning{Provider: e.Thought.Provider} // a gap, so that what hangs on it is known
		}
		v.entries = append(v.entries, e)
	}
	return v
}
