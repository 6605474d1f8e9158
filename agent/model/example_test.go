package model_test

import (
	"errors"
	"fmt"
	"time"

	"github.com/toktee/toktee/agent/model"
)

// A key can't be printed by accident.
func ExampleKey() {
	ep := model.Endpoint{BaseURL: "https://api.example.com", Key: "sk-secret"}
	fmt.Println("asking", ep.BaseURL, "with", ep.Key)
	// Output: asking https://api.example.com with [key]
}

// What a program does about a failure depends on the fields, not on the text.
func ExampleError() {
	var err error = &model.Error{
		Provider: "anthropic", Status: 529, Kind: "overloaded_error", Message: "Overloaded",
		Attempts: 5, RetryAfter: 3 * time.Minute, Temporary: true,
	}
	fmt.Println(err)
	var failed *model.Error
	if errors.As(err, &failed) && failed.Temporary {
		fmt.Println("try again in", failed.RetryAfter)
	}
	// Output:
	// anthropic: overloaded_error (529): Overloaded; tried 5 times
	// try again in 3m0s
}
