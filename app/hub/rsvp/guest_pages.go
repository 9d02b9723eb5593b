package rsvp

import (
	"bytes"
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/gin-gonic/gin"
	lru "github.com/hashicorp/golang-lru/v2"

	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/platform/qr"
	views "presence/views/hub/rsvp"
)

// Guests serves the pages for guests of an event: the invitation, the thank-you page, the calendar file, the errors (R15, R16).
type Guests struct {
	s     *Service
	zone  *time.Location // in which the times of events are shown
	site  Site
	cache *pageCache
	read  *lru.Cache[string, presenter] // events as they were last read, for unsaved

	listenOnce sync.Once // startListening is called at the first request
	stop       context.CancelFunc
	work       sync.WaitGroup
}

// Site is the public address of the guests' pages, and the company that invites.
type Site struct {
	Origin  string // of the addresses in QR codes and calendar files: https://host
	Host    string // of the public address, part of the UID in calendar files
	Company string // may be empty
}

// NewGuests makes the guests' pages. Close must be called to stop their listener.
func NewGuests(s *Service, zone *time.Location, site Site) *Guests {
	g := &Guests{s: s, zone: zone, site: site, stop: func() {}}
	g.cache = newPageCache(g.loadPage, s.now)
	var err error
	if g.read, err = lru.New[string, presenter](maxCachedPages); err != nil {
		panic(err) // a size below 1
	}
	return g
}

// startListening invalidates the page cache after each change, by this process or by another.
func (g *Guests) startListening() {
	ctx, stop := context.WithCancel(context.Background())
	g.stop = stop
	g.work.Go(func() { g.s.OnChange(ctx, g.cache.invalidate) })
}

// Close stops the listener and waits for it. A request that is still being served may get a page that is freshFor old.
func (g *Guests) Close() {
	g.listenOnce.Do(func() {})
	g.stop()
	g.work.Wait()
}

// load reads an event with its current number of taken places.
func (g *Guests) load(ctx context.Context, id string, lang i18n.Lang) (v presenter, err error) {
	v = presenter{lang: lang, now: g.s.now(), zone: g.zone, company: g.site.Company}
	if v.e, err = g.s.Event(ctx, id); err != nil {
		return v, err
	}
	if v.e.State == events.Draft {
		return v, errs.NotFound("event")
	}
	v.waits = g.s.ListOpen(v.e)
	if v.seats, err = g.s.Seats(ctx, id); err == nil {
		g.read.Add(id, v)
	}
	return v, err
}

// loadPage reads the input from which the page cache renders the page of an event.
func (g *Guests) loadPage(ctx context.Context, id string, lang i18n.Lang) (renderInput, error) {
	v, err := g.load(ctx, id, lang)
	if err != nil {
		return renderInput{}, err
	}
	return renderInput{v.cacheKey(), func(ctx context.Context) ([]byte, error) {
		var b bytes.Buffer
		err := views.Invitation(v.invitation()).Render(ctx, &b)
		return b.Bytes(), err
	}}, nil
}

// guestPolicy is the Content-Security-Policy of the guests' pages, which need no script.
var guestPolicy = []string{"default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors " +
	"'none'; base-uri 'none'"}

// page serves the invitation. Without a personal link it is the same for everybody who reads the language, and comes from the
// page cache.
func (g *Guests) page(c *gin.Context) error {
	id := c.Param("event_id")
	asked, token := readGuestQuery(c.Request.URL.RawQuery)
	if token != "" {
		return g.personal(c, id, asked, token)
	}
	g.listenOnce.Do(g.startListening)
	k, err := g.cache.page(c.Request.Context(), id, cmp.Or(asked, i18n.Match(c.Request.Header.Get("Accept-Language"))))
	if err != nil {
		return err
	}
	k.serve(c.Writer, c.Request)
	return nil
}

// readGuestQuery reads the parameters lang and t (the token). Others, which mail programs append to links, are ignored.
func readGuestQuery(query string) (lang i18n.Lang, token string) {
	if query == "" {
		return "", ""
	}
	q, _ := url.ParseQuery(query) // parameters that cannot be parsed are left out
	if l, known := i18n.Parse(q.Get("lang")); known {
		lang = l
	}
	return lang, q.Get("t")
}

// personal serves the invitation for a personal link; it is never cached (R18).
func (g *Guests) personal(c *gin.Context, id string, asked i18n.Lang, token string) error {
	ctx := c.Request.Context()
	v, err := g.load(ctx, id, asked)
	if err != nil {
		return err
	}
	guest, known, err := g.s.Guest(ctx, v.e, token)
	if err != nil {
		return err
	}
	v.lang = cmp.Or(asked, guest.Language, i18n.Match(c.GetHeader("Accept-Language")))
	p := v.invitation()
	if !known {
		p.Expired = true
		return g.show(c, http.StatusOK, p)
	}
	p.Switch = paths.Rsvp(id, string(v.lang.Other()), token)
	if p.Form != nil {
		v.greet(&p, guest, token)
	}
	r, answered, err := g.s.Answered(ctx, v.e, guest)
	if err != nil {
		return err
	}
	if answered {
		v.addAnswered(&p, r)
	}
	return g.show(c, http.StatusOK, p)
}

func (g *Guests) show(c *gin.Context, status int, p views.Page) error {
	c.Writer.Header()["Content-Security-Policy"] = guestPolicy
	return httpx.Render(c, status, views.Invitation(p))
}

// submit handles the form of the invitation. JSON goes to the API's handler.
func (g *Guests) submit(c *gin.Context) error {
	s := readAttendance(c)
	ctx := c.Request.Context()
	id, lang := c.Param("event_id"), cmp.Or(s.Language, i18n.Match(c.GetHeader("Accept-Language")))
	if c.PostForm("attending") == "change" {
		v, err := g.load(ctx, id, lang)
		if err != nil {
			return err
		}
		return g.show(c, http.StatusOK, v.changing(s))
	}
	out, err := g.s.Submit(ctx, id, s, Visitor{IP: httpx.InfoOf(ctx).IP, Language: lang})
	v, gone := g.load(ctx, id, cmp.Or(out.Language, lang))
	switch {
	case gone != nil:
		return cmp.Or(err, gone)
	case err != nil:
		return g.showAgain(c, v, s, err)
	}
	p := v.thanks(s, out)
	if out.Code != "" {
		p.CodePage = paths.CheckInCode(out.Code)
		if p.Code, err = qr.Code(g.site.Origin + p.CodePage); err != nil {
			return err
		}
	}
	c.Writer.Header()["Content-Security-Policy"] = guestPolicy
	return httpx.Render(c, http.StatusOK, views.Thank(p))
}

// showAgain shows the invitation with the values that were sent after a validation error, or when the event is full or closed.
// It returns any other error.
func (g *Guests) showAgain(c *gin.Context, v presenter, s Submission, refusal error) error {
	e, ok := errs.Of(refusal)
	if !ok || e.Kind != errs.KindInvalid && e.Code != CodeBookingFull && e.Code != "closed" {
		return refusal
	}
	p, status := v.invitation(), http.StatusConflict
	if e.Kind == errs.KindInvalid {
		status = http.StatusUnprocessableEntity
	}
	if e.Code == CodeBookingFull && p.Form != nil {
		v.showFull(&p)
		if p.Waiting != nil {
			p.Waiting.Token, p.Waiting.Values = s.Token, formValues(s)
		}
	}
	v.fillAgain(&p, s, e.Fields)
	if p.Form != nil && s.Token != "" {
		p.Switch = paths.Rsvp(v.e.ID, string(v.lang.Other()), s.Token)
		guest, _, err := g.s.Guest(c.Request.Context(), v.e, s.Token)
		if err != nil {
			return err
		}
		p.Greeting = v.greeting(guest)
		if p.Form.Faults.Of("name")+p.Form.Faults.Of("email") == "" {
			p.For, p.NotYou = cmp.Or(strings.TrimSpace(s.Name), guest.Name), paths.Rsvp(v.e.ID, string(v.lang), "")
		}
	}
	return g.show(c, status, p)
}

// fillAgain fills the form of the page that was sent with its values and their errors.
func (v presenter) fillAgain(p *views.Page, s Submission, faults errs.Fields) {
	if s.Declines() && p.Decline != nil { // a no shows the form of a no again, and leaves that of a yes as it was
		p.Decline.Token, p.Decline.Values, p.Decline.Unfold = s.Token, formValues(s), true
		p.Decline.Faults = faultsOf(v.lang, faults)
	} else if p.Form != nil {
		p.Form.Token, p.Form.Code, p.Form.Values, p.Form.Unfold = s.Token, s.code, formValues(s), true
		p.Form.Faults, p.Form.Keep, p.Form.Changes = faultsOf(v.lang, faults), s.keep && s.Token != "", s.changes
		v.withDetails(p.Form, s.form, faults)
	}
}

// readAttendance reads the form of the invitation. Its button says whether the guest is coming: 0 people is no number to come with.
func readAttendance(c *gin.Context) Submission {
	s := readForm(c)
	s.form, s.shown, s.keep = c.Request.PostForm, max(0, number(c.PostForm("shown"))), c.PostForm("keep") != ""
	s.code, s.changes = c.PostForm("code"), c.PostForm("changes") != ""
	switch {
	case c.PostForm("attending") == "no":
		s.People = 0
	case s.People == 0:
		s.People = noNumber
	}
	return s
}

// noNumber stands for a number of people that cannot be used. Validate rejects it.
const noNumber = -1

// readForm reads the fields of an answer.
func readForm(c *gin.Context) Submission {
	f := c.PostForm
	s := Submission{Token: f("t"), Answer: Answer{Name: f("name"), CustomerNumber: f("customer_number"), Phone: f("phone"), Email: f("email"),
		Allergies: f("allergies"), People: 1}}
	if l, known := i18n.Parse(f("language")); known {
		s.Language = l
	}
	if n := strings.TrimSpace(f("people")); n != "" {
		s.People = number(n)
	}
	return s
}

// number parses a small count in a form field; noNumber when it is not one.
func number(s string) (n int64) {
	for _, r := range s {
		if r < '0' || r > '9' || n > 999 {
			return noNumber
		}
		n = n*10 + int64(r-'0')
	}
	return n
}

func formValues(s Submission) views.Values {
	people := int(max(s.People, 1))
	if people > MaxPeople {
		people = 1
	}
	return views.Values{Name: s.Name, Email: s.Email, Phone: s.Phone, CustomerNumber: s.CustomerNumber, Allergies: s.Allergies, People: people}
}

// fieldNames are the fields in their order on the page.
var fieldNames = []struct {
	name  string
	label i18n.Text
}{{"name", i18n.RsvpName}, {"people", i18n.RsvpPeople}, {"email", i18n.RsvpEmail}, {"allergies", i18n.RsvpAllergies},
	{"phone", i18n.RsvpPhone}, {"customer_number", i18n.RsvpNumber}}

// missing say what to do about a field that is blank.
var missing = map[string]i18n.Text{"name": i18n.RsvpWriteName, "email": i18n.RsvpWriteEmail}

// faultText returns the text of an error: blank, if the field must not be blank and there is such a text, else the usual one.
func faultText(f errs.Field, blank i18n.Text) i18n.Text {
	if f.Code == "required" && blank != (i18n.Text{}) {
		return blank
	}
	return i18n.Fault(f.Code, f.Detail)
}

func faultsOf(l i18n.Lang, fields errs.Fields) (list views.Faults) {
	for _, n := range fieldNames {
		for _, f := range fields {
			if f.Field == n.name {
				list = append(list, views.Fault{Field: n.name, Label: l.T(n.label), Text: l.T(faultText(f, missing[n.name]))})
				break
			}
		}
	}
	return list
}

// calendar serves the event as a calendar file. A guest's check-in code becomes the link of the entry; whether there is such a
// code is not looked up.
func (g *Guests) calendar(c *gin.Context) error {
	asked, _ := readGuestQuery(c.Request.URL.RawQuery)
	v, err := g.load(c.Request.Context(), c.Param("event_id"), cmp.Or(asked, i18n.Match(c.GetHeader("Accept-Language"))))
	if err != nil {
		return err
	}
	file, event := newCalendar(v.e, v.lang, v.zone, g.site.Host)
	if code := c.Query("code"); IsCode(code) {
		event.SetURL(g.site.Origin + paths.CheckInCode(code))
	}
	h := c.Writer.Header()
	h.Set("Cache-Control", "no-cache")
	h.Set("Content-Disposition", `attachment; filename="`+v.e.ID+`.ics"`)
	c.Data(http.StatusOK, "text/calendar; charset=utf-8", serialize(file))
	return nil
}
