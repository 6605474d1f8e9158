package secrets

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestKubernetesSecrets masks the values of secrets, as kubectl prints them, and those of no other object.
func TestKubernetesSecrets(t *testing.T) {
	long := encoded(token("", 1, 24))
	inline := `{"apiVersion":"v1","data":{"a.key":"` + long + `","user":"YWRtaW4="},"kind":"Secret"}`
	hidden := strings.NewReplacer(long, "[kubernetes secret]", "YWRtaW4=", "***")
	for name, in := range map[string]string{
		"YAML":       "apiVersion: v1\ndata:\n  a.key: " + long + "\n\n  user: YWRtaW4=\nkind: Secret\n",
		"list":       "items:\n- apiVersion: v1\n  data:\n    a.key: " + long + "\n  kind: Secret\n",
		"JSON":       "    \"data\": {\n        \"a.key\": \"" + long + "\",\n        \"user\": \"YWRtaW4=\"\n    },\n",
		"line":       inline + "\n",
		"annotation": "  annotations:\n    kubectl.kubernetes.io/last-applied: |\n      " + inline + "\n  name: a\n",
		"escaped":    `"last": "` + strings.ReplaceAll(inline, `"`, `\"`) + `"` + "\n",
	} {
		var m Masker
		if diff := cmp.Diff(hidden.Replace(in), string(m.Text([]byte(in)))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	named := `{"data":{"db_password":"` + long + `"}}` + "\n"
	if got := Mask(named); got != hidden.Replace(named) {
		t.Errorf("%q became %q", named, got)
	}
	var m Masker
	in := "stringData:\n  user: anna\n  pin: geheim-42\nkind: Secret\n"
	if got := string(m.Text([]byte(in))); got != strings.Replace(in, "geheim-42", "***", 1) {
		t.Errorf("stringData became %q", got)
	}
	for _, in := range []string{
		"data:\n  level: info\n  mode: production\n  url: http://a.test/b\n  count: \"12345678\"\nkind: ConfigMap\n",
		"data:\nname: YWRtaW4taGVyZQ==\n",
		`{"data":{"id":"abcdefgh","Name":"MyClassNameHere1"}}` + "\n",
		"data:\n  commit: " + hexes("", 1, 40) + "\n  v: " + hexes("", 2, 64) +
			"\n  build: a1b2c3d4\nkind: ConfigMap\n",
		"\"data\": {\n  \"endCursor\": \"" + encoded("cursor:100") + "\",\n  \"node\": {\n    \"n\": \"" +
			encoded("cursor:100") + "\"\n  },\n  \"x\": \"CamelCaseNameHerePlusMore40CharsAndMore0\"\n}\n",
		`{"data":{"repository":{"id":"` + encoded("node:1001") + `","endCursor":"` +
			encoded("cursor:100") + `"}}}` + "\n",
		`{"data":{"node":"` + encoded("node:1001") + `","nextPageToken":"` + encoded("page:1001") + `","sha256":"` +
			hexes("", 3, 64) + `"}}` + "\n",
	} {
		var m Masker
		if got := string(m.Text([]byte(in))); got != in {
			t.Errorf("%q became %q", in, got)
		}
	}
}
