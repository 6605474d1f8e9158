package data

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/strategies"
)

// digest digests a text as the output of a command.
func digest(t testing.TB, command, out string) (strategies.Digest, error) {
	t.Helper()
	lines := strategies.NewText(out)
	var head strings.Builder
	for l := range lines.All() {
		if head.Len()+len(l.Text)+1 > 1<<10 {
			if head.Len() == 0 {
				head.WriteString(l.Text[:textline.RuneStart(l.Text, 1<<10)])
			}
			break
		}
		head.WriteString(l.Text + "\n")
	}
	in := &strategies.Input{
		Tool:    "exec",
		Family:  strategies.FamilyExec,
		Command: command,
		Shell:   shell.Parse(command),
		Head:    head.String(),
	}
	if New().Match(in) == strategies.No {
		return strategies.Digest{}, errForm
	}
	c := strategies.NewCollector(false)
	if err := New().Digest(t.Context(), in, lines, c); err != nil {
		return strategies.Digest{}, err
	}
	d := c.Digest()
	if n := d.Misplaced; n > 0 {
		t.Errorf("%d facts are out of order", n)
	}
	return d, nil
}

// page is what a digest says at a rank and above, a fact a line.
func page(d strategies.Digest, lowest strategies.Rank) string {
	var sb strings.Builder
	fmt.Fprintln(&sb, d.Verdict[1])
	for _, f := range d.Facts {
		if f.Rank <= lowest {
			fmt.Fprintf(&sb, "%d %s\n", f.Rank, f.Text)
		}
	}
	return sb.String()
}

func TestDigest(t *testing.T) {
	long := strings.Repeat("a long story ", 20)
	tests := []struct {
		name, out, want string
	}{
		{
			name: "an array of objects is a table",
			out:  `[{"id":1,"name":"web","up":true},{"id":2,"name":"db","up":null},{"id":3,"name":"a,b","up":"true"}]`,
			want: `JSON, 3 rows, 3 columns
1 (3 rows): id,name,up
1 1,web,true
1 2,db,null
1 3,"a,b","true"
`,
		},
		{
			name: "what all rows share is said once, objects in rows are columns",
			out: "[\n  {\"id\": 1, \"kind\": \"Pod\", \"user\": {\"login\": \"ann\"}},\n" +
				"  {\"id\": 2, \"kind\": \"Pod\", \"user\": {\"login\": \"bob\"}},\n" +
				"  {\"id\": 3, \"kind\": \"Pod\", \"user\": {}}\n]\n",
			want: `JSON, 3 rows, 3 columns
1 (3 rows): id,user.login
2 every row: kind: Pod
1 1,ann
1 2,bob
1 3,
2 user: {}
`,
		},
		{
			name: "small objects of a long row are no detail",
			out: `[{"id":"a1","links":{"one":"` + long[:80] + `","two":"` + long[:80] + `"},` +
				`"needs":[{"id":"b1","why":"` + strings.Repeat(long, 30) + `"}]}]`,
			want: `JSON, 1 row
1 - id: a1
2 links: {one: "` + long[:80] + `"}
2 links: {two: "` + long[:80] + `"}
`,
		},
		{
			name: "what went wrong comes first",
			out:  `{"data":[],"error":{"code":404,"reason":"no such thing"},"status":"failed","trace":"` + long + `"}`,
			want: `JSON, 4 keys
2 data: []
0 error: {code: 404, reason: no such thing}
0 "status":"failed"
1 "trace":"` + long + `"
`,
		},
		{
			name: "messages of errors come with their rows",
			out: `{"errors":[{"file":"a.js","message":"` + long[:90] + `"},{"file":"b.js","message":"` + long[:91] +
				`"}],"warnings":[{"file":"c.js","message":"` + long[:92] + `"},{"file":"d.js","message":"` +
				long[:93] + `"}]}`,
			want: `JSON, 2 keys
1 errors (2 rows): file
1 a.js
1 message: ` + long[:90] + `
1 b.js
1 message: "` + long[:91] + `"
1 warnings (2 rows): file
1 c.js
2 message: ` + long[:92] + `
1 d.js
2 message: "` + long[:93] + `"
`,
		},
		{
			name: "an empty error is none",
			out:  `{"error":null,"errors":[],"count":0,"items":["x","y"]}`,
			want: `JSON, 4 keys
1 "error":null
2 errors: []
0 "count":0
2 items: [x,y]
`,
		},
		{
			name: "numbers keep their digits, strings that look like some keep their quotes",
			out:  `{"a":1e400,"b":-0,"c":12345678901234567890.10,"d":"007","e":"12","f":1E+2,"g":"-x"}`,
			want: `JSON, 7 keys
1 "a":1e400
1 "b":-0
1 "c":12345678901234567890.10
1 "d":"007"
1 "e":"12"
1 "f":1E+2
1 "g":"-x"
`,
		},
		{
			name: "rows keep digits, and quotes where a string looks like a number",
			out:  `[{"a":1e400,"b":"1"},{"a":-0,"b":"-x"},{"a":12345678901234567890.10,"b":"007"}]`,
			want: `JSON, 3 rows, 2 columns
1 (3 rows): a,b
1 1e400,"1"
1 -0,"-x"
1 12345678901234567890.10,007
`,
		},
		{
			name: "a key that stands twice is printed twice",
			out:  `{"name":"x","name":"y","rows":[{"a":1,"b":2},{"a":1,"a":3,"b":2}]}`,
			want: `JSON, 3 keys
0 "name":"x"
0 "name":"y"
2 rows: [{a: 1, b: 2},{a: 1, a: 3, b: 2}]
`,
		},
		{
			name: "a document that breaks off is read up to there",
			out:  "{\n  \"total\": 3,\n  \"items\": [\n    {\"id\": 1, \"name\": \"web\"},\n    {\"id\": 2, \"name\":",
			want: `JSON, 2 keys in the part shown
0 "total": 3
2 items[]: {id: 1, name: web}, items: 1 value in the part read
2     {"id": 2, "name":
`,
		},
		{
			name: "lines of JSON with a warning between",
			out:  "{\"n\":1,\"shop\":\"s0\"}\nwarning: slow\n{\"n\":2,\"shop\":\"s1\"}\n{\"n\":3,\"shop\":\"s1\"}\n",
			want: `JSON lines, 3 rows, 2 columns
1 (3 rows): n,shop
1 1,s0
1 warning: slow
1 2,s1
1 3,s1
`,
		},
		{
			name: "documents that differ are read one by one",
			out: "{\n  \"name\": \"shop\",\n  \"notes\": \"" + long + "\"\n}\n" +
				"[\n  {\"pod\": \"a\", \"up\": true},\n  {\"pod\": \"b\", \"up\": false}\n]\n",
			want: `JSON, 2 documents
0 document 1 of 2:
0 "name": "shop"
1 "notes": "` + long + `"
0 document 2 of 2:
1 (2 rows): pod,up
1 a,true
1 b,false
`,
		},
		{
			name: "links are left out of rows, and that is said",
			out:  `[{"id":1,"node_id":"x1","ok":true},{"id":2,"node_id":"x2","ok":false}]`,
			want: `JSON, 2 rows, 3 columns
1 (2 rows): id,ok
2 left out of each row: 1 column of links and keys such as node_id
1 1,true
1 2,false
`,
		},
		{
			name: "an object of alike objects is a table with names",
			out: `{"web":{"version":"1","size":3},` +
				`"db":{"version":"2","size":4},"log":{"version":"3","size":5},"bus":{"version":"4","size":6}}`,
			want: `JSON, 4 rows, 3 columns
1 (4 rows): key,version,size
1 web,"1",3
1 db,"2",4
1 log,"3",5
1 bus,"4",6
`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := digest(t, "curl -s http://localhost/api", tt.out)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, page(d, strategies.Context)); diff != "" {
				t.Errorf("page mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDeclines(t *testing.T) {
	for name, c := range map[string]struct{ command, out string }{
		"go test": {"go test -json ./...", "{\"Time\":\"t\",\"Action\":\"run\",\"Package\":\"p\"}\n" +
			"{\"Time\":\"t\",\"Action\":\"pass\",\"Package\":\"p\"}\n"},
		"test events": {"make test", "{\"Time\":\"t\",\"Action\":\"run\",\"Package\":\"p\"}\n" +
			"{\"Time\":\"t\",\"Action\":\"pass\",\"Package\":\"p\"}\n"},
		"eslint": {"npx eslint --format json .",
			`[{"filePath":"a.js","messages":[]},{"filePath":"b.js","messages":[]}]`},
		"a log": {"./serve", "{\"time\":\"t1\",\"level\":\"INFO\",\"msg\":\"up\"}\n" +
			"{\"time\":\"t2\",\"level\":\"INFO\",\"msg\":\"down\"}\n"},
		"stamps":   {"./serve", "[2026-01-02 10:11:12] started\n[2026-01-02 10:11:13] stopped\n"},
		"progress": {"ninja", "[1/10] Building CXX object a.o\n[2/10] Building CXX object b.o\n"},
		"prose": {"./say", "One, two, three, four.\nFive, six, seven, eight.\nNine, ten, eleven, twelve.\n" +
			"A, b, c, d.\n"},
		"shell trace":  {"./run", "[test] $ go test ./...\nok\n"},
		"python":       {"python3 -c x", "{'a': 1, 'b': 2}\n"},
		"half a value": {"./x", "{\"a\": nope}\n"},
	} {
		t.Run(name, func(t *testing.T) {
			if d, err := digest(t, c.command, c.out); err == nil {
				t.Errorf("it is taken for data:\n%s", page(d, strategies.Noise))
			}
		})
	}
}

func TestFamilies(t *testing.T) {
	for f, want := range map[toolname.Family]strategies.Confidence{
		strategies.FamilyExec: strategies.Looks, strategies.FamilyOther: strategies.Looks, "": strategies.Looks,
		strategies.FamilyRead: strategies.No, strategies.FamilySearch: strategies.Looks,
		strategies.FamilyList: strategies.Looks, strategies.FamilyProse: strategies.No,
	} {
		if got := New().Match(&strategies.Input{Family: f, Head: `{"a":1,"b":[2]}`}); got != want {
			t.Errorf("Match of family %q = %d, want %d", f, got, want)
		}
	}
	for _, f := range []toolname.Family{strategies.FamilySearch, strategies.FamilyList} { // of commands
		if got := New().Match(&strategies.Input{Family: f, Command: "x", Head: `{"a":1}`}); got != strategies.No {
			t.Errorf("Match of a command of family %q = %d", f, got)
		}
	}
}

// TestLongLine reads a document in one line that is longer than what is seen of it.
func TestLongLine(t *testing.T) {
	var sb strings.Builder
	sb.WriteString(`{"total":9000,"items":[`)
	for i := range 9000 {
		if i > 0 {
			sb.WriteByte(',')
		}
		fmt.Fprintf(&sb, `{"id":%d,"name":"n%d"}`, i, i)
	}
	sb.WriteString("]}")
	out := sb.String()
	d, err := digest(t, "curl -s x", out)
	if err != nil {
		t.Fatal(err)
	}
	if d.Upstream {
		t.Error("the output is said to have come in cut")
	}
	if !strings.HasSuffix(d.Verdict[1], " in the part read") {
		t.Errorf("the verdict %q doesn't say that a part was read", d.Verdict[1])
	}
	last := d.Facts[len(d.Facts)-1]
	if last.Cut != len(out)-strategies.MaxLine {
		t.Errorf("the last fact leaves out %d bytes, want %d", last.Cut, len(out)-strategies.MaxLine)
	}
	seen := strings.Count(out[:strategies.MaxLine], "}")
	if got := d.Data[keyRows]; got != int64(seen) {
		t.Errorf("%d rows are counted, %d end in the part read", got, seen)
	}
	for i, f := range d.Facts {
		if (i == 0) != (f.Span == strategies.Span{First: 1, Last: 1}) || i > 0 && f.Span.First != 0 {
			t.Fatalf("fact %d of a single line has the span %v", i, f.Span)
		}
	}
}

// TestRowsPicked shows which rows of many stand before the rest.
func TestRowsPicked(t *testing.T) {
	var rows []map[string]any
	for i := range 400 {
		r := map[string]any{"id": fmt.Sprintf("r%d", i), "state": "ready", "ms": 10 + i%7, "zone": "east"}
		if i >= 200 {
			r["zone"] = "west"
		}
		rows = append(rows, r)
	}
	rows[123]["state"] = "failed"
	rows[250]["state"] = "draining"
	rows[301]["ms"] = 4711
	rows[302]["ms"] = 1
	b, err := json.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	d, err := digest(t, "curl -s x", strings.ReplaceAll(string(b), "},{", "},\n{"))
	if err != nil {
		t.Fatal(err)
	}
	want := `JSON, 400 rows, 4 columns
1 (400 rows): id,ms,state,zone
1 by state: ready 398, draining 1, failed 1
1 by zone: east 200, west 200
1 r0,10,ready,east
1 r1,11,ready,east
1 r2,12,ready,east
0 r123,14,failed,east
1 r124,15,ready,east
1 r200,14,ready,west
1 r250,15,draining,west
1 r251,16,ready,west
1 r301,4711,ready,west
1 r302,1,ready,west
1 r399,10,ready,west
`
	if diff := cmp.Diff(want, page(d, strategies.Evidence)); diff != "" {
		t.Errorf("page mismatch (-want +got):\n%s", diff)
	}
}

func TestTables(t *testing.T) {
	pods := "NAME                        READY   STATUS             RESTARTS      AGE\n"
	for i := range 70 {
		status := "Running   "
		if i == 41 {
			status = "CrashLoopBackOff"
		}
		pods += fmt.Sprintf("web-7fb96c846b-%05d         1/1     %-16s   %d (3d ago)    %dd\n", i, status, i%3, i)
	}
	csv := "id,name,cents\n"
	for i := range 200 {
		csv += fmt.Sprintf("%d,\"n, %d\",%d\n", i, i, 100+i%9)
	}
	csv += "200,\"two\nlines\",99999\n"
	psql := " id | state  | total \n----+--------+-------\n"
	for i := range 120 {
		psql += fmt.Sprintf(" %2d | ready  |   %3d\n", i, i*2)
	}
	psql += "(120 rows)\n"
	tests := []struct {
		name, command, out, verdict string
		critical, evidence          []string
		rows                        int64
	}{
		{
			"kubectl", "kubectl get pods", pods, "table, 70 rows, 5 columns",
			[]string{"CrashLoopBackOff"},
			[]string{"by STATUS: Running 69, CrashLoopBackOff 1"},
			70,
		},
		{
			"csv", "python3 report.py", csv, "CSV, 201 rows, 3 columns", nil,
			[]string{"id,name,cents", "200,\"two\nlines\",99999"},
			201,
		},
		{
			"psql", "psql -c 'select * from t'", psql, "table, 120 rows, 3 columns", nil,
			[]string{" id | state  | total "},
			120,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := digest(t, tt.command, tt.out)
			if err != nil {
				t.Fatal(err)
			}
			if d.Verdict[1] != tt.verdict || d.Data[keyRows] != tt.rows {
				t.Errorf("verdict %q, %d rows; want %q, %d", d.Verdict[1], d.Data[keyRows], tt.verdict, tt.rows)
			}
			has := func(rank strategies.Rank, want string) {
				t.Helper()
				for _, f := range d.Facts {
					if f.Rank == rank && strings.Contains(f.Text, want) {
						return
					}
				}
				t.Errorf("no fact of rank %d holds %q:\n%s", rank, want, page(d, strategies.Evidence))
			}
			for _, s := range tt.critical {
				has(strategies.Critical, s)
			}
			for _, s := range tt.evidence {
				has(strategies.Evidence, s)
			}
		})
	}
}

func TestYAML(t *testing.T) {
	out := "apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n  managedFields:\n  - manager: kubectl\n" +
		"    time: x\nspec:\n  script: |\n    status: failed\n    x: y\nstatus:\n  phase: Failed\n"
	d, err := digest(t, "kubectl get pod web -o yaml", out)
	if err != nil {
		t.Fatal(err)
	}
	want := `YAML, 5 keys
1 apiVersion: v1
1 kind: Pod
1 metadata:
1   name: web
1 spec:
2   script: |
1 status:
0   phase: Failed
`
	if diff := cmp.Diff(want, page(d, strategies.Context)); diff != "" {
		t.Errorf("page mismatch (-want +got):\n%s", diff)
	}
}

// TestShortLastRow: the last row counts if it is whole, even if it lacks cells. A line feed ends a row, unless a quote
// is open.
func TestShortLastRow(t *testing.T) {
	var table strings.Builder
	table.WriteString("id,name,price\n")
	for i := 1; i < 100; i++ {
		fmt.Fprintf(&table, "%d,product number %d of the shop,%d\n", i, i, 7*i)
	}
	for last, want := range map[string]string{
		"":                    "CSV, 99 rows, 3 columns",
		"100,lamp,7":          "CSV, 100 rows, 3 columns",
		"100,lamp\n":          "CSV, 100 rows, 3 columns",
		"100,lamp":            "CSV, 99 rows, 3 columns",
		"100,\"lamp,\n":       "CSV, 99 rows, 3 columns",
		"100,\"lamp,\n7\"\n":  "CSV, 100 rows, 3 columns",
		"99 rows were sold\n": "CSV, 99 rows, 3 columns",
	} {
		d, err := digest(t, "./export", table.String()+last)
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Verdict[1]; got != want {
			t.Errorf("%q: %q, want %q", last, got, want)
		}
	}
}
