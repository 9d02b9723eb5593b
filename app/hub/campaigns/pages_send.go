package campaigns

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	views "presence/views/hub/campaigns"
	"presence/views/layout"
	"presence/views/ui"
)

// presenter is one request about a send: of an event's invitation, or of a reminder of an earlier send.
type presenter struct {
	pages
	ctx     context.Context
	by      auth.Actor
	lang    i18n.Lang
	source  int64 // the send to remind of; 0: an invitation
	preview SendPreview
	asked   Params // as the request has them
	faults  ui.Faults
}

// open reads what the request is about. values hold channel, from and subject.
func (p pages) open(c *gin.Context, values url.Values) (*presenter, error) {
	ctx := c.Request.Context()
	b := &presenter{pages: p, ctx: ctx, by: auth.From(ctx),
		asked: Params{Channel: values.Get("channel"), From: values.Get("from"), Subject: values.Get("subject")}}
	b.lang = b.by.Language
	event := c.Param("event")
	if event == "" {
		id, err := httpx.PathID(c, "id", "campaign")
		if err != nil {
			return nil, err
		}
		of, err := p.s.Summary(ctx, id)
		if err != nil {
			return nil, err
		}
		b.source, event = id, of.EventID
	}
	return b, b.prepare(event)
}

// prepare reads what the page shows. A channel or sender that is not allowed is a validation error of its field, and the default
// is used instead.
func (b *presenter) prepare(event string) (err error) {
	b.preview, err = b.s.PreviewSend(b.ctx, event, b.asked, b.source)
	e, ok := errs.Of(err)
	if !ok || len(e.Fields) == 0 {
		return err
	}
	names := map[string]i18n.Text{"channel": i18n.SendChannel, "from": i18n.SendFrom, "subject": i18n.SendSubject}
	kept := b.asked
	for _, f := range e.Fields {
		if _, known := names[f.Field]; !known {
			return err
		}
		b.faults.Add(b.lang, f.Field, b.lang.T(names[f.Field]), f.Code, f.Detail)
		*map[string]*string{"channel": &kept.Channel, "from": &kept.From, "subject": &kept.Subject}[f.Field] = ""
	}
	b.preview, err = b.s.PreviewSend(b.ctx, event, kept, b.source)
	return err
}

// self is the page's own address with the parameters of the request.
func (b *presenter) self(query url.Values) string {
	if b.source != 0 {
		return paths.RemindCampaign(b.source, query)
	}
	return paths.SendEvent(b.preview.Event.ID, query)
}

func (p pages) sendPage(c *gin.Context) error {
	b, err := p.open(c, c.Request.URL.Query())
	if err != nil {
		return err
	}
	status := http.StatusOK
	if len(b.faults) > 0 {
		status = http.StatusUnprocessableEntity
	}
	return b.render(c, status, nil)
}

// render answers with the page; change puts in what a refused form says.
func (b *presenter) render(c *gin.Context, status int, change func(*views.SendPage)) error {
	l, d := b.lang, b.preview
	title := d.Event.Text(string(l)).Title
	page := views.SendPage{Title: l.F(i18n.SendTitle, title), Section: layout.Events,
		Tabs:   layout.EventTabs(l, d.Event.ID, paths.SendEvent(d.Event.ID, nil)),
		Checks: b.checks(), How: b.how(), Previews: b.previews(), Try: b.tryForm(nil)}
	if b.source != 0 {
		page.Title, page.Subtitle, page.Section, page.Tabs = l.F(i18n.SendRemindTitle, title), l.T(i18n.SendRemindLead), layout.Campaigns, nil
		page.Crumbs = []ui.Crumb{{Label: l.T(i18n.Camp), Href: paths.Campaigns()}, {Label: title, Href: paths.Campaign(b.source, nil)}}
		who, err := b.who()
		if err != nil {
			return err
		}
		page.Who, page.Nobody = &who, d.Audience.Total() == 0
	}
	switch {
	case d.Active:
		page.Blocked, page.Active = l.T(i18n.SendBlockedActive), paths.Campaign(d.Last.ID, nil)
	case d.Audience.Total() == 0 || d.TemplateError != nil:
		page.Blocked = l.T(i18n.SendBlockedText)
	default:
		form := b.form(nil)
		page.Form = &form
	}
	if change != nil {
		change(&page)
	}
	httpx.AllowFrames(c)
	return frame.Page(c, status, views.Send, page)
}

// who is whom a reminder goes to.
func (b *presenter) who() (w views.Who, err error) {
	r, err := b.s.Candidates(b.ctx, b.preview.Event.ID, b.source)
	if err != nil {
		return w, err
	}
	l := b.lang
	of, err := b.s.Summary(b.ctx, b.source)
	if err != nil {
		return w, err
	}
	w.Stats = []ui.Stat{{Label: l.T(i18n.SendAudience), Value: l.Int(b.preview.Audience.Total()), Icon: ui.IconUsers}}
	if of.Tracked {
		w.Stats = append(w.Stats, ui.Stat{Label: l.T(i18n.SendNotOpened), Value: l.Int(r.NotOpened), Icon: ui.IconMail},
			ui.Stat{Label: l.T(i18n.SendNotClicked), Value: l.Int(r.OpenedNotClicked), Icon: ui.IconInbox},
			ui.Stat{Label: l.T(i18n.SendNotReplied), Value: l.Int(r.ClickedNotRegistered), Icon: ui.IconTicket})
	}
	var names []string
	for _, x := range r.Sample[:min(5, len(r.Sample))] {
		names = append(names, cmp.Or(FullName(x.FirstName, x.LastName), x.Email))
	}
	if len(names) > 0 {
		w.Sample = l.F(i18n.SendSample, strings.Join(names, ", "))
	}
	return w, nil
}

func (b *presenter) how() views.How {
	l, d := b.lang, b.preview
	h := views.How{Action: b.self(nil),
		Channel: ui.Field{Name: "channel", Label: l.T(i18n.SendChannel), Value: d.Params.Channel, Error: b.faults.Of("channel"),
			Attrs: map[string]any{"data-autosubmit": true}},
		From: ui.Field{Name: "from", Label: l.T(i18n.SendFrom), Value: d.Params.From, Error: b.faults.Of("from"),
			Attrs: map[string]any{"data-autosubmit": true}},
		Subject: ui.Field{Name: "subject", Label: l.T(i18n.SendSubject), Hint: l.T(i18n.SendSubjectHint), Value: b.asked.Subject,
			Error: b.faults.Of("subject"), MaxLength: maxSubject, AutoComplete: "off"}}
	for _, x := range []struct {
		kind string
		text i18n.Text
	}{{Bulk, i18n.SendBulk}, {Mailbox, i18n.SendMailbox}} {
		if b.s.o.Channels[x.kind] != nil {
			h.Channel.Options = append(h.Channel.Options, ui.Option{Value: x.kind, Label: l.T(x.text)})
		}
	}
	for _, a := range b.s.o.Senders {
		h.From.Options = append(h.From.Options, ui.Option{Value: a.Email, Label: a.String()})
	}
	return h
}

func (b *presenter) previews() (list []views.Preview) {
	l := b.lang
	for _, x := range []i18n.Lang{i18n.FR, i18n.EN} {
		name := inText(l, x)
		list = append(list, views.Preview{Lang: string(x), Name: strings.ToUpper(string(x)), Subject: b.preview.Sizes[string(x)].Subject,
			Src:   paths.Invitation(b.preview.Event.ID, string(x), b.source != 0),
			Title: l.F(i18n.SendPreviewFrame, name), Open: l.F(i18n.SendOpenPreview, name)})
	}
	return list
}

// languageIn is what l calls the language x.
func languageIn(l, x i18n.Lang) string {
	if x == i18n.EN {
		return l.T(i18n.SendEnglish)
	}
	return l.T(i18n.SendFrench)
}

// inText is the language x in the middle of a sentence of l: English writes it with a capital.
func inText(l, x i18n.Lang) string {
	if l == i18n.EN {
		return languageIn(l, x)
	}
	return strings.ToLower(languageIn(l, x))
}

// kept are the choices that a form carries along.
func (b *presenter) kept() (list []ui.Hidden) {
	for _, x := range [][2]string{{"channel", b.asked.Channel}, {"from", b.asked.From}, {"subject", b.asked.Subject}} {
		if x[1] != "" {
			list = append(list, ui.Hidden{Name: x[0], Value: x[1]})
		}
	}
	return list
}

func (b *presenter) query() url.Values {
	q := url.Values{}
	for _, h := range b.kept() {
		q.Set(h.Name, h.Value)
	}
	return q
}

func (b *presenter) tryForm(v url.Values) views.Try {
	l := b.lang
	action := paths.SendTest(b.preview.Event.ID)
	if b.source != 0 {
		action = paths.SendReminderTest(b.source)
	}
	to := b.by.Email
	if v.Has("emails") {
		to = v.Get("emails")
	}
	return views.Try{Action: action, Hidden: b.kept(),
		To: ui.Field{Name: "emails", Label: l.T(i18n.SendTryTo), Hint: l.T(i18n.SendTryToHint), Value: to, Rows: 2, Required: true},
		Lang: ui.Field{Name: "lang", Label: l.T(i18n.SendTryLang), Value: cmp.Or(v.Get("lang"), string(l)), Options: []ui.Option{
			{Value: "fr", Label: languageIn(l, i18n.FR)}, {Value: "en", Label: languageIn(l, i18n.EN)}}}}
}

// form is the last step: the number of people is typed, so that nothing goes out by accident.
func (b *presenter) form(v url.Values) views.SendForm {
	l, n := b.lang, b.preview.Audience.Total()
	f := views.SendForm{Action: b.self(nil), Hidden: append(b.kept(), ui.Hidden{Name: "people", Value: strconv.FormatInt(n, 10)}),
		Button: l.N(int(n), i18n.SendDo),
		Count: ui.Field{Name: "count", Label: l.F(i18n.SendCount, l.Int(n)), Value: v.Get("count"), Required: true, AutoComplete: "off",
			InputMode: "numeric",
			Attrs:     map[string]any{"pattern": typed(n), "title": l.F(i18n.SendCountWrong, l.Int(n))}}}
	if b.source != 0 {
		f.Button = l.N(int(n), i18n.SendRemindDo)
	}
	if b.preview.Event.Started(b.s.now()) {
		f.Late = &ui.Field{Name: "confirm_late", Label: l.T(i18n.SendLate), Checked: v.Get("confirm_late") == "true", Required: true}
	}
	return f
}

// typed is the pattern of a number as people type it: with or without spaces and commas.
func typed(n int64) string {
	return strings.Join(strings.Split(strconv.FormatInt(n, 10), ""), `[\s,\u00a0\u202f]*`)
}

var notDigits = regexp.MustCompile(`[\s,\x{a0}\x{202f}]`)

// countOf is the number in a form field; -1 when it is not a number.
func countOf(text string) int64 {
	n, err := strconv.ParseInt(notDigits.ReplaceAllString(text, ""), 10, 64)
	if err != nil {
		return -1
	}
	return n
}

// send starts the send, if the number typed is that of the people whom the page spoke of, and still is.
func (p pages) send(c *gin.Context) error {
	_ = c.PostForm("") // reads the form
	v := c.Request.PostForm
	b, err := p.open(c, v)
	if err != nil {
		return err
	}
	l := b.lang
	if b.preview.Active || b.preview.Audience.Total() == 0 || b.preview.TemplateError != nil {
		return b.render(c, http.StatusConflict, nil)
	}
	form := b.form(v)
	told, _ := strconv.ParseInt(v.Get("people"), 10, 64)
	switch total := b.preview.Audience.Total(); {
	case told != total:
		form.Refused, form.Count.Value = l.F(i18n.SendRefusedChanged, l.Int(total)), ""
		return b.render(c, http.StatusConflict, func(page *views.SendPage) { page.Form = &form })
	case countOf(v.Get("count")) != total:
		form.Faults = append(form.Faults, ui.Fault{Field: "count", Label: form.Count.Label, Text: l.F(i18n.SendCountWrong, l.Int(total))})
	}
	form.Faults = append(form.Faults, b.faults...)
	if form.Late != nil && !form.Late.Checked {
		form.Faults = append(form.Faults, ui.Fault{Field: "confirm_late", Label: form.Late.Label, Text: l.T(i18n.SendLateMissing)})
		form.Late.Error = l.T(i18n.SendLateMissing)
	}
	if len(form.Faults) > 0 {
		form.Count.Error = form.Faults.Of("count")
		return b.render(c, http.StatusUnprocessableEntity, func(page *views.SendPage) { page.Form = &form })
	}
	n := New{EventID: b.preview.Event.ID, Params: b.asked, ConfirmLate: form.Late != nil, Expect: told}
	var made Campaign
	if b.source != 0 {
		made, err = p.s.Remind(b.ctx, b.by, n, b.source)
	} else {
		made, err = p.s.Send(b.ctx, b.by, n)
	}
	if err != nil {
		return b.refused(c, v, err)
	}
	httpx.Flash(c, ui.Toast{Text: l.N(int(made.Counts.Pending), i18n.SendStarted)})
	return httpx.SeeOther(c, paths.Campaign(made.ID, nil))
}

// refused says kindly what has come between.
func (b *presenter) refused(c *gin.Context, v url.Values, err error) error {
	e, ok := errs.Of(err)
	if !ok || e.Kind != errs.KindConflict {
		return err
	}
	if err := b.prepare(b.preview.Event.ID); err != nil {
		return err
	}
	l, form := b.lang, b.form(v)
	form.Count.Value = ""
	switch e.Code {
	case "send_active":
		form.Refused = l.T(i18n.SendRefusedActive)
	case "audience_empty":
		form.Refused = l.T(i18n.SendRefusedNobody)
	case "audience_changed":
		form.Refused = l.F(i18n.SendRefusedChanged, l.Int(b.preview.Audience.Total()))
	default:
		form.Refused = l.T(i18n.Fault(e.Code, e.Detail))
	}
	return b.render(c, http.StatusConflict, func(page *views.SendPage) {
		if page.Form != nil {
			page.Form = &form
		}
	})
}

// try sends a test at once and shows the result for each address.
func (p pages) try(c *gin.Context) error {
	_ = c.PostForm("") // reads the form
	v := c.Request.PostForm
	b, err := p.open(c, v)
	if err != nil {
		return err
	}
	to := strings.FieldsFunc(v.Get("emails"), func(r rune) bool { return r == ',' || r == ';' || r <= ' ' })
	language, _ := i18n.Parse(v.Get("lang"))
	results, err := p.s.SendTest(b.ctx, b.by, TestSend{EventID: b.preview.Event.ID, Params: b.preview.Params, To: to,
		Language: string(language), Reminder: b.source != 0})
	form := b.tryForm(v)
	if e, ok := errs.Of(err); ok && (len(e.Fields) > 0 || e.Kind == errs.KindConflict) {
		return b.render(c, http.StatusUnprocessableEntity, func(page *views.SendPage) { page.Try = b.badTry(form, to, e) })
	}
	if err != nil {
		return err
	}
	good := true
	for _, r := range results {
		form.Results = append(form.Results, views.Result{Email: r.Email, Text: r.Error, OK: r.Error == ""})
		good = good && r.Error == ""
	}
	if !good {
		return b.render(c, http.StatusUnprocessableEntity, func(page *views.SendPage) { page.Try = form })
	}
	httpx.Flash(c, ui.Toast{Text: b.lang.N(len(results), i18n.SendTried)})
	return httpx.SeeOther(c, b.self(b.query()))
}

// badTry shows the validation error of each address.
func (b *presenter) badTry(form views.Try, to []string, e *errs.Error) views.Try {
	l := b.lang
	if len(e.Fields) == 0 {
		form.Faults.Add(l, "", "", e.Code, e.Detail)
	}
	for _, f := range e.Fields {
		label := l.T(i18n.SendTryTo)
		if i, err := strconv.Atoi(strings.TrimPrefix(f.Field, "test_emails.")); err == nil && i < len(to) {
			label = to[i]
		}
		form.Faults.Add(l, "emails", label, f.Code, f.Detail)
	}
	form.To.Error = form.Faults.Of("emails")
	return form
}
