package campaigns

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/hub/templates"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	views "presence/views/hub/campaigns"
	"presence/views/layout"
	"presence/views/ui"
)

// messages shows the messages before and after an event.
func (p pages) messages(c *gin.Context) error {
	return p.showMessages(c, http.StatusOK, "", nil, nil)
}

// showMessages shows the messages. The one of the kind posted has the posted values with their errors.
func (p pages) showMessages(c *gin.Context, status int, kind MessageKind, posted url.Values, faults errs.Fields) error {
	ctx, l, id := c.Request.Context(), auth.Lang(c), c.Param("event")
	list, err := p.s.Messages(ctx, id)
	if err != nil {
		return err
	}
	page := views.Messages{}
	if page.Head, err = p.head(ctx, id, layout.EventSend); err != nil {
		return err
	}
	for _, m := range list {
		if m.Kind == kind {
			page.List = append(page.List, p.messageCard(l, m, posted, faults))
		} else {
			page.List = append(page.List, p.messageCard(l, m, nil, nil))
		}
	}
	return frame.Page(c, status, views.EventMessages, page)
}

// messageCard returns the section of one message. posted are the values of a form that was refused; nil: there is none.
func (p pages) messageCard(l i18n.Lang, m EventMessage, posted url.Values, faults errs.Fields) views.MessageCard {
	spec, kind := specOf(m.Kind), string(m.Kind)
	v := views.MessageCard{ID: kind, Name: spec.name(l), Action: paths.EventMessage(m.EventID, kind), Open: posted != nil,
		Try: paths.EventMessageTest(m.EventID, kind), To: l.N(int(m.Recipients), i18n.MsgComing)}
	if spec.declined {
		v.To = ""
		if m.Recipients > 0 {
			v.To = l.N(int(m.Recipients), i18n.MsgAbsent)
		}
	}
	for _, x := range []i18n.Lang{i18n.FR, i18n.EN} {
		v.Previews = append(v.Previews, views.MessageLink{Label: l.F(i18n.MsgPreview, inText(l, x)),
			Href: paths.EventMessagePreview(m.EventID, kind, string(x))})
	}
	v.State, v.Tone, v.Report = p.messageState(l, m)
	days, fr, en := i18n.MsgDaysBefore, m.Content(i18n.FR), m.Content(i18n.EN)
	if spec.after {
		days = i18n.MsgDaysAfter
	}
	field := func(name string, label i18n.Text, value string, more ui.Field) ui.Field {
		more.Name, more.ID, more.Label, more.Value = name, kind+"-"+strings.ReplaceAll(name, ".", "-"), l.T(label), value
		if posted != nil {
			more.Value = posted.Get(name)
		}
		for _, f := range faults {
			if f.Field == name {
				v.Faults.Add(l, f.Field, more.Label, f.Code, f.Detail)
				more.Error = v.Faults.Of(name)
			}
		}
		return more
	}
	v.On = ui.Field{Name: "on", ID: kind + "-on", Label: l.T(i18n.MsgOn), Checked: m.On() && posted == nil || posted.Get("on") != ""}
	v.When = []ui.Field{
		field("days", days, strconv.FormatInt(m.Days, 10), ui.Field{InputMode: "numeric", Required: true}),
		field("time", i18n.MsgTime, clockOf(m.Minutes), ui.Field{Type: "time", Required: true})}
	text := ui.Field{Rows: 6, MaxLength: maxMessageText, Hint: l.T(i18n.MsgBlank)}
	v.French = []ui.Field{field("content.fr.subject", i18n.MsgSubjectFR, fr.Subject, ui.Field{MaxLength: maxSubject}),
		field("content.fr.text", i18n.MsgTextFR, fr.Text, text)}
	v.English = []ui.Field{field("content.en.subject", i18n.MsgSubjectEN, en.Subject, ui.Field{MaxLength: maxSubject}),
		field("content.en.text", i18n.MsgTextEN, en.Text, text)}
	return v
}

// messageState says whether a message goes out, and when; report leads to its latest campaign.
func (p pages) messageState(l i18n.Lang, m EventMessage) (text string, tone ui.Tone, report string) {
	if m.CampaignID != 0 && m.Campaign.State != Cancelled {
		report = paths.Campaign(m.CampaignID, nil)
	}
	switch {
	case m.On() && m.Campaign.State == Paused:
		return l.T(i18n.MsgStopped) + " " + l.T(i18n.CampReasons[m.Campaign.Reason]), ui.Warn, report
	case m.On():
		return l.F(i18n.MsgGoesOut, p.dueText(l, m.Campaign.StartsAt)), ui.Good, report
	case report != "":
		return p.s.StateLabel(l, m.Campaign).Text + " · " + p.startText(l, m.Campaign.Began()), ui.Info, report
	}
	return l.T(i18n.MsgIsOff) + " · " + l.F(i18n.MsgWould, p.dueText(l, m.Due)), ui.Neutral, ""
}

// saveMessage saves the form of one message.
func (p pages) saveMessage(c *gin.Context) error {
	_ = c.PostForm("") // parses the form
	v, kind, ctx := c.Request.PostForm, MessageKind(c.Param("kind")), c.Request.Context()
	text := func(name string) *string { return new(v.Get(name)) }
	days, err := strconv.ParseInt(strings.TrimSpace(v.Get("days")), 10, 64)
	if err != nil {
		days = -1
	}
	_, err = p.s.SaveMessage(ctx, auth.From(ctx), c.Param("event"), kind, MessageChanges{On: new(v.Get("on") != ""), Days: &days,
		Minutes: new(readClock(v.Get("time"))),
		FR:      MessageContentChanges{text("content.fr.subject"), text("content.fr.text")},
		EN:      MessageContentChanges{text("content.en.subject"), text("content.en.text")}})
	l := auth.Lang(c)
	e, ok := errs.Of(err)
	switch {
	case ok && len(e.Fields) > 0:
		return p.showMessages(c, http.StatusUnprocessableEntity, kind, v, e.Fields)
	case ok && e.Kind == errs.KindConflict:
		httpx.Flash(c, ui.Toast{Tone: ui.Warn, Text: l.T(conflict(e))})
	case err != nil:
		return err
	default:
		httpx.Flash(c, ui.Toast{Text: l.T(i18n.MsgSaved)})
	}
	return httpx.SeeOther(c, paths.EventMessages(c.Param("event"))+"#"+string(kind))
}

// testMessage sends a message in both languages to the reader, and says what became of it.
func (p pages) testMessage(c *gin.Context) error {
	ctx, l := c.Request.Context(), auth.Lang(c)
	by := auth.From(ctx)
	results, err := p.s.TestMessage(ctx, by, c.Param("event"), MessageKind(c.Param("kind")))
	if err != nil {
		return err
	}
	toast := ui.Toast{Text: l.F(i18n.MsgTried, by.Email)}
	for _, r := range results {
		if r.Error != "" {
			toast = ui.Toast{Tone: ui.Warn, Text: l.F(i18n.MsgTryFailed, r.Error)}
		}
	}
	httpx.Flash(c, toast)
	return httpx.SeeOther(c, paths.EventMessages(c.Param("event"))+"#"+c.Param("kind"))
}

// previewMessage serves a message as its recipients see it.
func (p pages) previewMessage(c *gin.Context) error {
	lang, _ := i18n.Parse(c.Query("lang"))
	html, err := p.s.PreviewMessage(c.Request.Context(), c.Param("event"), MessageKind(c.Param("kind")), lang)
	if err != nil {
		return err
	}
	return templates.ServeHTML(c, html)
}
