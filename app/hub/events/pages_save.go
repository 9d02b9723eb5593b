package events

import (
	"cmp"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/change"
	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	"presence/views/layout"
	"presence/views/ui"
)

// read reads the fields of the form of an event. A missing field is not changed.
func (p pages) read(c *gin.Context, before Event) (ch Changes, faults errs.Fields) {
	text := func(name string) *string {
		if v, sent := c.GetPostForm(name); sent {
			return &v
		}
		return nil
	}
	instant := func(name string, optional bool) *db.Instant {
		v := text(name)
		switch {
		case v == nil:
			return nil
		case optional && strings.TrimSpace(*v) == "":
			return new(db.Instant)
		}
		return new(httpx.ReadInstant(&faults, name, strings.TrimSpace(*v), p.zone))
	}
	ch.StartsAt, ch.EndsAt, ch.Deadline = instant("starts_at", false), instant("ends_at", true), instant("rsvp_deadline", true)
	ch.Palette, ch.EmailTemplate = text("palette"), text("email_template")
	if v := text("status"); v != nil {
		ch.State = new(State(*v))
	}
	if v := text("capacity"); v != nil {
		ch.Capacity = readCapacity(&faults, *v)
	}
	whole := func(name string) *int64 {
		if v := text(name); v != nil {
			return readNumber(&faults, name, *v)
		}
		return nil
	}
	ch.OfferHold, ch.OfferCutoff = whole("offer_hold_hours"), whole("offer_cutoff_hours")
	ch.PeopleLimit = whole("people_limit")
	if v := text("companions"); v != nil {
		ch.Companions = new(Companions(*v))
	}
	ch.Questions, ch.restore = readQuestions(c)
	for _, t := range texts {
		*t.change(&ch.FR), *t.change(&ch.EN) = text(t.inFrench()), text(t.inEnglish())
	}
	ch.followStart(before)
	return ch, faults
}

// usualLength is the length of a new event whose form has no end.
const usualLength = 3 * time.Hour

// followStart sets an end that was left empty, so that the event is as long as before.
func (c *Changes) followStart(before Event) {
	start := before.StartsAt
	change.Set(&start, c.StartsAt)
	if c.EndsAt == nil || *c.EndsAt != 0 || start == 0 {
		return
	}
	length := db.Instant(usualLength / time.Millisecond)
	if before.StartsAt != 0 && before.EndsAt > before.StartsAt {
		length = before.EndsAt - before.StartsAt
	}
	c.EndsAt = new(start + length)
}

// readNumber reads a whole number; Validate checks its range.
func readNumber(faults *errs.Fields, name, text string) *int64 {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil {
		faults.Add(name, "format", "Expected a whole number.")
	}
	return &n
}

func readCapacity(faults *errs.Fields, text string) *int64 {
	text = strings.Join(strings.Fields(text), "")
	if text == "" {
		return new(int64)
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		faults.Add("capacity", "format", "Expected a whole number.")
	} else if n < 1 || n > maxCapacity {
		faults.Add("capacity", "out_of_range", "Expected a whole number from 1 to 100000, or nothing for no limit.")
	}
	return &n
}

// create saves a new event, as a draft unless the form says otherwise.
func (p pages) create(c *gin.Context) error {
	changes, faults := p.read(c, Event{})
	if changes.State == nil {
		changes.State = new(Draft)
	}
	changes.PictureOf, changes.BlocksOf = c.PostForm("picture_of"), c.PostForm("blocks_of")
	id := strings.TrimSpace(c.PostForm("id"))
	if id == "" {
		id = slugOf(c.PostForm("content.fr.title"))
	}
	ctx := c.Request.Context()
	by := auth.From(ctx)
	if len(faults) == 0 {
		r, err := p.s.Create(ctx, by, id, changes)
		if err == nil {
			return p.done(c, i18n.EventSaved, r, paths.Event(r.ID))
		}
		if faults = faultsOf(err, "id"); faults == nil {
			return err
		}
	}
	return p.showErrors(c, faults)
}

// save saves the editor's form, or only a new state that the header of another tab posts; the answer leads back to that tab.
func (p pages) save(c *gin.Context) error {
	if err := parseForm(c); err != nil {
		return err
	}
	ctx := c.Request.Context()
	id, back := c.Param("event"), p.backTo(c)
	before, err := p.s.Get(ctx, id)
	if err != nil {
		return err
	}
	changes, faults := p.read(c, before.Event)
	if changes.Cover, err = readCover(c, before.Picture); err != nil {
		return err
	}
	if len(faults) == 0 {
		r, err := p.s.Update(ctx, auth.From(ctx), id, httpx.FormVersion(c), changes)
		if err == nil {
			if back, err = p.offerUpdate(c, before.Event, r.Event, back); err != nil {
				return err
			}
			if r.State != before.State {
				return p.moved(c, r, before.State, back)
			}
			return p.done(c, i18n.EventSaved, r, back)
		}
		if errs.KindOf(err) == errs.KindStale {
			return p.conflict(c, changes)
		}
		if faults = faultsOf(err, ""); faults == nil {
			return err
		}
	}
	return p.showErrors(c, faults)
}

// backTo returns the tab that the form names, filtered as the person saw it, or the editor in the languages that it shows.
func (p pages) backTo(c *gin.Context) string {
	id := c.Param("event")
	if tab := layout.EventTab(c.PostForm("tab")); tab != "" {
		return cmp.Or(filteredPage(c.Request, tab.Href(id)), tab.Href(id))
	}
	to := paths.Event(id)
	if s := previewed(c); s.fields != string(auth.From(c.Request.Context()).Language) {
		to += "?preview=" + s.fields
	}
	return to
}

// filteredPage returns the address from which a request was sent, with its query, if that is a page of the path; otherwise "". A question
// that was open there (ask) is not asked again.
func filteredPage(r *http.Request, path string) string {
	u, err := url.Parse(httpx.CameFrom(r))
	if err != nil || u.EscapedPath() != path {
		return ""
	}
	query := u.Query()
	query.Del("ask")
	u.RawQuery = query.Encode()
	return u.RequestURI()
}

var movedTexts = map[State]i18n.Text{Draft: i18n.EventIsDraftNow, Open: i18n.EventIsOpenNow, Closed: i18n.EventIsShutNow}

// moved answers a change of the state with a message that can undo it, as long as the event was not saved since.
func (p pages) moved(c *gin.Context, r Record, before State, to string) error {
	l := auth.From(c.Request.Context()).Language
	hidden := []ui.Hidden{{Name: "status", Value: string(before)}, {Name: "version", Value: strconv.FormatInt(r.Version, 10)},
		{Name: "undo", Value: "1"}}
	if tab := c.PostForm("tab"); tab != "" {
		hidden = append(hidden, ui.Hidden{Name: "tab", Value: tab})
	}
	httpx.Flash(c, ui.Toast{Text: l.F(movedTexts[r.State], r.Text(string(l)).Title), Undo: paths.Event(r.ID), Hidden: hidden})
	return httpx.SeeOther(c, to)
}

// showErrors shows the form with the posted values and its errors.
func (p pages) showErrors(c *gin.Context, faults errs.Fields) error {
	o, err := p.postedState(c)
	if err != nil {
		return err
	}
	changes, unread := p.read(c, o.Event)
	for _, f := range append(unread, changes.Validate()...) {
		if !faults.Has(f.Field) {
			faults = append(faults, f)
		}
		changes.drop(f.Field)
	}
	o.typed, _ = readQuestions(c)
	o.Event, o.faults = o.apply(changes), faults.FirstPerField()
	return p.show(c, http.StatusUnprocessableEntity, o)
}

// faultsOf returns the validation errors in err; nil when there are none. A conflict because the slug exists already becomes an
// error of the field taken, unless taken is empty.
func faultsOf(err error, taken string) errs.Fields {
	e, ours := errs.Of(err)
	switch {
	case !ours:
		return nil
	case e.Code == "exists" && taken != "":
		return errs.Fields{{Field: taken, Code: e.Code, Detail: e.Detail}}
	}
	return e.Fields
}

func (p pages) done(c *gin.Context, text i18n.Text, r Record, to string) error {
	l := auth.From(c.Request.Context()).Language
	httpx.Flash(c, ui.Toast{Text: l.F(text, r.Text(string(l)).Title)})
	return httpx.SeeOther(c, to)
}

func (p pages) delete(c *gin.Context) error {
	ctx := c.Request.Context()
	r, err := p.s.Get(ctx, c.Param("event"))
	if err != nil {
		return err
	}
	told := int64(0)
	if c.PostForm("tell") == "" {
		err = p.s.Delete(ctx, auth.From(ctx), r.ID, httpx.FormVersion(c))
	} else if err = requireReauth(ctx); err == nil {
		told, err = p.s.DeleteAndTell(ctx, auth.From(ctx), r.ID, httpx.FormVersion(c))
	}
	if kind := errs.KindOf(err); kind == errs.KindConflict || kind == errs.KindStale {
		l := auth.From(ctx).Language
		e, _ := errs.Of(err)
		httpx.Flash(c, ui.Toast{Tone: ui.Warn, Text: l.T(i18n.Fault(e.Code, e.Detail))})
		return httpx.SeeOther(c, paths.Event(r.ID))
	}
	if err != nil {
		return err
	}
	if r.BuiltIn {
		return p.done(c, i18n.EventUncovered, r, paths.Event(r.ID))
	}
	if told > 0 {
		l := auth.From(ctx).Language
		httpx.Flash(c, ui.Toast{Text: l.F(i18n.EventDeleted, r.Text(string(l)).Title) + " " + l.N(int(told), i18n.TellDone)})
		return httpx.SeeOther(c, paths.Events())
	}
	return p.done(c, i18n.EventDeleted, r, paths.Events())
}

// slugOf makes a slug from a title: "La fête des clients" becomes la-fete-des-clients.
func slugOf(title string) string {
	words := strings.FieldsFunc(contact.Fold(title), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	s := ""
	for _, w := range words {
		if len(s)+len(w) >= 60 {
			break
		}
		s = strings.TrimPrefix(s+"-"+w, "-")
	}
	return s
}
