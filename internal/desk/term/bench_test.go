package term

import (
	"fmt"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/desk/session"
)

// BenchmarkSession makes and draws the screen of a session of 10,000 calls, as each new call does.
func BenchmarkSession(b *testing.B) {
	e := &env{Options: Options{Now: time.Now, Rich: true}, width: 120, height: 40}
	e.retheme()
	p := &sessionPage{env: e, one: &session.Session{}}
	for i := range 10_000 {
		p.entries = append(p.entries, session.Entry{Kind: session.Call, Time: noon, Call: ledger.Call{
			Command: fmt.Sprintf("go test ./p%d", i%300), Tool: "Bash", Outcome: "pass", Raw: 900, Given: 100,
		}})
	}
	p.one.Entries = p.entries
	for b.Loop() {
		p.build()
		p.draw()
	}
}
