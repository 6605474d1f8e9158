package transcript

import (
	"bytes"
	"path/filepath"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// maxPiece is the size of the largest file that is looked at as a part of a session, in bytes.
const maxPiece = 16 << 20

// piece finds out whether a file holds one message or part of a session that is spread over files: the folder,
// what names the session within it, and the file's place in that. All are "" for any other file.
// The error is of reading it.
func piece(one *File) (dir, session, order string, err error) {
	if filepath.Ext(one.Path) != ".json" || one.Size > maxPiece {
		return "", "", "", nil
	}
	var raw bytes.Buffer
	if _, err := one.copyTo(&raw); err != nil {
		return "", "", "", err
	}
	if jsontext.Value(raw.Bytes()).Kind() != '{' {
		return "", "", "", nil
	}
	var f face
	if json.Unmarshal(raw.Bytes(), &f, tolerant...) != nil || f.document() {
		return "", "", "", nil // a broken one is a source of its own: its session can't be read
	}
	dir = filepath.Dir(one.Path)
	id := stringOf(f.ID)
	session = stringOf(f.SessionOC)
	switch {
	case session != "" && len(f.MessageOC) > 0: // storage/part/MESSAGE/PART.json
		return up(dir, 2), "#" + session, stringOf(f.MessageOC) + "/" + id, nil
	case session != "" && len(f.Role) > 0: // storage/message/SESSION/MESSAGE.json
		return up(dir, 2), "#" + session, id, nil
	}
	return "", "", "", nil
}

// up returns the folder n above dir.
func up(dir string, n int) string {
	for range n {
		dir = filepath.Dir(dir)
	}
	return dir
}
