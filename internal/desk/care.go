package desk

// Store is the command that looks after the ledger and what it is made from.
const Store = "store"

// Care says what is to be done: Index, Prune, Export or Import.
type Care struct {
	Do      string
	Rebuild bool   // of Index
	File    string // of Export and Import; "" is standard output, "-" also standard input
}

// What Care asks for.
const (
	Index  = "index"
	Prune  = "gc"
	Export = "export"
	Import = "import"
)
