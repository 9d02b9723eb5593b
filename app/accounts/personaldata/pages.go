package personaldata

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/platform/personal"
	views "presence/views/accounts/personaldata"
	"presence/views/layout"
	"presence/views/ui"
)

// pages handles the requests of the pages.
type pages struct {
	s    *Service
	zone *time.Location
}

// shownRows is how many rows of each table the page shows.
const shownRows = 10

func (p pages) show(c *gin.Context) error {
	return p.page(c, http.StatusOK, strings.TrimSpace(c.Query("who")), "", nil)
}

// page shows what is held of a person; who is empty before one is given. typed is the reason that was refused, with its faults.
func (p pages) page(c *gin.Context, status int, who, typed string, faults errs.Fields) error {
	ctx := c.Request.Context()
	by := auth.From(ctx)
	l := by.Language
	page := views.Page{Tabs: layout.SettingsTabs(l, true, true, paths.CompanySettings()),
		Who: ui.Field{Name: "who", Label: l.T(i18n.PersonalWho), Value: strings.ToValidUTF8(who, ""), Required: true, AutoComplete: "off",
			MaxLength: maxWho}}
	if who == "" {
		return frame.Page(c, status, views.PersonPage, page)
	}
	found, err := p.s.Lookup(ctx, by, who, shownRows)
	if invalid := errs.FieldsOf(err); len(invalid) > 0 {
		for _, x := range invalid {
			page.Faults.Add(l, x.Field, l.T(i18n.PersonalWho), x.Code, x.Detail)
		}
		page.Who.Error = page.Faults.Of("who")
		return frame.Page(c, http.StatusUnprocessableEntity, views.PersonPage, page)
	}
	if err != nil {
		return err
	}
	titles, err := p.s.o.Titles(ctx, l)
	if err != nil {
		return err
	}
	for _, x := range faults {
		page.Faults.Add(l, x.Field, l.T(i18n.PersonalReason), x.Code, x.Detail)
	}
	page.Found = p.found(l, who, found, titles)
	page.Found.Reason = ui.Field{Name: "reason", Label: l.T(i18n.PersonalReason), Hint: l.T(i18n.PersonalReasonHint),
		Value: strings.ToValidUTF8(typed, ""), Required: true, MaxLength: maxReason, AutoComplete: "off", Error: page.Faults.Of("reason")}
	page.Found.Confirm = ui.Field{Name: "confirm", Label: l.T(i18n.PersonalConfirm), Value: "yes", Required: true}
	return frame.Page(c, status, views.PersonPage, page)
}

func (p pages) found(l i18n.Lang, who string, x Person, titles map[string]string) *views.Found {
	f := &views.Found{Title: l.F(i18n.PersonalFound, who), Who: who, Erasable: x.Erasable()}
	if len(x.Emails) > 0 {
		f.About = append(f.About, l.F(i18n.PersonalAddresses, strings.Join(x.Emails, ", ")))
	}
	if len(x.Numbers) > 0 {
		f.About = append(f.About, l.F(i18n.PersonalNumbers, strings.Join(x.Numbers, ", ")))
	}
	if len(x.Others) > 0 {
		f.Others = l.F(i18n.PersonalOthersTxt, strings.Join(x.Others, ", "))
	}
	if !x.Empty() {
		f.File = paths.PersonalDataFile(who)
	}
	if e := x.Erased; e != nil {
		text := i18n.PersonalWasErased
		if e.DoneAt == 0 {
			text = i18n.PersonalWasStarted
		}
		f.Erased, f.Why = l.F(text, l.Moment(e.At.Time().In(p.zone)), e.ByName), l.F(i18n.PersonalWhy, e.Reason)
	}
	for _, g := range x.Groups {
		group := views.Group{ID: g.Table.Name, Name: l.T(i18n.PersonalTables[g.Table.Name]), Count: l.Int(g.Count), Fate: fate(l, g.Table)}
		if g.Count > int64(len(g.Rows)) {
			group.More = l.F(i18n.PersonalRows, l.Int(int64(len(g.Rows))))
		}
		if g.Table.Keep != "" {
			group.ID += "-kept"
		}
		for _, r := range g.Rows {
			row := views.Row{What: r.What, Event: titles[r.Event], Href: link(g.Table.Name, r)}
			if r.At != 0 {
				row.When = l.Moment(r.At.Time().In(p.zone))
			}
			group.Rows = append(group.Rows, row)
		}
		f.Groups = append(f.Groups, group)
	}
	if x.Files > 0 {
		f.Groups = append(f.Groups, views.Group{ID: "outbox", Name: l.T(i18n.PersonalFiles), Count: l.Int(x.Files),
			Fate: l.T(i18n.PersonalDeleted)})
	}
	return f
}

// fate says what an erasure does with the rows of a table.
func fate(l i18n.Lang, t personal.Table) string {
	switch {
	case t.Keep != "":
		return l.T(i18n.PersonalKeeps[string(t.Keep)])
	case t.Set != "":
		return l.T(i18n.PersonalAnonymous)
	}
	return l.T(i18n.PersonalDeleted)
}

// link returns the address of the page of a row; empty: there is none.
func link(table string, r personal.Row) string {
	if of := links[table]; of != nil {
		id, _ := strconv.ParseInt(r.Link, 10, 64)
		return of(r, id)
	}
	return ""
}

// links are the addresses of the pages of rows, by table. id is the link of a row as a number, where it is one.
var links = map[string]func(r personal.Row, id int64) string{
	"rsvps": registrationOf, "rsvp_revisions": registrationOf,
	"campaign_recipients": func(_ personal.Row, id int64) string { return paths.Campaign(id, nil) },
	"audience_entries":    func(r personal.Row, _ int64) string { return paths.Audience(r.Event, nil) },
	"waiting_parties":     func(r personal.Row, _ int64) string { return paths.Registrations(r.Event) },
	"suppressions":        suppressionsOf, "soft_bounces": suppressionsOf,
	"directory_customers": directoryCustomerOf, "directory_emails": directoryCustomerOf,
	"webhook_deliveries": func(_ personal.Row, id int64) string { return paths.Webhook(id, nil) },
	"audit_log":          func(r personal.Row, _ int64) string { return paths.AuditLog() + "?kind=" + r.Link },
	"employees":          func(_ personal.Row, id int64) string { return paths.Employee(id) },
	"customers":          func(_ personal.Row, id int64) string { return paths.Customer(id) },
	"people":             func(r personal.Row, _ int64) string { return paths.Person(r.Link) },
}

func registrationOf(r personal.Row, id int64) string { return paths.Registration(r.Event, id) }

func suppressionsOf(r personal.Row, _ int64) string {
	return paths.Suppressions(map[string][]string{"q": {r.Link}})
}

func directoryCustomerOf(r personal.Row, _ int64) string { return paths.DirectoryCustomer(r.Link, "") }

// file answers with everything that is held, as JSON.
func (p pages) file(c *gin.Context) error {
	ctx := c.Request.Context()
	out, err := p.s.personOf(ctx, auth.From(ctx), c.Query("who"))
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(out, "", "  ")
	if err != nil {
		return err
	}
	c.Header("Content-Disposition", `attachment; filename="personal-data.json"`)
	c.Header("Cache-Control", "private, no-store")
	c.Data(http.StatusOK, "application/json; charset=utf-8", text)
	return nil
}

func (p pages) erase(c *gin.Context) error {
	ctx, l := c.Request.Context(), auth.Lang(c)
	who, reason := c.PostForm("who"), c.PostForm("reason")
	if c.PostForm("confirm") == "" {
		return p.page(c, http.StatusUnprocessableEntity, who, reason, errs.Fields{{Field: "confirm", Code: "required"}})
	}
	_, err := p.s.Erase(ctx, auth.From(ctx), who, reason)
	done := ui.Toast{Text: l.T(i18n.PersonalErased)}
	switch {
	case len(errs.FieldsOf(err)) > 0:
		return p.page(c, http.StatusUnprocessableEntity, who, reason, errs.FieldsOf(err))
	case errs.HasCode(err, "nothing_held"):
		done = ui.Toast{Tone: ui.Bad, Text: l.T(i18n.PersonalNotErased)}
	case errs.HasCode(err, "being_sent"):
		done = ui.Toast{Text: l.T(i18n.PersonalPending)}
	case err != nil:
		return err
	}
	httpx.Flash(c, done)
	return httpx.SeeOther(c, paths.PersonalData(""))
}

func (p pages) admit(c *gin.Context) error {
	ctx, l := c.Request.Context(), auth.Lang(c)
	who, reason := c.PostForm("who"), c.PostForm("reason")
	err := p.s.Admit(ctx, auth.From(ctx), who, reason)
	if faults := errs.FieldsOf(err); len(faults) > 0 {
		return p.page(c, http.StatusUnprocessableEntity, who, reason, faults)
	}
	if err != nil && !errs.HasCode(err, "not_erased") { // the person has been admitted already
		return err
	}
	httpx.Flash(c, ui.Toast{Text: l.T(i18n.PersonalAdmitted)})
	return httpx.SeeOther(c, paths.PersonalData(""))
}
