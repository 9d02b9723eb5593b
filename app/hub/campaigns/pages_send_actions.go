package campaigns

import (
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
	views "presence/views/hub/campaigns"
	"presence/views/ui"
)

// typed returns a regular expression for n as people type it: with or without spaces and commas.
func typed(n int64) string {
	return strings.Join(strings.Split(strconv.FormatInt(n, 10), ""), `[\s,\u00a0\u202f]*`)
}

var notDigits = regexp.MustCompile(`[\s,\x{a0}\x{202f}]`)

// countOf parses the number in a form field; -1 when it is not a number.
func countOf(text string) int64 {
	n, err := strconv.ParseInt(notDigits.ReplaceAllString(text, ""), 10, 64)
	if err != nil {
		return -1
	}
	return n
}

// send starts the send if nothing stops it, every warning is ticked, the number that staff typed is the number of recipients, and
// the audience has not changed since the page was shown.
func (p pages) send(c *gin.Context) error {
	_ = c.PostForm("") // parses the form
	v := c.Request.PostForm
	b, err := p.open(c, v)
	if err != nil {
		return err
	}
	l := b.lang
	if len(b.fixes(isBlocker)) > 0 {
		return b.render(c, http.StatusConflict, nil)
	}
	form := b.form(v)
	expected, _ := strconv.ParseInt(v.Get("people"), 10, 64)
	total := b.preview.Audience.Total()
	if expected != total || v.Get("seen") != b.preview.Seen {
		form.Refused, form.Count.Value = b.changed(expected), ""
		return b.render(c, http.StatusConflict, func(page *views.SendPage) { page.Form = &form })
	}
	schedule, late := b.readSchedule(v)
	form.Faults, form.When.At.Error = append(append(form.Faults, b.faults...), late...), late.Of("starts_at")
	b.checkConsent(&form, v)
	if len(form.Faults) > 0 {
		return b.render(c, http.StatusUnprocessableEntity, func(page *views.SendPage) { page.Form = &form })
	}
	n := New{EventID: b.preview.Event.ID, Params: b.asked, ConfirmLate: b.preview.Event.Started(b.s.now()),
		ConfirmDraft: b.preview.Event.State == events.Draft, Seen: b.preview.Seen, Schedule: schedule, Follows: b.follows}
	var made Campaign
	if b.source != 0 {
		made, err = p.s.Remind(b.ctx, b.by, n, b.source)
	} else {
		made, err = p.s.Send(b.ctx, b.by, n)
	}
	if err != nil {
		return b.refused(c, v, err)
	}
	httpx.Flash(c, p.begun(l, made))
	return httpx.SeeOther(c, paths.Campaign(made.ID, nil))
}

// checkConsent marks the warnings that are not ticked, and a count that is not that of the recipients.
func (b *presenter) checkConsent(form *views.SendForm, v url.Values) {
	for i, x := range form.Acks {
		if !x.Checked {
			form.Acks[i].Error = b.lang.T(i18n.SendAckMissing)
			form.Faults = append(form.Faults, ui.Fault{Field: x.Name, Label: x.Label, Text: form.Acks[i].Error})
		}
	}
	if total := b.preview.Audience.Total(); countOf(v.Get("count")) != total {
		form.Count.Error = b.lang.F(i18n.SendCountWrong, b.lang.Int(total))
		form.Faults = append(form.Faults, ui.Fault{Field: "count", Label: form.Count.Label, Text: form.Count.Error})
	}
}

// begun returns the message that a campaign has begun, or when it will.
func (p pages) begun(l i18n.Lang, made Campaign) ui.Toast {
	toast := ui.Toast{Text: l.N(int(made.Counts.Pending), i18n.SendStarted)}
	if p.s.HeldUntil(made) != 0 {
		toast.Text += " " + p.s.StateLabel(l, made).Text + "."
	}
	if made.StartsAt != 0 {
		toast.Text = l.F(i18n.SendPlanned, p.dueText(l, made.StartsAt))
		if p.s.QuietUntil(made.StartsAt) != 0 {
			toast.Tone = ui.Warn
		}
	}
	return toast
}

// changed returns the message that the recipients have changed since the page was shown; shown is the number of recipients on
// that page. The text differs when the number is the same but the recipients are not.
func (b *presenter) changed(shown int64) string {
	total := b.preview.Audience.Total()
	if shown == total {
		return b.lang.N(int(total), i18n.SendRefusedOthers)
	}
	return b.lang.N(int(total), i18n.SendRefusedChanged)
}

// refused shows the page again with the conflict that the service found, such as another active send. Other errors are
// returned.
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
	case sendActiveCode:
		form.Refused = l.T(i18n.SendRefusedActive)
	case "audience_empty":
		form.Refused = l.T(i18n.SendRefusedNobody)
	case "audience_changed":
		expected, _ := strconv.ParseInt(v.Get("people"), 10, 64)
		form.Refused = b.changed(expected)
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
	_ = c.PostForm("") // parses the form
	v := c.Request.PostForm
	b, err := p.open(c, v)
	if err != nil {
		return err
	}
	to := strings.FieldsFunc(v.Get("emails"), func(r rune) bool { return r == ',' || r == ';' || r <= ' ' })
	form := b.tryForm(v)
	good, tried := true, 0
	for _, language := range testedIn(v.Get("lang")) {
		results, err := p.s.SendTest(b.ctx, b.by, TestSend{EventID: b.preview.Event.ID, Params: b.preview.Params, To: to,
			Language: string(language), Reminder: b.source != 0})
		if e, ok := errs.Of(err); ok && len(e.Fields) > 0 {
			return b.render(c, http.StatusUnprocessableEntity, func(page *views.SendPage) { page.Try = b.badTry(form, to, e) })
		}
		if err != nil {
			return err
		}
		for _, r := range results {
			form.Results = append(form.Results,
				views.Result{Email: r.Email, Lang: strings.ToUpper(string(language)), Text: r.Error, OK: r.Error == ""})
			good = good && r.Error == ""
		}
		tried = len(results)
	}
	if !good {
		return b.render(c, http.StatusUnprocessableEntity, func(page *views.SendPage) { page.Try = form })
	}
	said := i18n.SendTried
	if b.preview.Channel == mail.OutboxName {
		said = i18n.SendTriedKept
	}
	httpx.Flash(c, ui.Toast{Text: b.lang.N(tried, said)})
	q := b.query()
	if b.source == 0 && b.preview.Last.ID != 0 {
		q.Set("again", "1") // the page has its steps open
	}
	return httpx.SeeOther(c, b.self(q))
}

// testedIn returns the languages of a test by the value of the form.
func testedIn(value string) []i18n.Lang {
	if value == inBoth {
		return []i18n.Lang{i18n.FR, i18n.EN}
	}
	language, _ := i18n.Parse(value)
	return []i18n.Lang{language}
}

// badTry adds the validation error of each address to the form.
func (b *presenter) badTry(form views.Try, to []string, e *errs.Error) views.Try {
	l := b.lang
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
