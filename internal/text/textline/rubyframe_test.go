package textline

import "testing"

func TestRubyFrame(t *testing.T) {
	for line, want := range map[string]bool{
		"lib/cart.rb:12:in `add'":                                                true,
		"/src/lib/cart.rb:12:in 'Cart#add'":                                      true,
		"\tfrom lib/cart.rb:12:in `block (2 levels) in f'":                       true,
		"lib/cart.rb:12:in 'add': undefined method 'x' for nil (NoMethodError)":  false,
		"lib/cart.rb:12:in 'add': no method 'x'":                                 false,
		"lib/cart.rb:12: in add":                                                 false,
		"NoMethodError: undefined method `price' for nil at cart.rb:12:in 'add'": false,
		"Error: /app/a.rb:3:in `load'":                                           false,
		"found it:in 'cart'":                                                     false,
		":in ''":                                                                 false,
	} {
		if got := RubyFrame(line); got != want {
			t.Errorf("RubyFrame(%q) = %v, want %v", line, got, want)
		}
	}
}
