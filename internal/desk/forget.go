package desk

import "github.com/toktee/toktee/internal/host/store"

// Forget is the command that removes forgotten results from the ledger.
const Forget = "forget"

// LedgerFile is the ledger's file in the store's folder.
const LedgerFile = "ledger.db"

// Forgetting selects the results to forget.
type Forgetting struct {
	Which   store.Which
	Missing bool // neither store nor journal had it: that the ledger doesn't either is an error
}
