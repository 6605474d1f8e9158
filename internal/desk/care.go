package desk

// Store is the command that maintains the ledger and its sources.
const Store = "store"

// Care selects the work: Index, Prune, Export or Import.
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
