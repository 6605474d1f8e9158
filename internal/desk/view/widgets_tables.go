package view

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/words"
)

func number(n int64) string { return strconv.FormatInt(n, 10) }

// list shows a listing: its counts, and the folders with most entries.
func (b *builder) list() []Widget {
	var d detailList
	b.decode(&d)
	c := &Counts{Title: Title(words.Count(d.Entries, "entry", "entries")), List: []Count{{"entries", d.Entries}}}
	for _, n := range []struct {
		name string
		n    *int64
	}{{"files", d.Files}, {"folders", d.Dirs}, {"bytes", d.Bytes}} {
		if n.n != nil {
			c.List = append(c.List, Count{n.name, *n.n})
		}
	}
	out := []Widget{c}
	if len(d.Folders) > 0 {
		t := &Table{Title: "folders", Columns: []string{"folder", "entries"}, Right: []bool{false, true}}
		folders, _ := listed(d.Folders)
		for _, f := range folders {
			t.Rows = append(t.Rows, []string{Text(f.Path), number(f.Entries)})
		}
		t.More = len(d.Folders) - len(folders)
		out = append(out, t)
	}
	if len(d.Extensions) > 0 {
		t := &Table{Title: "extensions", Columns: []string{"extension", "files"}, Right: []bool{false, true}}
		extensions, _ := listed(d.Extensions)
		for _, e := range extensions {
			t.Rows = append(t.Rows, []string{Text(e.Ext), number(e.Count)})
		}
		t.More = len(d.Extensions) - len(extensions)
		out = append(out, t)
	}
	return out
}

// log shows the kinds of records of a log, as the details order them: the most severe first, then the rarest.
func (b *builder) log() []Widget {
	var d detailLog
	b.decode(&d)
	t := &Table{
		Title:   Title(words.Count(d.Kinds, "kind of record", "kinds of records")),
		Columns: []string{"level", "count", "record", "first", "last"}, Right: []bool{false, true, false, false, false},
	}
	list, _ := listed(d.Templates)
	for _, k := range list {
		t.Rows = append(t.Rows, []string{Text(k.Level), number(k.Count), Text(k.Template), Text(k.From), Text(k.To)})
		t.Places = append(t.Places, Place{First: max(k.First, 0), Last: max(k.First, 0)})
	}
	t.More = len(d.Templates) - len(list)
	return []Widget{t}
}

// data shows the shape of a document.
func (b *builder) data() []Widget {
	var d detailData
	b.decode(&d)
	t := &Table{
		Title:   Title(Text(d.Format)),
		Columns: []string{"at", "rows", "columns"}, Right: []bool{false, true, false},
	}
	if len(d.Keys) > 0 {
		keys, _ := listed(d.Keys)
		t.Rows = append(t.Rows, []string{"", "", Text(strings.Join(keys, ", "))})
	}
	tables, _ := listed(d.Tables)
	for _, one := range tables {
		columns, _ := listed(one.Columns)
		t.Rows = append(t.Rows, []string{Text(one.Path), number(one.Rows), Text(strings.Join(columns, ", "))})
	}
	t.More = len(d.Tables) - len(tables)
	return []Widget{t}
}

// outline shows the sections of a help text.
func (b *builder) outline() []Widget {
	var d detailOutline
	b.decode(&d)
	t := &Table{
		Title:   Title(words.Count(len(d.Sections), "section", "sections")),
		Columns: []string{"section", "entries", "of"}, Right: []bool{false, true, false},
	}
	sections, _ := listed(d.Sections)
	for _, s := range sections {
		t.Rows = append(t.Rows, []string{Text(s.Title), number(s.Entries), Text(s.Kind)})
	}
	t.More = len(d.Sections) - len(sections)
	return []Widget{t}
}

// status shows the folders of untracked files.
func (b *builder) status() []Widget {
	var d detailStatus
	b.decode(&d)
	t := &Table{
		Title:   "untracked files",
		Columns: []string{"folder", "files", "folders"}, Right: []bool{false, true, true},
	}
	list, _ := listed(d.Untracked)
	for _, u := range list {
		t.Rows = append(t.Rows, []string{Text(u.Path), number(u.Files), number(u.Folders)})
	}
	t.More = len(d.Untracked) - len(list)
	return []Widget{t}
}
