package replayrows

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"strings"

	"github.com/toktee/toktee/internal/measure/transcript"
)

// ending is the ending of the files' names.
const ending = ".parquet"

// slugBytes limits the part of a source's name in the name of its file.
const slugBytes = 60

// FileName returns the name of a source's file: the last part of the source's name, for people, and a hash of the whole
// name.
func FileName(src *transcript.Source) string {
	sum := sha256.Sum256([]byte(src.Rel))
	base := path.Base(src.Rel)
	slug := strings.Map(func(r rune) rune {
		switch {
		case '0' <= r && r <= '9', 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', strings.ContainsRune("-._", r):
			return r
		}
		return '_'
	}, strings.TrimSuffix(base, path.Ext(base)))
	// Engines pass over files whose names begin with a dot or an underscore.
	slug = strings.TrimLeft(slug[:min(len(slug), slugBytes)], "-._")
	return strings.TrimPrefix(slug+"-"+hex.EncodeToString(sum[:8]), "-") + ending
}

// Distinct returns an error that names two sources with the same name below their folders: their rows would be mixed.
func Distinct(sources []transcript.Source) error {
	names := map[string]string{}
	for i := range sources {
		s := &sources[i]
		if other, ok := names[s.Rel]; ok {
			return fmt.Errorf("%s and %s are both called %q below their folders: name a folder that holds both",
				other, s.Name, s.Rel)
		}
		names[s.Rel] = s.Name
	}
	return nil
}
