package audience

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/hub/directory"
	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/platform/typed"
	views "presence/views/hub/audience"
	"presence/views/ui"
)

// pages handles the requests of this package's pages.
type pages struct {
	s              *Service
	directory      *directory.Service
	head           events.HeadOf
	sentInvitation SentInvitationOf
}

// rowsPerPage is the number of entries on one page of the list.
const rowsPerPage = 50

// show shows the page. HTMX requests get the part they ask for: the preview, the customers found, or the entries.
func (p pages) show(c *gin.Context) error {
	b, err := p.load(c)
	if err != nil {
		return err
	}
	switch target := c.GetHeader("HX-Target"); {
	case !httpx.IsHTMX(c):
	case target == "preview":
		v, err := b.preview(c.Request.URL.Query())
		if err != nil {
			return err
		}
		return frame.Fragment(c, http.StatusOK, views.PreviewBox, v)
	case target == "found":
		v, err := b.pick(httpx.SearchText(c.Query("q")))
		if err != nil {
			return err
		}
		return frame.Fragment(c, http.StatusOK, views.FoundBox, v)
	case target == "entries":
		v, err := b.list(c.Request.URL.Query())
		if err != nil {
			return err
		}
		return httpx.Render(c, http.StatusOK, views.ListBox(frame.Of(c), v, false))
	}
	return b.render(c, http.StatusOK, nil)
}

func (p pages) load(c *gin.Context) (*presenter, error) {
	ctx := c.Request.Context()
	e, lists, err := p.s.eventAndList(ctx, c.Param("event"))
	if err != nil {
		return nil, err
	}
	by := auth.From(ctx)
	return &presenter{pages: p, ctx: ctx, by: by, lang: by.Language, event: e, lists: lists}, err
}

// render answers with the whole page; change, if not nil, modifies it before, for example to add errors.
func (b *presenter) render(c *gin.Context, status int, change func(*views.Page)) error {
	page, err := b.page(c.Request.URL.Query())
	if err != nil {
		return err
	}
	if change != nil {
		change(&page)
	}
	return frame.Page(c, status, views.Builder, page)
}

// filtersOf reads the form of the filters. An amount that cannot be parsed is a validation error.
func filtersOf(v url.Values) (f Filters, faults errs.Fields) {
	f = Filters{ActiveSubscription: v.Get("active_subscription") == "true", IncludeLeft: v.Get("include_resiliated") == "true",
		CustomerType: CustomerType(v.Get("customer_type")), Name: v.Get("name"), City: v.Get("city")}
	if text := strings.Trim(strings.Join(strings.Fields(v.Get("min_monthly")), ""), "$"); text != "" && f.ActiveSubscription {
		dollars, ok := typed.Decimal(text)
		if !ok || dollars > 1e6 {
			faults.Add("filters.min_monthly", "amount", "Expected dollars.")
		} else {
			f.MinMonthly = filtersBody{MinMonthly: dollars}.filters().MinMonthly
		}
	}
	return f, append(faults, f.Validate()...)
}

func (p pages) addFiltered(c *gin.Context) error {
	b, err := p.load(c)
	if err != nil {
		return err
	}
	_ = c.PostForm("") // parses the form
	values := c.Request.PostForm
	f, faults := filtersOf(values)
	if len(faults) > 0 {
		used, err := p.directory.Used(b.ctx)
		if err != nil {
			return err
		}
		b.answers = views.WayChoose
		return b.render(c, http.StatusUnprocessableEntity, func(page *views.Page) {
			page.Filters, page.Preview = b.filters(values, page.Filters.Cities, used), views.Preview{Faults: b.faults(faults)}
		})
	}
	added, err := p.s.AddFilters(b.ctx, b.by, b.event.ID, f)
	if err != nil {
		return b.refused(c, err)
	}
	return b.done(c, b.addedText(added), nil)
}

// addPicked adds a customer of the directory, or another person by e-mail address. It is also the undo of a removal.
func (p pages) addPicked(c *gin.Context) error {
	b, err := p.load(c)
	if err != nil {
		return err
	}
	var picks Picks
	number, other := c.PostForm("customer_id"), c.PostForm("email") != "" || c.PostForm("customer_id") == ""
	if other {
		picks.Entries = []Entry{{Email: c.PostForm("email"), FirstName: c.PostForm("firstname"), LastName: c.PostForm("lastname"),
			Language: c.PostForm("language"), CustomerID: number, Phone: c.PostForm("phone")}}
	} else {
		picks.CustomerIDs = []string{number}
	}
	added, err := p.s.AddPicks(b.ctx, b.by, b.event.ID, picks)
	if e, ok := errs.Of(err); ok && e.Kind == errs.KindInvalid && other {
		b.answers = views.WayPick
		return b.render(c, http.StatusUnprocessableEntity, func(page *views.Page) { page.Else = b.otherForm(c.Request.PostForm, e.Fields) })
	}
	if err != nil {
		return b.refused(c, err)
	}
	if httpx.IsHTMX(c) && !other {
		return b.picked(c, number, added)
	}
	return b.done(c, b.addedText(added), url.Values{"q": {c.PostForm("q")}})
}

// picked answers an HTMX request that added a customer.
func (b *presenter) picked(c *gin.Context, number string, added Added) error {
	found, err := b.s.customersByNumber(b.ctx, []string{number})
	if err != nil {
		return err
	}
	if len(found) == 0 { // a sync has just removed the customer
		return errs.NotFound("customer")
	}
	b.lists = added.List
	list, err := b.list(url.Values{})
	if err != nil {
		return err
	}
	row := views.Found{Number: number, Name: found[0].name, Note: noteOf(found[0].entry.Email, number), Listed: found[0].entry.key != "",
		Silent: found[0].entry.key == "", Left: found[0].hasLeft}
	return httpx.Render(c, http.StatusOK, views.Added(frame.Of(c), row, b.summary(), list, ui.Toast{Text: b.addedText(added)}))
}

func (p pages) addTable(c *gin.Context) error { return p.table(c, false) }

func (p pages) checkTable(c *gin.Context) error { return p.table(c, true) }

// table imports a CSV, or only checks it. Errors in its lines are shown on the page.
func (p pages) table(c *gin.Context, check bool) error {
	b, err := p.load(c)
	if err != nil {
		return err
	}
	file, err := uploadOf(c)
	if err != nil {
		return b.showCSVError(c, err, "")
	}
	kept := &capturedText{}
	sent := io.TeeReader(file, kept)
	if check {
		v, err := p.s.PreviewCSV(b.ctx, b.event.ID, sent)
		if err != nil {
			return b.showCSVError(c, err, kept.text(sent))
		}
		return b.showCheck(c, v, kept.text(sent))
	}
	added, err := p.s.AddCSV(b.ctx, b.by, b.event.ID, file.name, sent)
	if err != nil {
		return b.showCSVError(c, err, kept.text(sent))
	}
	if added.RejectedTotal+added.OtherLanguageTotal == 0 {
		return b.done(c, b.addedText(added), nil)
	}
	b.lists, b.answers = added.List, views.WayTable
	return b.render(c, http.StatusOK, func(page *views.Page) { page.Table.Report = b.report(added.Stats, added.Added, false) })
}

// showCheck shows what an import of the CSV would do, with a button for it. With JavaScript the form still holds the file or
// the text. Without, the page contains what was sent as text; a file that is too large for that must be chosen again.
func (b *presenter) showCheck(c *gin.Context, v Preview, sent string) error {
	fresh := v.Count - v.AlreadyListed
	r := b.report(v.Stats, fresh, true)
	switch {
	case fresh > 0 && sent == "" && !httpx.IsHTMX(c):
		r.Again = b.lang.T(i18n.AudCSVAgain)
	case fresh > 0:
		r.Import = b.lang.N(int(fresh), i18n.AudAddThem)
	}
	return b.tableResult(c, http.StatusOK, views.Table{Text: sent, Report: r})
}

// showCSVError shows why the CSV could not be read, with what was sent.
func (b *presenter) showCSVError(c *gin.Context, err error, sent string) error {
	fault, err := b.csvErrorText(err)
	if err != nil {
		return b.refused(c, err)
	}
	return b.tableResult(c, http.StatusUnprocessableEntity, views.Table{Text: sent, Fault: fault})
}

func (b *presenter) tableResult(c *gin.Context, status int, t views.Table) error {
	if httpx.IsHTMX(c) {
		return frame.Fragment(c, status, views.TableResult, t)
	}
	b.answers = views.WayTable
	return b.render(c, status, func(page *views.Page) {
		page.Table.Text, page.Table.Fault, page.Table.Report = t.Text, t.Fault, t.Report
	})
}

// csvErrorText returns the text for an error in a CSV; other errors are returned as they are.
func (b *presenter) csvErrorText(err error) (string, error) {
	e, ok := errs.Of(err)
	if !ok || e.Kind != errs.KindInvalid && e.Kind != errs.KindTooLarge && e.Kind != errs.KindTimeout {
		return "", err
	}
	code, detail := e.Code, e.Detail
	if len(e.Fields) > 0 {
		code, detail = e.Fields[0].Code, e.Fields[0].Detail
	}
	return b.lang.T(i18n.Fault(code, detail)), nil
}

func (p pages) remove(c *gin.Context) error {
	b, err := p.load(c)
	if err != nil {
		return err
	}
	id, err := httpx.PathID(c, "entry", "audience entry")
	if err != nil {
		return err
	}
	e, err := p.s.Remove(b.ctx, b.by, b.event.ID, id)
	if err != nil {
		return err
	}
	toast := ui.Toast{Text: b.lang.F(i18n.AudRemoved, e.Email), Undo: paths.AddAudiencePicks(b.event.ID),
		Hidden: []ui.Hidden{{Name: "email", Value: e.Email}, {Name: "firstname", Value: e.FirstName},
			{Name: "lastname", Value: e.LastName}, {Name: "language", Value: e.Language}, {Name: "customer_id", Value: e.CustomerID},
			{Name: "phone", Value: e.Phone}}}
	if !httpx.IsHTMX(c) {
		httpx.Flash(c, toast)
		return httpx.SeeOther(c, paths.Audience(b.event.ID, nil)+"#main")
	}
	if b.lists, err = p.s.List(b.ctx, b.event.ID); err != nil {
		return err
	}
	return httpx.Render(c, http.StatusOK, views.Removed(frame.Of(c), b.summary(), toast))
}

func (p pages) clear(c *gin.Context) error {
	b, err := p.load(c)
	if err != nil {
		return err
	}
	n, err := p.s.Clear(b.ctx, b.by, b.event.ID)
	if err != nil {
		return b.refused(c, err)
	}
	return b.done(c, b.lang.N(int(n), i18n.AudCleared), nil)
}

// done redirects to the page with a message that says what was done.
func (b *presenter) done(c *gin.Context, text string, query url.Values) error {
	if query.Get("q") == "" {
		query = nil
	}
	httpx.Flash(c, ui.Toast{Text: text})
	return httpx.SeeOther(c, paths.Audience(b.event.ID, query))
}

// refused shows a conflict on the page.
func (b *presenter) refused(c *gin.Context, err error) error {
	e, ok := errs.Of(err)
	if !ok || e.Kind != errs.KindConflict || httpx.IsHTMX(c) {
		return err
	}
	httpx.Flash(c, ui.Toast{Tone: ui.Bad, Text: b.lang.T(i18n.Fault(e.Code, e.Detail))})
	return httpx.SeeOther(c, paths.Audience(b.event.ID, nil))
}

// presenter builds the page of one event for one request.
type presenter struct {
	pages
	ctx   context.Context
	by    auth.Actor
	lang  i18n.Lang
	event events.Event
	lists List

	answers string // the id of the way to add whose form is answered; empty: none
}
