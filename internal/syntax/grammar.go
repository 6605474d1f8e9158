//go:build cgo && !notreesitter

package syntax

import "sync"

// A grammar names the nodes of a language's syntax trees that are symbols, and the nodes to look into. The names of
// nodes and fields are those of the grammar's node-types.json.
type grammar struct {
	defs []def
	// walk are the node types to look into. All others are passed over, most function bodies among them.
	walk []string
	// wrap are node types to look into whose first line belongs to the definition inside: decorators, "export".
	wrap []string
}

// A def makes nodes of a type symbols.
type def struct {
	node string
	kind Kind
	// name is the field with the symbol's name, as "field.field" if it lies deeper. Without it, refine finds the name.
	name string
	// body is the field with the symbol's body, "body" if empty.
	body string
	// refine, if set, completes a symbol, or refuses it by returning false.
	refine refiner
}

// A refiner looks at the node of a symbol whose kind, name and lines are set as far as its [def] allows. The walker has
// the symbols found so far, and the text.
type refiner func(w *walker, n node, s *Symbol) bool

// compiled is a grammar with its node types resolved, made once for each language that is used.
type compiled struct {
	grammar
	lang    binding
	actions []action // by node type's number
}

// An action is what to do with a node, by its type: with define, def is the index in the grammar's defs.
type action struct {
	do  do
	def int
}

type do uint8

const (
	pass   do = iota // leave the node and all that is in it
	look             // look into it
	wrap             // look into it; its first line belongs to the symbol inside
	define           // make it a symbol
)

// lazily compiles a grammar when it is first asked for. It is nil if the grammar's tables can't be read.
func lazily(name string, g func() grammar) func() *compiled {
	return sync.OnceValue(func() *compiled {
		lang, err := load(name)
		if err != nil {
			return nil
		}
		return g().compile(lang)
	})
}

// compile resolves the names of node types to the numbers that nodes have.
func (g grammar) compile(lang binding) *compiled {
	byName := map[string]action{}
	for _, t := range g.walk {
		byName[t] = action{do: look}
	}
	for _, t := range g.wrap {
		byName[t] = action{do: wrap}
	}
	for i, d := range g.defs {
		byName[d.node] = action{do: define, def: i}
	}
	types := nodeTypes(lang)
	c := &compiled{grammar: g, lang: lang, actions: make([]action, len(types))}
	for i, t := range types {
		if t != "" {
			c.actions[i] = byName[t]
		}
	}
	return c
}

// action returns the action for a node by its type's number. The walker looks into nodes that the grammar couldn't
// read.
func (c *compiled) action(number int) action {
	switch {
	case number == errorNumber:
		return action{do: look}
	case number < len(c.actions):
		return c.actions[number]
	}
	return action{}
}
