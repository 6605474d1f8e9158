package desk

// UI is the command that serves the web page.
const UI = "ui"

// Page has the options of the web page's server.
type Page struct {
	Addr string // of this machine
	Open bool   // opens it in the browser
}
