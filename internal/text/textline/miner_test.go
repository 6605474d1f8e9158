package textline

import (
	"fmt"
	"testing"
)

func TestMiner(t *testing.T) {
	m := NewMiner()
	lines := []string{
		"Failed password for invalid user ann from 10.0.0.7 port 4711 ssh2",
		"Failed password for invalid user bert from 10.0.0.9 port 1 ssh2",
		`ts=2026-01-02T10:00:00Z level=info msg="compact blocks" count=12 duration=3.5ms`,
		"Failed password for invalid user carla from 10.0.0.7 port 22 ssh2",
		`ts=2026-01-02T10:00:01Z level=info msg="compact blocks" count=13 duration=31.5ms`,
		"checksum mismatch for account 4815162342",
	}
	want := []string{"0 0", "0 1", "1 0", "0 2", "1 1", "2 0"}
	for i, l := range lines {
		id, before := m.Add(i+1, l)
		if got := fmt.Sprint(id, before); got != want[i] {
			t.Errorf("%q: template and count before: %s, want %s", l, got, want[i])
		}
	}
	list, other := m.Templates()
	if other != 0 || len(list) != 3 {
		t.Fatalf("%d templates and %d other lines, want 3 and 0", len(list), other)
	}
	if got, want := list[0].String(), "Failed password for invalid user * from * port * *"; got != want {
		t.Errorf("template %q, want %q", got, want)
	}
	if first := list[0]; first.Count != 3 || first.First != 1 || first.Last != 4 {
		t.Errorf("template 0: %d lines from %d to %d, want 3 from 1 to 4", first.Count, first.First, first.Last)
	}
}

// However many kinds there are, every line is counted once.
func TestMinerIsBounded(t *testing.T) {
	m := NewMiner()
	const n = 20000
	word := func(i int) string {
		b := []byte("aaaa")
		for j := range b {
			b[j] += byte(i % 26)
			i /= 26
		}
		return string(b)
	}
	for i := range n {
		m.Add(i+1, word(i)+" "+word(i*7)+" "+word(i*31)+" "+word(i*5)+" "+word(i*3))
	}
	list, sum := m.Templates()
	for _, t := range list {
		sum += t.Count
	}
	if len(list) > maxMined || sum != n {
		t.Errorf("%d templates with %d lines, want at most %d with %d", len(list), sum, maxMined, n)
	}
}

// TestDaysAndMonthsAreValues holds that lines which differ in the day or the month alone are of one kind.
func TestDaysAndMonthsAreValues(t *testing.T) {
	tests := []struct {
		lines []string
		kinds int
	}{
		{[]string{"Mon Jan 15 10:00:00 tin broke", "Tue Feb 10 11:00:00 tin broke", "Sun Sept 1 1:00:00 tin broke"}, 1},
		{[]string{"[Monday, January 5] tin broke", "[Wednesday, May 10] tin broke"}, 1},
		{[]string{"backup on Mon failed", "backup on Tue failed"}, 1},
		{[]string{"Maybe tin broke", "Mon tin broke", "Sunny tin broke", "Decoding tin broke"}, 4},
		{[]string{"mon tin broke", "tue tin broke"}, 2},
	}
	for _, tt := range tests {
		m, seen := NewMiner(), Templates{}
		for i, l := range tt.lines {
			m.Add(i+1, l)
			seen.Note(l)
		}
		if list, _ := m.Templates(); len(list) != tt.kinds || len(seen.times) != tt.kinds {
			t.Errorf("%q are of %d and %d kinds, want %d", tt.lines, len(list), len(seen.times), tt.kinds)
		}
	}
}

// TestMessageMiner tells short messages that differ in a word apart, until so many words stood in one place that it
// holds a value; then the kinds that it made are merged.
func TestMessageMiner(t *testing.T) {
	tests := []struct {
		name  string
		lines []string
		kinds int
	}{
		{"a word", []string{"error", "disk read failed", "disk write failed", "disk seek failed"}, 4},
		{"values", []string{"no user ann here", "no user bert here", "no user carl here", "no user dora here"}, 1},
		{"values, and the first again", []string{
			"no user ann here", "no user bert here", "no user carl here", "no user dora here", "no user bert here",
		}, 1},
		{"outcomes are no values", []string{
			"the job failed now", "the job passed now", "the job crashed now", "the job aborted now",
			"the job killed now",
		}, 5},
		{"numbers", []string{"took 12 ms", "took 13 ms"}, 1},
		{"paths of any depth", []string{"no /var/lib/shop/a", "no /var/lib/shop/b/c/d", "no hdfs://host/a/b/c"}, 2},
		{"hosts", []string{"lost www.shop.test", "lost db.eu.shop.test"}, 1},
		{"classes", []string{"caught java.io.IOException", "caught java.net.SocketException"}, 2},
	}
	for _, tt := range tests {
		m := NewMessageMiner()
		for i, l := range tt.lines {
			m.Add(i+1, "error", l)
		}
		kinds := map[int32]bool{}
		for _, into := range m.Merged() {
			kinds[into] = true
		}
		if len(kinds) != tt.kinds {
			list, _ := m.Templates()
			t.Errorf("%s: %d kinds, want %d: %v", tt.name, len(kinds), tt.kinds, list)
		}
	}
}
