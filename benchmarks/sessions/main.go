// Command sessions makes many transcripts of a few, to see how replays scale:
//
//	go run ./benchmarks/sessions -from TRANSCRIPTS -to DIR -mb 1000
//
// Each file is a transcript, one to 64 times over, each time as another session; transcripts that don't name their
// session, and documents, are copied whole, and sessions that are spread over files left out. The same flags make the
// same files.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/toktee/toktee/internal/measure/transcript"
)

var (
	from = flag.String("from", "", "transcripts to repeat, a folder")
	to   = flag.String("to", "", "where to write, a folder that isn't there")
	mb   = flag.Int64("mb", 100, "how much to write, in megabytes")
)

func main() {
	flag.Parse()
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "sessions:", err)
		os.Exit(1)
	}
}

// original is a transcript that is repeated.
type original struct {
	name, session string // session is "" if it can't be separated from others in one file
	text          []byte
}

func run(ctx context.Context) error {
	if *from == "" || *to == "" {
		return errors.New("want -from and -to")
	}
	list, err := originals(ctx, *from)
	if err != nil || len(list) == 0 {
		return errors.Join(err, fmt.Errorf("%d transcripts in %s", len(list), *from))
	}
	if err := os.Mkdir(*to, 0o700); err != nil {
		return err
	}
	written, sessions := int64(0), 0
	for n := 0; written < *mb*1e6; n++ {
		o := list[n%len(list)]
		dir := filepath.Join(*to, fmt.Sprintf("%03d", n/100))
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
		times := 1
		if o.session != "" {
			times = 1 << (n / len(list) % 7) // 1 to 64
		}
		size, err := repeat(filepath.Join(dir, fmt.Sprintf("%06d-%s", n, o.name)), &o, sessions, times)
		if err != nil {
			return err
		}
		written, sessions = written+size, sessions+times
	}
	fmt.Printf("%d MB, %d sessions\n", written/1e6, sessions)
	return nil
}

// originals are the transcripts in a folder.
func originals(ctx context.Context, dir string) ([]original, error) {
	sources, err := transcript.Find(ctx, []string{dir})
	if err != nil {
		return nil, err
	}
	var list []original
	for i := range sources {
		s := &sources[i]
		o := original{name: filepath.Base(s.Name)}
		_, err := s.Read(ctx, nil, func(it *transcript.Item) error {
			if o.session == "" {
				o.session, _, _ = strings.Cut(it.Session, "/")
			}
			return nil
		})
		if errors.Is(err, transcript.ErrNotTranscript) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if files := s.Files(); len(files) != 1 || files[0].Path != s.Name {
			continue
		}
		var text bytes.Buffer
		if _, err := s.WriteTo(&text); err != nil {
			return nil, err
		}
		o.text = append(bytes.TrimRight(text.Bytes(), "\n"), '\n')
		if filepath.Ext(s.Name) != ".jsonl" || !bytes.Contains(o.text, []byte(`"`+o.session+`"`)) {
			o.session = ""
		}
		list = append(list, o)
	}
	return list, nil
}

// repeat writes a transcript so many times, as sessions with numbers.
func repeat(path string, o *original, first, times int) (int64, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, err
	}
	size := int64(0)
	for i := range times {
		text := o.text
		if o.session != "" {
			text = bytes.ReplaceAll(text, []byte(o.session), fmt.Appendf(nil, "%s-%d", o.session, first+i))
		}
		n, err := f.Write(text)
		size += int64(n)
		if err != nil {
			return size, errors.Join(err, f.Close())
		}
	}
	return size, f.Close()
}
