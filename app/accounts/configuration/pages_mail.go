package configuration

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
	views "presence/views/accounts/configuration"
	"presence/views/ui"
)

// Buttons of the form of a channel: the values of its field "do".
const (
	testAndSave  = "test"
	sendOneNow   = "send"
	saveUntested = "save"
)

// tried is the form of a channel that was sent and is shown again.
type tried struct {
	group  string
	typed  url.Values
	faults errs.Fields
	answer *ui.BannerProps // of the other side
	failed bool            // the test failed: the values can be saved nevertheless
	sealed string          // the typed secrets

	secrets map[string]string // the typed secrets by field
	stale   bool              // settings were saved after the form was shown
}

func (p pages) mail(c *gin.Context) error { return p.mailPage(c, http.StatusOK, tried{}, state{}) }

// mailPage shows the forms of mail: those of x and of the senders with what was typed, if they were sent, and the others with the
// values in effect.
func (p pages) mailPage(c *gin.Context, status int, x tried, st state) error {
	ctx := c.Request.Context()
	by := auth.From(ctx)
	v, err := p.s.Values(ctx, by)
	if err != nil {
		return err
	}
	stored, err := p.s.Stored(ctx, by, nil)
	if err != nil {
		return err
	}
	l, senders := by.Language, p.s.o.Mail(stored).Senders
	version := ui.Hidden{Name: "version", Value: strconv.FormatInt(v.Version, 10)}
	page := views.MailPage{
		Steps: mailSteps(l, v), Senders: p.sendersForm(l, v, st)}
	if v.Of(mailFrom).Source != FromDefault {
		page.Domains = domainsOf(senders)
	}
	if p.s.o.OutboxOnly {
		page.OutboxOnly = l.T(i18n.OutboxOnly)
	}
	// Without a channel, that is the next step.
	if v.Of(mailFrom).Source == FromDefault && hasChannel(v) {
		page.NoSender = l.F(i18n.MailNoSender, senders[0].Email)
	}
	for _, group := range []string{Bulk, Mailbox, Bounces} {
		form := tried{group: group}
		if x.group == group {
			form = x
		}
		f := channelForm{form: form, l: l, v: v, relay: relay(stored[smtpURL]), mailbox: mailbox(stored[bounceMailbox]),
			webhook: p.webhook}.props()
		f.Hidden = append(f.Hidden, version)
		if group == Bounces {
			page.Bounces = f
			continue
		}
		page.Channels = append(page.Channels, f)
	}
	return frame.Page(c, status, views.Mail, page)
}

func hasChannel(v Values) bool {
	return chosen(v, Bulk) != noChannel || chosen(v, Mailbox) != noChannel
}

// mailSteps returns what is to be done before mail is sent.
func mailSteps(l i18n.Lang, v Values) []views.Step {
	step := func(name i18n.Text, href string, done bool) views.Step {
		if done {
			return views.Step{Name: l.T(name), State: l.T(i18n.MailStepDone), Href: href, Tone: ui.Good}
		}
		return views.Step{Name: l.T(name), State: l.T(i18n.MailStepToDo), Href: href, Tone: ui.Neutral}
	}
	sender := v.Of(mailFrom).Source != FromDefault && v.Of(postalAddress).Source != FromDefault
	test := step(i18n.MailStepTest, paths.Channels(), false)
	test.State = l.F(i18n.MailStepTestAt, l.T(i18n.ChanTab))
	return []views.Step{step(i18n.MailStepChannel, "#"+Bulk, hasChannel(v)), step(i18n.MailStepSender, "#senders", sender), test}
}

func (p pages) sendersForm(l i18n.Lang, v Values, st state) views.Page {
	page := views.Page{Title: l.T(i18n.MailSendersTitle), Action: paths.MailSettings(), Save: l.T(i18n.Save)}
	f := &form{state: st, l: l, values: v}
	from := f.field(mailFrom, ui.Field{Hint: l.T(i18n.MailFromHint), AutoComplete: "off"})
	if st.typed == nil && v.Of(mailFrom).Source == FromDefault {
		from.Value, from.Placeholder = "", l.T(i18n.MailFromExample)
	}
	page.Groups = []views.Group{{Fields: []ui.Field{from,
		f.field(postalAddress, ui.Field{Required: true, Hint: l.T(i18n.MailPostalHint), AutoComplete: "off"}),
		f.field(quietHours, ui.Field{Placeholder: "21:00-08:00", Hint: l.T(i18n.QuietHoursHint), AutoComplete: "off"})}}}
	advanced := views.Group{Title: l.T(i18n.MailAdvanced), StartsClosed: true, Fields: append([]ui.Field{
		f.field(sendRate, ui.Field{InputMode: "decimal", Hint: l.T(i18n.MailRateHint), AutoComplete: "off"}),
		f.field(connections, ui.Field{InputMode: "numeric", Hint: l.T(i18n.MailConnectionsHint), AutoComplete: "off"})}, p.webhookFields(f)...)}
	for _, x := range advanced.Fields {
		advanced.StartsClosed = advanced.StartsClosed && x.Error == ""
	}
	page.Groups = append(page.Groups, advanced)
	f.finish(&page)
	return page
}

// webhookFields are the fields of the webhooks of providers that send by SMTP; that of Mailjet is set where its keys are.
func (p pages) webhookFields(f *form) []ui.Field {
	l, base := f.l, strings.TrimSuffix(p.webhook, "mailjet")
	return []ui.Field{f.field(sesTopic, ui.Field{Hint: l.F(i18n.MailSESHint, base+"ses"), AutoComplete: "off",
		Placeholder: "arn:aws:sns:ca-central-1:123456789012:ses"}),
		f.secret(postmarkToken, ui.Field{Hint: l.F(i18n.MailPostmarkHint, base+"postmark")})}
}

func (p pages) saveMail(c *gin.Context) error {
	show := func(c *gin.Context, status int, st state) error {
		return p.mailPage(c, status, tried{}, st)
	}
	return p.save(c, Posted(mailSettings...), show, nil)
}

func (p pages) saveBulk(c *gin.Context) error { return p.saveChannel(c, Bulk) }

func (p pages) saveBounces(c *gin.Context) error { return p.saveChannel(c, Bounces) }

func (p pages) saveMailbox(c *gin.Context) error { return p.saveChannel(c, Mailbox) }

// saveChannel tests the channel of a form, and saves it if it works, or without a test if that is asked for.
func (p pages) saveChannel(c *gin.Context, group string) error {
	x := tried{group: group}
	changes, err := p.readChannel(c, &x)
	if err != nil || len(x.faults) > 0 {
		return p.channelRefused(c, x, err)
	}
	ctx, by := c.Request.Context(), auth.From(c.Request.Context())
	if x.stale {
		return p.channelRefused(c, x, errs.Stale())
	}
	do := c.PostForm("do")
	if do != saveUntested {
		err = p.s.Try(ctx, by, Trial{Channel: group, Values: changes, Send: do == sendOneNow})
	}
	if err != nil {
		return p.channelRefused(c, x, err)
	}
	if do == sendOneNow {
		if x.answer, err = p.sentOne(ctx, by); err != nil {
			return err
		}
		return p.mailPage(c, http.StatusOK, x, state{})
	}
	if err := p.s.Save(ctx, by, httpx.FormVersion(c), changes); err != nil {
		return p.channelRefused(c, x, err)
	}
	text := by.Language.T(savedText(x, do))
	if x.group != Bounces && savedText(x, do) == i18n.MailTested {
		next, err := p.nextStep(ctx, by)
		if err != nil {
			return err
		}
		text += " " + by.Language.T(next)
	}
	httpx.Flash(c, ui.Toast{Text: text})
	return httpx.SeeOther(c, paths.MailSettings())
}

// sentOne says that a message was sent, and warns of the address that it came from if no sender is set.
func (p pages) sentOne(ctx context.Context, by auth.Actor) (*ui.BannerProps, error) {
	l := by.Language
	answer := &ui.BannerProps{Tone: ui.Good, Alert: true, Text: l.F(i18n.MailSampleSent, by.Email)}
	v, err := p.s.Values(ctx, by)
	if err != nil || v.Of(mailFrom).Source != FromDefault {
		return answer, err
	}
	stored, err := p.s.Stored(ctx, by, nil)
	if err != nil {
		return nil, err
	}
	answer.Tone, answer.Title, answer.Text = ui.Warn, answer.Text, l.F(i18n.MailNoSender, p.s.o.Mail(stored).Senders[0].Email)
	return answer, nil
}

// nextStep names what is to be set, or done, after a channel works.
func (p pages) nextStep(ctx context.Context, by auth.Actor) (i18n.Text, error) {
	v, err := p.s.Values(ctx, by)
	switch {
	case v.Of(mailFrom).Source == FromDefault:
		return i18n.MailNextSender, err
	case v.Of(postalAddress).Source == FromDefault:
		return i18n.MailNextPostal, err
	}
	return i18n.MailNextTest, err
}

// savedText tells that a channel is saved, and whether it was tested.
func savedText(x tried, do string) i18n.Text {
	if do == saveUntested || x.typed.Get(x.group) == noChannel {
		return i18n.ConfSaved
	}
	return i18n.MailTested
}

// readChannel reads the form of a channel: what was typed and its errors go to x, the settings are returned.
func (p pages) readChannel(c *gin.Context, x *tried) (map[string]*string, error) {
	ctx, by := c.Request.Context(), auth.From(c.Request.Context())
	v, err := p.s.Values(ctx, by)
	if err != nil {
		return nil, err
	}
	expect := httpx.FormVersion(c)
	x.stale = expect != nil && *expect != v.Version
	known, err := p.s.Stored(ctx, by, nil)
	if err != nil {
		return nil, err
	}
	c.PostForm("do") // reads the form, also one with a file
	x.typed = c.Request.PostForm
	if err := takeFile(c, x.typed); err != nil {
		return nil, err
	}
	before := p.s.openTyped(by, c.PostForm("typed"))
	x.secrets = p.s.typedSecrets(x.typed, before)
	x.sealed = p.s.sealTyped(by, x.secrets)
	changes, faults := mailForm{group: x.group, typed: x.typed, values: v, known: known, before: before}.changes()
	x.faults = faults
	return changes, nil
}

// maxCredentials is the limit of a file of credentials in bytes.
const maxCredentials = 64 << 10

// takeFile puts the content of a file of credentials in the place of the pasted text. After a confirmation the content is a field.
func takeFile(c *gin.Context, typed url.Values) error {
	file, _, err := c.Request.FormFile("file")
	if errors.Is(err, http.ErrMissingFile) || errors.Is(err, http.ErrNotMultipart) {
		if text := typed.Get("file"); text != "" && len(text) <= maxCredentials {
			typed.Set(gmailJSON, text)
		}
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxCredentials+1))
	if err == nil && len(text) > 0 {
		typed.Set(gmailJSON, string(text))
	}
	return err
}

// channelRefused shows the form of a channel again with its errors, or with the answer of the other side. Other errors are returned.
func (p pages) channelRefused(c *gin.Context, x tried, err error) error {
	l, f := auth.Lang(c), mail.FailureOf(err)
	switch {
	case errs.KindOf(err) == errs.KindStale:
		x.answer = &ui.BannerProps{Tone: ui.Warn, Alert: true, Title: l.Clash("", false, p.s.now()), Text: l.T(i18n.ClashKept)}
		return p.mailPage(c, http.StatusPreconditionFailed, x, state{})
	case err == nil: // x has the errors
	case errs.FieldsOf(err) != nil:
		x.faults = errs.FieldsOf(err)
	case errors.Is(err, errNoAnswer):
		x.failed, x.answer = true, &ui.BannerProps{Tone: ui.Bad, Alert: true, Title: l.T(i18n.MailNotSaved), Text: l.T(i18n.MailNoAnswer)}
	case f != nil:
		x.failed, x.answer = true, &ui.BannerProps{Tone: ui.Bad, Alert: true, Title: l.T(i18n.MailNotSaved), Text: failureText(l, f)}
	default:
		return err
	}
	return p.mailPage(c, http.StatusUnprocessableEntity, x, state{})
}

// failureText says why mail cannot be sent, and quotes the answer of the other side.
func failureText(l i18n.Lang, f *mail.Failure) string {
	said := f.Text
	if f.Code > 0 {
		said = strconv.Itoa(f.Code) + " " + said
	}
	return l.MailFailure(f.Reason(), f.Kind == mail.SignIn, said)
}
