package screens_test

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/platform/i18n"
	"presence/db"
)

// Tabular figures widen the digits and the hyphens of a text, so only the cells and the figures that are nothing but a number have them.
func TestBrowser_TabularFigures(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	p := b.Open(t, a, browser.View{Lang: i18n.FR, Width: 1280}).As("supervisor")
	for _, c := range []struct{ name, path, selector, want string }{
		{"a name in a table does not", "/staff/employees", ".table .row-head", "normal"},
		{"a phone number does not", "/staff/employees", `.table a[href^="tel:"]`, "normal"},
		{"a cell of a number does", "/staff/employees", ".table td.num", "tabular-nums"},
		{"the name of a period does not", "/staff/periods", "h1", "normal"},
		{"a fact of a profile does not", "/staff/employees/{employee}", ".facts dd", "normal"},
		{"the name on the calendar of leave does not", "/staff/leave?from=2027-02-01", ".leave-grid tbody th", "normal"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := p.Again(t, browser.View{Lang: i18n.FR, Width: 1280}).Go(a.World.Fill(c.path))
			got := browser.Eval[string](p, `(x => x ? getComputedStyle(x).fontVariantNumeric : "there is none")(
				document.querySelector('`+c.selector+`'))`)
			if got != c.want {
				t.Errorf("%s: %s", c.selector, got)
			}
		})
	}
}

// A strip that is wider than the screen fades where it goes on; one that fits does not.
func TestBrowser_StripsFadeWhereTheyGoOn(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	for _, c := range []struct {
		name, as, path, selector string
		width                    int
		fades                    bool
	}{
		{"the tabs of payroll on a phone", "payroll", "/staff/payroll", ".tabs", 360, true},
		{"the tabs of payroll at a desk", "payroll", "/staff/payroll", ".tabs", 1280, false},
		{"the choice above the queue on a phone", "supervisor", "/staff/approvals", ".queue-head .chips", 360, true},
		{"the choice above the queue at a desk", "supervisor", "/staff/approvals", ".queue-head .chips", 1280, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := b.Open(t, a, browser.View{Lang: i18n.FR, Width: c.width}).As(c.as).Go(a.World.Fill(c.path))
			got := browser.Eval[[]bool](p, `(x => [x.scrollWidth > x.clientWidth, getComputedStyle(x).maskImage !== "none"])(
				document.querySelector('`+c.selector+`'))`)
			if got[0] != c.fades || got[1] != c.fades {
				t.Errorf("scrolls, fades: %v", got)
			}
		})
	}
}

// The list of the settings' pages stands beside the title of a wide screen. On others a link leads to it.
func TestBrowser_AreasStandAtTheSide(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	for _, c := range []struct {
		name  string
		width int
		want  []bool
	}{
		{"a wide screen has the list, beside the title, and no link to it", 1200, []bool{true, true, false}},
		{"a tablet has the link", 1199, []bool{false, false, true}},
		{"a phone has the link", 360, []bool{false, false, true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := b.Open(t, a, browser.View{Lang: i18n.FR, Width: c.width}).As("admin").Go("/staff/settings/people")
			got := browser.Eval[[]bool](p, `((box) => [box(".areas").width > 0, box(".areas").width > 0 && box(".areas").right < box("h1").left &&
				Math.abs(box(".areas").top - box(".page-head").top) < 2, box(".breadcrumb").width > 0])(
				(selector) => document.querySelector(selector).getBoundingClientRect())`)
			if !slices.Equal(got, c.want) {
				t.Errorf("the list, beside the title, the link: %v, want %v", got, c.want)
			}
		})
	}
}

// The five pages of an event are all seen in the tabs of a phone, and stand apart on a desk.
func TestBrowser_EventTabs(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	for _, v := range []browser.View{{Lang: i18n.EN, Width: 360}, {Lang: i18n.FR, Width: 360}, {Lang: i18n.EN, Width: 1280}} {
		t.Run(v.Name(), func(t *testing.T) {
			p := b.Open(t, a, v).As("events").Go(a.World.Fill("/staff/events/{event}/audience"))
			hidden := browser.Eval[int](p, `(x => x.scrollWidth - x.clientWidth)(document.querySelector(".event-head + .tabs"))`)
			gap := browser.Eval[float64](p, `((a, b) => b.getBoundingClientRect().left - a.getBoundingClientRect().right)(...document.querySelectorAll(".event-head + .tabs a"))`)
			if hidden > 0 || gap < 8 || v.Width > 1000 && gap < 24 {
				t.Errorf("%d px of the tabs are hidden, %v px lie between them", hidden, gap)
			}
		})
	}
}

// The bar of an event says that everything is saved only after a save, and has a save button only for changes.
func TestBrowser_EventSaysWhetherItIsSaved(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	picture, err := filepath.Abs("../help/pictures/hours.en.webp")
	if err != nil {
		t.Fatal(err)
	}
	shown := `[".save-done", ".save-bar .btn-primary"].map(x => document.querySelector(x)?.checkVisibility() ?? false)`
	for _, width := range []int{360, 1280} {
		v := browser.View{Lang: i18n.EN, Width: width}
		t.Run(v.Name(), func(t *testing.T) {
			p := b.Open(t, a, v).As("events").Go(a.World.Fill("/staff/events/{event}"))
			if got := browser.Eval[[]bool](p, shown); got[0] || got[1] {
				t.Errorf("unchanged, it shows that all is saved and the button: %v", got)
			}
			p.Do(browser.Click("details:has(> #picture) > summary"), chromedp.SetUploadFiles("#f-picture", []string{picture})).Until(`document.querySelector("[data-guard][data-changed]") !== null`)
			if got := browser.Eval[[]bool](p, shown); got[0] || !got[1] {
				t.Errorf("with a picture that is not saved, it shows that all is saved and the button: %v", got)
			}
			p.Until(`document.querySelector("#picture img").checkVisibility() && document.querySelectorAll("#picture img:not([hidden])").length > 0`)
			p.Fits()
			p.Follow(browser.Click(".save-bar .btn-primary"))
			if got := browser.Eval[[]bool](p, shown); !got[0] || got[1] {
				t.Errorf("saved, it shows that all is saved and the button: %v", got)
			}
			if n := a.Count("event_pictures", "event_id = '"+a.World.Fill("{event}")+"'"); n < 2 {
				t.Errorf("%d pictures are stored: it is not saved with the rest", n)
			}
		})
	}
}

// The bars of a day have the colours of what they mean. Without a rule of the style sheet, an SVG path is black.
func TestBrowser_DayStripsHaveColours(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	p := b.Open(t, a, browser.View{Lang: i18n.FR, Width: 1280}).As("supervisor").Go("/staff/periods/2026/25")
	if n := browser.Eval[int](p, `document.querySelectorAll("svg.strip path").length`); n == 0 {
		t.Fatal("the page has no day strip")
	}
	black := browser.Eval[[]string](p, `[...new Set([...document.querySelectorAll("svg.strip path")].
		filter(x => getComputedStyle(x).fill === "rgb(0, 0, 0)").map(x => x.getAttribute("class")))]`)
	if len(black) > 0 {
		t.Errorf("black are %q", black)
	}
}

// The columns of six weeks have their figures above them, also on a phone, in place of a tip. The axis says that they are hours.
func TestBrowser_HoursHaveTheirFigures(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.NewDemo(t, db.SQLite)
	p := b.Open(t, a, browser.View{Lang: i18n.EN, Width: 1280}).Go("/auth/v1/login")
	p.Follow(browser.Click(`button[value="payroll@demo.presence.example"]`)).Go("/staff/hours")
	for _, width := range []int{1280, 360} {
		v := browser.View{Lang: i18n.EN, Width: width}
		t.Run(v.Name(), func(t *testing.T) {
			p = p.Turn(t, v)
			shown := browser.Eval[[]string](p, `[...document.querySelectorAll("#chart .chart-value")].filter(x => x.checkVisibility()).map(x => x.textContent)`)
			if len(shown) != 6 {
				t.Errorf("the figures are %q", shown)
			}
			if top := browser.Eval[[]string](p, `[...document.querySelectorAll("#chart text:not(.chart-value, .chart-tip)")].map(x => x.textContent.trim()).filter(x => /^[\d,.]+\s*h$/.test(x))`); len(top) == 0 {
				t.Error("the axis does not say that they are hours")
			}
			p.Fits()
		})
	}
}

// The figures above the registrations are one low strip of two cells, lower on a phone.
func TestBrowser_RegistrationsFigures(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	for width, most := range map[int]float64{360: 60, 1280: 84} {
		v := browser.View{Lang: i18n.FR, Width: width}
		t.Run(v.Name(), func(t *testing.T) {
			p := b.Open(t, a, v).As("events").Go(a.World.Fill("/staff/events/{event}/rsvps")).Fits()
			got := browser.Eval[[]float64](p, `[document.querySelectorAll("#seats .stat").length, document.querySelector("#seats .stats").offsetHeight]`)
			if got[0] != 2 || got[1] > most {
				t.Errorf("%v cells, %v px high, want 2 and at most %v", got[0], got[1], most)
			}
			if past := browser.Eval[float64](p, `(x => x.scrollWidth - x.clientWidth)(document.querySelector(".table-wrap"))`); past > 0 {
				t.Errorf("the rows reach %v px past the edge of their card", past)
			}
		})
	}
}

// A person of who works takes three lines on a phone: the name with the state, then the scheduled times with since when they work, and the
// task; one with a longer name takes one more.
func TestBrowser_PresentOnAPhone(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.NewDemo(t, db.SQLite)
	p := b.Open(t, a, browser.View{Lang: i18n.FR, Width: 360}).Go("/auth/v1/login")
	p.Follow(browser.Click(`button[value="supervisor@demo.presence.example"]`)).Go("/staff/present").Fits()
	got := browser.Eval[[]float64](p, `[...document.querySelectorAll("#present tbody tr")].map(x => x.offsetHeight)`)
	if len(got) < 4 || slices.Min(got) > 90 || slices.Max(got) > 118 {
		t.Errorf("the people are %v px high, want 4 of 90 to 118", got)
	}
}

// On a wide screen a page with a table has the width for its columns, a form keeps its measure, and both stand in the middle.
func TestBrowser_WideScreens(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	v := browser.View{Lang: i18n.FR, Width: 1920}
	p := b.Open(t, a, v).As("admin")
	for _, c := range []struct {
		name, path  string
		least, most int
	}{
		{"a period", "/staff/periods", 1500, 1664},
		{"payroll", "/staff/payroll", 1500, 1664},
		{"the audit log", "/staff/settings/audit", 1500, 1664},
		{"a list that a search has emptied", "/staff/employees?q=nobodyhasthisname", 1500, 1664},
		{"a form", "/staff/settings/people/new", 600, 800},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := p.Again(t, v).Go(a.World.Fill(c.path))
			got := browser.Eval[[]int](p, `(content => (x => [x.width, x.left, innerWidth - x.right].map(Math.round))(content.getBoundingClientRect()))(
				document.querySelector(".content"))`)
			rail := browser.Eval[int](p, `Math.round(document.querySelector(".rail").getBoundingClientRect().right)`)
			if width := got[0]; width < c.least || width > c.most {
				t.Errorf("it is %d px wide, want %d to %d", width, c.least, c.most)
			}
			if left, right := got[1]-rail, got[2]; left-right > 20 || right-left > 20 { // the scrollbar takes some
				t.Errorf("%d px are free before it, and %d after it", left, right)
			}
		})
	}
}
