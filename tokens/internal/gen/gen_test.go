package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"unicode"
)

// The tables in the tree are what the generator writes.
func TestTables(t *testing.T) {
	for _, table := range tables {
		t.Run(table.name, func(t *testing.T) {
			if table.name == "classes.bin" && unicode.Version != goUnicode {
				t.Skipf("made from Unicode %s, this Go has %s; TestClasses compares them", goUnicode, unicode.Version)
			}
			got, err := table.build()
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(filepath.Join("..", "..", table.name))
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s is stale: run go generate ./tokens", table.name)
			}
		})
	}
}

// What the pinned table and Go's say of a character differs only where one of them doesn't know it yet.
func TestClasses(t *testing.T) {
	table, err := os.ReadFile(filepath.Join("..", "..", "classes.bin"))
	if err != nil {
		t.Fatal(err)
	}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		pinned := table[(unicode.MaxRune+1)/128+int(table[r/128])*128+int(r%128)]
		if byGo := classByGo(r); pinned != byGo && pinned != other && byGo != other {
			t.Errorf("%U has class %d, Go's unicode package says %d", r, pinned, byGo)
		}
	}
}

func TestSourceRefusesAnotherVocabulary(t *testing.T) {
	s := cl100k
	s.sum = o200k.sum
	if _, err := s.read(); err == nil {
		t.Error("no error for a vocabulary with another checksum")
	}
}

func TestLastMerge(t *testing.T) {
	ranks := map[string]uint32{"a": 0, "b": 1, "c": 2, "ab": 3, "bc": 4, "abc": 5, "aa": 6, "aaa": 7}
	for _, test := range []struct {
		token string
		cut   int
		ok    bool
	}{
		{"ab", 1, true},
		{"abc", 2, true}, // ab ranks before bc
		{"aaa", 2, true}, // the leftmost of equals
		{"abcab", 2, false},
	} {
		if cut, ok := lastMerge(test.token, ranks); ok != test.ok || ok && cut != test.cut {
			t.Errorf("lastMerge(%q) = %d, %v, want %d, %v", test.token, cut, ok, test.cut, test.ok)
		}
	}
}
