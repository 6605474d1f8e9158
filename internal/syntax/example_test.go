package syntax_test

import (
	"context"
	"fmt"

	"github.com/toktee/toktee/internal/syntax"
)

func ExampleInspect() {
	src := []byte("import os\n\nclass Server:\n    def start(self,\n              port):\n        pass\n")
	lang := syntax.Detect("server.py", src)
	outline, err := syntax.Inspect(context.Background(), lang, src)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(lang)
	for _, s := range outline.Symbols {
		fmt.Printf("%d-%d %s %s\n", s.First, s.Last, s.Kind, s.Name)
	}
	// Output:
	// Python
	// 1-1 import os
	// 3-6 class Server
	// 4-6 method start
}
