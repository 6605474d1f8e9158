package secrets

import (
	"regexp/syntax"
	"sync"
	"sync/atomic"
)

// An automaton finds the end of the match that package regexp would find: the first one in the order of the pattern's
// alternatives, from the start of a text. It reads each byte once and looks up the next state, some 20 times faster
// than regexp. States are made when a text first leads to them, and kept.
//
// It knows bytes below 128. If another one matters, as the long s of "(?i)s" does, it isn't sure, and regexp is asked.
// Conditions between two characters, such as \b, are left out: the automaton then finds more than regexp, which has the
// last word. Several goroutines may use one at once.
type automaton struct {
	prog   *syntax.Prog
	set    []uint8    // by instruction: the set of characters that it takes
	class  [256]uint8 // by byte: bytes of a class are in the same sets
	in     []uint64   // by class: the sets that it is in
	unsure []bool     // by class: of bytes that may start a character of these sets, or not
	after  *following // must follow the match
	start  *state
	mu     sync.Mutex // guards all
	all    map[string]*state
}

// maxStates is the largest number of states; the largest pattern has 2,000. What needs more is asked of regexp.
const maxStates = 4096

// A state is the set of open ways through a pattern, in the order in which regexp prefers them.
type state struct {
	ways  []uint32 // instructions that take a character
	done  int      // ways before the one that is at the end of the pattern; -1 if none is
	above atomic.Pointer[state]
	next  []atomic.Pointer[state] // by class
}

// notSure is the state in which nothing is known.
var notSure = &state{done: -1}

// newAutomaton returns the automaton of a pattern, nil if it can't have one.
func newAutomaton(re *syntax.Regexp, after *following) *automaton {
	prog, err := syntax.Compile(re.Simplify())
	if err != nil {
		return nil
	}
	a := &automaton{prog: prog, after: after, all: map[string]*state{}}
	if !a.classify() {
		return nil
	}
	a.start = a.stateOf(a.add(nil, uint32(prog.Start), make(visited, len(prog.Inst))))
	return a
}

// add appends the ways that an instruction leads to.
func (a *automaton) add(ways []uint32, pc uint32, seen visited) []uint32 {
	if !seen.visit(pc) || a.isCut(ways) {
		return ways
	}
	switch inst := &a.prog.Inst[pc]; inst.Op {
	case syntax.InstAlt, syntax.InstAltMatch:
		return a.add(a.add(ways, inst.Out, seen), inst.Arg, seen)
	case syntax.InstCapture, syntax.InstNop, syntax.InstEmptyWidth:
		return a.add(ways, inst.Out, seen)
	case syntax.InstFail:
		return ways
	}
	return append(ways, pc)
}

// isCut reports whether the last way is at the end, and anything may follow it: the ways after it are lost.
func (a *automaton) isCut(ways []uint32) bool {
	return a.after == nil && len(ways) > 0 && a.prog.Inst[ways[len(ways)-1]].Op == syntax.InstMatch
}

// stateOf is the state with these ways.
func (a *automaton) stateOf(ways []uint32) *state {
	key := make([]byte, 0, 4*len(ways))
	for _, pc := range ways {
		key = append(key, byte(pc), byte(pc>>8), byte(pc>>16), byte(pc>>24))
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if s := a.all[string(key)]; s != nil {
		return s
	}
	if len(a.all) == maxStates {
		return notSure
	}
	s := &state{ways: ways, done: -1, next: make([]atomic.Pointer[state], len(a.in))}
	for i, pc := range ways {
		if a.prog.Inst[pc].Op == syntax.InstMatch {
			s.done = i
		}
	}
	a.all[string(key)] = s
	return s
}

// step returns the state after a byte of a class.
func (a *automaton) step(s *state, class uint8) *state {
	seen := make(visited, len(a.prog.Inst))
	var ways []uint32
	next := (*state)(nil)
	for i, pc := range s.ways {
		if i == s.done || a.in[class]>>a.set[pc]&1 == 0 {
			continue
		}
		if a.unsure[class] {
			next = notSure
			break
		}
		ways = a.add(ways, a.prog.Inst[pc].Out, seen)
	}
	if next == nil {
		next = a.stateOf(ways)
	}
	s.next[class].Store(next)
	return next
}

// preferred is a state without the ways that regexp likes less than the one that is at the end.
func (a *automaton) preferred(s *state) *state {
	above := s.above.Load()
	if above == nil {
		above = a.stateOf(s.ways[:s.done:s.done])
		s.above.Store(above)
	}
	return above
}

// end returns the end of the match in a text, -1 for none. If it isn't sure, the result means nothing.
func (a *automaton) end(text []byte) (end int, sure bool) {
	end = -1
	s := a.start
	for i := 0; ; i++ {
		if s.done >= 0 {
			switch a.after.at(text, i) {
			case yes:
				end = i
				s = a.preferred(s)
			case perhaps:
				return -1, false
			}
		}
		if len(s.ways) == 0 || i == len(text) {
			return end, s != notSure
		}
		next := s.next[a.class[text[i]]].Load()
		if next == nil {
			next = a.step(s, a.class[text[i]])
		}
		s = next
	}
}

// visited marks the visited instructions.
type visited []bool

func (v visited) visit(pc uint32) bool {
	was := v[pc]
	v[pc] = true
	return !was
}
