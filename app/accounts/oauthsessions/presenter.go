package oauthsessions

import (
	"cmp"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	views "presence/views/accounts/oauthsessions"
	"presence/views/layout"
	"presence/views/ui"
)

// present returns a page of connections; ask is the id of the one that is asked about, "" for none.
func (p pages) present(by auth.Actor, search Search, found SearchResult, ask string) views.Page {
	l := by.Language
	page := views.Page{Views: l.T(i18n.AccountViews), Tabs: layout.AccountTabs(l, paths.Applications(nil)),
		Intro: l.T(i18n.AppsIntro), NoneText: l.T(i18n.AppsNoneText)}
	if p.all {
		page = views.Page{Views: l.T(i18n.SettingsViews), People: true,
			Tabs:  layout.SettingsTabs(l, by.Role == auth.Admin, by.RunsEvents(), paths.AllApplications(nil)),
			Intro: l.T(i18n.AppsIntroAll), NoneText: l.T(i18n.AppsNoneAllText),
			Filter: &ui.Filters{Action: paths.AllApplications(nil), Search: &ui.Search{Label: l.T(i18n.AppsSearch), Value: search.Text,
				Target: ui.ListTarget}}}
	}
	if search.Text != "" {
		page.Clear = p.address(nil)
	}
	page.Count, page.Pages = l.N(int(found.All), i18n.AppsCount), p.pagination(l, search, found)
	for _, x := range found.List {
		r := p.row(l, x)
		q := search.query()
		q.Set("ask", x.ID)
		r.Ask = p.address(q)
		page.Rows = append(page.Rows, r)
		if x.ID == ask {
			page.Ask = p.ask(l, search, x)
		}
	}
	return page
}

func (p pages) pagination(l i18n.Lang, search Search, found SearchResult) *ui.Pages {
	return ui.NumberedPages(l, found.Page, pageRows, found.All, func(page int64) string {
		search.Page = page
		return p.address(search.query())
	})
}

func (p pages) row(l i18n.Lang, x Connection) views.Row {
	r := views.Row{Application: x.Application, Scopes: scopesText(l, x.Scopes), Since: l.Day(db.DayOf(x.Since.Time().In(p.zone))),
		Access: l.F(i18n.AppsAccess, p.moment(l, x.AccessExpiry)), Renewal: l.F(i18n.AppsRenewal, l.T(i18n.AppsNoEnd)),
		Spoken: l.F(i18n.AppsEndOf, x.Application)}
	if p.all {
		r.Person = views.Person{Name: x.person(), Email: x.PersonEmail, Href: paths.Person(x.PersonID)}
		r.Spoken = l.F(i18n.AppsEndOfOther, x.Application, r.Person.Name)
	}
	if x.RefreshExpiry != 0 {
		r.Renewal = l.F(i18n.AppsRenewal, p.moment(l, x.RefreshExpiry))
	}
	switch x.Validity(db.InstantOf(p.s.now())) {
	case Renewable:
		r.Expired = &views.Expired{Tone: ui.Neutral, Icon: ui.IconClock, Text: l.T(i18n.AppsRenewable)}
	case Expired:
		r.Expired = &views.Expired{Tone: ui.Warn, Icon: ui.IconWarning, Text: l.T(i18n.AppsExpired)}
	}
	return r
}

// person returns the person's name, or the e-mail address of a person without one.
func (c Connection) person() string { return cmp.Or(c.PersonName, c.PersonEmail) }

func (p pages) ask(l i18n.Lang, search Search, x Connection) *views.Ask {
	if p.all {
		return &views.Ask{Text: l.T(i18n.AppsAskTextAll), Application: x.Application, Person: x.person(), Session: x.ID,
			Action: paths.AllApplicationsDisconnect(search.query())}
	}
	return &views.Ask{Text: l.T(i18n.AppsAskText), Application: x.Application, Session: x.ID,
		Action: paths.ApplicationDisconnect(search.query())}
}

func (p pages) moment(l i18n.Lang, at db.Instant) string { return l.Moment(at.Time().In(p.zone)) }

func scopesText(l i18n.Lang, scopes []string) string {
	if len(scopes) == 0 {
		return l.T(i18n.AppsNoScopes)
	}
	names := make([]string, len(scopes))
	for i, s := range scopes {
		names[i] = scopeText(l, s)
	}
	return l.T(i18n.AppsScopes) + l.Colon() + strings.Join(names, ", ")
}

var scopeWords = strings.NewReplacer(".", " ", ":", " ", "_", " ")

// scopeText returns a scope in words: a known one by its name, another with spaces between its parts. Of a scope that is a URL,
// as those of Google and Microsoft are, only the part after the last slash is shown.
func scopeText(l i18n.Lang, scope string) string {
	if name, known := i18n.ScopeNames[scope]; known {
		return l.T(name)
	}
	last := scope[strings.LastIndex(scope, "/")+1:]
	return cmp.Or(strings.TrimSpace(scopeWords.Replace(last)), scope)
}
