// What a grammar consists of here: code and tables. See grammars.go.
#ifndef TOKTEE_TABLES_H_
#define TOKTEE_TABLES_H_

#include "parser.h"

// The functions of a grammar. Those of the scanner are NULL where it has none.
typedef struct {
  bool (*lex)(TSLexer *, TSStateId);
  bool (*lex_keywords)(TSLexer *, TSStateId);
  void *(*create)(void);
  void (*destroy)(void *);
  bool (*scan)(void *, TSLexer *, const bool *);
  unsigned (*serialize)(void *, char *);
  void (*deserialize)(void *, const char *, unsigned);
} toktee_lexer;

extern const toktee_lexer toktee_lexer_bash, toktee_lexer_c, toktee_lexer_cpp, toktee_lexer_go, toktee_lexer_java,
    toktee_lexer_javascript, toktee_lexer_php, toktee_lexer_python, toktee_lexer_ruby, toktee_lexer_rust,
    toktee_lexer_tsx, toktee_lexer_typescript;

// toktee_language makes a language of a grammar's tables, which stay where they are, and its functions. It returns
// NULL for other data, and without memory.
const TSLanguage *toktee_language(const uint8_t *tables, size_t size, const toktee_lexer *lexer);

#endif
