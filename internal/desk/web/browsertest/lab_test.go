package browsertest

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

var (
	npm    = flag.Bool("npm", false, "run axe-core, which npm installs")
	update = flag.Bool("update", false, "write the pictures of the docs")
	shots  = flag.String("shots", "", "write pictures of all pages into this `folder`")
)

// patience is how long anything may take on a slow machine.
const patience = 2 * time.Minute

// root is the repository.
const root = "../../../.."

// A lab is a store that real commands have filled, a running toktee ui, and a browser.
type lab struct {
	dir     string // of everything
	bin     string // of toktee and toktee-desk
	env     []string
	link    string // with the token
	site    string // without
	server  int    // its process
	browser context.Context
	stop    []func()
}

// the lab is made once, by the first test that needs it.
var (
	made    *lab
	making  sync.Mutex
	skipped string
)

func TestMain(m *testing.M) {
	flag.Parse()
	code := m.Run()
	if made != nil {
		made.close()
	}
	os.Exit(code)
}

// open returns the lab with a new tab of the given width, which has entered the site.
func open(t *testing.T, width int64, dark bool) (*lab, context.Context) {
	t.Helper()
	making.Lock()
	defer making.Unlock()
	if made == nil && skipped == "" {
		l, err := newLab()
		var missing missingError
		switch {
		case errors.As(err, &missing):
			skipped = err.Error()
		case err != nil:
			l.close()
			t.Fatal(err)
		default:
			made = l
		}
	}
	if skipped != "" {
		t.Skip(skipped)
	}
	tab, cancel := chromedp.NewContext(made.browser)
	t.Cleanup(cancel)
	tab, cancel = context.WithTimeout(tab, 3*patience)
	t.Cleanup(cancel)
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	must(t, tab) // the browser makes the tab
	call(t, tab, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: width, Height: 800, DeviceScaleFactor: 1, Mobile: width < 500,
	})
	call(t, tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"},
	}})
	return made, tab
}

// enter opens the site's first page by the link.
func (l *lab) enter(t *testing.T, tab context.Context) {
	t.Helper()
	must(t, tab, chromedp.Navigate(l.link))
	until(t, tab, "the token is gone from the address", `!location.search && !!document.querySelector("#sessions")`)
	until(t, tab, "the page listens to keys", `!document.querySelector("#theme").hidden`)
}

// must runs actions.
func must(t *testing.T, tab context.Context, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(tab, actions...); err != nil {
		t.Fatal(err)
	}
}

// call calls a command of the protocol.
func call[P, R any](t *testing.T, tab context.Context, command cdp.Command[P, R], params P) R {
	t.Helper()
	r, err := chromedp.Call(tab, command, params)
	if err != nil {
		t.Fatalf("%s: %v", command.Method, err)
	}
	return r
}

// until waits for a condition in the page.
func until(t *testing.T, tab context.Context, what, condition string) {
	t.Helper()
	end := time.Now().Add(patience)
	for {
		ok, err := chromedp.Run(tab, chromedp.Evaluate[bool]("Boolean("+condition+")"))
		if ok {
			return
		}
		if time.Now().After(end) || tab.Err() != nil {
			said, _ := chromedp.Run(tab, chromedp.Evaluate[string](
				`location.href + "\n" + document.body.innerText.slice(0, 1500)`))
			t.Fatalf("%s: not so within %v: %s, %v\n%s", what, patience, condition, err, said)
		}
		time.Sleep(30 * time.Millisecond)
	}
}

// value evaluates an expression in the page.
func value[V any](t *testing.T, tab context.Context, expression string) V {
	t.Helper()
	v, err := chromedp.Run(tab, chromedp.Evaluate[V](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// visit goes to a page of the site.
func (l *lab) visit(t *testing.T, tab context.Context, path string) {
	t.Helper()
	must(t, tab, chromedp.Navigate(l.site+path))
	until(t, tab, path+" is there", `document.readyState === "complete" && !!document.querySelector("main")`)
}

type missingError string

func (e missingError) Error() string { return string(e) }

func newLab() (*lab, error) {
	l := &lab{}
	chromium := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			chromium = path
			break
		}
	}
	if chromium == "" {
		return l, missingError("no chromium")
	}
	dir, err := os.MkdirTemp("", "toktee-browsertest-")
	if err != nil {
		return l, err
	}
	l.dir, l.bin = dir, filepath.Join(dir, "bin")
	l.stop = append(l.stop, func() { os.RemoveAll(dir) })
	if err := l.build(); err != nil {
		return l, err
	}
	l.env = append(os.Environ(),
		"PATH="+l.bin+string(os.PathListSeparator)+os.Getenv("PATH"), "HOME="+filepath.Join(dir, "home"),
		"TOKTEE_STORE="+l.store(), "XDG_CONFIG_HOME="+filepath.Join(dir, "config"), "NO_COLOR=", "TZ=UTC",
		"GOCACHE="+goEnv("GOCACHE"), "GOMODCACHE="+goEnv("GOMODCACHE"), "GOPATH="+goEnv("GOPATH"), "GOFLAGS=-mod=mod",
	)
	if err := l.fill(); err != nil {
		return l, err
	}
	if err := l.serve(); err != nil {
		return l, err
	}
	flags := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chromium), chromedp.UserDataDir(filepath.Join(dir, "profile")),
		chromedp.Flag("force-color-profile", "srgb"), chromedp.Flag("disable-dev-shm-usage", true),
		chromedp.WSURLReadTimeout(patience),
	)
	if os.Getuid() == 0 {
		flags = append(flags, chromedp.NoSandbox)
	}
	allocator, cancel := chromedp.NewExecAllocator(context.Background(), flags...)
	l.stop = append(l.stop, cancel)
	l.browser, cancel = chromedp.NewContext(allocator)
	l.stop = append(l.stop, cancel)
	return l, chromedp.Do(l.browser)
}

func goEnv(name string) string {
	out, _ := exec.Command("go", "env", name).Output()
	return strings.TrimSpace(string(out))
}

func (l *lab) store() string { return filepath.Join(l.dir, "store") }

func (l *lab) close() {
	for i := len(l.stop) - 1; i >= 0; i-- {
		l.stop[i]()
	}
}

func (l *lab) build() error {
	cmd := exec.Command("go", "build", "-o", l.bin+string(filepath.Separator), "./cmd/toktee", "./cmd/toktee-desk")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	return nil
}

// serve starts toktee ui.
func (l *lab) serve() error {
	cmd := exec.Command(filepath.Join(l.bin, "toktee"), "ui")
	cmd.Env, cmd.Dir, cmd.Stderr = l.env, l.dir, os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	l.server = cmd.Process.Pid
	l.stop = append(l.stop, func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return fmt.Errorf("toktee ui says no link: %w", err)
	}
	l.link = strings.TrimSpace(line)
	u, err := url.Parse(l.link)
	l.site = u.Scheme + "://" + u.Host
	return err
}

// run runs a command under toktee, in a folder, and returns the id of its result.
func (l *lab) run(dir string, toktee ...string) (id string, err error) {
	cmd := exec.Command(filepath.Join(l.bin, "toktee"), append([]string{"run"}, toktee...)...)
	cmd.Env, cmd.Dir = l.env, dir
	var exit *exec.ExitError
	if out, err := cmd.CombinedOutput(); err != nil && !errors.As(err, &exit) {
		return "", fmt.Errorf("%q: %w\n%s", toktee, err, out)
	}
	list := exec.Command(filepath.Join(l.bin, "toktee"), "ls", "--limit", "1", "--json")
	list.Env, list.Dir = l.env, dir
	out, err := list.Output()
	if err != nil {
		return "", err
	}
	_, rest, _ := strings.Cut(string(out), `"id":"`)
	id, _, _ = strings.Cut(rest, `"`)
	return id, nil
}

// picture takes a picture of what is seen.
func picture(t *testing.T, tab context.Context) []byte {
	t.Helper()
	png, err := chromedp.Run(tab, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	return png
}
