package clockings

import (
	"time"

	"github.com/go-json-experiment/json"

	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/ui"
	views "presence/views/workforce/clockings"
)

// HandedOver returns, for a clocking with stamps that were made on a device without a network, when they were handed over, and by how much
// the clock of the device was wrong.
func HandedOver(l i18n.Lang, c Clocking, zone *time.Location) (notes []string) {
	if c.HandedOver == 0 {
		return nil
	}
	d := presenter{lang: l, zone: zone}
	return append([]string{l.F(i18n.ClockSent, d.at(c.HandedOver, c.Start))}, wrong(l, c.Ahead, i18n.TimeAhead, i18n.TimeBehind)...)
}

// wrong says by how much the clock of a device was ahead or behind, if it was.
func wrong(l i18n.Lang, seconds int64, ahead, behind i18n.Text) []string {
	switch {
	case seconds == 0:
		return nil
	case seconds < 0:
		seconds, ahead = -seconds, behind
	}
	minutes := (seconds + 30) / 60
	text := l.N(int(minutes), i18n.ClockMinutes)
	switch {
	case minutes >= 48*60:
		text = l.N(int(minutes/(24*60)), i18n.ClockDays)
	case minutes >= 2*60:
		text = l.N(int(minutes/60), i18n.ClockHours)
	}
	return []string{l.F(ahead, text)}
}

// handed says what a device of the employee handed over lately.
func (d presenter) handed(c Clock) []string {
	if c.Handed.At == 0 || c.Handed.Taken == 0 {
		return nil
	}
	text := i18n.ClockHandedOne
	if c.Handed.Taken > 1 {
		text = i18n.ClockHanded
	}
	said := d.lang.F(text, d.lang.Int(int64(c.Handed.Taken)), d.at(c.Handed.At, c.Now))
	return append([]string{said}, wrong(d.lang, c.Handed.Ahead, i18n.ClockAhead, i18n.ClockBehind)...)
}

// deviceJSON is what a device keeps of an employee's clock for when there is no network.
type deviceJSON struct {
	Employee int64        `json:"employee"`
	Name     string       `json:"name"`
	Now      int64        `json:"now"` // as all times in milliseconds
	Since    int64        `json:"since,omitzero"`
	Break    int64        `json:"break,omitzero"`
	Task     int64        `json:"task,omitzero"`
	Tasks    []deviceTask `json:"tasks"`
}

type deviceTask struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

func (d presenter) device(c Clock) string {
	x := deviceJSON{Employee: c.EmployeeID, Name: c.Name, Now: int64(c.Now)}
	if c.Running != nil {
		x.Since, x.Break, x.Task = int64(c.Running.Start), int64(c.Running.Break), c.Running.BankCodeID
	}
	for _, t := range c.Tasks[:min(len(c.Tasks), deviceTasks)] {
		x.Tasks = append(x.Tasks, deviceTask{t.ID, TaskName(d.lang, t)})
	}
	b, err := json.Marshal(x)
	if err != nil {
		panic(err) // texts and numbers
	}
	return string(b)
}

// deviceTasks is how many tasks a device keeps: those that were used last.
const deviceTasks = 20

// waitingStamp returns a refused stamp, of a person unless the name is empty.
func (d presenter) waitingStamp(x Stamp, name string) views.Waiting {
	text := d.lang.F(i18n.StampText, d.act(x), d.lang.Moment(d.local(x.At)), d.refusal(x))
	if name != "" {
		text = name + " · " + text
	}
	return views.Waiting{Title: d.lang.T(i18n.StampRefused), Text: text, Href: paths.Stamp(x.ID), Button: d.lang.T(i18n.ClockSettle)}
}

// refusal says why a stamp was refused.
func (d presenter) refusal(x Stamp) string {
	if text, known := i18n.StampReasons[x.Refusal]; known {
		return d.lang.T(text)
	}
	return d.lang.T(i18n.Fault(x.Refusal, ""))
}

func (d presenter) act(x Stamp) string { return d.lang.T(i18n.StampActs[string(x.Act)]) }

// settleStamp returns the page that settles a stamp, with the values that were typed.
func (d presenter) settleStamp(x Stamp, reason string, faults ui.Faults) views.Settle {
	p := views.Settle{Title: d.lang.T(i18n.StampRefused), Action: paths.Stamp(x.ID), Faults: faults, Done: !x.Waits()}
	if p.Done {
		p.Text = d.lang.T(i18n.ClockSettled)
		return p
	}
	p.Text = d.lang.F(i18n.StampDetails, d.act(x), d.lang.Moment(d.local(x.At)), d.lang.Moment(d.local(x.ReceivedAt))) + " " +
		i18n.Capital(d.refusal(x))
	for _, note := range wrong(d.lang, x.Ahead, i18n.ClockAhead, i18n.ClockBehind) {
		p.Text += " " + note
	}
	p.Advice, p.Save = d.lang.T(i18n.StampAdvice), d.lang.T(i18n.StampDone)
	p.Reason = ui.Field{Name: "reason", Label: d.lang.T(i18n.ClockReason), Hint: d.lang.T(i18n.ClockReasonHint), Value: reason, Rows: 2,
		Required: true, MaxLength: MaxReason, Error: faults.Of("reason")}
	return p
}

// offline returns the page that devices keep.
func (d presenter) offline() views.Offline {
	l := d.lang
	acts := map[string]string{}
	for act, text := range i18n.StampActs {
		acts[act] = l.T(text)
	}
	kept, keptMany := l.Forms(i18n.OfflineKept)
	others, othersMany := l.Forms(i18n.OfflineOthers)
	texts := map[string]any{"acts": acts, "name": l.T(i18n.OfflineName), "out": l.T(i18n.OfflineOut), "running": l.T(i18n.ClockRunning),
		"onBreak": l.T(i18n.ClockOnBreak), "known": l.T(i18n.OfflineKnown), "sending": l.T(i18n.OfflineSend), "signIn": l.T(i18n.OfflineSignIn),
		"failed": l.T(i18n.OfflineFailed), "kept": kept, "kepts": keptMany, "others": others, "otherss": othersMany}
	b, err := json.Marshal(texts, json.Deterministic(true))
	if err != nil {
		panic(err) // texts
	}
	task := views.Act{Label: l.T(i18n.ClockSwitch), Action: string(ActTask)}
	return views.Offline{Texts: string(b), Language: string(l) + "-CA", Switch: task, Acts: []views.Act{
		{Label: l.T(i18n.ClockIn), Action: string(ActIn), Icon: ui.IconClock},
		{Label: l.T(i18n.ClockBack), Action: string(ActBack), Icon: ui.IconPlay},
		{Label: l.T(i18n.ClockOut), Action: string(ActOut), Icon: ui.IconSignOut},
		{Label: l.T(i18n.ClockBreak), Action: string(ActBreak), Icon: ui.IconPause}}}
}
