package gateway_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/desk/session"
	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/integrations/gateway"
	"github.com/toktee/toktee/internal/measure/cost"
)

// TestMoney: a session costs what the price table has for the usage in the provider's responses, to the last digit, and
// without toktee, also the tokens that were left out of its requests.
func TestMoney(t *testing.T) {
	dir := t.TempDir()
	prices := cost.Prices{Input: 3_000_000, CacheWrite: 3_750_000, CacheRead: 300_000, Output: 15_000_000}
	var want cost.Amount
	sent := 0
	p := newProvider(t)
	p.answer = func(w http.ResponseWriter, _ *http.Request) {
		sent++
		input, cached, written, output := int64(7*sent), int64(9000*sent), int64(311*sent), int64(89+sent)
		want += cost.Amount(input*prices.Input + cached*prices.CacheRead + written*prices.CacheWrite +
			output*prices.Output)
		fmt.Fprintf(w, `{"usage":{"input_tokens":%d,"cache_read_input_tokens":%d,"cache_creation_input_tokens":%d,`+
			`"output_tokens":%d}}`, input, cached, written, output)
	}
	url := newGateway(t, p, gateway.Options{Host: hosts(t, environment(dir), config.Flags{})})
	for i := range 5 {
		body := fmt.Appendf(nil, `{"model":"m","metadata":{"user_id":"{\"session_id\":\"s\"}"},"messages":[`+
			`{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"make"}}]},`+
			`{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":%s}]}%s]}`, quoted(passed()),
			strings.Repeat(`,{"role":"assistant","content":"Done."},{"role":"user","content":"Go on."}`, i))
		send(t, url+"/v1/messages", body)
	}
	st := store.Open(store.Options{Dir: dir})
	l, err := ledger.Open(t.Context(), ledger.Options{
		Path: filepath.Join(dir, ledger.Name), Journal: st.JournalDir(), Store: st,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if _, err := l.IndexCalls(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	one, err := session.New(session.Options{Ledger: l, Store: st, Prices: prices}).Load(t.Context(),
		session.Key{Session: "s"})
	if err != nil {
		t.Fatal(err)
	}
	if one.Paid != want || one.Requests != 5 || one.Estimated {
		t.Errorf("paid %v for %d requests, want %v for 5", one.Paid, one.Requests, want)
	}
	leftOut := one.Totals.Raw - one.Totals.Given // once written, and then read from the cache by each later request
	if more := cost.Amount(leftOut*prices.CacheWrite + 4*leftOut*prices.CacheRead); leftOut == 0 ||
		one.Without != want+more {
		t.Errorf("without toktee %v, want %v", one.Without, want+more)
	}
}
