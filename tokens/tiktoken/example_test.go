package tiktoken_test

import (
	"fmt"

	"github.com/toktee/toktee/tokens/tiktoken"
)

func ExampleNew() {
	c, err := tiktoken.New("cl100k_base")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Count("the encoding of GPT-4"))
	// Output: 7
}
