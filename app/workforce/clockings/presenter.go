package clockings

import (
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/clockings"
)

// presenter builds what the pages show.
type presenter struct {
	lang i18n.Lang
	zone *time.Location
	step int
}

// Card returns the card of a clock for Today. primary: its large button is the main button of the page. shift says when the person works
// today; empty: nothing is planned.
func (s *Service) Card(l i18n.Lang, c Clock, primary bool, shift string) templ.Component {
	card := presenter{l, s.Zone, s.Step}.card(c)
	card.Primary, card.Shift = primary, shift
	return views.Card(card)
}

func (d presenter) card(c Clock) views.Clock {
	card := views.Clock{Title: d.lang.T(i18n.ClockTitle), Lang: d.lang, Handed: d.handed(c), Device: d.device(c)}
	for _, x := range c.Refused {
		card.Waiting = append(card.Waiting, d.waiting(x, i18n.ClockRefused, i18n.ClockRefusedText))
	}
	if c.More > 0 {
		card.MoreWaiting = d.lang.N(c.More, i18n.ClockMore)
	}
	for _, x := range c.Stamps {
		card.Waiting = append(card.Waiting, d.waitingStamp(x, ""))
	}
	if c.Forgotten() {
		card.Waiting = append(card.Waiting, d.waiting(*c.Running, i18n.ClockForgotten, i18n.ClockForgotText))
		return card
	}
	if d.step > 1 {
		card.Note = d.lang.F(i18n.ClockRounded, d.lang.Int(int64(d.step)))
	}
	out := &views.Act{Label: d.lang.T(i18n.ClockOut), Action: paths.ClockOut(), Icon: ui.IconSignOut}
	switch x := c.Running; {
	case x == nil:
		card.State = d.lang.T(i18n.OfflineOut)
		card.Main = &views.Act{Label: d.lang.T(i18n.ClockIn), Action: paths.ClockIn(), Icon: ui.IconClock}
		if card.Tasks = TaskField(d.lang, c.Tasks, 0); card.Tasks != nil {
			card.Tasks.HideLabel = true
		}
		return card
	case x.OnBreak():
		card.State, card.OnBreak = d.lang.F(i18n.ClockOnBreak, d.clock(x.Break, c.Now)), true
		card.Elapsed = int64(c.Now - minuteOf(x.Break))
		card.Note = d.note(c, d.lang.F(i18n.ClockInAt, d.lang.At(d.local(x.Start), d.local(c.Now))), card.Note)
		card.Main, card.Other = &views.Act{Label: d.lang.T(i18n.ClockBack), Action: paths.EndBreak(), Icon: ui.IconPlay}, out
	default:
		card.Elapsed = int64(x.Worked(c.Now))
		card.State, card.Note = d.lang.F(i18n.ClockRunning, d.clock(x.Start, c.Now)), d.note(c, card.Note)
		card.Main, card.Other = out, &views.Act{Label: d.lang.T(i18n.ClockBreak), Action: paths.StartBreak(), Icon: ui.IconPause}
	}
	card.Worked = d.lang.Elapsed(card.Elapsed / 60_000)
	card.Jobs = d.jobFields(c)
	if len(card.Jobs) == 0 {
		card.Tasks = TaskField(d.lang, c.Tasks, c.Running.BankCodeID)
	} else { // the task may stay, with another customer or activity
		card.Tasks = &ui.Field{Name: "bank_code_id", Label: d.lang.T(i18n.ClockTask), Value: strconv.FormatInt(c.Running.BankCodeID, 10)}
		for _, t := range c.Tasks {
			card.Tasks.Options = append(card.Tasks.Options, ui.Option{Value: strconv.FormatInt(t.ID, 10), Label: TaskName(d.lang, t)})
		}
	}
	if card.Tasks != nil {
		card.Tasks.HideLabel = len(card.Jobs) == 0
		card.Switch = &views.Act{Label: d.lang.T(i18n.ClockSwitch), Action: paths.ChangeTask()}
	}
	return card
}

// jobFields returns the fields of a change of task for whom and for what the employee works, with what they have now: those for which there
// is something to choose.
func (d presenter) jobFields(c Clock) (fields []ui.Field) {
	job := c.Running.Job
	if c.Jobs.Customers || job.CustomerID != 0 {
		x := ui.Field{Name: "customer", Label: d.lang.T(i18n.JobCustomer), Optional: d.lang.T(i18n.Optional), Value: c.Jobs.Customer.Label(),
			Placeholder: d.lang.T(i18n.JobCustomerHint), AutoComplete: "off", MaxLength: 200}
		for _, customer := range c.Jobs.Recent {
			x.Known = append(x.Known, customer.Label())
		}
		fields = append(fields, x)
	}
	if len(c.Jobs.Activities) > 0 {
		x := ui.Field{Name: "activity_id", Label: d.lang.T(i18n.JobActivity), Optional: d.lang.T(i18n.Optional),
			Options: []ui.Option{{Label: d.lang.T(i18n.JobNone)}}}
		for _, a := range c.Jobs.Activities {
			x.Options = append(x.Options, ui.Option{Value: strconv.FormatInt(a.ID, 10), Label: a.Code + " · " + a.Name(d.lang)})
		}
		if job.ActivityID != 0 {
			x.Value = strconv.FormatInt(job.ActivityID, 10)
		}
		fields = append(fields, x)
	}
	return fields
}

// job names the customer and the activity of the running clocking, with a dot before; "" for none.
func (d presenter) job(c Clock) (text string) {
	if c.Running.Job.CustomerID != 0 {
		text += " · " + c.Jobs.Customer.Name
	}
	for _, a := range c.Jobs.Activities {
		if a.ID == c.Running.Job.ActivityID {
			text += " · " + a.Name(d.lang)
		}
	}
	return text
}

// note joins the name of the task with the other parts that are not empty.
func (d presenter) note(c Clock, parts ...string) string {
	text := ""
	for _, t := range c.Tasks {
		if t.ID == c.Running.BankCodeID {
			text = TaskName(d.lang, t) + d.job(c)
		}
	}
	for _, p := range parts {
		if p != "" {
			text = strings.TrimPrefix(text+" · "+p, " · ")
		}
	}
	return text
}

// TaskField returns the field in which a task is chosen, without the current one; nil if there is no choice.
func TaskField(l i18n.Lang, list []Task, current int64) *ui.Field {
	f := &ui.Field{Name: "bank_code_id", Label: l.T(i18n.ClockTask)}
	for _, t := range list {
		if t.ID != current {
			f.Options = append(f.Options, ui.Option{Value: strconv.FormatInt(t.ID, 10), Label: TaskName(l, t)})
		}
	}
	if len(f.Options) == 0 || current == 0 && len(f.Options) == 1 {
		return nil
	}
	return f
}

// TaskName returns what a task is called.
func TaskName(l i18n.Lang, t Task) string {
	return strings.TrimSuffix(l.KindName(t.Type)+" · "+t.Code, " · ")
}

func (d presenter) waiting(c Clocking, title, text i18n.Text) views.Waiting {
	return views.Waiting{Title: d.lang.T(title), Text: d.lang.F(text, d.lang.Moment(d.local(c.Start))), Href: paths.Clocking(c.ID),
		Button: d.lang.T(i18n.ClockSettle)}
}

func (d presenter) local(at db.Instant) time.Time { return at.Time().In(d.zone) }

// at is clock after the preposition of a time or of a day.
func (d presenter) at(at, now db.Instant) string { return d.lang.At(d.local(at), d.local(now)) }

// clock returns the time of day of an instant, with its day unless that is today.
func (d presenter) clock(at, now db.Instant) string {
	return d.lang.ClockOrMoment(d.local(at), d.local(now))
}

// since returns a text with when something was, and how long ago.
func (d presenter) since(text i18n.Text, at, now db.Instant) string {
	return d.lang.F(text, d.clock(at, now), d.elapsed(at, now))
}

// elapsed returns how long ago something was.
func (d presenter) elapsed(at, now db.Instant) string {
	return d.lang.Elapsed(int64(now-minuteOf(at)) / 60_000)
}

// shift returns the times of the shift that a clocking became.
func (d presenter) shift(c Clocking) string {
	n, _ := c.Shift(d.step, d.zone)
	return d.lang.ClockRange(d.local(n.Start), d.local(n.End))
}

// settle returns the page that settles a clocking, with what was typed.
func (d presenter) settle(c Clocking, now db.Instant, typed func(string) string, faults ui.Faults) views.Settle {
	start := d.lang.Moment(d.local(c.Start))
	p := views.Settle{Title: d.lang.T(i18n.ClockForgotten), Text: d.lang.F(i18n.ClockForgotText, start), Action: paths.Clocking(c.ID),
		Version: strconv.FormatInt(c.Version, 10), Faults: faults, Save: d.lang.T(i18n.ClockAdd), Drop: d.lang.T(i18n.ClockDrop)}
	end := typed("end_time")
	switch {
	case c.Refusal != "":
		p.Title = d.lang.T(i18n.ClockRefused)
		p.Text = d.lang.F(i18n.ClockRefusedText, start) + " " + d.lang.T(i18n.Fault(c.Refusal, ""))
		if end == "" {
			end = d.local(c.End).Format("15:04")
		}
	case !c.Forgotten(now):
		p.Text, p.Done = d.lang.T(i18n.ClockSettled), true
	case c.OnBreak() && end == "":
		end = d.local(c.Break).Format("15:04")
	}
	p.End = ui.Field{Name: "end_time", Label: d.lang.T(i18n.ClockSettleEnd), Value: end, Hint: d.lang.F(i18n.ClockEndHint, start),
		Required: true, AutoComplete: "off", Error: faults.Of("end_time")}
	p.Reason = ui.Field{Name: "reason", Label: d.lang.T(i18n.ClockReason), Hint: d.lang.T(i18n.ClockReasonHint), Value: typed("reason"),
		Rows: 2, Required: true, MaxLength: MaxReason, Error: faults.Of("reason")}
	return p
}

// faults returns what is wrong with the form that settles a clocking. What keeps it from becoming a shift is said at its end.
func (d presenter) faults(err error) (list ui.Faults) {
	fields := errs.FieldsOf(err)
	if len(fields) == 0 {
		fields.Add("", code(err), "")
	}
	for _, f := range fields {
		field, label := "end_time", i18n.ClockSettleEnd
		if f.Field == "reason" {
			field, label = f.Field, i18n.ClockReason
		}
		list.Add(d.lang, field, d.lang.T(label), f.Code, f.Detail)
	}
	return list
}

// longBreak is how long a break is, in milliseconds, when it is marked: the return may have been forgotten.
const longBreak = 60 * 60_000
