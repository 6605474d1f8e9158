package tokenspeed

import (
	"encoding/base64"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/pkoukk/tiktoken-go-loader/assets"
)

// chinese is 3 MB of clauses of 3 to 12 words of o200k_base, the frequent ones more often. Word order makes no
// difference to a counter, and real texts repeat themselves more.
func chinese(t testing.TB) []byte {
	vocabulary, err := assets.Assets.ReadFile("o200k_base.tiktoken")
	if err != nil {
		t.Fatal(err)
	}
	var words []string // by rank
	for line := range strings.Lines(string(vocabulary)) {
		token, _, _ := strings.Cut(line, " ")
		b, err := base64.StdEncoding.DecodeString(token)
		if err != nil {
			t.Fatal(err)
		}
		word := string(b)
		notHan := func(r rune) bool { return !unicode.Is(unicode.Han, r) }
		if !utf8.ValidString(word) || len(word) > 12 || strings.ContainsFunc(word, notHan) {
			continue
		}
		words = append(words, word)
	}
	random := rand.New(rand.NewPCG(1, 1))
	zipf := rand.NewZipf(random, 1.1, 10, uint64(len(words)-1))
	var text strings.Builder
	for text.Len() < 3<<20 {
		for range 3 + random.IntN(10) {
			text.WriteString(words[zipf.Uint64()])
		}
		text.WriteString([]string{"，", "，", "，", "。", "。", "、", "：", "。\n"}[random.IntN(8)])
	}
	return []byte(text.String())
}
