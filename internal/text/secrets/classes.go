package secrets

import (
	"regexp/syntax"
	"unicode/utf8"
)

// maxSets is how many different sets of characters a pattern may have.
const maxSets = 64

// classify finds the sets of characters of the pattern and the classes of bytes.
func (a *automaton) classify() bool {
	a.set = make([]uint8, len(a.prog.Inst))
	ids := map[string]uint8{}
	var sets []*syntax.Inst
	for pc := range a.prog.Inst {
		inst := &a.prog.Inst[pc]
		if !takes(inst.Op) {
			continue
		}
		key := string(append([]rune{rune(inst.Op)}, inst.Rune...)) // (?i) is in the runes, or changes the key
		if inst.Op == syntax.InstRune && syntax.Flags(inst.Arg)&syntax.FoldCase != 0 {
			key += "i"
		}
		id, ok := ids[key]
		if !ok {
			if len(sets) == maxSets {
				return false
			}
			id = uint8(len(sets))
			ids[key], sets = id, append(sets, inst)
		}
		a.set[pc] = id
	}
	type class struct {
		in     uint64
		unsure bool
	}
	classes := map[class]uint8{}
	for c := range 256 {
		k := class{unsure: c >= utf8.RuneSelf}
		for i, inst := range sets {
			if !k.unsure && inst.MatchRune(rune(c)) || k.unsure && mayStart(inst, byte(c)) {
				k.in |= 1 << i
			}
		}
		id, ok := classes[k]
		if !ok {
			id = uint8(len(classes))
			classes[k] = id
			a.in, a.unsure = append(a.in, k.in), append(a.unsure, k.unsure)
		}
		a.class[c] = id
	}
	return true
}

// takes reports whether an instruction takes a character.
func takes(op syntax.InstOp) bool {
	return op == syntax.InstRune || op == syntax.InstRune1 || op == syntax.InstRuneAny ||
		op == syntax.InstRuneAnyNotNL
}

// mayStart reports whether a byte above 127 may be the first one of a character that an instruction takes.
func mayStart(inst *syntax.Inst, c byte) bool {
	if inst.MatchRune(utf8.RuneError) || inst.MatchRune('é') {
		return true
	}
	return isFold(c) && (inst.MatchRune('\u017f') || inst.MatchRune('\u212a'))
}

// isFold reports whether a byte is the first one of ſ or of the sign for Kelvin, which (?i) takes for s and k.
func isFold(c byte) bool { return c == "\u017f"[0] || c == "\u212a"[0] }
