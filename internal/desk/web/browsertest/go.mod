module github.com/toktee/toktee/internal/desk/web/browsertest

go 1.26.0

require (
	github.com/chromedp/cdproto v0.159.0
	github.com/chromedp/chromedp v0.23.0
	github.com/toktee/toktee v0.0.0
)

require github.com/go-json-experiment/json v0.0.0-20260820222146-c27c302e5fc3 // indirect

replace github.com/toktee/toktee => ../../../..
