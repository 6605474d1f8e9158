package replayrows

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/parquet-go/parquet-go"

	"github.com/toktee/toktee/internal/measure/replay"
	"github.com/toktee/toktee/internal/measure/transcript"
	"github.com/toktee/toktee/internal/syntax"
	"github.com/toktee/toktee/tokens"
)

// Options define the content of rows.
type Options struct {
	Replay  replay.Options
	Texts   bool   // put the texts into the rows
	Version string // of the program: see [Version]
	Scratch string // the folder for texts until they are written, "" for the system's
}

// The metadata of a file. It is compared before the file is skipped.
const (
	metaSchema   = "toktee.schema" // [replay.RowSchema]
	metaVersion  = "toktee.version"
	metaLevels   = "toktee.levels"
	metaEncoding = "toktee.encoding"
	metaTexts    = "toktee.texts"
	metaPrices   = "toktee.prices_sha256"
	metaCurrency = "toktee.currency"
	metaSource   = "toktee.source"
	metaSum      = "toktee.source_sha256"
	metaRows     = "toktee.rows"
	metaRead     = "toktee.read" // JSON: counts of the source
)

// settings returns the metadata that all files of a run have.
func (o *Options) settings() (map[string]string, error) {
	prices := o.Replay.Prices
	if prices == nil {
		prices = replay.DefaultPrices()
	}
	table, err := json.Marshal(prices)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(table)
	return map[string]string{
		metaSchema: strconv.Itoa(replay.RowSchema), metaVersion: o.Version,
		metaLevels: strings.Join(o.Replay.Levels, ","), metaEncoding: string(tokens.Default),
		metaTexts:  strconv.FormatBool(o.Texts),
		metaPrices: hex.EncodeToString(sum[:]), metaCurrency: prices.Currency,
	}, nil
}

// Sum returns the hash of a source, which is in the metadata of its file.
func Sum(src *transcript.Source) (string, error) {
	h := sha256.New()
	if _, err := src.WriteTo(h); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Current reports whether a file is complete and equals the writer's file for a source with that hash.
func (w *Writer) Current(file io.ReaderAt, size int64, src *transcript.Source, sum string) bool {
	f, err := parquet.OpenFile(file, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return false
	}
	want := func(key, value string) bool {
		got, ok := f.Lookup(key)
		return ok && got == value
	}
	for key, value := range w.settings {
		if !want(key, value) {
			return false
		}
	}
	return want(metaSource, src.Rel) && want(metaSum, sum) && want(metaRows, strconv.FormatInt(f.NumRows(), 10))
}

// Version identifies a build of the module: the commit that it was built from, or the version that was
// downloaded. A build from uncommitted files is identified by its bytes. Builds without grammars make other
// texts of source files.
func Version() string {
	info, _ := debug.ReadBuildInfo()
	version, exact := built(info)
	if !exact {
		version += "+" + executable()
	}
	if !syntax.HasGrammars {
		version += "+nogrammars"
	}
	return version
}

// built returns a build's version. exact means that all builds of that version are of the same files.
func built(info *debug.BuildInfo) (version string, exact bool) {
	if info == nil {
		return unknown, false
	}
	const module = "github.com/toktee/toktee"
	named := func(m *debug.Module) bool {
		return m.Path == module && m.Replace == nil && m.Version != "" && m.Version != "(devel)"
	}
	for _, m := range info.Deps {
		if named(m) {
			return m.Version, true
		}
	}
	set := map[string]string{}
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	// The commit is that of the module which the program is in. For one of the modules below this one that is the same,
	// as it takes this one from the folder above.
	switch revision := set["vcs.revision"]; {
	case revision != "" && set["vcs.modified"] == "true":
		return revision + "+modified", false
	case revision != "":
		return revision, true
	case named(&info.Main):
		return info.Main.Version, true
	}
	return unknown, false
}

// unknown is the version of a build that knows of none.
const unknown = "devel"

// executable returns a hash of the running program. An unreadable program is like no other.
func executable() string {
	path, err := os.Executable()
	var program []byte
	if err == nil {
		program, err = os.ReadFile(path)
	}
	if err != nil {
		program = fmt.Append(nil, err, os.Getpid(), time.Now().UnixNano())
	}
	sum := sha256.Sum256(program)
	return hex.EncodeToString(sum[:6])
}
