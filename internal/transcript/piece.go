package transcript

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// maxPiece is the size of the largest file that is looked at as a part of a session, in bytes.
const maxPiece = 16 << 20

// piece finds out whether a file holds one message, part or event of a session that is spread over files: the name of
// the session's source, and the file's place in it. The name is "" for any other file.
func piece(path string, size int64) (name, order string) {
	if filepath.Ext(path) != ".json" || size > maxPiece {
		return "", ""
	}
	raw, err := os.ReadFile(path)
	if err != nil || jsontext.Value(raw).Kind() != '{' {
		return "", ""
	}
	var f face
	if json.Unmarshal(raw, &f, tolerant...) != nil || f.document() {
		return "", "" // a broken one stands alone: what session it belongs to can't be read
	}
	dir := filepath.Dir(path)
	id := stringOf(f.ID)
	session := stringOf(f.SessionOC)
	switch {
	case session != "" && len(f.MessageOC) > 0: // storage/part/MESSAGE/PART.json
		return up(dir, 2) + "#" + session, stringOf(f.MessageOC) + "/" + id
	case session != "" && len(f.Role) > 0: // storage/message/SESSION/MESSAGE.json
		return up(dir, 2) + "#" + session, id
	case f.format() == OpenHands && len(f.Source) > 0:
		var n int64
		if f.ID.Kind() == '0' && json.Unmarshal(f.ID, &n) == nil { // events/0.json
			return dir, fmt.Sprintf("%020d", n)
		}
		return dir, filepath.Base(path) // event-00000-UUID.json
	}
	return "", ""
}

// up is the folder n above dir.
func up(dir string, n int) string {
	for range n {
		dir = filepath.Dir(dir)
	}
	return dir
}
