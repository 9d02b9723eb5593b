package screens_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/chromedp/chromedp"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/apptest/htmltest"
	"presence/app/apptest/mailtest"
	"presence/app/platform/i18n"
	"presence/db"
)

// helpGuides are the names of the guides.
var helpGuides = []string{"general", "employee", "supervisor", "payroll", "events", "admin"}

// TestHelp_EveryPageHasATask follows the link to the help from each staff page in screens, and looks up the links to tasks, as in
// empty states.
func TestHelp_EveryPageHasATask(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	a.ExportPayroll(t)
	tasks := map[string]bool{}
	for _, name := range helpGuides {
		page := a.Browser("admin").On(t).Get("/staff/help/" + name).Want(http.StatusOK).Doc()
		page.Find(".help-task").Each(func(_ int, s *goquery.Selection) {
			tasks["/staff/help/"+name+"#"+s.AttrOr("id", "")] = true
		})
	}
	linked := 0
	for _, s := range screens {
		path, _, _ := strings.Cut(s.path, "?")
		if !strings.HasPrefix(path, "/staff/") || strings.HasPrefix(path, "/staff/help") || s.name == "not-found" {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			c := a.Browser(s.as).On(t)
			answer := c.Get(s.path)
			if to := answer.Header.Get("Location"); to != "" {
				answer = c.Get(to)
			}
			page := answer.Doc()
			link := page.Find(`.account a[href^="/staff/help?page="]`).AttrOr("href", "/staff/help")
			if to := c.Get(link).Header.Get("Location"); !tasks[to] {
				t.Errorf("the help leads to %q", to)
			}
			page.Find(`main a[href^="/staff/help"]`).Each(func(_ int, s *goquery.Selection) {
				linked++
				if to := s.AttrOr("href", ""); !tasks[to] {
					t.Errorf("it links to %q", to)
				}
			})
		})
	}
	if linked == 0 {
		t.Error("no page links to a task")
	}
}

// reading returns the client of a person, whose language it sets.
func reading(t *testing.T, c *apptest.Client, l i18n.Lang) *apptest.Client {
	t.Helper()
	c.Form("/staff/preferences", "lang="+string(l)+"&next=%2Fstaff%2F").Want(http.StatusSeeOther)
	return c
}

// picture is a part of a page of the demo that a guide shows.
type picture struct{ name, as, path, part string }

var helpPictures = []picture{
	{"hours", "employee", "/staff/time/2026-25?day=2026-11-20&open=shift", ".week"},
	{"leave", "employee", "/staff/leave?ask=1", "dialog[open]"},
	{"approve-period", "supervisor", apptest.DemoPeriod, "#decide"},
	{"send-back", "supervisor", "/staff/approvals", "form[action$='/approvals']"},
	{"export", "payroll", "/staff/payroll?export=2026-23", "dialog[open]"},
	{"verify", "payroll", "/staff/payroll/exports/1", ".section:has(.facts)"},
	{"codes", "payroll", "/staff/bank-codes?open=new", "dialog[open]"},
	{"audience", "events", "/staff/events/brunch-de-printemps/audience?customer_type=residential", ".audience-way"},
	{"send", "events", "/staff/events/brunch-de-printemps/send", "#send"},
	{"resume", "events", "/staff/campaigns/1", "#course"},
	{"registrations", "events", "/staff/events/soiree-hivernale/rsvps", "#seats"},
	{"people", "admin", "/staff/settings/people?q=ga", ".table-wrap"},
	{"audit", "admin", "/staff/settings/audit", ".card.form"},
}

const helpFolder = "../help/pictures"

var figures = regexp.MustCompile(`\d+(?:[\s\x{a0}\x{202f}.,:]\d+)*`)

// outlineOf returns the structure of a part of a page, without its figures and repetitions: its headings,
// labels, buttons and links.
func outlineOf(t *testing.T, page *apptest.Response, part string) string {
	t.Helper()
	found := page.Doc().Find(part).First()
	if found.Length() == 0 {
		t.Fatalf("the page has no %s", part)
	}
	var lines []string
	found.Find("h2, h3, label, legend, thead th, dt, summary, button, a.btn, .stat-label, .camp-step").Each(func(_ int, s *goquery.Selection) {
		line := figures.ReplaceAllString(htmltest.Text(s), "#")
		if line != "" && !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	})
	return strings.Join(lines, "\n") + "\n"
}

// helpCompany is the demo company with a channel for its email.
func helpCompany(t *testing.T) *apptest.App {
	t.Helper()
	return apptest.NewDemo(t, db.SQLite, apptest.Mailing(mailtest.NewRelay()))
}

// helpOutlines returns the outline of each picture in one language, as the pages are now. The people then read that language.
func helpOutlines(t *testing.T, a *apptest.App, l i18n.Lang) string {
	var b strings.Builder
	for _, x := range helpPictures {
		c := reading(t, a.EnterDemo(t, x.as), l)
		fmt.Fprintf(&b, "== %s: %s as %s\n%s", x.name, x.path, x.as, outlineOf(t, c.Get(x.path).Want(http.StatusOK), x.part))
	}
	return b.String()
}

func outlinesFile(l i18n.Lang) string {
	return filepath.Join("testdata", "help-pictures-"+string(l)+".txt")
}

// TestHelp_Pictures compares what the pages of the guides' pictures are made of with what they were made of when the pictures were
// taken. A picture that no longer shows its page is taken again by make pictures.
func TestHelp_Pictures(t *testing.T) {
	t.Parallel()
	a := helpCompany(t)
	for _, l := range []i18n.Lang{i18n.FR, i18n.EN} {
		t.Run(string(l), func(t *testing.T) {
			before, err := os.ReadFile(outlinesFile(l))
			if err != nil {
				t.Fatal(err)
			}
			if now := helpOutlines(t, a, l); now != string(before) {
				t.Errorf("a page has changed since its picture was taken: run make pictures. It was\n%s\nand is\n%s", before, now)
			}
		})
	}
	t.Run("are all there, and no others", func(t *testing.T) {
		var want, got []string
		for _, x := range helpPictures {
			want = append(want, x.name+".en.webp", x.name+".fr.webp")
		}
		slices.Sort(want)
		total := int64(0)
		files, err := filepath.Glob(filepath.Join(helpFolder, "*.webp"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			got = append(got, filepath.Base(file))
			info, err := os.Stat(file)
			if err != nil {
				t.Fatal(err)
			}
			total += info.Size()
		}
		if !slices.Equal(got, want) {
			t.Errorf("there are %q, want %q", got, want)
		}
		if total > 600_000 {
			t.Errorf("together they have %d bytes", total)
		}
	})
}

var takePictures = flag.Bool("pictures", false, "take the pictures of the guides")

// TestBrowser_HelpPictures takes the pictures of the guides with -pictures.
func TestBrowser_HelpPictures(t *testing.T) {
	if !*takePictures {
		t.Skip("the pictures are taken by make pictures")
	}
	b := browser.Start(t)
	a, files, sizes := helpCompany(t), map[string][]byte{}, map[string][2]int{}
	for _, l := range []i18n.Lang{i18n.FR, i18n.EN} {
		files[outlinesFile(l)] = []byte(helpOutlines(t, a, l))
		tabs := map[string]*browser.Page{}
		for _, x := range helpPictures {
			if tabs[x.as] == nil {
				tabs[x.as] = b.Open(t, a, browser.View{Lang: l, Width: 1000}).Go("/auth/v1/login")
				tabs[x.as].Follow(browser.Click(`button[value="` + x.as + `@demo.presence.example"]`))
			}
			name := x.name + "." + string(l) + ".webp"
			content, width, height := tabs[x.as].Go(x.path).Picture(x.part)
			files[filepath.Join(helpFolder, name)], sizes[name] = content, [2]int{width, height}
		}
	}
	text, err := json.MarshalIndent(sizes, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	files[filepath.Join(helpFolder, "sizes.json")] = append(text, '\n')
	old, err := filepath.Glob(filepath.Join(helpFolder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range old {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
	for file, content := range files {
		if err := os.WriteFile(file, content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestBrowser_Help goes from a page to the task which that is about, and searches, with and without script.
func TestBrowser_Help(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	t.Run("the link of a page leads to its task, in sight", func(t *testing.T) {
		p := b.Open(t, a, browser.View{Lang: i18n.FR, Width: 1280}).As("employee").Go("/staff/leave")
		p.Follow(browser.Click(`.rail a[href^="/staff/help"]`)).At("/staff/help/employee")
		p.Until(`(r => r.top >= 0 && r.top < innerHeight / 2)(document.querySelector("#leave:target").getBoundingClientRect())`)
	})
	t.Run("on a phone, the account menu has it", func(t *testing.T) {
		p := b.Open(t, a, browser.View{Lang: i18n.EN, Width: 360}).As("supervisor").Go("/staff/approvals")
		p.Do(browser.Click(".account summary")).Follow(browser.Click(`.account a[href^="/staff/help"]`)).At("/staff/help/supervisor").Fits()
	})
	t.Run("tasks are found as one types", func(t *testing.T) {
		p := b.Open(t, a, browser.View{Lang: i18n.FR, Width: 1280}).As("employee").Go("/staff/help")
		p.Do(chromedp.SendKeys("main .search input", "conge"))
		p.Until(`document.querySelector(".help-found a")?.textContent === "Demander un congé"`).At("/staff/help?q=conge").Quiet()
		p.Do(chromedp.SendKeys("main .search input", "zzzz"))
		// The guides stand below what says that nothing was found, which is in sight.
		p.Until(`(e => e?.checkVisibility() && (r => r.height > 40 && r.top >= 0 && r.bottom <= innerHeight &&
			r.bottom <= document.querySelector("#help .help-card").getBoundingClientRect().top)(e.getBoundingClientRect()))(document.querySelector("#help .empty"))`)
	})
	t.Run("and without script by Enter", func(t *testing.T) {
		p := b.Open(t, a, browser.View{Lang: i18n.EN, Width: 1280, NoScript: true}).As("employee").Go("/staff/help/payroll")
		p.Do(chromedp.Focus("main .search input")).Follow(chromedp.KeyEvent("copy week\r")).At("/staff/help?q=copy+week")
		if text := p.Text(".help-found a"); text != "Copy a day or a week" {
			t.Errorf("it finds %q first", text)
		}
	})
	t.Run("has room from 320 to 1440 pixels", func(t *testing.T) {
		for _, width := range []int{320, 768, 1024, 1440} {
			p := b.Open(t, a, browser.View{Lang: i18n.FR, Width: width}).As("employee")
			p.Go("/staff/help").Fits().Go("/staff/help/events").Fits()
		}
	})
}
