package browsertest

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// pictures are the folder of the pictures in the docs.
const pictures = root + "/docs/pictures"

// TestPictures writes the pictures of the docs, from real results, with -update. Without, it looks whether they are
// there and small; what is on them is for people to see.
func TestPictures(t *testing.T) {
	for name, path := range map[string]func() string{
		"ui-session": func() string { return "/session?id=" + agentSession },
		"ui-tests":   func() string { return "/r/" + ids.tests },
		"ui-diff":    func() string { return "/r/" + ids.diff },
		"ui-search":  func() string { return "/search?q=connection+refused" },
		"ui-savings": func() string { return "/savings" },
	} {
		file := filepath.Join(pictures, name+".png")
		if *update {
			l, tab := open(t, 1280, name == "ui-diff")
			call(t, tab, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
				Width: 1280, Height: 600, DeviceScaleFactor: 1,
			})
			l.enter(t, tab)
			l.visit(t, tab, path())
			settled(t, tab)
			if err := os.MkdirAll(pictures, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, small(t, picture(t, tab)), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatalf("%v: go test -run Pictures -update writes it", err)
		}
		config, err := png.DecodeConfig(bytes.NewReader(b))
		if err != nil || config.Width != 1280 || len(b) > 150_000 {
			t.Errorf("%s is %d wide and has %d bytes: %v", file, config.Width, len(b), err)
		}
	}
}

// small is the same picture, compressed as well as can be.
func small(t *testing.T, b []byte) []byte {
	t.Helper()
	full, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, full); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
