package tiktoken_test

import (
	"fmt"

	"github.com/toktee/toktee/tokens/tiktoken"
)

func ExampleNew() {
	c, err := tiktoken.New("r50k_base")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Count("the encoding of GPT-3"))
	// Output: 7
}
