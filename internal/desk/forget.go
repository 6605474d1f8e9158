package desk

import "github.com/toktee/toktee/internal/host/store"

// Forget is the command that makes the ledger forget what the store and the journal have forgotten.
const Forget = "forget"

// LedgerFile is the ledger's file in the store's folder.
const LedgerFile = "ledger.db"

// Forgetting says what is to be forgotten.
type Forgetting struct {
	Which   store.Which
	Missing bool // neither store nor journal had it: that the ledger doesn't either is an error
}
