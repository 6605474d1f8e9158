package replayrows

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"github.com/toktee/toktee/internal/measure/replay"
	"github.com/toktee/toktee/internal/measure/transcript"
)

// A Writer replays sources into Parquet files, one after another. It isn't safe for concurrent use.
type Writer struct {
	o        Options
	replayer *replay.Replayer
	settings map[string]string
}

// NewWriter checks the options.
func NewWriter(o Options) (*Writer, error) {
	r, err := replay.NewReplayer(o.Replay)
	if err != nil {
		return nil, err
	}
	set, err := o.settings()
	if err != nil {
		return nil, err
	}
	return &Writer{o, r, set}, nil
}

// Bounds of a row group, which is held in memory, and of the rows that are handed over at once.
const (
	groupRows  = 1 << 16
	groupBytes = 32 << 20 // of texts
	batchRows  = 256
)

// Write replays a source, whose hash is [Sum]'s, and writes its file. Faults of the source are in the
// [replay.SourceRead]: if that has an error, the file isn't complete and may not be kept.
func (w *Writer) Write(
	ctx context.Context, src *transcript.Source, sum string, to io.Writer,
) (rows int64, read replay.SourceRead, err error) {
	var texts *textFile
	var took func(*replay.Texts) error
	if w.o.Texts {
		if texts, err = newTextFile(w.o.Scratch, len(w.o.Replay.Levels)); err != nil {
			return 0, read, err
		}
		defer texts.remove()
		took = texts.add
	}
	f := newFile(to, w.settings)
	read, err = w.replayer.Rows(ctx, src, took, func(row *replay.Row) error {
		if texts != nil {
			if err := texts.fill(row); err != nil {
				return err
			}
		}
		return f.add(row)
	})
	if err != nil || read.Err != nil {
		return 0, read, err
	}
	// The source was read twice since its hash was taken.
	if again, err := Sum(src); err != nil || again != sum {
		read.Err = cmp.Or(err, transcript.ErrChanged)
		return 0, read, nil
	}
	return f.rows, read, f.close(src, sum, &read)
}

// file is a Parquet file that is being written.
type file struct {
	out       *parquet.GenericWriter[replay.Row]
	batch     []replay.Row
	rows      int64
	textBytes int // bytes of texts in the row group
}

// createdBy names the writer in each file. The library's own name for itself depends on how it was built.
const createdBy = "toktee"

func newFile(to io.Writer, settings map[string]string) *file {
	o := []parquet.WriterOption{
		parquet.Compression(&zstd.Codec{}), parquet.MaxRowsPerRowGroup(groupRows),
		parquet.CreatedBy(createdBy, strconv.Itoa(replay.RowSchema), ""),
	}
	for key, value := range settings {
		o = append(o, parquet.KeyValueMetadata(key, value))
	}
	return &file{out: parquet.NewGenericWriter[replay.Row](to, o...)}
}

// add adds a row.
func (f *file) add(row *replay.Row) error {
	f.rows++
	f.batch = append(f.batch, *row)
	for _, s := range []*string{row.RawText, row.NowText} {
		if s != nil {
			f.textBytes += len(*s)
		}
	}
	if len(f.batch) < batchRows && f.textBytes < groupBytes {
		return nil
	}
	return f.flush()
}

// flush passes the rows on, and ends the row group if its texts are many.
func (f *file) flush() error {
	if _, err := f.out.Write(f.batch); err != nil {
		return err
	}
	clear(f.batch)
	f.batch = f.batch[:0]
	if f.textBytes < groupBytes {
		return nil
	}
	f.textBytes = 0
	return f.out.Flush()
}

// close writes the rest, and the metadata of the file.
func (f *file) close(src *transcript.Source, sum string, read *replay.SourceRead) error {
	if err := f.flush(); err != nil {
		return err
	}
	met, err := json.Marshal(map[string]any{
		"bytes": src.Size, "records": read.Records, "results": read.Results, "unanswered": read.Unanswered,
		"orphans": read.Orphans, "bad": read.Bad, "too_large": read.TooLarge, "half": read.Half,
		"unknown": read.Unknown, "versions": read.Versions,
	})
	if err != nil {
		return fmt.Errorf("writing metadata: %w", err)
	}
	f.out.SetKeyValueMetadata(metaSource, src.Rel)
	f.out.SetKeyValueMetadata(metaSum, sum)
	f.out.SetKeyValueMetadata(metaRows, strconv.FormatInt(f.rows, 10))
	f.out.SetKeyValueMetadata(metaRead, string(met))
	return f.out.Close()
}
