package campaigns

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"
	"golang.org/x/sync/errgroup"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/palette"
	"presence/app/platform/paths"
	views "presence/views/hub/campaigns"
	"presence/views/layout"
	"presence/views/ui"
)

// presenter builds the page of one send: of an event's invitation, or of a reminder of an earlier send.
type presenter struct {
	pages
	ctx     context.Context
	by      auth.Actor
	lang    i18n.Lang
	source  int64 // the id of the send to remind of; 0: an invitation
	follows int64 // the id of the invitation that goes to those added since; 0: to everyone on the list
	preview SendPreview
	asked   Params               // as the request gives them
	usual   map[i18n.Lang]string // the subjects that stand where none is asked for
	faults  ui.Faults
	admins  string // the administrators whom others may ask; see auth.AdminsToAsk

	// What only the page shows, each read once: of an invitation to everyone, and of a reminder.
	next       func() (NextSends, error)
	candidates func() (Reminder, error)
}

// open makes the presenter of a request. values hold channel, from and subject.
func (p pages) open(c *gin.Context, values url.Values) (*presenter, error) {
	ctx := c.Request.Context()
	b := &presenter{pages: p, ctx: ctx, by: auth.From(ctx), usual: map[i18n.Lang]string{},
		asked: Params{Channel: values.Get("channel"), From: values.Get("from"), Subject: values.Get("subject"),
			SubjectEN:   values.Get(fieldSubjectEN),
			SubjectTest: readSubjectTest(values)}}
	b.lang = b.by.Language
	if b.by.Role != auth.Admin {
		var err error
		if b.admins, err = p.s.Admins(ctx, b.lang); err != nil {
			return nil, err
		}
	}
	b.follows, _ = strconv.ParseInt(values.Get("follows"), 10, 64)
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
	b.next = sync.OnceValues(func() (NextSends, error) { return p.s.NextSends(ctx, event) })
	b.candidates = sync.OnceValues(func() (Reminder, error) { return p.s.Candidates(ctx, event, b.source) })
	if c.Request.Method != http.MethodGet {
		return b, b.prepare(event)
	}
	var reads errgroup.Group // at the same time, as each takes a while for a long list
	reads.Go(func() error { return b.prepare(event) })
	reads.Go(func() (err error) {
		switch {
		case b.source != 0:
			_, err = b.candidates()
		case b.follows == 0:
			_, err = b.next()
		}
		return err
	})
	return b, reads.Wait()
}

// prepare loads the preview of the send. A channel or sender that is not allowed becomes a validation error of its field, and
// the preview uses the default instead.
func (b *presenter) prepare(event string) (err error) {
	to := Whom{Reminder: b.source, Follows: b.follows}
	if err := b.eachLanguage(event, to); err != nil {
		return err
	}
	b.preview, err = b.s.PreviewSend(b.ctx, event, b.asked, to)
	if err == nil {
		b.checkSecond()
	}
	e, ok := errs.Of(err)
	if !ok || len(e.Fields) == 0 {
		return err
	}
	names := map[string]i18n.Text{"channel": i18n.SendChannel, "from": i18n.SendFrom, "subject": i18n.SendSubjectFR,
		fieldSubjectEN: i18n.SendSubjectEN, fieldSubjectB: i18n.SendSubjectB, fieldPercent: i18n.SendTestPercent, fieldHours: i18n.SendTestHours}
	kept := b.asked
	for _, f := range e.Fields {
		if _, known := names[f.Field]; !known {
			return err
		}
		b.faults.Add(b.lang, f.Field, b.lang.T(names[f.Field]), f.Code, f.Detail)
		if field := map[string]*string{"channel": &kept.Channel, "from": &kept.From, "subject": &kept.Subject,
			fieldSubjectEN: &kept.SubjectEN}[f.Field]; field != nil {
			*field = ""
		} else {
			kept.SubjectTest = SubjectTest{}
		}
	}
	b.preview, err = b.s.PreviewSend(b.ctx, event, kept, to)
	return err
}

// self returns the address of this page with a query.
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

// render answers with the page. change, if not nil, modifies the page before, for example to add validation errors.
func (b *presenter) render(c *gin.Context, status int, change func(*views.SendPage)) error {
	l, d := b.lang, b.preview
	title := d.Event.Text(string(l)).Title
	page := views.SendPage{Steps: b.steps(), Total: b.total(), TotalOf: b.totalOf(), Recipients: b.checks(stepRecipients),
		Message:  b.messageChecks(),
		How:      b.how(),
		Previews: b.previews(), Tests: b.testChecks(), Try: b.tryForm(nil), Blockers: b.fixes(isBlocker)}
	if b.source == 0 {
		head, err := b.head(b.ctx, d.Event.ID, layout.EventSend)
		if err != nil {
			return err
		}
		page.Head, page.NoneAdded = &head, b.follows != 0 && d.Audience.Total() == 0
		if page.Messages, err = b.otherMessages(); err != nil {
			return err
		}
		if b.follows == 0 {
			if page.Last, err = b.lastSend(); err != nil {
				return err
			}
		}
		if page.Last != nil {
			page.Last.Open = status != http.StatusOK || c.Request.URL.RawQuery != ""
		}
	} else {
		page.Title, page.Subtitle = l.F(i18n.SendRemindTitle, title), l.T(i18n.SendRemindLead)
		page.Crumbs = []ui.Crumb{{Label: l.T(i18n.Events), Href: paths.Events()}, {Label: title, Href: paths.EventOverview(d.Event.ID)},
			{Label: l.T(i18n.SendTab), Href: paths.SendEvent(d.Event.ID, nil)}}
		who, err := b.who()
		if err != nil {
			return err
		}
		page.Who, page.Nobody = &who, d.Audience.Total() == 0
	}
	if len(page.Blockers) == 0 {
		form := b.form(nil)
		page.Form = &form
	}
	var err error
	if page.Planned, err = b.planned(b.ctx, l, d.Event.ID); err != nil {
		return err
	}
	if change != nil {
		change(&page)
	}
	b.arrange(&page, c.Request.URL.RawQuery)
	httpx.AllowFrames(c)
	return frame.Page(c, status, views.Send, page)
}

// arrange opens the step that has an error or that the request is about, and says at the top of the page what keeps everything from being
// sent. The step of the recipients stays closed where the top says what it would say.
func (b *presenter) arrange(page *views.SendPage, query string) {
	if page.Nobody || page.NoneAdded || page.Last != nil && !page.Last.Open {
		return
	}
	page.Stops = page.Blockers
	if page.Form != nil {
		page.Stops = page.Form.Stops
		page.Steps[stepSend].Open = page.Steps[stepSend].Open || page.Form.Refused != "" || len(page.Form.Faults) > 0
	}
	page.Steps[stepMessage].Open = page.Steps[stepMessage].Open || query != "" || len(b.faults) > 0
	page.Steps[stepTest].Open = page.Steps[stepTest].Open || len(page.Try.Faults)+len(page.Try.Results) > 0
	if page.Steps[stepRecipients].Tone == ui.Bad {
		page.Steps[stepRecipients].Open = false
	}
}

// lastSend returns the event's last campaign, with what is usually done next; nil if there is none.
func (b *presenter) lastSend() (*views.LastSend, error) {
	next, err := b.next()
	last := next.Last
	if err != nil || last.ID == 0 {
		return nil, err
	}
	l, began := b.lang, last.Began().Time().In(b.zone)
	x := &views.LastSend{Title: l.F(i18n.SendLastOf, KindName(l, last), l.RangeNear(began, began, b.today())),
		Text:   l.N(int(last.Counts.Sent), last.sentCount()) + " · " + l.N(int(last.Counts.Registered), i18n.CampReplied),
		Status: b.s.StateLabel(l, last), Report: paths.Campaign(last.ID, nil)}
	if last.Active() {
		return x, nil
	}
	if next.Remind > 0 {
		x.Remind = views.MessageLink{Label: l.N(int(next.Remind), i18n.SendRemindN), Href: paths.RemindCampaign(next.RemindOf, nil)}
		x.NotSetUp = b.s.NotSetUp(l, b.by)
	}
	if next.Added == 0 {
		x.Text += " · " + l.T(i18n.SendAddedNobody)
	} else {
		x.Added = views.MessageLink{Label: l.N(int(next.Added), i18n.SendAdded),
			Href: paths.SendEvent(b.preview.Event.ID, url.Values{"follows": {number(last.ID)}})}
	}
	return x, nil
}

// NotSetUp returns, while no message can leave, what says so beside a button that leads to a send, with a link to the settings for those
// who may change them; nil: messages can be sent.
func (s *Service) NotSetUp(l i18n.Lang, by auth.Actor) *ui.Caution {
	c := &ui.Caution{Text: l.T(i18n.SendNotSetUp)}
	switch {
	case s.Sends(Bulk) || s.Sends(Mailbox):
		return nil
	case by.Role == auth.Admin:
		c.Href = paths.MailSettings()
	}
	return c
}

// otherMessages returns the messages before and after the event, with when they go out.
func (b *presenter) otherMessages() (*views.OtherMessages, error) {
	list, err := b.s.MessagesUncounted(b.ctx, b.preview.Event.ID)
	if err != nil {
		return nil, err
	}
	x := &views.OtherMessages{Href: paths.EventMessages(b.preview.Event.ID)}
	for _, m := range list {
		o := views.OtherMessage{ID: string(m.Kind), Name: specOf(m.Kind).name(b.lang)}
		if o.State, o.Tone, _ = b.messageState(b.lang, m); o.Tone == ui.Neutral {
			o.State, o.Off = b.lang.F(i18n.MsgWould, b.dueText(b.lang, m.Due)), b.lang.T(i18n.MsgIsOff)
		}
		x.List = append(x.List, o)
	}
	return x, nil
}

// who returns the section that describes the recipients of a reminder.
func (b *presenter) who() (w views.Who, err error) {
	r, err := b.candidates()
	if err != nil {
		return w, err
	}
	l := b.lang
	of, err := b.s.Summary(b.ctx, b.source)
	if err != nil {
		return w, err
	}
	if of.Tracked {
		w.Stats = []ui.Stat{{Label: l.T(i18n.SendNotOpened), Value: l.Int(r.NotOpened), Href: peopleIn(of, "not_opened")},
			{Label: l.T(i18n.SendNotClicked), Value: l.Int(r.OpenedNotClicked), Href: peopleIn(of, "opened_not_clicked")},
			{Label: l.T(i18n.SendNotReplied), Value: l.Int(r.ClickedNotRegistered), Href: peopleIn(of, "clicked_not_registered")}}
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

// totalOf returns the list of the people whom the send goes to; empty where the list has others as well.
func (b *presenter) totalOf() string {
	switch {
	case b.preview.Audience.Out() > 0:
		return ""
	case b.source != 0:
		return paths.Campaign(b.source, url.Values{"state": {"not_registered"}}) + "#people"
	case b.follows != 0:
		return ""
	}
	return paths.Audience(b.preview.Event.ID, nil)
}

func (b *presenter) how() views.How {
	l, d := b.lang, b.preview
	h := views.How{Action: b.self(nil), Follows: b.followsText(), Second: b.second(),
		Channel: ui.Field{Name: "channel", Label: l.T(i18n.SendChannel), Value: d.Params.Channel, Error: b.faults.Of("channel"),
			Attrs: map[string]any{"data-autosubmit": true}},
		From: ui.Field{Name: "from", Label: l.T(i18n.SendFrom), Value: d.Params.From, Error: b.faults.Of("from"),
			Attrs: map[string]any{"data-autosubmit": true}},
		Subjects: []ui.Field{b.subject(i18n.FR), b.subject(i18n.EN)}}
	for _, x := range []struct {
		kind string
		text i18n.Text
	}{{Bulk, i18n.SendBulk}, {Mailbox, i18n.SendMailbox}} {
		if b.s.o.Channels[x.kind] != nil {
			h.Channel.Options = append(h.Channel.Options, ui.Option{Value: x.kind, Label: l.T(x.text)})
		}
	}
	if c := b.checkSubject(); c.Name != "" {
		h.Same = []views.Check{c}
	}
	for _, a := range b.s.o.Senders {
		h.From.Options = append(h.From.Options, ui.Option{Value: a.Email, Label: a.String()})
	}
	return h
}

// eachLanguage completes the subjects that the form asks for. One that only one language has is for that language alone: the other keeps
// the usual one.
func (b *presenter) eachLanguage(event string, to Whom) error {
	for _, x := range []struct {
		lang       i18n.Lang
		own, other *string
	}{{i18n.FR, &b.asked.Subject, &b.asked.SubjectEN}, {i18n.EN, &b.asked.SubjectEN, &b.asked.Subject}} {
		if *x.own != "" {
			continue
		}
		subject, err := b.s.usualSubject(b.ctx, event, b.asked, to, x.lang)
		if err != nil && errs.IsServerError(err) {
			return err
		}
		if b.usual[x.lang] = subject; *x.other != "" {
			*x.own = subject // empty: the preview fails, and tells why
		}
	}
	return nil
}

// subject returns the field of the subject in a language, with the usual one if none is asked for.
func (b *presenter) subject(x i18n.Lang) ui.Field {
	l := b.lang
	f := ui.Field{Name: "subject", Label: l.T(i18n.SendSubjectFR), Value: b.asked.Subject,
		MaxLength: maxSubject, AutoComplete: "off", Attrs: map[string]any{"lang": string(x)}}
	if x == i18n.EN {
		f.Name, f.Label, f.Value = fieldSubjectEN, l.T(i18n.SendSubjectEN), b.asked.SubjectEN
	}
	if b.source != 0 { // what stands before the subject of a reminder
		f.Prefix = strings.TrimSpace(x.T(i18n.MailReminder))
	}
	f.Value, f.Error = cmp.Or(f.Value, b.usual[x]), b.faults.Of(f.Name)
	return f
}

func (b *presenter) previews() (list []views.Preview) {
	l := b.lang
	for _, x := range []i18n.Lang{i18n.FR, i18n.EN} {
		name := inText(l, x)
		list = append(list, views.Preview{Lang: string(x), Name: strings.ToUpper(string(x)), Subject: b.preview.Sizes[string(x)].Subject,
			Src: paths.Invitation(b.preview.Event.ID, string(x), b.source != 0), Palette: palette.Of(b.preview.Event.Palette).Class(),
			Title: l.F(i18n.SendPreviewFrame, name), Open: l.F(i18n.SendOpenPreview, name)})
	}
	return list
}

// languageIn returns the name of language x in language l.
func languageIn(l, x i18n.Lang) string {
	if x == i18n.EN {
		return l.T(i18n.SendEnglish)
	}
	return l.T(i18n.SendFrench)
}

// inText returns the name of language x for the middle of a sentence in l: capitalized in English, lower case in French.
func inText(l, x i18n.Lang) string {
	if l == i18n.EN {
		return languageIn(l, x)
	}
	return strings.ToLower(languageIn(l, x))
}

// kept returns the chosen channel, sender and subjects as hidden fields of a form.
func (b *presenter) kept() (list []ui.Hidden) {
	fields := [][2]string{{"channel", b.asked.Channel}, {"from", b.asked.From}, {"subject", b.asked.Subject},
		{fieldSubjectEN, b.asked.SubjectEN}, {"follows", b.followsText()}}
	if t := b.asked.SubjectTest; t.SubjectB != "" {
		fields = append(fields, [2]string{fieldSubjectB, t.SubjectB})
		for _, x := range []struct {
			name  string
			value int64
		}{{fieldPercent, t.TestPercent}, {fieldHours, t.TestHours}} {
			if x.value != 0 {
				fields = append(fields, [2]string{x.name, number(x.value)})
			}
		}
	}
	for _, x := range fields {
		if x[1] != "" {
			list = append(list, ui.Hidden{Name: x[0], Value: x[1]})
		}
	}
	return list
}

// followsText returns the value of the field follows; empty: it is not of a follow-up.
func (b *presenter) followsText() string {
	if b.follows == 0 {
		return ""
	}
	return number(b.follows)
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
		Lang: ui.Field{Name: "lang", Label: l.T(i18n.SendTryLang), Value: cmp.Or(v.Get("lang"), b.untested()), Options: []ui.Option{
			{Value: inBoth, Label: l.T(i18n.EventBoth)}, {Value: "fr", Label: languageIn(l, i18n.FR)},
			{Value: "en", Label: languageIn(l, i18n.EN)}}}}
}

// inBoth is the value of a test in both languages.
const inBoth = "both"

// untested returns the language to propose for the next test: both, if each has recipients and none was tested; else an untested language
// that some recipients have, else any untested language. If both qualify, or none does, it is the reader's.
func (b *presenter) untested() string {
	if !slices.ContainsFunc([]i18n.Lang{i18n.FR, i18n.EN}, func(x i18n.Lang) bool {
		return b.preview.Tests[string(x)].At != 0 || b.recipientsIn(x) == 0
	}) {
		return inBoth
	}
	for _, needed := range []bool{true, false} {
		for _, x := range []i18n.Lang{b.lang, b.lang.Other()} {
			if b.preview.Tests[string(x)].At == 0 && (!needed || b.recipientsIn(x) > 0) {
				return string(x)
			}
		}
	}
	return string(b.lang)
}

// recipientsIn returns how many of the recipients get the message in language x.
func (b *presenter) recipientsIn(x i18n.Lang) int64 {
	if x == i18n.EN {
		return b.preview.Audience.EN
	}
	return b.preview.Audience.FR
}

// form returns the form that starts the send. Staff must type the number of recipients, so that no send starts by accident.
func (b *presenter) form(v url.Values) views.SendForm {
	l, n := b.lang, b.preview.Audience.Total()
	f := views.SendForm{Action: b.self(nil), Acks: b.acks(v), Groups: b.groupsText(),
		Hidden: append(b.kept(), ui.Hidden{Name: "people", Value: strconv.FormatInt(n, 10)}, ui.Hidden{Name: "seen", Value: b.preview.Seen}),
		Button: l.N(int(n), i18n.SendDo),
		Count: ui.Field{Name: "count", Label: l.F(i18n.SendCount, l.Int(n)), Value: v.Get("count"), Required: true, AutoComplete: "off",
			InputMode: "numeric",
			Attrs:     map[string]any{"pattern": typed(n), "title": l.F(i18n.SendCountWrong, l.Int(n))}},
		When: b.whenFields(v, !b.preview.Active)}
	if b.source != 0 {
		f.Button = l.N(int(n), i18n.SendRemindDo)
	}
	if b.preview.Channel == mail.OutboxName {
		f.Button, f.Open = l.N(int(n), i18n.SendKeep), v != nil
		f.Stops = b.fixes(b.stops)
	}
	return f
}
