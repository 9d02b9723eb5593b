package campaigns

import (
	"strings"

	"presence/app/hub/events"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
	views "presence/views/hub/campaigns"
	"presence/views/ui"
)

const heavy = 10 * 1000 * 1000 // bytes, beyond which many mailboxes refuse a message

var checkStates = map[ui.Tone]i18n.Text{ui.Good: i18n.SendCheckOK, ui.Warn: i18n.SendCheckLook, ui.Bad: i18n.SendCheckStop,
	ui.Info: i18n.SendCheckKnow}

// checks are what to be sure of before a send, each with where it is settled.
func (b *presenter) checks() (list []views.Check) {
	for _, x := range []func() views.Check{b.checkAudience, b.checkWhen, b.checkTemplate, b.checkSize, b.checkChannel, b.checkPostal,
		b.checkTest, b.checkBefore} {
		if c := x(); c.Name != "" {
			c.State = b.lang.T(checkStates[c.Tone])
			list = append(list, c)
		}
	}
	return list
}

func (b *presenter) checkAudience() views.Check {
	l, a := b.lang, b.preview.Audience
	c := views.Check{Tone: ui.Good, Name: l.T(i18n.SendAudience)}
	if b.source == 0 {
		c.Href, c.Label = paths.Audience(b.preview.Event.ID, nil), l.T(i18n.SendAudienceBuild)
	}
	switch {
	case a.Total() == 0 && a.Out() == 0:
		c.Tone, c.Lines = ui.Bad, []string{l.T(i18n.SendAudienceNone)}
	case a.Total() == 0:
		c.Tone, c.Lines = ui.Bad, []string{l.T(i18n.SendAudienceOut)}
	default:
		c.Lines = []string{l.N(int(a.Total()), i18n.SendAudienceSome), l.F(i18n.SendAudienceIn, l.Int(a.FR), l.Int(a.EN))}
	}
	for _, x := range []struct {
		n    int64
		text i18n.Count
	}{{a.Suppressed, i18n.SendAudienceLeft}, {a.CustomersCancelled, i18n.SendAudienceGone}, {a.Duplicates, i18n.SendAudienceTwice}} {
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
		c.Tone, c.Lines = ui.Warn, []string{l.T(i18n.SendWhenStarted)}
	case e.State == events.Draft:
		c.Tone, c.Lines = ui.Warn, []string{l.T(i18n.SendWhenDraft)}
	case e.ClosedAt(now):
		c.Tone, c.Lines = ui.Warn, []string{l.T(i18n.SendWhenClosed)}
	default:
		c.Lines, c.Href = []string{l.F(i18n.SendWhenIn, l.Age(at.Sub(now)))}, ""
	}
	c.Lines = append(c.Lines, l.DayLong(at)+", "+l.Clock(at))
	return c
}

func (b *presenter) checkTemplate() views.Check {
	l, e := b.lang, b.preview.Event
	c := views.Check{Tone: ui.Good, Name: l.T(i18n.SendLook), Lines: []string{l.T(i18n.SendLookFestive)}, Href: paths.Event(e.ID),
		Label: l.T(i18n.SendLookChange)}
	name := b.preview.Params.Template
	if name == "" {
		name = e.EmailTemplate
	}
	if name != "" {
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
		c.Lines = append(c.Lines, l.T(i18n.SendWeightHeavy))
	}
	return c
}

func (b *presenter) checkChannel() views.Check {
	l, d := b.lang, b.preview
	c := views.Check{Tone: ui.Good, Name: l.T(i18n.SendWay),
		Lines: []string{l.F(i18n.SendWayIs, l.T(i18n.ChannelNames[d.Channel]), d.Params.From)}, Href: paths.Channels(),
		Label: l.T(i18n.SendWaySee)}
	if d.Channel == mail.OutboxName {
		c.Tone, c.Lines = ui.Warn, []string{l.T(i18n.SendWayOutbox)}
	}
	if !d.Tracked {
		c.Lines = append(c.Lines, l.T(i18n.SendWayUntracked))
	}
	return c
}

// checkPostal warns where the address is missing that the law asks for, and says nothing otherwise.
func (b *presenter) checkPostal() views.Check {
	if b.s.o.Postal != "" {
		return views.Check{}
	}
	return views.Check{Tone: ui.Warn, Name: b.lang.T(i18n.SendPostal), Lines: []string{b.lang.T(i18n.SendPostalNone)}}
}

func (b *presenter) checkTest() views.Check {
	l := b.lang
	c := views.Check{Tone: ui.Warn, Name: l.T(i18n.SendTest), Href: "#test", Label: l.T(i18n.SendTestDo)}
	old := false
	for _, x := range []i18n.Lang{i18n.FR, i18n.EN} {
		at := b.preview.LastTests[string(x)]
		if at == 0 {
			continue
		}
		c.Lines = append(c.Lines, l.F(i18n.SendTestAt, inText(l, x), l.Ago(b.s.now().Sub(at.Time()))))
		old = old || at < b.preview.Event.UpdatedAt
	}
	switch {
	case len(c.Lines) == 0:
		c.Lines = []string{l.T(i18n.SendTestNone)}
	case old:
		c.Lines = append(c.Lines, l.T(i18n.SendTestOld))
	default:
		c.Tone = ui.Good
	}
	return c
}

// checkBefore names the event's last send, so that staff do not invite twice by mistake.
func (b *presenter) checkBefore() views.Check {
	l, last := b.lang, b.preview.Last
	switch {
	case last.ID == 0, b.source != 0 && !b.preview.Active:
		return views.Check{}
	case b.preview.Active:
		return views.Check{Tone: ui.Bad, Name: l.T(i18n.SendBefore), Lines: []string{l.T(i18n.SendBeforeActive)},
			Href: paths.Campaign(last.ID, nil), Label: l.T(i18n.SendSeeActive)}
	}
	source := last.ID
	if last.ReminderOf != 0 {
		source = last.ReminderOf
	}
	return views.Check{Tone: ui.Warn, Name: l.T(i18n.SendBefore),
		Lines: []string{l.F(i18n.SendBeforeText, l.Ago(b.s.now().Sub(last.CreatedAt.Time())))},
		Href:  paths.RemindCampaign(source, nil), Label: l.T(i18n.SendBeforeRemind)}
}
