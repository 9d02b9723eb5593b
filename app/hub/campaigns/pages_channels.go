package campaigns

import (
	"context"
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
	returned, err := p.returned(c.Request.Context(), l)
	if err != nil {
		return err
	}
	page := views.ChannelsPage{Tabs: settingsTabs(by, paths.Channels()), Facts: append(p.facts(l), returned),
		Tracking: views.Tracking{On: tracking, Text: l.T(i18n.ChanTrackingOff), Button: l.T(i18n.ChanTurnOn), Value: "true"}}
	page.Change = paths.MailSettings() + "#senders"
	if p.s.o.Postal == "" {
		page.Change = paths.MailSettings() + "#f-MAIL_POSTAL_ADDRESS"
	}
	if by.Role != auth.Admin {
		page.Who, page.Change = l.T(i18n.ChanWho), ""
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
		if p.s.Sends(x.kind) {
			v.Set, v.Via = true, l.T(i18n.ChannelNames[channel.Name()])
		}
		v.First = x.kind == Bulk && !v.Set && !p.s.Sends(Mailbox)
		v.Optional = x.kind == Mailbox && !v.Set
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
		postal.Values, postal.Gone, postal.Needed = []string{l.T(i18n.ChanPostalNone)}, true, true
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
	quiet := views.Fact{Name: l.T(i18n.ChanQuiet), Values: []string{l.T(i18n.ChanQuietNone)}}
	if q := o.Quiet; q != (QuietHours{}) {
		quiet.Values = []string{clockText(l, q.From) + " – " + clockText(l, q.To)}
	}
	return []views.Fact{senders, postal, quiet, rate, {Name: l.T(i18n.ChanConnections), Values: []string{l.Int(int64(o.Connections))}},
		{Name: l.T(i18n.ChanAutoResume), Values: []string{l.T(auto)}}}
}

// returned describes the state of the mailbox that receives bounces.
func (p pages) returned(ctx context.Context, l i18n.Lang) (f views.Fact, err error) {
	f = views.Fact{Name: l.T(i18n.MailBounces), Values: []string{l.T(i18n.MailNotRead)}, Gone: true}
	if p.mailbox == nil {
		return f, nil
	}
	st, err := p.mailbox(ctx)
	if err != nil || st.Mailbox == "" {
		return f, err
	}
	f.Values, f.Gone = []string{l.T(i18n.ChanNotReadYet)}, false
	if st.ReadAt != 0 {
		f.Values = []string{l.F(i18n.ChanReadAt, l.Moment(st.ReadAt.Time().In(p.zone))), l.N(int(st.Messages), i18n.ChanRead)}
	}
	if st.Failure != "" {
		f.Values = append(f.Values, l.F(i18n.ChanReadFailed, st.Failure))
	}
	return f, nil
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
	text := l.F(i18n.ChanDown, err.Error())
	if f := mail.FailureOf(err); f != nil {
		text = l.MailFailure(f.Reason(), f.Kind == mail.SignIn, f.Text)
	}
	return p.channelsPage(c, http.StatusUnprocessableEntity, kind, &ui.BannerProps{Tone: ui.Bad, Alert: true, Text: text})
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
