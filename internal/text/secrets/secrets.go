// Package secrets finds secrets of well-known shapes in the outputs of programs, and replaces each by a mark that names
// its kind: keys and tokens of services, private keys, JSON web tokens.
//
//	var m secrets.Masker
//	text := m.Text([]byte("remote: https://ghp_...@github.com\n")) // and 36 letters and digits
//	// remote: https://[github token]@github.com
//
// The shapes are data (rules.go, made by internal/gen): the rules of gitleaks for a unique prefix or structure, some of
// the same kind from the documents of services, and weak ones, for texts that are secrets because of the words before
// them, such as passwords. docs/secrets.md lists the kinds that are found and those that aren't.
//
// # Guarantees
//
// A text keeps its lines. Marks replace secrets and nothing else. A masked text has no secret that would be masked
// again, unless two were directly next to each other. Equal secrets of a text have the same mark; different ones of a
// kind have different marks, up to 99 of them. A mark has at most as many bytes as its secret. The same text gives the
// same bytes, however it is cut into writes.
//
// # Limits and cost
//
// A secret has at most 8 KiB. A line of more than 64 KiB is read in parts, which end outside of secrets if there is
// such a place; a secret that is known by the words before it is missed if a part ends between them. A text without
// anything like a secret is read once, at some GB/s, and isn't copied. No known text takes more than 60 times as long:
// the text after a literal isn't read again for the next one. The first text costs 224 KiB and some 100 µs more, for
// the search table, the first one with a literal of a rule some 100 µs, and hostile ones up to 4 MB.
package secrets

import (
	"cmp"
	"slices"
)

// A Secret is a part of a line.
type Secret struct {
	Kind       string // the kind in the mark, such as "github token"
	Start, End int    // bytes of the line
}

// Find returns the secrets of a line, in their order. They don't overlap. The lines of a private key and those of
// a Kubernetes secret are found by a [Masker] alone, which knows the lines before.
func Find(line []byte) []Secret {
	return findIn(nil, line)
}

// findIn appends the secrets of a line.
func findIn(all []Secret, line []byte) []Secret {
	type candidate struct {
		Secret
		rule int
	}
	var found []candidate
	// The end of the secrets found so far, and of the weak ones. The bytes in one of them aren't searched, except that
	// those of a weak one may be of a more precise kind, as after "Authorization: Bearer".
	end, weakEnd := 0, 0
	var k known
	table().from(line, 0, func(at, rule int) bool {
		var s Secret
		ok, isWeak := false, rule >= 0 && rules[rule].weak
		switch {
		case rule == dataRule:
			for _, s := range dataIn(line, at, &k.kind) {
				found = append(found, candidate{s, rule})
			}
		case rule == keyRule:
			s, ok = keyIn(line, at, &k.key)
		case at >= end && (!isWeak || at >= weakEnd):
			s, ok = rules[rule].find(rule, line, at, &k)
		}
		if !ok {
			return true
		}
		found = append(found, candidate{s, rule})
		if isWeak {
			weakEnd = max(weakEnd, s.End)
		} else {
			end = max(end, s.End)
		}
		return true
	})
	slices.SortStableFunc(found, func(a, b candidate) int {
		return cmp.Or(a.Start-b.Start, a.rule-b.rule)
	})
	end = 0
	for _, c := range found {
		switch {
		case c.Start >= end:
			all = append(all, c.Secret)
		case c.End > end && slices.ContainsFunc(line[end:c.End], isWord): // of two that overlap, nothing is shown
			all[len(all)-1].End = c.End
		default:
			continue
		}
		end = c.End
	}
	return all
}
