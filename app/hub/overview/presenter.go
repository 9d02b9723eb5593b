package overview

import (
	"maps"
	"net/url"
	"slices"
	"time"

	"presence/app/accounts/auth"
	"presence/app/hub/campaigns"
	"presence/app/hub/events"
	"presence/app/hub/rsvp"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	views "presence/views/hub/overview"
	"presence/views/ui"
)

// presenter builds the page for a language and a moment.
type presenter struct {
	o     Overview
	now   time.Time
	zone  *time.Location
	today db.Day
	lang  i18n.Lang
	by    auth.Actor
	total bool // the chart shows the running total, not the days

	sends *campaigns.Service // makes the label of the campaign under way, and knows whether messages can be sent
}

func (d presenter) page() views.Page {
	p := views.Page{Tasks: d.tasks(), Stats: d.stats(), Gauge: d.gauge(), Dates: d.dates()}
	p.Chart, p.Pace = d.chart()
	days := paths.EventOverview(d.o.Event.ID)
	p.ChartOf = []ui.Segment{{Label: d.lang.T(i18n.OverviewByDay), Href: days + "#days", Current: !d.total},
		{Label: d.lang.T(i18n.CampInAll), Href: days + "?chart=total#days", Current: d.total}}
	return p
}

func (d presenter) over() bool { return d.o.Event.EndsAt <= db.InstantOf(d.now) }

// answerable reports whether guests can still answer, or will be able to once the event is published.
func (d presenter) answerable() bool { return !d.o.Event.ClosedAt(d.now) && !d.over() }

// full reports whether every place is taken.
func (d presenter) full() bool {
	e := d.o.Event
	return e.Capacity != nil && e.Taken() >= *e.Capacity && d.answerable()
}

// tasks returns what staff do next, the most urgent first.
func (d presenter) tasks() []ui.Task {
	var list []ui.Task
	for _, of := range []func() (ui.Task, bool){d.checkIn, d.sending, d.draft, d.filled, d.unsent, d.thank, d.review, d.waiting, d.remind,
		d.result} {
		if t, needed := of(); needed && !slices.ContainsFunc(list, func(x ui.Task) bool { return x.Href == t.Href }) {
			list = append(list, t)
		}
	}
	if len(list) > 0 && d.o.Event.State != events.Draft { // the main button of a draft publishes it
		list[0].Main = true
	}
	return list
}

func (d presenter) checkIn() (ui.Task, bool) {
	l := d.lang
	return ui.Task{Icon: ui.IconApproved, Tone: ui.Info, Text: l.T(i18n.RegToday),
			Note: l.N(int(d.o.Event.Headcount), i18n.DoorExpected), Button: l.T(i18n.DoorOpen), Href: paths.Door(d.o.Event.ID)},
		d.o.Event.On(d.now, d.zone)
}

func (d presenter) sending() (ui.Task, bool) {
	return d.report(d.o.Active)
}

// report leads to the report of a campaign; nil: there is none.
func (d presenter) report(c *campaigns.Campaign) (ui.Task, bool) {
	l := d.lang
	if c == nil {
		return ui.Task{}, false
	}
	state := d.sends.StateLabel(l, *c)
	return ui.Task{Icon: state.Icon, Tone: state.Tone, Text: campaigns.KindName(l, *c) + l.Colon() + state.Text,
		Note: campaigns.ProgressBar(l, *c).Text, Button: l.T(i18n.OverviewReport), Href: paths.Campaign(c.ID, nil)}, true
}

// result leads to the report of the invitation once the event is over.
func (d presenter) result() (ui.Task, bool) {
	if !d.over() {
		return ui.Task{}, false
	}
	return d.report(d.o.Invitation)
}

// thank leads to the thank-you note after the event, unless it was turned on or would have no recipients.
func (d presenter) thank() (ui.Task, bool) {
	l, m := d.lang, d.o.Thanks
	if m == nil || m.CampaignID != 0 || m.Recipients == 0 || !d.over() {
		return ui.Task{}, false
	}
	return ui.Task{Icon: ui.IconMail, Tone: ui.Info, Text: l.T(i18n.OverviewThank), Note: l.N(int(m.Recipients), i18n.MsgComing),
		Button: l.T(i18n.OverviewThankDo), Href: paths.EventMessages(d.o.Event.ID) + "#" + string(m.Kind)}, true
}

func (d presenter) draft() (ui.Task, bool) {
	l := d.lang
	return ui.Task{Icon: ui.IconDraft, Tone: ui.Warn, Text: l.T(i18n.EventIsDraft), Note: l.T(i18n.OverviewDraft),
		Button: l.T(i18n.OverviewEdit), Href: paths.Event(d.o.Event.ID)}, d.o.Event.State == events.Draft && !d.over()
}

// filled says that the event is full, which matters more than all that would bring more guests.
func (d presenter) filled() (ui.Task, bool) {
	l, e := d.lang, d.o.Event
	if !d.full() {
		return ui.Task{}, false
	}
	t := ui.Task{Icon: ui.IconUsers, Tone: ui.Warn, Text: l.T(i18n.OverviewFull), Note: l.T(i18n.OverviewFullNote),
		Button: l.T(i18n.OverviewCapacity), Href: paths.Event(e.ID) + "#offers"}
	if over := e.Headcount - *e.Capacity; over > 0 {
		t.Text = l.N(int(over), i18n.RegOver)
	}
	if list, some := d.waiting(); some {
		t.Note, t.Button, t.Href = list.Text, list.Button, list.Href
		if list.Note != "" {
			t.Note += " · " + list.Note
		}
	}
	return t, true
}

// unsent leads to the page that sends the invitations, or to the main list as long as that list is empty.
func (d presenter) unsent() (ui.Task, bool) {
	l, e := d.lang, d.o.Event
	t := ui.Task{Icon: ui.IconSend, Tone: ui.Warn, Text: l.T(i18n.EventUninvited), Note: l.T(i18n.SendAudienceNone),
		Button: l.T(i18n.SendAudienceBuild), Href: paths.Audience(e.ID, nil)}
	if e.Audience > 0 {
		t.Note, t.Button, t.Href = l.N(int(e.Audience), i18n.TaskAddresses), l.T(i18n.TaskSend), paths.SendEvent(e.ID, nil)
	}
	return t, d.o.Invitation == nil && d.o.Active == nil && d.answerable() && !d.full()
}

func (d presenter) review() (ui.Task, bool) {
	l, n := d.lang, d.o.Stats.By[rsvp.Probable]
	return ui.Task{Icon: ui.IconWarning, Tone: ui.Warn, Text: l.N(int(n), i18n.TaskResponses), Note: l.T(i18n.OverviewReview),
		Button: l.T(i18n.TaskCheckDo),
		Href:   paths.RegistrationsOf(d.o.Event.ID, url.Values{"confidence": {string(rsvp.Probable)}})}, n > 0
}

func (d presenter) waiting() (ui.Task, bool) {
	l, e := d.lang, d.o.Event
	t := ui.Task{Icon: ui.IconClock, Tone: ui.Info, Text: l.N(int(e.Waiting), i18n.WaitParties), Button: l.T(i18n.OverviewWaiting),
		Href: paths.StaffWaitingList(e.ID)}
	if e.Held > 0 {
		t.Note = l.N(int(e.Held), i18n.WaitHeld)
	}
	return t, e.Waiting > 0 && !d.over()
}

// remind leads to the reminder, unless something is being sent.
func (d presenter) remind() (ui.Task, bool) {
	l, n := d.lang, d.o.Stages.Total()
	if d.o.Invitation == nil || n == 0 || d.o.Active != nil || !d.answerable() || d.full() {
		return ui.Task{}, false
	}
	c := d.o.Invitation
	t := ui.Task{Icon: ui.IconBell, Text: l.N(int(n), i18n.CampNotIn), Button: l.T(i18n.CampRemind), Href: paths.RemindCampaign(c.ID, nil),
		Caution: d.sends.NotSetUp(l, d.by)}
	if !c.Tracked { // else the figures below have them
		t.Note = l.F(i18n.OverviewReplied, l.Int(c.Counts.Registered), l.Int(c.Counts.Sent))
	}
	return t, true
}

// gauge shows the headcount against the capacity; nil: there is no limit.
func (d presenter) gauge() *ui.Gauge {
	e, l := d.o.Event, d.lang
	if d.counted() {
		return &ui.Gauge{Label: l.T(i18n.OverviewCame), Text: l.F(i18n.EventPeopleOf, l.Int(d.o.Arrived), l.Int(e.Headcount)),
			Value: float64(d.o.Arrived), Max: float64(max(e.Headcount, d.o.Arrived)), Hide: true}
	}
	if e.Capacity == nil || d.over() {
		return nil
	}
	g := &ui.Gauge{Label: l.T(i18n.EventPeople), Text: l.F(i18n.EventPeopleOf, l.Int(e.Headcount), l.Int(*e.Capacity)),
		Value: float64(e.Headcount), Max: float64(*e.Capacity), Hide: true}
	if e.Taken() >= *e.Capacity {
		g.Tone = ui.Warn
	}
	return g
}

// counted reports whether the event is over and people were checked in to it.
func (d presenter) counted() bool { return d.over() && d.o.Arrived > 0 }

// stats returns the figures; the first one is how many people come, or how many came.
func (d presenter) stats() []ui.Stat {
	if d.over() {
		return d.statsAfter()
	}
	e, l, s := d.o.Event, d.lang, d.o.Stats
	coming := ui.Stat{Label: l.T(i18n.EventPeople), Value: l.Int(e.Headcount), Icon: ui.IconUsers, Note: l.T(i18n.RegNoLimit),
		Href: paths.Registrations(e.ID)}
	if e.Capacity != nil {
		coming.Unit, coming.Note = "/ "+l.Int(*e.Capacity), l.N(int(max(0, *e.Capacity-e.Taken())), i18n.RegFree)
	}
	answers := ui.Stat{Label: l.T(i18n.RegCount), Value: l.Int(s.Registrations - s.Declined), Icon: ui.IconTicket,
		Href: paths.Registrations(e.ID)}
	if c := d.o.Invitation; c != nil { // what is left of the recipients is in the task that reminds
		invited := min(c.Counts.Registered-c.Counts.Declined, s.Registrations-s.Declined)
		answers.Note = l.F(i18n.OverviewInvited, l.Int(invited), l.Int(s.Registrations-s.Declined-invited))
	}
	list := append([]ui.Stat{coming, answers}, d.declined()...)
	if c := d.o.Invitation; c != nil && c.Tracked {
		list = append(list, ui.Stat{Label: l.T(i18n.CampStageNotOpened), Value: l.Int(d.o.Stages.NotOpened), Icon: ui.IconMail,
			Note: l.N(int(c.Counts.Sent), i18n.OverviewSent),
			Href: paths.Campaign(c.ID, url.Values{"state": {"not_opened"}}) + "#people"})
	}
	if e.Waiting > 0 {
		list = append(list, ui.Stat{Label: l.T(i18n.WaitTitle), Value: l.Int(e.Waiting), Icon: ui.IconClock,
			Href: paths.StaffWaitingList(e.ID)})
	}
	return list
}

// declined returns the figure of those who declined; none if nobody did.
func (d presenter) declined() []ui.Stat {
	if d.o.Stats.Declined == 0 {
		return nil
	}
	return []ui.Stat{{Label: d.lang.T(i18n.CampDeclined), Value: d.lang.Int(d.o.Stats.Declined), Icon: ui.IconClose,
		Href: paths.RegistrationsOf(d.o.Event.ID, url.Values{"declined": {"1"}})}}
}

// statsAfter returns the figures of an event that is over: who came, as far as arrivals were recorded.
func (d presenter) statsAfter() []ui.Stat {
	e, l, s := d.o.Event, d.lang, d.o.Stats
	answers := ui.Stat{Label: l.T(i18n.RegCount), Value: l.Int(s.Registrations - s.Declined), Icon: ui.IconTicket,
		Href: paths.Registrations(e.ID)}
	if !d.counted() {
		return append([]ui.Stat{{Label: l.T(i18n.EventPeople), Value: l.Int(e.Headcount), Icon: ui.IconUsers, Note: l.T(i18n.OverviewUncounted),
			Href: paths.Registrations(e.ID)}, answers}, d.declined()...)
	}
	came := ui.Stat{Label: l.T(i18n.OverviewCame), Value: l.Int(d.o.Arrived), Icon: ui.IconUsers,
		Note: l.N(int(e.Headcount), i18n.OverviewCameOf), Href: paths.Registrations(e.ID)}
	absent := ui.Stat{Label: l.T(i18n.OverviewAbsent), Value: l.Int(max(0, e.Headcount-d.o.Arrived)), Icon: ui.IconUser,
		Note: l.T(i18n.OverviewAbsentTxt)}
	return append([]ui.Stat{came, absent, answers}, d.declined()...)
}

// dates returns what happens by itself from now on, the next first.
func (d presenter) dates() (list []views.Date) {
	e := d.o.Event
	dated := map[db.Instant][]views.Date{}
	add := func(name string, at db.Instant) {
		if at > db.InstantOf(d.now) {
			t := at.Time().In(d.zone)
			dated[at] = append(dated[at], views.Date{Name: name, When: i18n.Capital(d.lang.MomentBrief(t, d.today)), Left: d.left(t)})
		}
	}
	if e.State != events.Closed && e.Deadline != 0 {
		add(d.lang.T(i18n.EventDeadline), e.Deadline)
	}
	if e.Waiting > 0 && e.State == events.Open {
		add(d.lang.T(i18n.OverviewOffers), e.OffersEnd())
	}
	add(d.lang.T(i18n.EventStarts), e.StartsAt)
	for _, c := range d.o.Next {
		if c.State == campaigns.Scheduled {
			add(campaigns.KindName(d.lang, c), c.StartsAt)
		}
	}
	for _, at := range slices.Sorted(maps.Keys(dated)) {
		list = append(list, dated[at]...)
	}
	return list
}

// left returns in how many days a moment is.
func (d presenter) left(t time.Time) string {
	if n := db.DayOf(t).Sub(d.today); n > 0 {
		return d.lang.N(n, i18n.TaskIn)
	}
	return d.lang.T(i18n.TaskToday)
}
