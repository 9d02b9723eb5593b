package suppressions

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
	views "presence/views/hub/suppressions"
	"presence/views/layout"
	"presence/views/ui"
)

// onPage is the number of addresses on one page.
const onPage = 50

// pages handles the requests of the HTML pages.
type pages struct {
	s    *Service
	zone *time.Location
}

func (p pages) list(c *gin.Context) error {
	return p.page(c, http.StatusOK, "", nil)
}

// page shows the list. typed is the address in the form to add one, with its faults.
func (p pages) page(c *gin.Context, status int, typed string, faults ui.Faults) error {
	ctx := c.Request.Context()
	by := auth.From(ctx)
	l, q := by.Language, c.Request.URL.Query()
	text, after := httpx.SearchText(q.Get("q")), strings.ToValidUTF8(q.Get("after"), "")
	list, err := p.s.List(ctx, text, after, onPage+1)
	if err != nil {
		return err
	}
	n, err := p.s.Total(ctx)
	if err != nil {
		return err
	}
	at := func(after string) string {
		v := url.Values{}
		for _, x := range [][2]string{{"q", text}, {"after", after}} {
			if x[1] != "" {
				v.Set(x[0], x[1])
			}
		}
		return paths.Suppressions(v)
	}
	page := views.Page{
		Tabs:  layout.SettingsTabs(by.Language, by.Role == auth.Admin, by.RunsEvents(), paths.Suppressions(nil)),
		Count: l.N(int(n), i18n.SuppCount), Faults: faults,
		Query: text, Filtered: text != "" || after != "",
		Email: ui.Field{Name: "email", Label: l.T(i18n.SuppEmail), Type: "email", Value: typed, Error: faults.Of("email"), Required: true,
			AutoComplete: "off"}}
	if after != "" {
		page.First = at("")
	}
	if len(list) > onPage {
		list = list[:onPage]
		page.Next = at(list[onPage-1].Email)
	}
	if err := p.addToDecide(ctx, l, &page); err != nil {
		return err
	}
	titles := p.s.titles(ctx, l)
	for _, x := range list {
		row := views.Address{Email: x.Email, Reason: l.T(i18n.SuppReasons[x.Reason]), Since: l.Moment(x.Since.Time().In(p.zone)),
			From: l.T(i18n.SuppByStaff), Remove: l.F(i18n.SuppRemOf, x.Email)}
		row.Why, row.Server = bounceWords(l, x.Cause, x.Diagnostic)
		if x.Event != "" {
			if row.From, err = titles(x.Event); err != nil {
				return err
			}
		}
		page.Rows = append(page.Rows, row)
	}
	return frame.Page(c, status, views.List, page)
}

// addToDecide adds the addresses that staff are to keep or exclude.
func (p pages) addToDecide(ctx context.Context, l i18n.Lang, page *views.Page) error {
	list, n, err := p.s.ToDecide(ctx, onPage)
	if err != nil || n == 0 {
		return err
	}
	page.Asked = l.N(int(n), i18n.SuppAsk)
	if n > int64(len(list)) {
		page.AskMore = l.F(i18n.SuppAskMore, l.Int(int64(len(list))))
	}
	for _, x := range list {
		row := views.Undecided{Email: x.Email, Count: l.N(int(x.InARow), i18n.SuppInARow), Since: l.Moment(x.LastAt.Time().In(p.zone)),
			Keep: l.F(i18n.SuppKeepOf, x.Email), Drop: l.F(i18n.SuppDropOf, x.Email)}
		row.Why, row.Server = bounceWords(l, x.Cause, x.Diagnostic)
		page.Ask = append(page.Ask, row)
	}
	return nil
}

// bounceWords returns why a message came back, in words, and the words of the server; both are empty without a bounce.
func bounceWords(l i18n.Lang, cause mail.Cause, diagnostic string) (why, server string) {
	if cause == "" {
		return "", ""
	}
	if why = l.T(i18n.BounceCauses[string(cause)]); diagnostic != "" {
		server = l.F(i18n.SuppServer, diagnostic)
	}
	return why, server
}

// decide keeps or excludes an address whose messages keep coming back.
func (p pages) decide(c *gin.Context) error {
	email, decision, l := c.PostForm("email"), c.PostForm("decision"), auth.Lang(c)
	if decision != "keep" && decision != "exclude" {
		return errs.Fields{{Field: "decision", Code: "not_allowed", Detail: "Expected keep or exclude."}}.Err()
	}
	if err := p.s.Decide(c.Request.Context(), auth.From(c.Request.Context()), email, decision == "keep"); err != nil {
		return err
	}
	done := ui.Toast{Text: l.F(i18n.SuppKept, email)}
	if decision == "exclude" {
		done = ui.Toast{Text: l.F(i18n.SuppAdded, email), Undo: paths.Unsuppress(), Hidden: []ui.Hidden{{Name: "email", Value: email}}}
	}
	httpx.Flash(c, done)
	return httpx.SeeOther(c, paths.Suppressions(nil))
}

func (p pages) suppress(c *gin.Context) error {
	l := auth.Lang(c)
	suppress := p.s.Suppress
	if c.PostForm("again") != "" { // what was removed a moment ago
		suppress = p.s.SuppressAgain
	}
	key, err := suppress(c.Request.Context(), auth.From(c.Request.Context()), c.PostForm("email"))
	if e, ok := errs.Of(err); ok && len(e.Fields) > 0 {
		var faults ui.Faults
		for _, f := range e.Fields {
			faults.Add(l, f.Field, l.T(i18n.SuppEmail), f.Code, f.Detail)
		}
		return p.page(c, http.StatusUnprocessableEntity, c.PostForm("email"), faults)
	}
	if err != nil {
		return err
	}
	httpx.Flash(c, ui.Toast{Text: l.F(i18n.SuppAdded, key), Undo: paths.Unsuppress(), Hidden: []ui.Hidden{{Name: "email", Value: key}}})
	return httpx.SeeOther(c, paths.Suppressions(nil))
}

func (p pages) unsuppress(c *gin.Context) error {
	email := c.PostForm("email")
	if err := p.s.Unsuppress(c.Request.Context(), auth.From(c.Request.Context()), email); err != nil {
		return err
	}
	httpx.Flash(c, ui.Toast{Text: auth.Lang(c).F(i18n.SuppRemoved, email), Undo: paths.Suppressions(nil),
		Hidden: []ui.Hidden{{Name: "email", Value: email}, {Name: "again", Value: "true"}}})
	return httpx.SeeOther(c, paths.Suppressions(nil))
}
