package campaigns

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
	"presence/db"
	views "presence/views/hub/campaigns"
	"presence/views/ui"
)

const heavy = 10 * 1000 * 1000 // bytes; many mail servers refuse larger messages

var checkStates = map[ui.Tone]i18n.Text{ui.Good: i18n.SendCheckOK, ui.Warn: i18n.SendCheckLook, ui.Bad: i18n.SendCheckStop,
	ui.Info:    i18n.SendCheckKnow,
	ui.Neutral: i18n.SendToDo}

// The steps of the page, as indexes.
const (
	stepRecipients = iota
	stepMessage
	stepTest
	stepSend
)

// checks returns the checks of a step. Each links to the page where staff can correct it. A warning, and what is still to do, has a
// tick by which they send all the same.
func (b *presenter) checks(step int) (list []views.Check) {
	var all []views.Check
	switch step {
	case stepRecipients:
		all = []views.Check{b.checkAudience(), b.checkBefore()}
	case stepMessage:
		all = []views.Check{b.checkWhen(), b.checkHidden(), b.checkEnglish(), b.checkSubject(), b.checkTemplate(), b.checkChannel(),
			b.checkPostal(), b.checkSize()}
	case stepTest:
		all = []views.Check{b.checkTest(i18n.FR), b.checkTest(i18n.EN)}
	}
	for _, c := range all {
		if c.Name != "" {
			c.State = b.lang.T(checkStates[c.Tone])
			list = append(list, c)
		}
	}
	return list
}

// isBlocker reports whether staff cannot override a failed check with a tick.
func isBlocker(c views.Check) bool { return c.Tone == ui.Bad }

// stops reports whether a check is one for which no message can leave, where there is no channel.
func (b *presenter) stops(c views.Check) bool {
	return b.preview.Channel == mail.OutboxName && slices.Contains([]string{b.lang.T(i18n.SendWay), b.lang.T(i18n.SendPostal)}, c.Name)
}

// fixes returns the checks of which is says true: what is wrong, and where it is corrected.
func (b *presenter) fixes(is func(views.Check) bool) (list []views.Check) {
	for i := range stepSend {
		for _, c := range b.checks(i) {
			if is(c) {
				list = append(list, c)
			}
		}
	}
	return list
}

// messageChecks returns the checks of the message, without the one that stands at the subject and the blockers, which the last step lists.
func (b *presenter) messageChecks() []views.Check {
	return slices.DeleteFunc(b.checks(stepMessage), func(c views.Check) bool {
		return c.Name == b.lang.T(i18n.SendSubjectOne) || isBlocker(c)
	})
}

// testChecks returns the checks of the tests: one for both languages while neither was tested.
func (b *presenter) testChecks() []views.Check {
	list := b.checks(stepTest)
	if b.preview.Audience.Total() == 0 && list[0].Tone == ui.Info && list[1].Tone == ui.Info {
		list[0].Name, list[0].Lines = b.lang.T(i18n.SendBothLanguages), []string{b.lang.T(i18n.SendTestEmpty)}
		return list[:1]
	}
	if slices.ContainsFunc(list, func(c views.Check) bool { return c.Tone != ui.Neutral }) {
		return list
	}
	list[0].Name = b.lang.T(i18n.SendBothLanguages)
	return list[:1]
}

// acks returns the checkboxes with which staff acknowledge the warnings of all steps, checked as in the form values v.
func (b *presenter) acks(v url.Values) (list []ui.Field) {
	for step := range stepSend {
		for _, c := range b.checks(step) {
			if c.Ack == nil {
				continue
			}
			f := *c.Ack
			f.Value, f.Required = cmp.Or(f.Value, "true"), true
			f.Checked = v.Get(f.Name) == f.Value
			list = append(list, f)
		}
	}
	return list
}

// ack makes the tick of a warning.
func (b *presenter) ack(name string, label string) *ui.Field {
	return &ui.Field{Name: name, Label: label}
}

// steps returns the list of steps, each with the tone of the worst check that it shows; the last one has those that block the send. The
// steps after one without recipients are shown as still to do and without warnings, because staff cannot have reached them yet.
func (b *presenter) steps() []views.SendStep {
	l := b.lang
	list := []views.SendStep{{ID: "recipients", Name: l.T(i18n.SendAudience)}, {ID: "message", Name: l.T(i18n.SendMessage)},
		{ID: "test", Name: l.T(i18n.SendTest)}, {ID: "send", Name: l.T(i18n.SendTab)}}
	worst := []ui.Tone{ui.Good, ui.Neutral, ui.Warn, ui.Bad}
	shown := [][]views.Check{b.checks(stepRecipients), b.messageChecks(), b.checks(stepTest),
		b.fixes(func(c views.Check) bool { return isBlocker(c) || b.stops(c) })}
	if b.oneSubject() {
		shown[stepMessage] = append(shown[stepMessage], b.checkSubject())
	}
	reached := true
	for i := range list {
		tone := ui.Good
		if !reached || i == stepSend {
			tone = ui.Neutral
		}
		for _, c := range shown[i] {
			if reached && slices.Index(worst, c.Tone) > slices.Index(worst, tone) {
				tone = c.Tone
			}
		}
		list[i].Tone, list[i].State = tone, l.T(checkStates[tone])
		reached = reached && tone != ui.Bad
	}
	b.unfold(list, shown)
	return list
}

// unfold sums up each step in its head, one with a warning or a fault by the names of the checks that failed, and opens the step that is
// due: the first that prevents the send, else the test until it was made, else the send. While the test is due, an earlier step with a
// warning is open in its place.
func (b *presenter) unfold(list []views.SendStep, shown [][]views.Check) {
	due := stepSend
	if list[stepTest].Tone != ui.Good {
		due = stepTest
	}
	for i := range stepSend {
		if list[i].Tone == ui.Bad {
			due = i
			break
		}
	}
	open := due
	if due == stepTest {
		open = slices.IndexFunc(list, func(s views.SendStep) bool { return s.Tone == ui.Warn || s.ID == list[stepTest].ID })
	}
	list[open].Open = true
	list[stepRecipients].Sum, list[stepMessage].Sum = b.total(), b.preview.Sizes[string(b.lang)].Subject
	list[stepTest].Sum, list[stepSend].Sum = list[stepTest].State, list[stepSend].State
	for i := range stepSend {
		if list[i].Tone == ui.Warn || list[i].Tone == ui.Bad {
			list[i].Sum = b.reasons(list[i], shown[i])
		}
	}
	if due < stepSend {
		list[stepSend].Sum = b.lang.F(i18n.SendLocked, list[due].Name)
	}
}

// reasons returns what there is to do about a step: the names of the checks that give it its tone. A check that is named as the step is
// said by its first line instead.
func (b *presenter) reasons(s views.SendStep, list []views.Check) string {
	var names []string
	text := i18n.SendToCheck
	for _, c := range list {
		switch {
		case c.Tone != s.Tone:
			continue
		case c.Name == s.Name && len(c.Lines) > 0:
			return c.Lines[0]
		case b.stops(c):
			text = i18n.SendToFix
			if c.Name == b.lang.T(i18n.SendWay) {
				c.Name = b.lang.T(i18n.SendWayNoun)
			}
		}
		if name := i18n.Uncapital(c.Name); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return b.lang.F(text, strings.Join(names, ", "))
}

// total returns how many people the send goes to.
func (b *presenter) total() string {
	return b.lang.N(int(b.preview.Audience.Total()), i18n.SendAudienceSome)
}

func (b *presenter) checkAudience() views.Check {
	l, a := b.lang, b.preview.Audience
	c := views.Check{Tone: ui.Good, Name: l.T(i18n.SendAudience)}
	if b.source == 0 {
		c.Href, c.Label = paths.Audience(b.preview.Event.ID, nil), l.T(i18n.SendAudienceBuild)
		if a.Total() > 0 {
			c.Label = l.T(i18n.SendAudienceEdit)
		}
	}
	switch {
	case a.Total() == 0 && a.Out() == 0 && b.follows != 0:
		c.Tone, c.Lines = ui.Bad, []string{l.T(i18n.SendAddedNone)}
	case a.Total() == 0 && a.Out() == 0:
		c.Tone, c.Lines = ui.Bad, []string{l.T(i18n.SendAudienceNone)}
	case a.Total() == 0:
		c.Tone, c.Lines = ui.Bad, []string{l.T(i18n.SendAudienceOut)}
	default:
		c.Lines = []string{l.F(i18n.SendAudienceIn, l.Int(a.FR), l.Int(a.EN))} // the total stands beside the steps
	}
	for _, x := range []struct {
		n    int64
		text i18n.Count
	}{{a.Suppressed, i18n.SendAudienceLeft}, {a.CustomersCancelled, i18n.SendAudienceGone}, {a.Duplicates, i18n.SendAudienceTwice},
		{a.NoReminders, i18n.SendAudienceNoReminders}} {
		if x.n > 0 {
			c.Lines = append(c.Lines, l.N(int(x.n), x.text))
		}
	}
	return c
}

func (b *presenter) checkWhen() views.Check {
	l, e, now := b.lang, b.preview.Event, b.s.now()
	c := views.Check{Tone: ui.Good, Name: l.T(i18n.SendWhen), Href: paths.Event(e.ID), Label: l.T(i18n.SendLookChange)}
	at := e.StartsAt.Time().In(b.zone)
	switch {
	case e.Started(now):
		c.Tone, c.Lines, c.Ack = ui.Warn, []string{l.T(i18n.SendWhenLate)}, b.ack(confirmLate, l.T(i18n.SendLate))
	case e.State == events.Draft:
		c.Tone, c.Lines, c.Ack = ui.Warn, []string{l.T(i18n.SendWhenDraft)}, b.ack("ack_draft", l.T(i18n.SendAckDraft))
	case e.ClosedAt(now):
		c.Tone, c.Lines, c.Ack = ui.Warn, []string{l.T(i18n.SendWhenClosed)}, b.ack("ack_closed", l.T(i18n.SendAckClosed))
	default:
		c.Lines, c.Href = []string{l.F(i18n.SendWhenIn, l.Age(at.Sub(now)))}, ""
	}
	c.Lines = append(c.Lines, i18n.Capital(l.MomentBrief(at, b.today())))
	if until := b.s.QuietUntil(b.s.at()); until != 0 {
		c.Lines = append(c.Lines, l.F(i18n.SendQuietNow, l.Clock(until.Time().In(b.zone))))
	}
	return c
}

// checkHidden warns of a draft that has begun, because checkWhen then asks about the late send. Otherwise it returns the zero Check, which
// is not shown.
func (b *presenter) checkHidden() views.Check {
	if e := b.preview.Event; e.State != events.Draft || !e.Started(b.s.now()) {
		return views.Check{}
	}
	return views.Check{Tone: ui.Warn, Name: b.lang.T(i18n.EventDraft), Lines: []string{b.lang.T(i18n.SendWhenDraft)},
		Href: paths.Event(b.preview.Event.ID), Label: b.lang.T(i18n.SendLookChange), Ack: b.ack("ack_draft", b.lang.T(i18n.SendAckDraft))}
}

// checkEnglish warns that people who read English would get French texts, because the event or its template has none in English.
// Otherwise it returns the zero Check, which is not shown.
func (b *presenter) checkEnglish() views.Check {
	l, e, readers := b.lang, b.preview.Event, int(b.preview.Audience.EN)
	var missing []string
	for _, x := range []struct {
		fr, en string
		name   i18n.Text
	}{{e.Content.FR.Intro, e.Content.EN.Intro, i18n.EventIntro}, {e.Content.FR.Details, e.Content.EN.Details, i18n.EventDetails}} {
		if x.fr != "" && x.en == "" {
			missing = append(missing, strings.ToLower(l.T(x.name)))
		}
	}
	at := paths.Event(e.ID) + "#words"
	if b.preview.LacksEnglish {
		if name := b.templateName(); name == events.BlocksTemplate {
			at, missing = paths.EventBlocks(e.ID), append(missing, l.T(i18n.SendNoEnglishBlocks))
		} else {
			at, missing = paths.Template(name), append(missing, l.T(i18n.SendNoEnglishTemplate))
		}
	}
	if readers == 0 || len(missing) == 0 {
		return views.Check{}
	}
	return views.Check{Tone: ui.Warn, Name: l.T(i18n.SendNoEnglish), Href: at, Label: l.T(i18n.SendWriteEnglish),
		Lines: []string{l.N(readers, i18n.SendEnglishReaders) + " " + l.F(i18n.SendNoEnglishOf, strings.Join(missing, ", "))},
		Ack:   b.ack("ack_french", l.T(i18n.SendAckFrench))}
}

// oneSubject reports whether recipients of both languages would get the same subject, because staff wrote it.
func (b *presenter) oneSubject() bool {
	p, a := b.preview.Params, b.preview.Audience
	return (p.SubjectB != "" || p.Subject != "" && p.SubjectEN == "") && a.FR > 0 && a.EN > 0
}

// checkSubject warns that recipients of both languages would get the same subject. Otherwise it returns the zero Check, which is not shown.
func (b *presenter) checkSubject() views.Check {
	if !b.oneSubject() {
		return views.Check{}
	}
	l, a := b.lang, b.preview.Audience
	return views.Check{Tone: ui.Warn, Name: l.T(i18n.SendSubjectOne), Lines: []string{l.F(i18n.SendSubjectIs, l.Int(a.FR), l.Int(a.EN))},
		State: l.T(checkStates[ui.Warn]), Ack: b.ack("ack_subject", l.T(i18n.SendAckSubject))}
}

// templateName returns the name of the template of the send; empty: the festive invitation.
func (b *presenter) templateName() string {
	return cmp.Or(b.preview.Params.Template, b.preview.Event.EmailTemplate)
}

func (b *presenter) checkTemplate() views.Check {
	l, e := b.lang, b.preview.Event
	c := views.Check{Tone: ui.Good, Name: l.T(i18n.SendLook), Lines: []string{l.T(i18n.SendLookFestive)}, Href: paths.Event(e.ID),
		Label: l.T(i18n.SendLookChange)}
	switch name := b.templateName(); name {
	case "":
	case events.BlocksTemplate:
		c.Lines, c.Href = []string{l.T(i18n.SendLookBlocks)}, paths.EventBlocks(e.ID)
	default:
		c.Lines = []string{l.F(i18n.SendLookTemplate, name)}
	}
	if b.preview.TemplateError != nil {
		c.Tone, c.Lines = ui.Bad, []string{l.F(i18n.SendLookBroken, b.preview.TemplateError.Error())}
	}
	return c
}

func (b *presenter) checkSize() views.Check {
	l, fr, en := b.lang, b.preview.Sizes["fr"], b.preview.Sizes["en"]
	if b.preview.TemplateError != nil {
		return views.Check{}
	}
	c := views.Check{Tone: ui.Good, Name: l.T(i18n.SendWeight), Lines: []string{l.F(i18n.SendWeightIs, l.Bytes(fr.Bytes), l.Bytes(en.Bytes))}}
	if l.Bytes(fr.Bytes) == l.Bytes(en.Bytes) {
		c.Lines[0] = l.F(i18n.SendWeightSame, l.Bytes(fr.Bytes))
	}
	var more []string
	if n := max(fr.Files, en.Files); n > 0 {
		more = append(more, l.N(n, i18n.SendWeightFiles))
	}
	if a := b.preview.Audience; a.Total() > 0 {
		more = append(more, l.F(i18n.SendWeightAll, l.Bytes(a.FR*fr.Bytes+a.EN*en.Bytes)))
	}
	if len(more) > 0 {
		c.Lines = append(c.Lines, strings.Join(more, " · "))
	}
	if max(fr.Bytes, en.Bytes) > heavy {
		c.Tone, c.Href, c.Label = ui.Warn, paths.Event(b.preview.Event.ID), l.T(i18n.SendLookChange)
		c.Lines, c.Ack = append(c.Lines, l.T(i18n.SendWeightHeavy)), b.ack("ack_heavy", l.T(i18n.SendAckHeavy))
	}
	return c
}

func (b *presenter) checkChannel() views.Check {
	l, d := b.lang, b.preview
	c := views.Check{Tone: ui.Good, Name: l.T(i18n.SendWay),
		Lines: []string{l.F(i18n.SendWayIs, l.T(i18n.ChannelNames[d.Channel]), d.Params.From)}, Href: paths.Channels(),
		Label: l.T(i18n.SendWaySee)}
	if d.Channel == mail.OutboxName {
		c.Tone, c.Lines, c.Ack = ui.Warn, []string{l.T(i18n.SendWayOutbox)}, b.ack("ack_outbox", l.T(i18n.SendAckOutbox))
		b.leadsTo(&c, d.Params.Channel, i18n.SendWaySetUp, i18n.SendWayAsk)
	}
	if !d.Tracked {
		c.Lines = append(c.Lines, l.T(i18n.SendWayUntracked))
	}
	return c
}

// leadsTo makes the check lead an administrator to the element at of the mail settings; for others it says whom to ask.
func (b *presenter) leadsTo(c *views.Check, at string, set, ask i18n.Text) {
	if b.by.Role == auth.Admin {
		c.Href, c.Label = paths.MailSettings()+"#"+at, b.lang.T(set)
	} else {
		c.Href, c.Ask, c.AskBoth = "", b.lang.F(ask, b.admins), b.lang.F(i18n.SendBothAsk, b.admins)
	}
}

// checkPostal stops a send whose messages lack the postal address that the law requires; for messages that stay in the outbox
// it is only a warning, which needs no tick. With an address it returns the zero Check, which is not shown.
func (b *presenter) checkPostal() views.Check {
	if b.s.o.Postal != "" {
		return views.Check{}
	}
	c := views.Check{Tone: ui.Bad, Name: b.lang.T(i18n.SendPostal), Lines: []string{b.lang.T(i18n.SendPostalNone)}}
	b.leadsTo(&c, "f-MAIL_POSTAL_ADDRESS", i18n.SendPostalSet, i18n.SendPostalAsk)
	if b.preview.Channel == mail.OutboxName {
		c.Tone = ui.Warn
	}
	return c
}

// checkTest returns the check whether the message, exactly as it would be sent now, was tested in the language x.
func (b *presenter) checkTest(x i18n.Lang) views.Check {
	l, test := b.lang, b.preview.Tests[string(x)]
	ago := func(at db.Instant) string { return l.Ago(b.s.now().Sub(at.Time())) }
	c := views.Check{Name: languageIn(l, x)}
	switch {
	case test.At != 0:
		c.Tone, c.Lines = ui.Good, []string{l.F(i18n.SendTestDone, ago(test.At))}
	case b.recipientsIn(x) == 0:
		c.Tone, c.Lines = ui.Info, []string{l.T(i18n.SendTestNobody)}
	default:
		c.Tone, c.Lines = ui.Neutral, []string{l.T(i18n.SendTestMissing)}
		c.Ack = b.ack("ack_untested_"+string(x), l.F(i18n.SendAckUntested, inText(l, x)))
	}
	if test.At == 0 && test.Other != 0 {
		if c.Ack != nil {
			c.Tone = ui.Warn
		}
		c.Lines = append(c.Lines, l.F(i18n.SendTestOther, ago(test.Other)))
	}
	return c
}

// checkBefore shows the event's last send, so that staff do not invite the same people twice by mistake.
func (b *presenter) checkBefore() views.Check {
	l, last := b.lang, b.preview.Last
	switch {
	case last.ID == 0, (b.source != 0 || b.follows != 0) && !b.preview.Active:
		return views.Check{}
	case b.preview.Active:
		return views.Check{Tone: ui.Info, Name: l.T(i18n.SendBefore), Lines: []string{l.T(i18n.SendBeforeActive)},
			Href: paths.Campaign(last.ID, nil), Label: l.T(i18n.SendSeeActive)}
	}
	source := last.ID
	if last.ReminderOf != 0 {
		source = last.ReminderOf
	}
	ago := l.Ago(b.s.now().Sub(last.Began().Time()))
	again := b.ack("ack_again", l.F(i18n.SendAckAgain, ago))
	again.Value = number(last.ID) // another send meanwhile is another thing to confirm
	return views.Check{Tone: ui.Warn, Name: l.T(i18n.SendBefore), Lines: []string{l.F(i18n.SendBeforeText, ago)},
		Href: paths.RemindCampaign(source, nil), Label: l.T(i18n.SendBeforeRemind), Ack: again}
}
