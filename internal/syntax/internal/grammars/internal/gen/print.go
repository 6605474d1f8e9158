package main

import (
	"bytes"
	"fmt"
	"strings"
)

// tables are the arrays of a grammar in the order in which tables.h names them.
var tables = []struct {
	name  string
	names bool // an array of strings, which are printed one after the other
}{
	{"ts_parse_table", false},
	{"ts_small_parse_table", false},
	{"ts_small_parse_table_map", false},
	{"ts_parse_actions", false},
	{"ts_symbol_names", true},
	{"ts_field_names", true},
	{"ts_field_map_slices", false},
	{"ts_field_map_entries", false},
	{"ts_symbol_metadata", false},
	{"ts_symbol_map", false},
	{"ts_non_terminal_alias_map", false},
	{"ts_alias_sequences", false},
	{"ts_lex_modes", false},
	{"ts_external_scanner_states", false},
	{"ts_external_scanner_symbol_map", false},
	{"ts_primary_state_ids", false},
}

// counts are the numbers of a grammar in the order in which tables.h names them.
var counts = []string{
	"version", "symbol_count", "alias_count", "token_count", "external_token_count", "state_count",
	"large_state_count", "production_id_count", "field_count", "max_alias_sequence_length", "keyword_capture_token",
}

// printer returns a program that prints a grammar: a magic number, its counts, then each array after its size in bytes,
// padded to eight.
func (g *grammar) printer(source string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "#include %q\n#include <stdio.h>\n#include <string.h>\n", "parser.c")
	b.WriteString(`
static void number(uint32_t n) { fwrite(&n, 4, 1, stdout); }

static void table(const void *p, uint32_t size) {
  number(size);
  number(0);
  fwrite(p, 1, size, stdout);
  for (uint32_t i = size; i % 8; i++) putchar(0);
}

// strings without a pointer, as that of field 0, are printed as empty ones.
static void names(const char *const *list, uint32_t n) {
  static char text[1 << 20];
  uint32_t size = 0;
  for (uint32_t i = 0; i < n; i++) {
    const char *s = list[i] ? list[i] : "";
    strcpy(text + size, s);
    size += strlen(s) + 1;
  }
  table(text, size);
}

int main(void) {
`)
	fmt.Fprintf(&b, "  const TSLanguage *l = tree_sitter_%s();\n  number(0x%08x);\n", g.symbol(), magic)
	for _, c := range counts {
		fmt.Fprintf(&b, "  number(l->%s);\n", c)
	}
	for _, t := range tables {
		switch {
		case !strings.Contains(source, " "+t.name+"["):
			fmt.Fprintf(&b, "  table(\"\", 0);\n")
		case t.names:
			fmt.Fprintf(&b, "  names(%s, sizeof %[1]s / sizeof %[1]s[0]);\n", t.name)
		default:
			fmt.Fprintf(&b, "  table(%s, sizeof %[1]s);\n", t.name)
		}
	}
	b.WriteString("  return 0;\n}\n")
	return b.Bytes()
}

// magic opens the tables: read by a machine with the other order of bytes, it is another number.
const magic = 0x01746b67

// symbol is what C functions call the language.
func (g *grammar) symbol() string {
	if g.name == "golang" {
		return "go"
	}
	return g.name
}
