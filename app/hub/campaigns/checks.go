package campaigns

import (
	"strings"

	"presence/app/hub/events"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
	draw "presence/views/hub/campaigns"
	"presence/views/ui"
)

const heavy = 10 * 1000 * 1000 // bytes, beyond which many mailboxes refuse a message

var checkStates = map[ui.Tone]i18n.Text{ui.Good: i18n.SendCheckOK, ui.Warn: i18n.SendCheckLook, ui.Bad: i18n.SendCheckStop, ui.Info: i18n.SendCheckKnow}

// checks are what to be sure of before a send, each with where it is settled.
func (b *sending) checks() (list []draw.Check) {
	for _, x := range []func() draw.Check{b.checkAudience, b.checkWhen, b.checkLook, b.checkWeight, b.checkWay, b.checkPostal, b.checkTest, b.checkBefore} {
		if c := x(); c.Name != "" {
			c.State = b.lang.T(checkStates[c.Tone])
			list = append(list, c)
		}
	}
	return list
}

func (b *sending) checkAudience() draw.Check {
	l, a := b.lang, b.desk.Audience
	c := draw.Check{Tone: ui.Good, Name: l.T(i18n.SendAudience)}
	if b.source == 0 {
		c.Href, c.Label = paths.Audience(b.desk.Event.ID, nil), l.T(i18n.SendAudienceBuild)
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
	}{{a.Suppressed, i18n.SendAudienceLeft}, {a.Resiliated, i18n.SendAudienceGone}, {a.Duplicates, i18n.SendAudienceTwice}} {
		if x.n > 0 {
			c.Lines = append(c.Lines, l.N(int(x.n), x.text))
		}
	}
	return c
}

func (b *sending) checkWhen() draw.Check {
	l, e, now := b.lang, b.desk.Event, b.s.now()
	c := draw.Check{Tone: ui.Good, Name: l.T(i18n.SendWhen), Href: paths.Event(e.ID), Label: l.T(i18n.SendLookChange)}
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

func (b *sending) checkLook() draw.Check {
	l, e := b.lang, b.desk.Event
	c := draw.Check{Tone: ui.Good, Name: l.T(i18n.SendLook), Lines: []string{l.T(i18n.SendLookFestive)}, Href: paths.Event(e.ID), Label: l.T(i18n.SendLookChange)}
	name := b.desk.Params.Template
	if name == "" {
		name = e.EmailTemplate
	}
	if name != "" {
		c.Lines = []string{l.F(i18n.SendLookTemplate, name)}
	}
	if b.desk.Broken != nil {
		c.Tone, c.Lines = ui.Bad, []string{l.F(i18n.SendLookBroken, b.desk.Broken.Error())}
	}
	return c
}

func (b *sending) checkWeight() draw.Check {
	l, fr, en := b.lang, b.desk.Weights["fr"], b.desk.Weights["en"]
	if b.desk.Broken != nil {
		return draw.Check{}
	}
	c := draw.Check{Tone: ui.Good, Name: l.T(i18n.SendWeight), Lines: []string{l.F(i18n.SendWeightIs, l.Bytes(fr.Bytes), l.Bytes(en.Bytes))}}
	if l.Bytes(fr.Bytes) == l.Bytes(en.Bytes) {
		c.Lines[0] = l.F(i18n.SendWeightSame, l.Bytes(fr.Bytes))
	}
	var more []string
	if n := max(fr.Files, en.Files); n > 0 {
		more = append(more, l.N(n, i18n.SendWeightFiles))
	}
	if a := b.desk.Audience; a.Total() > 0 {
		more = append(more, l.F(i18n.SendWeightAll, l.Bytes(a.FR*fr.Bytes+a.EN*en.Bytes)))
	}
	if len(more) > 0 {
		c.Lines = append(c.Lines, strings.Join(more, " · "))
	}
	if max(fr.Bytes, en.Bytes) > heavy {
		c.Tone, c.Href, c.Label = ui.Warn, paths.Event(b.desk.Event.ID), l.T(i18n.SendLookChange)
		c.Lines = append(c.Lines, l.T(i18n.SendWeightHeavy))
	}
	return c
}

func (b *sending) checkWay() draw.Check {
	l, d := b.lang, b.desk
	c := draw.Check{Tone: ui.Good, Name: l.T(i18n.SendWay), Lines: []string{l.F(i18n.SendWayIs, l.T(i18n.ChannelNames[d.Channel]), d.Params.From)}, Href: paths.Channels(), Label: l.T(i18n.SendWaySee)}
	if d.Channel == mail.OutboxName {
		c.Tone, c.Lines = ui.Warn, []string{l.T(i18n.SendWayOutbox)}
	}
	if !d.Tracked {
		c.Lines = append(c.Lines, l.T(i18n.SendWayUntracked))
	}
	return c
}

// checkPostal warns where the address is missing that the law asks for, and says nothing otherwise.
func (b *sending) checkPostal() draw.Check {
	if b.s.o.Postal != "" {
		return draw.Check{}
	}
	return draw.Check{Tone: ui.Warn, Name: b.lang.T(i18n.SendPostal), Lines: []string{b.lang.T(i18n.SendPostalNone)}}
}

func (b *sending) checkTest() draw.Check {
	l := b.lang
	c := draw.Check{Tone: ui.Warn, Name: l.T(i18n.SendTest), Href: "#test", Label: l.T(i18n.SendTestDo)}
	old := false
	for _, x := range []i18n.Lang{i18n.FR, i18n.EN} {
		at := b.desk.Trials[string(x)]
		if at == 0 {
			continue
		}
		c.Lines = append(c.Lines, l.F(i18n.SendTestAt, inText(l, x), l.Ago(b.s.now().Sub(at.Time()))))
		old = old || at < b.desk.Event.UpdatedAt
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

// checkBefore tells of the event's last send, so that nobody is invited twice without meaning to.
func (b *sending) checkBefore() draw.Check {
	l, last := b.lang, b.desk.Last
	switch {
	case last.ID == 0, b.source != 0 && !b.desk.Active:
		return draw.Check{}
	case b.desk.Active:
		return draw.Check{Tone: ui.Bad, Name: l.T(i18n.SendBefore), Lines: []string{l.T(i18n.SendBeforeActive)}, Href: paths.Campaign(last.ID, nil), Label: l.T(i18n.SendSeeActive)}
	}
	source := last.ID
	if last.ReminderOf != 0 {
		source = last.ReminderOf
	}
	return draw.Check{Tone: ui.Warn, Name: l.T(i18n.SendBefore), Lines: []string{l.F(i18n.SendBeforeText, l.Ago(b.s.now().Sub(last.CreatedAt.Time())))},
		Href: paths.RemindCampaign(source, nil), Label: l.T(i18n.SendBeforeRemind)}
}
