package setup

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestJSONC adds a hook to settings of all forms, reads what came of it, and removes it again.
func TestJSONC(t *testing.T) {
	e := hooks{agent: "claude", groups: []group{{"Post", matched{"x", []handler{{
		Type: "command", Command: "/bin/toktee", Args: []string{"hook", "claude"}, Timeout: 30,
	}}}}}}
	const own = `{"matcher":"x","hooks":[{"type":"command","command":"/bin/toktee","args":["hook","claude"],"timeout":30}]}`
	for _, c := range []struct{ name, old, want string }{
		{
			"a line", `{"a": 1}`,
			`{"a": 1, "hooks":{"Post":[` + own + `]}}`,
		},
		{
			"tabs", "{\n\t\"a\": 1\n}\n",
			"{\n\t\"a\": 1,\n\t\"hooks\": {\n\t\t\"Post\": [\n\t\t\t{\n\t\t\t\t\"matcher\": \"x\",\n\t\t\t\t\"hooks\": [\n\t\t\t\t\t{\n" +
				"\t\t\t\t\t\t\"type\": \"command\",\n\t\t\t\t\t\t\"command\": \"/bin/toktee\",\n\t\t\t\t\t\t\"args\": [\n\t\t\t\t\t\t\t\"hook\",\n" +
				"\t\t\t\t\t\t\t\"claude\"\n\t\t\t\t\t\t],\n\t\t\t\t\t\t\"timeout\": 30\n\t\t\t\t\t}\n\t\t\t\t]\n\t\t\t}\n\t\t]\n\t}\n}\n",
		},
		{
			"comments and a comma at the end", "{\n  \"hooks\": {\n    \"Post\": [\n      {\"hooks\":[]}, // one\n      // two\n    ],\n  },\n}",
			"{\n  \"hooks\": {\n    \"Post\": [\n      {\"hooks\":[]}, // one\n      // two\n      " + tall + ",\n    ],\n  },\n}",
		},
		{
			"a comment behind the last", "{\n  \"hooks\": {\n    \"Post\": [\n      {\"hooks\":[]} // one\n    ]\n  }\n}",
			"{\n  \"hooks\": {\n    \"Post\": [\n      {\"hooks\":[]}, // one\n      " + tall + "\n    ]\n  }\n}",
		},
		{"in one line", `{"hooks":{"Post":[{"hooks":[]}],"Other":[]}}`, `{"hooks":{"Post":[{"hooks":[]}, ` + own + `],"Other":[]}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := e.add([]byte(c.old))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, string(got)); diff != "" {
				t.Errorf("added (-want +got)\n%s", diff)
			}
			again, err := e.add(got)
			if err != nil || string(again) != string(got) {
				t.Errorf("added twice: %v\n%s", err, cmp.Diff(string(got), string(again)))
			}
			back, err := e.remove(got)
			if err != nil || string(back) != c.old {
				t.Errorf("removed: %v\n%s", err, cmp.Diff(c.old, string(back)))
			}
		})
	}
}

const tall = `{
        "matcher": "x",
        "hooks": [
          {
            "type": "command",
            "command": "/bin/toktee",
            "args": [
              "hook",
              "claude"
            ],
            "timeout": 30
          }
        ]
      }`
