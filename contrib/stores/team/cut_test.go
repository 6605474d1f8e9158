//go:build unix

package team_test

import (
	"math/rand/v2"
	"net"
	"net/url"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toktee/toktee/contrib/stores/postgres"
	"github.com/toktee/toktee/contrib/stores/team"
	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/host/store"
)

// A network is between a computer and the server. It carries some bytes, and is cut then.
type network struct {
	l    net.Listener
	left atomic.Int64 // bytes, in both directions
}

func newNetwork(t *testing.T, kind, address string) *network {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	n := &network{l: l}
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial(kind, address)
			if err != nil {
				client.Close()
				continue
			}
			go n.carry(client, server)
			go n.carry(server, client)
		}
	}()
	return n
}

// carry carries what comes from one to the other, as long as the network holds.
func (n *network) carry(to, from net.Conn) {
	defer to.Close()
	defer from.Close()
	b := make([]byte, 4<<10)
	for {
		m, err := from.Read(b)
		if left := n.left.Add(-int64(m)); left < 0 {
			if m += int(left); m > 0 {
				to.Write(b[:m]) // the rest is lost
			}
			return
		}
		if _, err2 := to.Write(b[:m]); err != nil || err2 != nil {
			return
		}
	}
}

// TestCut cuts the network at random bytes of a sync. What the team has then is what it had, or what it should have;
// with the network back, it is what it should have.
func TestCut(t *testing.T) {
	name := newDatabase(t)
	anna, bert := newComputer(t, "anna-laptop", name, ""), newComputer(t, "bert-desk", name, "")
	bert.note(work(2, day, 50)...)
	bert.toktee("store", "sync")
	anna.note(work(1, day, 200)...)
	anna.toktee("store", "sync")
	n := newNetwork(t, "unix", real.Socket())
	s := team.Sync{Settings: anna.team, Ledger: anna.ledger(), Store: store.Open(store.Options{Dir: anna.storeDir()})}
	u, err := url.Parse(anna.team.Database)
	if err != nil {
		t.Fatal(err)
	}
	u.Host, u.RawQuery = n.l.Addr().String(), "user=toktee&sslmode=disable"
	s.Settings.Database = u.String()

	n.left.Store(1 << 40)
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	all := 1<<40 - n.left.Load()
	db, err := postgres.Open(t.Context(), anna.team.Database)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	had := func() ledger.Totals {
		groups, err := db.Stats(t.Context(), ledger.Query{By: postgres.ByMachine})
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range groups {
			if g.Value == "anna-laptop" {
				return g.Totals
			}
		}
		return ledger.Totals{}
	}
	r := rand.New(rand.NewPCG(7, 7))
	failed, kept := 0, 0
	var last ledger.Totals // what the sync before was to make of it, which the server may have done since
	for i := range 40 {
		before := had()
		anna.note(work(uint64(10+i), day.Add(time.Duration(i)*time.Hour), 5)...)
		if _, err := s.Ledger.IndexCalls(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		want := sums(t, ledger.Query{}, s.Ledger)[""]
		at := r.Int64N(all)
		if i%4 == 0 {
			at = all - r.Int64N(300) // about where the transaction is committed
		}
		n.left.Store(at)
		_, err := s.Run(t.Context())
		deadline := time.Now().Add(2 * time.Minute)
		got := had()
		for err == nil && got != want && time.Now().Before(deadline) {
			got = had()
		}
		switch {
		case err == nil && got != want:
			t.Errorf("cut after %d bytes of %d without an error: %+v, want %+v", at, all, got, want)
		case got != want && got != before && got != last:
			t.Errorf("cut after %d bytes of %d: %+v, want %+v or %+v", at, all, got, before, want)
		}
		last = want
		if err != nil {
			failed++
			if got == before {
				kept++
			}
		}
	}
	if failed < 20 || kept < 10 {
		t.Errorf("%d of 40 syncs failed, %d of them left what was there: the network is cut too rarely", failed, kept)
	}
	n.left.Store(1 << 40)
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	compare(t, "with the network back", anna.team.Database, s.Ledger, bert.ledger())
	if tmp, err := filepath.Glob(filepath.Join(anna.storeDir(), "tmp", "*")); err != nil || len(tmp) > 0 {
		t.Errorf("files are left: %s, %v", strings.Join(tmp, " "), err)
	}
}
