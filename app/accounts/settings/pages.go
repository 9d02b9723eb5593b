package settings

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	views "presence/views/accounts/settings"
	"presence/views/layout"
	"presence/views/ui"
)

// pages handles the requests of the settings pages.
type pages struct {
	s      *Service
	names  RecordNames
	system System
}

// part is one of the settings pages.
type part uint8

const (
	people part = iota
	log
	tokens
	sessions
	ownPassword
	security
	factorRoles
	system
	none // the lists of the pages
)

var addresses = map[part]func() string{people: paths.People, log: paths.AuditLog, tokens: paths.Tokens, sessions: paths.Sessions,
	ownPassword: paths.OwnPassword, security: paths.Security, factorRoles: paths.FactorRoles, system: paths.System,
	none: func() string { return "" }}

// accountHead returns the tabs of the actor's own account.
func accountHead(l i18n.Lang, now part) views.Head {
	return views.Head{Tabs: layout.AccountTabs(l, addresses[now]())}
}

// head returns the tabs of the company's settings that the actor may open.
func (p pages) head(by auth.Actor, now part) views.Head {
	h := views.Head{Tabs: layout.SettingsTabs(by.Language, by.Role == auth.Admin, by.RunsEvents(), addresses[now]())}
	switch w := p.s.warnings; {
	case by.Role != auth.Admin:
	case w.OutboxOnly:
		h.Warning = by.Language.T(i18n.OutboxOnly)
	case w.ForwardedIgnored():
		h.Warning = by.Language.T(i18n.ForwardedIgnored)
	}
	return h
}

// index lists the settings that the actor may open; who may open none is led to their own account.
func (p pages) index(c *gin.Context) error {
	head := p.head(auth.From(c.Request.Context()), none)
	if len(head.Tabs) == 0 {
		return httpx.SeeOther(c, paths.Account())
	}
	return frame.Page(c, http.StatusOK, views.IndexPage, head)
}

// account lists the pages of the actor's own account.
func (p pages) account(c *gin.Context) error {
	return frame.Page(c, http.StatusOK, views.AccountPage, accountHead(auth.From(c.Request.Context()).Language, none))
}

func (p pages) tokens(c *gin.Context) error {
	return p.tokensPage(c, http.StatusOK, func(*views.Tokens) {})
}

// lifetimes are the possible lifetimes of a token, in days.
var lifetimes = []int{7, 30, 90, 365}

// tokensPage shows the tokens and the form; more, if not nil, modifies the page before.
func (p pages) tokensPage(c *gin.Context, status int, more func(*views.Tokens)) error {
	by := auth.From(c.Request.Context())
	list, err := p.s.tokens.List(c.Request.Context(), by)
	if err != nil {
		return err
	}
	l := by.Language
	page := views.Tokens{Head: accountHead(l, tokens), Name: ui.Field{Name: "name", Label: l.T(i18n.TokenName), Hint: l.T(i18n.TokenNameHint),
		Required: true, MaxLength: 60, AutoComplete: "off"},
		Days: ui.Field{Name: "days", Label: l.T(i18n.TokenDays), Value: "90"}}
	for _, n := range lifetimes {
		page.Days.Options = append(page.Days.Options, ui.Option{Value: strconv.Itoa(n), Label: l.N(n, i18n.DaysCount)})
	}
	for _, k := range list {
		page.List = append(page.List, views.Token{ID: k.ID, Name: k.Name, Made: p.moment(l, k.CreatedAt), Expires: p.moment(l, k.ExpiresAt),
			Used: p.lastUse(l, k.UsedAt), Revoke: l.F(i18n.TokenRevokeOf, k.Name)})
	}
	more(&page)
	return frame.Page(c, status, views.TokensPage, page)
}

// lastUse formats the last use of a token, as exactly as it is recorded.
func (p pages) lastUse(l i18n.Lang, at db.Instant) string {
	if at == 0 {
		return l.T(i18n.TokenUnused)
	}
	ago := p.s.now().Sub(at.Time())
	if ago < auth.TokenUseInterval {
		return l.T(i18n.TokenUsedNow)
	}
	return l.Ago(ago)
}

// makeToken creates a token and shows it in its own response. Only a hash of a token is stored, so a page after a redirect
// could not show it.
func (p pages) makeToken(c *gin.Context) error {
	by := auth.From(c.Request.Context())
	name, days := c.PostForm("name"), c.PostForm("days")
	n, _ := strconv.Atoi(days)
	if !slices.Contains(lifetimes, n) {
		n = 0 // Create rejects it together with the other errors
	}
	token, made, err := p.s.tokens.Create(c.Request.Context(), by, name, time.Duration(n)*24*time.Hour)
	if fields := errs.FieldsOf(err); fields != nil {
		return p.tokensPage(c, http.StatusUnprocessableEntity, func(page *views.Tokens) {
			page.Name.Value, page.Days.Value = name, days
			for _, f := range fields {
				field := &page.Name
				if f.Field == "ttl" {
					field = &page.Days
				}
				page.Faults.Add(by.Language, field.Name, field.Label, f.Code, f.Detail)
				field.Error = page.Faults.Of(field.Name)
			}
		})
	}
	if err != nil {
		return err
	}
	return p.tokensPage(c, http.StatusOK, func(page *views.Tokens) {
		page.Secret = &views.Secret{Label: by.Language.F(i18n.TokenSecret, made.Name), Token: token}
	})
}

func (p pages) revokeToken(c *gin.Context) error {
	if err := p.s.tokens.Revoke(c.Request.Context(), auth.From(c.Request.Context()), c.PostForm("token")); err != nil {
		return err
	}
	return p.done(c, paths.Tokens(), i18n.TokenRevoked)
}

func (p pages) sessions(c *gin.Context) error {
	by := auth.From(c.Request.Context())
	list, err := p.s.auth.Sessions(c.Request.Context(), by)
	if err != nil {
		return err
	}
	l, here := by.Language, by.SessionKey
	page := views.Sessions{Head: accountHead(l, sessions)}
	for _, x := range list {
		s := views.Session{Key: x.Key, Device: device(l, x.Agent), Address: x.IP, Since: p.moment(l, x.CreatedAt),
			Seen: l.Ago(p.s.now().Sub(x.SeenAt.Time())), This: x.Key == here}
		if s.Address == "" {
			s.Address = l.T(i18n.SessionNoDevice)
		}
		s.End = l.F(i18n.SessionEndOf, s.Device)
		page.Others = page.Others || !s.This
		page.List = append(page.List, s)
	}
	return frame.Page(c, http.StatusOK, views.SessionsPage, page)
}

func (p pages) endSession(c *gin.Context) error {
	if err := p.s.auth.EndOwnSession(c.Request.Context(), auth.From(c.Request.Context()), c.PostForm("session")); err != nil {
		return err
	}
	return p.done(c, paths.Sessions(), i18n.SessionEnded)
}

func (p pages) endOthers(c *gin.Context) error {
	if _, err := p.s.auth.EndOtherSessions(c.Request.Context(), auth.From(c.Request.Context())); err != nil {
		return err
	}
	return p.done(c, paths.Sessions(), i18n.SessionsEnded)
}

// done redirects to the address to, where message is shown.
func (p pages) done(c *gin.Context, to string, message i18n.Text) error {
	httpx.Flash(c, ui.Toast{Text: auth.From(c.Request.Context()).Language.T(message)})
	return httpx.SeeOther(c, to)
}

func (p pages) moment(l i18n.Lang, at db.Instant) string { return l.Moment(at.Time().In(p.s.zone)) }
