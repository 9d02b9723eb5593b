package clockings

import (
	"presence/app/platform/i18n"
	"presence/views/ui"
)

// Say returns the state of an employee today in a few words. It has a tone only where the state is unusual.
func (s *Service) Say(l i18n.Lang, t Today) ui.Status {
	d, now := presenter{l, s.Zone, s.Step}, s.second()
	planned := func(text i18n.Text) string { return l.F(text, l.ClockRange(d.local(t.From), d.local(t.Until))) }
	switch {
	case t.In != 0 && (Clocking{Start: t.In}).Forgotten(now):
		return ui.Status{Tone: ui.Warn, Icon: ui.IconWarning, Text: l.T(i18n.ClockMissing)}
	case t.Break != 0:
		return ui.Status{Text: l.F(i18n.ClockOnBreak, d.clock(t.Break, now))}
	case t.In != 0:
		return ui.Status{Text: l.F(i18n.ClockRunning, d.clock(t.In, now))}
	case t.Late(now):
		return ui.Status{Tone: ui.Warn, Icon: ui.IconClock, Text: l.F(i18n.ClockLate, d.clock(t.From, now))}
	case t.Worked > 0:
		return ui.Status{Text: l.F(i18n.ClockDone, l.Hours(t.Worked), d.clock(t.Left, now))}
	case t.Away:
		return ui.Status{Tone: ui.Info, Icon: ui.IconPalm, Text: l.T(i18n.TeamAway)}
	case t.Asked:
		return ui.Status{Tone: ui.Info, Icon: ui.IconPalm, Text: l.T(i18n.ClockLeaveAsked)}
	case t.Missed(now):
		return ui.Status{Tone: ui.Warn, Icon: ui.IconClock, Text: planned(i18n.ClockNotCome)}
	case t.From != 0:
		return ui.Status{Text: planned(i18n.ClockPlanned)}
	}
	return ui.Status{Tone: ui.Neutral, Text: l.T(i18n.ClockNoPlan)}
}
