package kiosks

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/a-h/templ"
	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/clockings"
	"presence/db"
	"presence/views/layout"
	"presence/views/ui"
	views "presence/views/workforce/kiosks"
)

// screens handles the requests of a kiosk.
type screens struct{ s *Service }

// render answers with a screen in a language. What it shows is kept by no cache.
func render[P any](c *gin.Context, status int, l i18n.Lang, view func(layout.Frame, P) templ.Component, props P) error {
	c.Header("Cache-Control", "private, no-store")
	return httpx.Render(c, status, view(layout.Frame{Lang: l}, props))
}

func kioskOf(by auth.Actor) Kiosk { return Kiosk{ID: by.KioskID, Name: by.Kiosk} }

func (k screens) local(at db.Instant) time.Time { return at.Time().In(k.s.Zone) }

// clock returns the time of day of an instant, with its day unless that is today.
func (k screens) clock(l i18n.Lang, at db.Instant) string {
	return l.ClockOrMoment(k.local(at), k.local(k.s.at()))
}

func (k screens) home(c *gin.Context) error {
	by := auth.From(c.Request.Context())
	_, here, err := k.s.Present(c.Request.Context(), 1)
	if err != nil {
		return err
	}
	http.SetCookie(c.Writer, k.s.cookie(k.s.secretOf(c.Request))) // it lives longer
	l := by.Language
	who := l.T(i18n.KioskWho)
	if here > 0 {
		who = l.N(int(here), i18n.KioskHere)
	}
	return render(c, http.StatusOK, l, views.HomePage, views.Home{Name: by.Kiosk, Time: l.Clock(k.local(k.s.at())),
		Here: who, Badge: ui.Field{Name: "badge", Label: l.T(i18n.BadgeNumber), AutoComplete: "off",
			MaxLength: maxNumber, Required: true, AutoFocus: true, Attrs: templ.Attributes{"autocapitalize": "characters", "spellcheck": "false"}}})
}

// language keeps the language in which a kiosk greets.
func (k screens) language(c *gin.Context) error {
	if l := i18n.Lang(c.PostForm("lang")); l == i18n.FR || l == i18n.EN {
		http.SetCookie(c.Writer, k.s.keepFor(cookieTTL, languageCookie, string(l)))
	}
	return httpx.SeeOther(c, paths.Kiosk())
}

// askEnrol asks whether the device is to become a kiosk: opening the link alone, as programs that preview links do, changes nothing.
func (k screens) askEnrol(c *gin.Context) error {
	x, err := k.s.Link(c.Request.Context(), c.Param("token"))
	if err != nil {
		return err
	}
	l := auth.Lang(c)
	c.Header("Referrer-Policy", "no-referrer")
	return render(c, http.StatusOK, l, views.EnrolPage, views.Enrol{Text: l.F(i18n.KioskEnrolX, x.Name), Token: c.Param("token")})
}

func (k screens) enrol(c *gin.Context) error {
	secret, _, err := k.s.Enrol(c.Request.Context(), c.PostForm("token"), auth.From(c.Request.Context()))
	if err != nil {
		return err
	}
	http.SetCookie(c.Writer, k.s.cookie(secret))
	return httpx.SeeOther(c, paths.Kiosk())
}

func pageOf(c *gin.Context) int64 { return max(1, min(httpx.ID(c.Query("page")), 1e6)) }

func (k screens) names(c *gin.Context) error {
	l, page, text := auth.Lang(c), pageOf(c), httpx.SearchText(c.Query("q"))
	found, all, err := k.s.Employees(c.Request.Context(), text, page)
	if err != nil {
		return err
	}
	p := views.Names{Query: text, Pages: ui.NumberedPages(l, page, pageRows, all, func(n int64) string { return paths.KioskNames(text, n) })}
	for _, e := range found {
		p.List = append(p.List, views.Name{Name: e.Name, Href: paths.KioskPINOf(e.ID)})
	}
	return render(c, http.StatusOK, l, views.NamesPage, p)
}

func (k screens) present(c *gin.Context) error {
	l, page := auth.Lang(c), pageOf(c)
	found, all, err := k.s.Present(c.Request.Context(), page)
	if err != nil {
		return err
	}
	p := views.Present{Count: l.N(int(all), i18n.KioskHere), Pages: ui.NumberedPages(l, page, pageRows, all, paths.KioskPresent)}
	for _, x := range found {
		p.List = append(p.List, views.Person{Name: x.Name(), Since: k.clock(l, x.Since), OnBreak: x.OnBreak})
	}
	return render(c, http.StatusOK, l, views.PresentPage, p)
}

func (k screens) askPIN(c *gin.Context) error {
	l, refusal := auth.Lang(c), ""
	if until := httpx.ID(c.Query("until")); until > 0 { // the redirect of open, so that no browser keeps a PIN to send again
		refusal = l.F(i18n.KioskLocked, l.At(k.local(db.Instant(until)), k.local(k.s.at())))
	}
	return k.pinPage(c, http.StatusOK, Claim{Number: c.Query("badge"), EmployeeID: httpx.ID(c.Query("who"))}, refusal)
}

// pinPage asks for the PIN of the badge number or name that was given. It does not say whether a badge number is known.
func (k screens) pinPage(c *gin.Context, status int, x Claim, refusal string) error {
	l, number := auth.Lang(c), CleanNumber(x.Number)
	p := views.PIN{Error: refusal}
	switch {
	case number != "":
		p.Who, p.Hidden = l.F(i18n.KioskBadge, number), []ui.Hidden{{Name: "badge", Value: number}}
	case x.EmployeeID != 0:
		name, err := k.s.NameOf(c.Request.Context(), x.EmployeeID)
		if err != nil {
			return err
		}
		p.Who, p.Hidden = name, []ui.Hidden{{Name: "who", Value: strconv.FormatInt(x.EmployeeID, 10)}}
	default:
		return httpx.SeeOther(c, paths.Kiosk())
	}
	return render(c, status, l, views.PINPage, p)
}

// open checks the PIN. The screen that it opens is another page, so that no browser sends the PIN again to show it.
func (k screens) open(c *gin.Context) error {
	ctx, by := c.Request.Context(), auth.From(c.Request.Context())
	l, claim := by.Language, Claim{Number: c.PostForm("badge"), EmployeeID: httpx.ID(c.PostForm("who")), PIN: c.PostForm("pin")}
	proof, err := k.s.Open(ctx, kioskOf(by), by, claim)
	if locked, ok := errors.AsType[lockedError](err); ok {
		q := url.Values{"until": {strconv.FormatInt(int64(locked.until.Add(time.Minute-1)), 10)}}
		if number := CleanNumber(claim.Number); number != "" {
			q.Set("badge", number)
		} else {
			q.Set("who", strconv.FormatInt(claim.EmployeeID, 10))
		}
		return httpx.SeeOther(c, paths.KioskPIN()+"?"+q.Encode())
	}
	switch e, _ := errs.Of(err); {
	case err == nil:
		http.SetCookie(c.Writer, k.s.keepFor(proofTTL, proofCookie, proof))
		return httpx.SeeOther(c, paths.KioskScreen())
	case e.Code == WrongPIN:
		return k.pinPage(c, http.StatusUnprocessableEntity, claim, l.T(i18n.KioskWrong))
	case e.Kind == errs.KindRateLimited:
		c.Header("Retry-After", strconv.Itoa(e.RetryAfter))
		return k.pinPage(c, http.StatusTooManyRequests, claim, l.T(i18n.KioskTooOften))
	}
	return err
}

// opened shows the screen that a right PIN has opened. It is shown once: after that, also by the buttons of the browser, the first screen
// is.
func (k screens) opened(c *gin.Context) error {
	ctx, by := c.Request.Context(), auth.From(c.Request.Context())
	proof, err := c.Cookie(proofCookie)
	if err != nil {
		return httpx.SeeOther(c, paths.Kiosk())
	}
	http.SetCookie(c.Writer, k.s.keepFor(-time.Second, proofCookie, ""))
	x, err := k.s.Opened(ctx, kioskOf(by), by, proof)
	if e, _ := errs.Of(err); e != nil && e.Code == ScreenOver {
		return httpx.SeeOther(c, paths.Kiosk())
	} else if err != nil {
		return err
	}
	return render(c, http.StatusOK, x.By.Language, views.ScreenPage, k.screen(x))
}

// screen returns what an employee can stamp.
func (k screens) screen(x Screen) views.Screen {
	l, clock := x.By.Language, x.Clock
	p := views.Screen{Hello: l.F(i18n.KioskHello, x.First), State: l.T(i18n.KioskOut), Hidden: []ui.Hidden{{Name: "proof", Value: x.Proof}}}
	act := func(a clockings.Act, label i18n.Text, icon ui.Icon, main bool) views.Act {
		return views.Act{Value: string(a), Label: l.T(label), Icon: icon, Main: main}
	}
	out := act(clockings.ActOut, i18n.ClockOut, ui.IconSignOut, false)
	var current int64
	switch now := clock.Running; {
	case now == nil:
		p.Acts, p.Tasks = []views.Act{act(clockings.ActIn, i18n.ClockIn, ui.IconClock, true)}, clockings.TaskField(l, clock.Tasks, 0)
		return p
	case clock.Forgotten():
		p.State, p.Stuck = l.F(i18n.ClockRunning, k.clock(l, now.Start)), l.T(i18n.KioskForgot)
		return p
	case now.OnBreak():
		current = now.BankCodeID
		p.State = l.F(i18n.ClockOnBreak, k.clock(l, now.Break))
		p.Acts = []views.Act{act(clockings.ActBack, i18n.ClockBack, ui.IconPlay, true), out}
	default:
		current = now.BankCodeID
		p.State = l.F(i18n.ClockRunning, k.clock(l, now.Start))
		out.Main = true
		p.Acts = []views.Act{out, act(clockings.ActBreak, i18n.ClockBreak, ui.IconPause, false)}
	}
	for _, t := range clock.Tasks {
		if t.ID == current {
			p.Note = clockings.TaskName(l, t)
		}
	}
	if p.Tasks = clockings.TaskField(l, clock.Tasks, current); p.Tasks != nil {
		p.Switch = new(act(clockings.ActTask, i18n.ClockSwitch, ui.NoIcon, false))
	}
	return p
}

// stamp stamps for the employee whose screen was open, and confirms it in its own response: without a session, a page after a redirect
// could not say for whom.
func (k screens) stamp(c *gin.Context) error {
	ctx, by := c.Request.Context(), auth.From(c.Request.Context())
	act := clockings.Act(c.PostForm("act"))
	who, first, x, err := k.s.Stamp(ctx, kioskOf(by), by, c.PostForm("proof"), act, httpx.ID(c.PostForm("bank_code_id")))
	l := by.Language
	if who.PersonID != "" {
		l = who.Language
	}
	if err != nil {
		e, ok := errs.Of(err)
		if !ok || e.Kind != errs.KindConflict && e.Kind != errs.KindInvalid {
			return err
		}
		code, status := e.Code, http.StatusConflict
		if e.Kind == errs.KindInvalid {
			status = http.StatusUnprocessableEntity
		}
		if fields := errs.FieldsOf(err); len(fields) > 0 {
			code = fields[0].Code
		}
		title := i18n.KioskRepeat
		if e.Code == ScreenOver {
			title = i18n.KioskOverTitle // of two presses, the first has stamped
		}
		return render(c, status, l, views.DonePage, views.Done{Title: l.T(title), Text: l.T(i18n.FaultShown(code, e.Detail)),
			Tone: ui.Warn, Icon: ui.IconWarning})
	}
	return render(c, http.StatusOK, l, views.DonePage, k.done(l, first, act, x))
}

// done returns the confirmation of a stamp.
func (k screens) done(l i18n.Lang, name string, act clockings.Act, x clockings.Clocking) views.Done {
	p := views.Done{Tone: ui.Good, Icon: ui.IconApproved}
	said := map[clockings.Act]i18n.Text{clockings.ActIn: i18n.KioskIn, clockings.ActBreak: i18n.KioskOnBreak,
		clockings.ActBack: i18n.KioskBackAt, clockings.ActTask: i18n.KioskTask, clockings.ActOut: i18n.KioskOutAt}
	at := x.Start
	switch act {
	case clockings.ActBreak:
		at = x.Break
	case clockings.ActBack:
		at = x.UpdatedAt
	case clockings.ActOut:
		at = x.End
		switch n, ok := x.Shift(k.s.Clockings.Step, k.s.Zone); {
		case x.Refusal != "":
			p.Tone, p.Icon, p.Text = ui.Warn, ui.IconWarning, l.F(i18n.KioskRefused, l.T(i18n.Fault(x.Refusal, "")))
		case ok && x.ShiftID != 0:
			p.Text = l.F(i18n.ClockAdded, l.ClockRange(k.local(n.Start), k.local(n.End)))
		default:
			p.Text = l.T(i18n.ClockedOutNone)
		}
	}
	p.Title = l.F(said[act], name, l.Clock(k.local(at)))
	return p
}
