package replayrows

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"

	"github.com/toktee/toktee/internal/replay"
	"github.com/toktee/toktee/internal/syntax"
	"github.com/toktee/toktee/internal/transcript"
	"github.com/toktee/toktee/tokens"
)

// Options says what rows are made of.
type Options struct {
	Replay  replay.Options
	Texts   bool   // put the texts into the rows
	Version string // of the program: see [Version]
	Scratch string // the folder for texts until they are written, "" for the system's
}

// The metadata of a file. What a file is made of is compared before it is passed over.
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
	metaRead     = "toktee.read" // JSON: what was met in the source
)

// settings are the metadata that all files of a run have.
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
	enc := o.Replay.Encoding
	if enc == "" {
		enc = tokens.Default
	}
	return map[string]string{
		metaSchema: strconv.Itoa(replay.RowSchema), metaVersion: o.Version,
		metaLevels: strings.Join(o.Replay.Levels, ","), metaEncoding: string(enc),
		metaTexts:  strconv.FormatBool(o.Texts),
		metaPrices: hex.EncodeToString(sum[:]), metaCurrency: prices.Currency,
	}, nil
}

// Sum is the hash of a source, which a file has in its metadata.
func Sum(src *transcript.Source) (string, error) {
	h := sha256.New()
	if _, err := src.WriteTo(h); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Current reports whether a file is complete and has what the writer would write for a source with that hash.
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

// Version tells one build of the module from another: its version, or the commit that it was built from. Builds that
// know neither are all "devel". Those without grammars make other texts of source files.
func Version() string {
	if !syntax.HasGrammars {
		return built() + "+nogrammars"
	}
	return built()
}

func built() string {
	const module = "github.com/toktee/toktee"
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel"
	}
	for _, m := range append(info.Deps, &info.Main) {
		if m.Path == module && m.Replace == nil && m.Version != "" && m.Version != "(devel)" {
			return m.Version
		}
	}
	revision, modified := "devel", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = "+modified"
		}
	}
	return revision + modified
}
