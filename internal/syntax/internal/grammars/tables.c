//go:build cgo && !notreesitter

#include "tables.h"

#include <string.h>

// The tables are a magic number and the counts, 32 bits each, and then the arrays: the size in bytes, four bytes of
// nothing, and the data, padded to eight bytes. gen/print.go writes them in this order.
enum { MAGIC = 0x01746b67, COUNTS = 11 };

typedef struct {
  const uint8_t *at, *end;
  bool broken;
} reader;

// table is the next array, NULL for an empty one.
static const void *table(reader *r, uint32_t *size) {
  *size = 0;
  if (r->end - r->at < 8) {
    r->broken = true;
    return NULL;
  }
  memcpy(size, r->at, 4);
  r->at += 8;
  size_t padded = ((size_t)*size + 7) & ~(size_t)7;
  if ((size_t)(r->end - r->at) < padded) {
    r->broken = true;
    return NULL;
  }
  const void *p = *size ? r->at : NULL;
  r->at += padded;
  return p;
}

// names is the next array, of strings that end with a zero. The first of the fields has no name.
static const char *const *names(reader *r, bool fields) {
  uint32_t size, n = 0;
  const char *text = table(r, &size);
  if (!text) return NULL;
  for (uint32_t i = 0; i < size; i++) n += text[i] == 0;
  const char **list = calloc(n ? n : 1, sizeof *list);
  if (!list || text[size - 1]) {
    r->broken = true;
    return list;
  }
  for (uint32_t i = 0; i < n; i++) {
    list[i] = text;
    text += strlen(text) + 1;
  }
  if (fields) list[0] = NULL;
  return list;
}

const TSLanguage *toktee_language(const uint8_t *tables, size_t size, const toktee_lexer *lexer) {
  uint32_t head[1 + COUNTS], unused;
  if (size < sizeof head) return NULL;
  memcpy(head, tables, sizeof head);
  TSLanguage *l = calloc(1, sizeof *l);
  if (!l || head[0] != MAGIC) {
    free(l);
    return NULL;
  }
  uint32_t *counts[] = {
      &l->version,           &l->symbol_count,        &l->alias_count, &l->token_count, &l->external_token_count,
      &l->state_count,       &l->large_state_count,   &l->production_id_count,          &l->field_count,
  };
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) *counts[i] = head[1 + i];
  l->max_alias_sequence_length = (uint16_t)head[10];
  l->keyword_capture_token = (TSSymbol)head[11];
  reader r = {tables + sizeof head, tables + size, false};
  l->parse_table = table(&r, &unused);
  l->small_parse_table = table(&r, &unused);
  l->small_parse_table_map = table(&r, &unused);
  l->parse_actions = table(&r, &unused);
  l->symbol_names = names(&r, false);
  l->field_names = names(&r, true);
  l->field_map_slices = table(&r, &unused);
  l->field_map_entries = table(&r, &unused);
  l->symbol_metadata = table(&r, &unused);
  l->public_symbol_map = table(&r, &unused);
  l->alias_map = table(&r, &unused);
  l->alias_sequences = table(&r, &unused);
  l->lex_modes = table(&r, &unused);
  l->external_scanner.states = table(&r, &unused);
  l->external_scanner.symbol_map = table(&r, &unused);
  l->primary_state_ids = table(&r, &unused);
  if (r.broken) return NULL; // data that was made wrong, once for each language: nothing is freed
  l->lex_fn = lexer->lex;
  l->keyword_lex_fn = lexer->lex_keywords;
  l->external_scanner.create = lexer->create;
  l->external_scanner.destroy = lexer->destroy;
  l->external_scanner.scan = lexer->scan;
  l->external_scanner.serialize = lexer->serialize;
  l->external_scanner.deserialize = lexer->deserialize;
  return l;
}
