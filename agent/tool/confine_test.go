//go:build unix

package tool_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/agent/tool"
	"github.com/toktee/toktee/internal/run/proc"
)

// realRg returns the path of rg.
func realRg(t *testing.T) string {
	t.Helper()
	rg, err := proc.Lookup("rg")
	if err != nil {
		t.Skip("rg isn't installed")
	}
	return rg
}

// outside makes a folder outside of the root, with the files of a folder of the root and others.
func outside(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range map[string]string{
		"a.txt": "a secret\n", "b.txt": "no\nsecret b\n", "binary": "secret\x00", "locked": "secret\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestGrepSwappedFolder replaces a folder by a link that leads outside, after it was checked and before rg searches it.
func TestGrepSwappedFolder(t *testing.T) {
	rg := realRg(t)
	for _, args := range []object{
		{"pattern": "secret|inside", "path": "d"},
		{"pattern": "secret|inside", "path": "d/a.txt"},
		{"pattern": "secret|inside", "path": "d/binary"},
		{"pattern": "secret|inside", "path": "d", "context": 1},
		{"pattern": "secret|inside", "path": "d", "files_only": true},
		{"pattern": "secret|inside", "path": "d/binary", "files_only": true},
		{"pattern": "secret|inside", "path": "d/nothing"},
	} {
		t.Run(fmt.Sprint(args), func(t *testing.T) {
			b := newBox(t, nil)
			for _, name := range []string{"a.txt", "b.txt", "binary", "nothing"} {
				b.write("d/"+name, "inside\n")
			}
			bin := t.TempDir()
			script := fmt.Sprintf("#!/bin/sh\n/bin/mv d old && /bin/ln -s '%s' d && exec '%s' \"$@\"\n", outside(t), rg)
			if err := os.WriteFile(filepath.Join(bin, "rg"), []byte(script), 0o755); err != nil {
				t.Fatal(err)
			}
			t.Setenv("PATH", bin)
			r, err := b.call(t.Context(), "grep", args)
			ui, _ := r.UIContent()
			if err != nil || strings.Contains(ui+r.LLMContent(), "secret") || strings.Contains(ui, "d/") {
				t.Errorf("outside of the root it has found:\n%s\n%v", ui, err)
			}
			if !strings.Contains(ui, "files were changed or replaced during the search") {
				t.Errorf("it doesn't say what is left out:\n%s", ui)
			}
			if code, _ := r.ExitCode(); code == 0 {
				t.Error("the exit code says that there were matches")
			}
		})
	}
}

// TestGrepSwapping swaps a folder and a link that leads outside all the time.
func TestGrepSwapping(t *testing.T) {
	realRg(t)
	b := newBox(t, nil)
	for i := range 200 {
		b.write(fmt.Sprintf("d/%03d/a.txt", i), "inside\n")
	}
	folder, away := filepath.Join(b.dir, "d", "100"), filepath.Join(b.dir, "away")
	link := filepath.Join(b.dir, "link")
	if err := os.Symlink(outside(t), link); err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	var swapping sync.WaitGroup
	swapping.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			os.Rename(folder, away)
			os.Rename(link, folder)
			os.Rename(folder, link)
			os.Rename(away, folder)
		}
	})
	defer swapping.Wait()
	defer close(stop)
	found := 0
	for end := time.Now().Add(time.Second); time.Now().Before(end); {
		for _, path := range []string{"d/100", "d"} {
			r, err := b.call(t.Context(), "grep", object{"pattern": "secret|inside", "path": path})
			ui, _ := r.UIContent()
			if err != nil || strings.Contains(ui, "secret") {
				t.Fatalf("outside of the root it has found:\n%s\n%v", ui, err)
			}
			found += strings.Count(ui, "inside")
		}
	}
	if found == 0 {
		t.Error("nothing was found")
	}
}

// TestGrepConfined checks that what rg finds in the root is what comes out, whatever the files are.
func TestGrepConfined(t *testing.T) {
	realRg(t)
	boxes := []*box{newBox(t, nil), newBox(t, func(o *tool.Options) { o.Unconfined = true })}
	for _, b := range boxes {
		for name, content := range map[string]string{
			"bom.txt": "\xef\xbb\xbffoo\nx\n", "nul": "foo\nx\x00foo\n",
			"le.txt": "\xff\xfef\x00o\x00o\x00\n\x00\xe9\x00",
			"be.txt": "\xfe\xff\x00x\x00\n\x00f\x00o\x00o", "crlf.txt": "foo\r\nx\r\nx\r\nx\r\nfoo\r\n", "empty": "",
			"two\nlines/a-1-b:2:c": "foo\n--\nfoo", "latin.txt": "foo \xe9\n", "sub/a.txt": "x\ny\nfoo\n\n\n\nfoo",
		} {
			b.write(name, content)
		}
	}
	for _, args := range []object{
		{"pattern": "foo"}, {"pattern": "foo", "context": 1}, {"pattern": "foo", "context": 3}, {"pattern": "^"},
		{"pattern": "foo", "path": "nul"}, {"pattern": "foo", "path": "sub"}, {"pattern": "foo", "files_only": true},
		{"pattern": "foo", "path": "nul", "files_only": true}, {"pattern": "no such text"}, {"pattern": "(a"},
	} {
		var got []string
		for _, b := range boxes {
			if path, ok := args["path"]; ok && b == boxes[1] {
				args = object{"pattern": args["pattern"], "path": filepath.Join(b.dir, path.(string)),
					"files_only": args["files_only"] == true}
			}
			r, err := b.call(t.Context(), "grep", args)
			if err != nil {
				t.Fatal(err)
			}
			ui, _ := r.UIContent()
			code, _ := r.ExitCode()
			got = append(got, fmt.Sprintf("%d\n%s", code, strings.ReplaceAll(ui, b.dir+"/", "")))
		}
		if diff := cmp.Diff(got[1], got[0]); diff != "" {
			t.Errorf("grep %v (-rg's +ours):\n%s", args, diff)
		}
	}
}
