package campaigns

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	views "presence/views/hub/campaigns"
	"presence/views/ui"
)

// The values of the form field when.
const (
	sendNow   = "now"
	sendLater = "later"
)

// startsAt is the name of the field with the date and time.
const startsAt = "starts_at"

// wallClock is how the input of a date and a time writes them.
const wallClock = "2006-01-02T15:04"

// whenFields are the fields of a form that say when a campaign begins. now: it may begin at once.
func (b *presenter) whenFields(v url.Values, now bool) views.When {
	l := b.lang
	w := views.When{
		Choice: ui.Field{Name: "when", Label: l.T(i18n.SendWhenAsk), Value: v.Get("when"), Options: []ui.Option{
			{Value: sendNow, Label: l.T(i18n.SendAtOnce), Disabled: !now}, {Value: sendLater, Label: l.T(i18n.SendLater)}}},
		At: b.startField(l, v.Get("starts_at")),
		Frozen: ui.Field{Name: "frozen", Label: l.T(i18n.SendFreezeAsk), Value: v.Get("frozen"), Options: []ui.Option{
			{Value: "false", Label: l.T(i18n.SendFreezeNot)}, {Value: "true", Label: l.T(i18n.SendFreeze)}}},
		Button: l.T(i18n.SendLaterDo),
	}
	if !now {
		w.Choice.Value, w.Note = sendLater, l.T(i18n.SendActiveNote)
	}
	if w.Choice.Value == "" {
		w.Choice.Value = sendNow
	}
	if w.Frozen.Value == "" {
		w.Frozen.Value = "false"
	}
	return w
}

// startField is the input of the date and time at which a campaign begins.
func (p pages) startField(l i18n.Lang, value string) ui.Field {
	f := ui.Field{Name: startsAt, Label: l.T(i18n.SendStartsAt), Hint: l.F(i18n.SendStartsAtHint, l.ZoneName(p.zone.String())),
		Type: "datetime-local", Value: value}
	if q := p.s.o.Quiet; q != (QuietHours{}) {
		f.Hint += " " + l.F(i18n.SendQuietHint, clockText(l, q.From), clockText(l, q.To))
	}
	return f
}

// clockText returns a time of day, in minutes after midnight.
func clockText(l i18n.Lang, minutes int) string {
	return l.Clock(time.Date(2000, 1, 1, 0, minutes, 0, 0, time.UTC))
}

// readSchedule reads when the campaign begins, as the form says, with its errors.
func (b *presenter) readSchedule(v url.Values) (w Schedule, faults ui.Faults) {
	if v.Get("when") != sendLater {
		return w, nil
	}
	w.Frozen = v.Get("frozen") == "true"
	w.StartsAt, faults = b.readStart(b.lang, v.Get("starts_at"))
	if e := b.preview.Event; len(faults) == 0 && w.StartsAt >= e.StartsAt && !e.Started(b.s.now()) {
		faults.Add(b.lang, startsAt, b.lang.T(i18n.SendStartsAt), "after_event", "")
	}
	return w, faults
}

// readStart reads the date and time at which a campaign begins.
func (p pages) readStart(l i18n.Lang, text string) (at db.Instant, faults ui.Faults) {
	var found errs.Fields
	at = httpx.ReadUniqueInstant(&found, "starts_at", strings.TrimSpace(text), p.zone)
	if len(found) == 0 {
		if e, ok := errs.Of(p.s.checkStart(Schedule{StartsAt: at})); ok {
			found = e.Fields
		}
	}
	for _, f := range found.FirstPerField() {
		faults.Add(l, f.Field, l.T(i18n.SendStartsAt), f.Code, f.Detail)
	}
	return at, faults
}

// startText returns when a campaign began.
func (p pages) startText(l i18n.Lang, at db.Instant) string {
	t := at.Time().In(p.zone)
	return l.MomentBrief(t, p.today())
}

// dueText returns when a campaign is to begin. For a time within quiet hours it also warns that it begins at their end.
func (p pages) dueText(l i18n.Lang, at db.Instant) string {
	text := p.startText(l, at)
	if until := p.s.QuietUntil(at); until != 0 {
		text = l.F(i18n.CampQuietStart, text, l.Clock(until.Time().In(p.zone)))
	}
	return text
}

// planned returns the lines about the campaigns of an event that are still to begin.
func (p pages) planned(ctx context.Context, l i18n.Lang, eventID string) (list []views.Planned, err error) {
	next, err := p.s.Next(ctx, eventID, maxPlanned)
	for _, c := range next {
		x := views.Planned{Kind: KindName(l, c), When: p.dueText(l, c.StartsAt), How: howPlanned(l, c), Href: paths.Campaign(c.ID, nil)}
		if c.State == Paused {
			x.Stopped = l.T(i18n.CampReasons[c.Reason])
		}
		list = append(list, x)
	}
	return list, err
}

// maxPlanned is how many campaigns that are still to begin are shown.
const maxPlanned = 20

// howPlanned returns the text that says whether the recipients and the texts of a scheduled campaign are those of its creation or
// those of its start.
func howPlanned(l i18n.Lang, c Campaign) string {
	if c.Frozen {
		return l.T(i18n.CampPlanFrozen)
	}
	return l.T(i18n.CampPlanThen)
}

// plan returns the section of a campaign that is still to begin; nil for any other one.
func (p pages) plan(l i18n.Lang, c Campaign, posted string, faults ui.Faults) *views.Plan {
	if !c.Unstarted() {
		return nil
	}
	if posted == "" {
		posted = c.StartsAt.Time().In(p.zone).Format(wallClock)
	}
	v := &views.Plan{Text: p.dueText(l, c.StartsAt), How: howPlanned(l, c), Start: paths.StartCampaign(c.ID),
		Action: paths.RescheduleCampaign(c.ID), At: p.startField(l, posted), Faults: faults}
	if c.SubjectB != "" {
		v.Test = l.F(i18n.CampPlanTest, l.Percent(c.TestPercent, 100), l.N(int(c.TestHours), i18n.HoursCounted))
	}
	v.At.Error = faults.Of("starts_at")
	return v
}

// start begins a campaign now that is still to begin.
func (p pages) start(c *gin.Context) error {
	return p.changeStatus(c, i18n.CampDidStart, func(ctx context.Context, by auth.Actor, x Campaign) error {
		_, err := p.s.StartNow(ctx, by, x.ID)
		return err
	})
}

// reschedule gives a campaign another time.
func (p pages) reschedule(c *gin.Context) error {
	l, posted := auth.Lang(c), c.PostForm("starts_at")
	at, faults := p.readStart(l, posted)
	if len(faults) > 0 {
		return p.showReport(c, http.StatusUnprocessableEntity, posted, faults)
	}
	return p.changeStatus(c, i18n.CampDidReschedule, func(ctx context.Context, by auth.Actor, x Campaign) error {
		_, err := p.s.Reschedule(ctx, by, x.ID, at)
		return err
	})
}
