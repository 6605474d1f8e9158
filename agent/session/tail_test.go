package session

import (
	"strings"
	"testing"
)

func TestTail(t *testing.T) {
	const item = `{"kind":"text","id":"ü","turn":-1.5e3,"ok":[true,null,{}],"text":"\ud83d\ude00\n 漢"}`
	for n := range len(item) - 1 {
		for _, nuls := range []string{"", "\x00", strings.Repeat("\x00", 5000)} {
			checkTail(t, item[:n+1]+nuls, tailTorn)
		}
	}
	for _, tt := range []struct {
		src  string
		want tailKind
	}{
		{"", tailEmpty},
		{"\x00\x00", tailEmpty},
		{item, tailComplete},
		{item + "\x00\x00", tailComplete},
		{"[]", tailComplete}, // for the reader to report
		{item + "{", tailForeign},
		{item + item, tailForeign},
		{item + " #", tailForeign},
		{"#", tailForeign},
		{"[1,", tailForeign},
		{`{"kind":"te` + "\x00\x00" + `xt"}`, tailForeign},
		{`{"kind":text`, tailForeign},
		{item[1:], tailForeign},
	} {
		checkTail(t, tt.src, tt.want)
	}
}

// checkTail checks what is said of the end of a log.
func checkTail(t *testing.T, src string, want tailKind) {
	t.Helper()
	s := newScanner(strings.NewReader("{}\n" + src))
	for s.next() {
	}
	if text, got := s.rest(); got != want || string(text) != strings.TrimRight(src, "\x00") {
		t.Errorf("%.200q is of kind %d (%.200q), want %d", src, got, text, want)
	}
}
