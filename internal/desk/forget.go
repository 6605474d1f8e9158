package desk

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/text/words"
)

// Forget is the command that removes forgotten results from the ledger.
const Forget = "forget"

// LedgerFile is the ledger's file in the store's folder. It begins the names of databases that were moved aside.
const LedgerFile = "ledger.db"

// Forgetting selects the results to forget.
type Forgetting struct {
	Which   store.Which
	Missing bool // neither store nor journal had it: that the ledger doesn't either is an error
}

// HasLedger reports whether there is a ledger in the store's folder, or a damaged one that was moved aside.
func HasLedger(dir string) bool {
	files, _ := os.ReadDir(dir)
	for _, f := range files {
		if strings.HasPrefix(f.Name(), LedgerFile) {
			return true
		}
	}
	return false
}

// PrintLeft prints the names of the files that stay although everything was forgotten:
//
//	left in /home/me/.local/share/toktee: id, journal/2026-11-23.jsonl, lock
func PrintLeft(w io.Writer, s *store.Store, dir string) error {
	left, err := s.Left()
	if err == nil && len(left) > 0 {
		_, err = fmt.Fprintf(w, "left in %s: %s\n", words.Printable(dir), words.Printable(strings.Join(left, ", ")))
	}
	return err
}
