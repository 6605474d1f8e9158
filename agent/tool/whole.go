package tool

import (
	"bufio"
	"io"
	"os"
	"path/filepath"

	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
)

// maxWhole is the largest file, in bytes, of which it is found out whether a command has read all of it.
const maxWhole = 8 << 20

// readsWhole reports whether a command line asked for lines of a file from the first on, and the file ends with the
// last of them: sed -n 1,260p of a file of 260 lines. dir is the command's folder.
func readsWhole(line, dir string) bool {
	l := shell.Parse(line)
	if !l.OK || len(l.Setup) > 0 { // which may have changed the folder
		return false
	}
	b, ok := toolname.LineBounds(l)
	path := toolname.ReadPath(l)
	if !ok || b.First != 1 || b.Last == 0 || b.Gaps || path == "" {
		return false
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	st, err := os.Stat(path)
	if err != nil || !st.Mode().IsRegular() || st.Size() > maxWhole {
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	return endsBy(f, b.Last)
}

// endsBy reports whether a text has at most n lines.
func endsBy(r io.Reader, n int) bool {
	in := bufio.NewReader(r)
	for lines := 0; ; {
		switch b, err := in.ReadSlice('\n'); {
		case err == nil:
			lines++
		case err == bufio.ErrBufferFull:
		default:
			return err == io.EOF && (lines < n || lines == n && len(b) == 0)
		}
		if lines > n {
			return false
		}
	}
}
