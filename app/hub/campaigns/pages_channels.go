package campaigns

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
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
	views "presence/views/hub/campaigns"
	"presence/views/layout"
	"presence/views/ui"
)

const testTimeout = 20 * time.Second

func settingsTabs(by auth.Actor, here string) []ui.Tab {
	return layout.SettingsTabs(by.Language, by.Role == auth.Admin, by.RunsEvents(), here)
}

func (p pages) channels(c *gin.Context) error { return p.channelsPage(c, http.StatusOK, "", nil) }

// channelsPage shows the channels. answer is the result of testing the channel tested, if one was just tested.
func (p pages) channelsPage(c *gin.Context, status int, tested string, answer *ui.BannerProps) error {
	by := auth.From(c.Request.Context())
	l := by.Language
	tracking, err := p.s.Tracking(c.Request.Context())
	if err != nil {
		return err
	}
	page := views.ChannelsPage{Tabs: settingsTabs(by, paths.Channels()), Facts: p.facts(l),
		Tracking: views.Tracking{On: tracking, Text: l.T(i18n.ChanTrackingOff), Button: l.T(i18n.ChanTurnOn), Value: "true"}}
	if by.Role != auth.Admin {
		page.Who = l.T(i18n.ChanWho)
	}
	if tracking {
		page.Tracking.Text, page.Tracking.Button, page.Tracking.Value = l.T(i18n.ChanTrackingOn), l.T(i18n.ChanTurnOff), "false"
	}
	for _, x := range []struct {
		kind       string
		name, text i18n.Text
	}{{Bulk, i18n.ChanBulk, i18n.ChanBulkText}, {Mailbox, i18n.ChanMailbox, i18n.ChanMailboxText}} {
		channel := p.s.o.Channels[x.kind]
		v := views.Channel{Kind: x.kind, Name: l.T(x.name), Text: l.T(x.text), Label: l.F(i18n.ChanTestOf, l.T(x.name))}
		if channel != nil && channel.Name() != p.outbox.Name() {
			v.Set, v.Via = true, l.T(i18n.ChannelNames[channel.Name()])
		}
		if by.Role == auth.Admin {
			v.SetUp = paths.MailSettings() + "#" + x.kind
		}
		if x.kind == tested {
			v.Answer = answer
		}
		page.Channels = append(page.Channels, v)
	}
	return frame.Page(c, status, views.Channels, page)
}

// facts returns the settings that the page shows. Relay addresses, account names and secrets are not among them.
func (p pages) facts(l i18n.Lang) []views.Fact {
	o := p.s.o
	senders := views.Fact{Name: l.T(i18n.ChanSenders)}
	for _, a := range o.Senders {
		senders.Values = append(senders.Values, a.String())
	}
	if len(o.Senders) == 0 {
		senders.Values, senders.Gone = []string{l.T(i18n.ChanSendersNone)}, true
	}
	postal := views.Fact{Name: l.T(i18n.ChanPostal), Values: []string{o.Postal}}
	if o.Postal == "" {
		postal.Values, postal.Gone = []string{l.T(i18n.ChanPostalNone)}, true
	}
	rate := views.Fact{Name: l.T(i18n.ChanRate), Values: []string{l.T(i18n.ChanRateNone)}}
	if o.Rate > 0 {
		text := strconv.FormatFloat(o.Rate, 'f', -1, 64)
		if l != i18n.EN {
			text = strings.Replace(text, ".", ",", 1)
		}
		rate.Values = []string{l.F(i18n.ChanRateIs, text)}
	}
	auto := i18n.ChanByHand
	if o.AutoResume {
		auto = i18n.ChanAuto
	}
	return []views.Fact{senders, postal, rate, {Name: l.T(i18n.ChanConnections), Values: []string{l.Int(int64(o.Connections))}},
		{Name: l.T(i18n.ChanAutoResume), Values: []string{l.T(auto)}}}
}

// testChannel signs in at the channel's relay or provider, signs out again, and shows the answer.
func (p pages) testChannel(c *gin.Context) error {
	kind, l := c.PostForm("channel"), auth.Lang(c)
	channel := p.s.o.Channels[kind]
	if channel == nil {
		return errs.NotFound("channel")
	}
	ctx, cancel := context.WithTimeout(c.Request.Context(), testTimeout)
	defer cancel()
	began := p.s.now()
	err := channel.Test(ctx)
	if err == nil {
		return p.channelsPage(c, http.StatusOK, kind, &ui.BannerProps{Tone: ui.Good, Alert: true,
			Text: l.F(i18n.ChanWorks, l.Int(p.s.now().Sub(began).Milliseconds()))})
	}
	text, why := i18n.ChanDown, err.Error()
	if f := mail.FailureOf(err); f != nil {
		why = f.Text
		if f.Kind == mail.SignIn {
			text = i18n.ChanSignIn
		}
	}
	return p.channelsPage(c, http.StatusUnprocessableEntity, kind, &ui.BannerProps{Tone: ui.Bad, Alert: true, Text: l.F(text, why)})
}

func (p pages) setTracking(c *gin.Context) error {
	on, err := strconv.ParseBool(c.PostForm("track_people"))
	if err != nil {
		return errs.Fields{{Field: "track_people", Code: "format", Detail: "Expected true or false."}}.Err()
	}
	if err := p.s.SetTracking(c.Request.Context(), auth.From(c.Request.Context()), on); err != nil {
		return err
	}
	done := i18n.ChanTurnedOff
	if on {
		done = i18n.ChanTurnedOn
	}
	httpx.Flash(c, ui.Toast{Text: auth.Lang(c).T(done)})
	return httpx.SeeOther(c, paths.Channels())
}

func (p pages) suppressions(c *gin.Context) error {
	return p.suppressionsPage(c, http.StatusOK, "", nil)
}

func (p pages) suppressionsPage(c *gin.Context, status int, typed string, faults ui.Faults) error {
	ctx := c.Request.Context()
	by := auth.From(ctx)
	l, q := by.Language, c.Request.URL.Query()
	text, after := httpx.SearchText(q.Get("q")), strings.ToValidUTF8(q.Get("after"), "")
	list, err := p.s.Suppressions(ctx, text, after, onPage+1)
	if err != nil {
		return err
	}
	n, err := p.s.SuppressedTotal(ctx)
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
	page := views.SuppressedPage{Tabs: settingsTabs(by, paths.Suppressions(nil)), Count: l.N(int(n), i18n.SuppCount), Faults: faults,
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
	titles := p.titles(ctx, l)
	for _, x := range list {
		row := views.Suppressed{Email: x.Email, Reason: l.T(i18n.SuppReasons[x.Reason]), Since: l.Moment(x.Since.Time().In(p.zone)),
			From: l.T(i18n.SuppByStaff), Remove: l.F(i18n.SuppRemOf, x.Email)}
		if x.Event != "" {
			if row.From, err = titles(x.Event); err != nil {
				return err
			}
		}
		page.Rows = append(page.Rows, row)
	}
	return frame.Page(c, status, views.Suppressions, page)
}

func (p pages) suppress(c *gin.Context) error {
	l := auth.Lang(c)
	key, err := p.s.Suppress(c.Request.Context(), auth.From(c.Request.Context()), c.PostForm("email"))
	if e, ok := errs.Of(err); ok && len(e.Fields) > 0 {
		var faults ui.Faults
		for _, f := range e.Fields {
			faults.Add(l, f.Field, l.T(i18n.SuppEmail), f.Code, f.Detail)
		}
		return p.suppressionsPage(c, http.StatusUnprocessableEntity, c.PostForm("email"), faults)
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
		Hidden: []ui.Hidden{{Name: "email", Value: email}}})
	return httpx.SeeOther(c, paths.Suppressions(nil))
}
