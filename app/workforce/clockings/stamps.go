package clockings

import (
	"cmp"
	"slices"
	"time"

	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/workforce/shifts"
	"presence/db"
)

// StampKind is the kind of stamps in the audit log and in errors.
const StampKind = "clock_stamp"

// Act is what a stamp does.
type Act string

// The acts.
const (
	ActIn    Act = "in"
	ActBreak Act = "break"
	ActBack  Act = "back"
	ActTask  Act = "task"
	ActOut   Act = "out"
)

// action returns the action in the audit log.
func (a Act) action() string {
	return map[Act]string{ActIn: "clocked_in", ActBreak: "break_started", ActBack: "break_ended", ActTask: "task_changed",
		ActOut: "clocked_out"}[a]
}

// Stamp is what an employee stamped on a device that had no network. Its times are to the second.
type Stamp struct {
	ID         int64
	EmployeeID int64
	Key        string // chosen by the device
	Act        Act
	BankCodeID int64      // the task that was chosen; 0: none
	DeviceAt   db.Instant // by the clock of the device
	At         db.Instant // corrected by Ahead
	Ahead      int64      // seconds by which the clock of the device was ahead when it handed over; 0: less than a minute
	ReceivedAt db.Instant
	ClockingID int64  // that it began or changed; 0: it was refused
	Refusal    string // the code of the error that refused it; it is kept after it was settled, for a device that asks again
	SettledAt  db.Instant
}

// AuditFields implements audit.Auditable.
func (s Stamp) AuditFields() audit.Fields {
	f := audit.Fields{"id": s.ID, "employee_id": s.EmployeeID, "act": string(s.Act), "stamped_at": s.At.String(), "refusal": s.Refusal,
		"handed_over_at": s.ReceivedAt.String()}
	if s.BankCodeID != 0 {
		f["bank_code_id"] = s.BankCodeID
	}
	if s.Ahead != 0 {
		f["device_ahead_seconds"] = s.Ahead
	}
	if s.SettledAt != 0 {
		f["settled_at"] = s.SettledAt.String()
	}
	return f
}

// Waits reports whether the stamp was refused and is not settled.
func (s Stamp) Waits() bool { return s.Refusal != "" && s.SettledAt == 0 }

// Limits of what a device hands over.
const (
	MaxStamps = 500                // in one request
	maxAge    = 7 * 24 * time.Hour // of a stamp
	tolerance = time.Minute        // by which the clock of a device may be wrong
)

// HandOver is what a device hands over.
type HandOver struct {
	EmployeeID int64      // whose stamps they are
	SentAt     db.Instant // by the clock of the device
	Stamps     []Stamp
}

// ahead returns by how many seconds the clock of the device is ahead; 0 if it is right to the minute.
func (h HandOver) ahead(now db.Instant) int64 {
	off := int64(h.SentAt - now) // in milliseconds: a time.Duration is too short for any two dates
	switch {
	case off > tolerance.Milliseconds():
		return (off + 500) / 1000
	case off < -tolerance.Milliseconds():
		return (off - 500) / 1000
	}
	return 0
}

// dated returns the stamps with their corrected times and when they were received, in the order of these times; those of one second are
// in the order in which they came. Stamps that the device dates after it sent them, and those that are too old, are refused.
func (h HandOver) dated(now, received db.Instant) []Stamp {
	list := slices.Clone(h.Stamps)
	ahead := h.ahead(now)
	for i := range list {
		x := &list[i]
		x.EmployeeID, x.ReceivedAt, x.Ahead = h.EmployeeID, received, ahead
		x.DeviceAt = second(x.DeviceAt)
		x.At = x.DeviceAt - db.Instant(1000*ahead)
		switch {
		case x.DeviceAt > h.SentAt:
			x.Refusal = "stamp_future"
		case int64(now-x.At) > maxAge.Milliseconds():
			x.Refusal = "stamp_too_old"
		default:
			x.At = min(x.At, now) // the clock of the device is ahead, but by less than a minute
		}
	}
	slices.SortStableFunc(list, func(a, b Stamp) int { return cmp.Compare(a.At, b.At) })
	return list
}

func second(at db.Instant) db.Instant { return at - at%1000 }

// clockState is the clock of an employee while stamps are applied to it.
type clockState struct {
	current *replayed  // has no end; nil: not clocked in
	last    db.Instant // when something was stamped last: nothing is stamped before
	tasks   []Task
	changed []*replayed // what changed, in the order of start
	steps   []step
}

// replayed is a clocking to which stamps are applied.
type replayed struct {
	Clocking
	new bool // not stored yet
}

// step is one change of a clocking by a stamp.
type step struct {
	of     *replayed
	stamp  *Stamp
	action string    // for the audit log
	before *Clocking // nil: it is new
	after  Clocking
}

// newClockState returns the state of a clock, of which last is the clocking that began last; nil: there is none.
func newClockState(last *Clocking, tasks []Task) *clockState {
	s := &clockState{tasks: tasks}
	if last != nil {
		s.last = last.lastStamp()
		if last.Running() {
			s.current = &replayed{Clocking: *last}
		}
	}
	return s
}

// lastStamp returns when something was stamped last.
func (c Clocking) lastStamp() db.Instant {
	at := max(c.Start, c.End, c.Break)
	for _, b := range c.Breaks.List() {
		at = max(at, b.End)
	}
	return at
}

// apply applies a stamp. It changes nothing if it returns an error, which says why the stamp is refused.
func (s *clockState) apply(x *Stamp) (err error) {
	if x.At < s.last {
		return errOrder()
	}
	switch {
	case x.Act == ActIn:
		err = s.begin(x)
	case s.current == nil:
		err = errNotRunning()
	case x.Act == ActTask:
		err = s.change(x)
	default:
		err = s.move(x, map[Act]func(Clocking, db.Instant) (Clocking, error){
			ActBreak: Clocking.startBreak, ActBack: Clocking.endBreak, ActOut: Clocking.stop}[x.Act])
	}
	if err == nil {
		s.last = x.At
	}
	return err
}

// begin starts a clocking.
func (s *clockState) begin(x *Stamp) error {
	if s.current != nil {
		if err := s.current.checkStamp(x.At); err != nil {
			return err
		}
		return errs.Conflict("clock_running", "You’ve already clocked in.")
	}
	code, err := chooseTask(s.tasks, x.BankCodeID)
	if err != nil {
		return err
	}
	s.open(x, code)
	return nil
}

// change ends the clocking and starts one on another task.
func (s *clockState) change(x *Stamp) error {
	code, err := chooseTask(s.tasks, x.BankCodeID)
	switch {
	case err != nil:
		return err
	case code == s.current.BankCodeID:
		return errSameTask()
	}
	if err := s.move(x, Clocking.stop); err != nil {
		return err
	}
	s.open(x, code)
	return nil
}

// open adds a clocking without an end.
func (s *clockState) open(x *Stamp, code int64) {
	s.current = &replayed{Clocking: Clocking{EmployeeID: x.EmployeeID, BankCodeID: code, Start: x.At, HandedOver: x.ReceivedAt, Ahead: x.Ahead,
		Version: 1, UpdatedAt: x.ReceivedAt}, new: true}
	s.changed = append(s.changed, s.current)
	s.steps = append(s.steps, step{of: s.current, stamp: x, action: "clocked_in", after: s.current.Clocking})
}

// move changes the current clocking.
func (s *clockState) move(x *Stamp, how func(Clocking, db.Instant) (Clocking, error)) error {
	c, before := s.current, s.current.Clocking
	after, err := how(before, x.At)
	if err != nil {
		return err
	}
	after.HandedOver, after.UpdatedAt, after.Version = x.ReceivedAt, x.ReceivedAt, before.Version+1
	if max(x.Ahead, -x.Ahead) > max(after.Ahead, -after.Ahead) {
		after.Ahead = x.Ahead
	}
	c.Clocking = after
	if !slices.Contains(s.changed, c) {
		s.changed = append(s.changed, c)
	}
	s.steps = append(s.steps, step{of: c, stamp: x, action: x.Act.action(), before: &before, after: after})
	if !after.Running() {
		s.current = nil
	}
	return nil
}

// shifts returns the shifts that clockings become which ended, and those clockings.
func (s *clockState) shifts(step int, zone *time.Location) (list []shifts.New, of []*Clocking) {
	for _, c := range s.changed {
		if c.Running() {
			continue
		}
		if n, ok := c.Shift(step, zone); ok {
			list, of = append(list, n), append(of, &c.Clocking)
		}
	}
	return list, of
}

func errOrder() error {
	return errs.Conflict("stamp_out_of_order", "Another clock time already exists at this time or later.")
}
