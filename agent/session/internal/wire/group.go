package wire

import "strings"

// A group is a part of a conversation as providers divide it: the parts of one response, the results of its calls, or
// the user's texts. Exactly one of its lists isn't empty.
type group struct {
	said    []Entry // texts, reasoning and calls
	outputs []Entry
	user    []string
}

// groups divides a conversation into groups. Entries that no model sees, and blank texts of the user, are left out.
func groups(entries []Entry) []group {
	var out []group
	for _, e := range entries {
		if e.Kind == KindNone || e.Kind == KindUser && blank(e.Text) {
			continue
		}
		if len(out) == 0 || !out[len(out)-1].takes(e) {
			out = append(out, group{})
		}
		out[len(out)-1].add(e)
	}
	return out
}

// takes reports whether an entry belongs to the group.
func (g *group) takes(e Entry) bool {
	switch e.Kind {
	case KindUser:
		return g.user != nil
	case KindOutput:
		return g.outputs != nil
	default:
		return g.said != nil && g.said[0].Response == e.Response
	}
}

func (g *group) add(e Entry) {
	switch e.Kind {
	case KindUser:
		g.user = append(g.user, e.Text)
	case KindOutput:
		g.outputs = append(g.outputs, e)
	default:
		g.said = append(g.said, e)
	}
}

func blank(s string) bool { return strings.TrimSpace(s) == "" }
