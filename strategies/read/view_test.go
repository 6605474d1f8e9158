package read

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/strategies"
)

// TestEncoded: of what is encoded, and of giant lines, the head and the length are said, and no more.
func TestEncoded(t *testing.T) {
	row := strings.Repeat("4q04f5tfawR7DDAOxDljA3BNNVFS0awi", 2)
	long := strings.Repeat(row, 200)
	pem := "-----BEGIN CERTIFICATE-----\n" + strings.Repeat(row+"\n", 30) + "3Q==\n-----END CERTIFICATE-----\n"
	for _, tt := range []struct {
		name, src, says string
		shows           int // lines before the rest
	}{
		{"blob.txt", long + "\n", "base64, 12801 bytes", 1},
		{"logo.txt", "data:image/png;base64," + long + "\n", "data URL, 12823 bytes", 1},
		{"key.pem", pem, "base64, 2009 bytes", 2},
		{"words.txt", strings.Repeat("some words of prose, all on a line ", 300), "", 1},
		{"ids.txt", strings.Repeat("abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz\n", 30), "", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := digest(t, input(tt.name, "", tt.src), tt.src)
			if v := d.Verdict[1]; tt.says != "" && !strings.HasSuffix(v, tt.says) {
				t.Errorf("the verdict is %q, want one of %q", v, tt.says)
			}
			shown := 0
			for _, f := range d.Facts {
				if f.Rank == strategies.Evidence {
					shown++
				}
				if tt.says != "" && len(f.Text) > 2*headOfLine {
					t.Errorf("a line is shown with %d bytes", len(f.Text))
				}
			}
			if tt.says != "" && shown != tt.shows {
				t.Errorf("%d lines come first, want %d", shown, tt.shows)
			}
		})
	}
}
