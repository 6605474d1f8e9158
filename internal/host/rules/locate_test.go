package rules

import "testing"

func TestLocate(t *testing.T) {
	text := `# [[rule]]
[[ rule ]]
name = "x" # [[rule]]
"odd.key" = 1
list = [
  "a", # ]
  'b]',
]
  [[rule.line]]
  match = '''
[[rule.line]]
do = "no"
'''
  a.b = """
x = "\""""
  do = "drop"
[[rule.line]]
match = 'x'
[[rule]]
[[rule.line]]
match = {x = 1, y = "}"}
[test]
name = 1
`
	at := locate(text)
	for path, want := range map[string]int{
		"rule": 2, "rule.0": 2, "rule.0.name": 3, "rule.0.odd.key": 4, "rule.0.list": 5,
		"rule.0.line.0": 9, "rule.0.line.0.match": 10, "rule.0.line.0.a": 14,
		"rule.0.line.0.a.b": 14, "rule.0.line.0.do": 16,
		"rule.0.line.1": 17, "rule.0.line.1.match": 18, "rule.1": 19, "rule.1.line.0": 20, "rule.1.line.0.match": 21,
		"rule.1.line.0.match.x": 21, "test": 22, "test.name": 23, "nowhere": 1, "rule.0.line.0.gone": 9,
	} {
		if got := lineOf(at, path); got != want {
			t.Errorf("%s stands on line %d, want %d", path, got, want)
		}
	}
}
