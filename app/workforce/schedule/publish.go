package schedule

import (
	"context"
	"slices"
	"strconv"

	"presence/app/accounts/auth"
	"presence/app/accounts/notifications"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/workforce/crews"
	"presence/db"
)

// Published says what a publication has changed.
type Published struct {
	Counts
	Employees int // for whom something has changed, without those whose records are archived
}

// Publish puts the draft of a crew in some days in the place of what is published, and notifies each employee for whom something has
// changed, once. A shift that was moved out of these days or out of the crew goes along. A change of a shift whose employee is not employed
// on its day, as after they have left, does not, until the shift is given to somebody else or cancelled. What is edited at the same time is
// published and notified as it is before the edit or as it is after it.
func (s *Service) Publish(ctx context.Context, by auth.Actor, c crews.Crew, r Range) (done Published, err error) {
	faults := r.validate()
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.SerializeBy(ctx, "schedule"); err != nil {
			return err
		}
		if err := s.checkPlanned(ctx, tx, by, c, &faults); err != nil {
			return err
		}
		if err := faults.Err(); err != nil {
			return err
		}
		list, people, err := s.lockedOfCrew(ctx, tx, c, r)
		if err != nil {
			return err
		}
		done, err = s.publishChanges(ctx, tx, by, c, r, publishable(list, people), people)
		return err
	})
	return done, err
}

// checkPlanned adds an error if the actor does not plan a crew. Only payroll and administrators plan those without a supervisor.
func (s *Service) checkPlanned(ctx context.Context, tx *db.Tx, by auth.Actor, c crews.Crew, faults *errs.Fields) error {
	if id := c.Supervisor(); id != 0 {
		return s.checkCrew(ctx, tx, by, id, faults)
	}
	if !by.SeesAll() {
		faults.Add("supervisor_id", "required", "This field is required.")
	}
	return nil
}

// publishable returns the shifts of a crew without those that a publication leaves as they are published (see Service.Publish).
func publishable(list []Shift, people []Person) []Shift {
	return slices.DeleteFunc(slices.Clone(list), behind(people))
}

// lockedOfCrew returns the shifts of a crew in some days, and its people with those of these shifts. It locks the shifts, also those that
// were moved out of the crew, then the people: in this order, as an edit does. What is inserted or moved into the crew until the people are
// locked is returned too.
func (s *Service) lockedOfCrew(ctx context.Context, tx *db.Tx, c crews.Crew, r Range) (list []Shift, people []Person, err error) {
	if people, err = members(ctx, tx, c, r); err != nil {
		return nil, nil, err
	}
	crew := idsOf(people)
	before, err := ofCrew(ctx, tx, crew, c, r)
	if err != nil {
		return nil, nil, err
	}
	if err := tx.LockRows(ctx, "planned_shifts", idsOfShifts(before)...); err != nil {
		return nil, nil, err
	}
	if err := tx.LockRows(ctx, "employees", append(peopleOf(before), append(crew, c.Supervisor())...)...); err != nil {
		return nil, nil, err
	}
	if people, err = members(ctx, tx, c, r); err != nil { // with the work days as they are now
		return nil, nil, err
	}
	if list, err = ofCrew(ctx, tx, crew, c, r); err != nil {
		return nil, nil, err
	}
	people, err = withPeopleOf(ctx, tx, people, list)
	return list, people, err
}

// changesOf returns the ids of the shifts that have changed, how many changes there are, and those of each employee. For the employee who
// loses a shift it is cancelled, and for the one who gets it, it is added.
func changesOf(list []Shift) (ids []int64, all Counts, of map[int64]*Counts) {
	of = map[int64]*Counts{}
	count := func(employee int64, what Change) {
		if employee == 0 {
			return
		}
		if of[employee] == nil {
			of[employee] = &Counts{}
		}
		of[employee].add(what)
	}
	for _, x := range list {
		what := x.Change()
		if what == Unchanged {
			continue
		}
		ids = append(ids, x.ID)
		all.add(what)
		switch {
		case what == Changed && x.Published.EmployeeID != x.EmployeeID:
			count(x.Published.EmployeeID, Cancelled)
			count(x.EmployeeID, Added)
		case what == Cancelled:
			count(x.Published.EmployeeID, Cancelled)
		default:
			count(x.EmployeeID, what)
		}
	}
	return ids, all, of
}

// told returns how many of the employees for whom something changes are told of it: not those whose records are archived.
func told(of map[int64]*Counts, people []Person) int {
	n := len(of)
	for _, p := range people {
		if p.Archived && of[p.ID] != nil {
			n--
		}
	}
	return n
}

// publishChanges publishes those of the shifts of a crew that have changed, and notifies their employees.
func (s *Service) publishChanges(ctx context.Context, tx *db.Tx, by auth.Actor, c crews.Crew, r Range, list []Shift, people []Person) (
	done Published, err error,
) {
	changed, all, of := changesOf(list)
	if len(changed) == 0 {
		return done, nil
	}
	if err := publish(ctx, tx, changed, s.at()); err != nil {
		return done, err
	}
	done = Published{all, told(of, people)}
	entry := audit.Entry{At: s.at(), Who: by.Who(), Action: "published", Kind: PublishedKind, RecordID: strconv.FormatInt(c.Supervisor(), 10),
		Changes: audit.Changes{"from_day": {nil, r.From.String()}, "until_day": {nil, r.To.String()},
			"shifts_added": {nil, done.Added}, "shifts_changed": {nil, done.Changed}, "shifts_cancelled": {nil, done.Cancelled}}}
	if err := auth.RecordForCrews(ctx, tx, by, []int64{c.Supervisor()}, entry); err != nil {
		return done, err
	}
	notice := notifications.Schedule{At: s.at(), By: by, From: r.From, Until: r.To}
	for employee, n := range of {
		notice.Of = append(notice.Of, notifications.ScheduleOf{EmployeeID: employee, Added: n.Added, Changed: n.Changed, Cancelled: n.Cancelled})
	}
	slices.SortFunc(notice.Of, func(a, b notifications.ScheduleOf) int { return int(a.EmployeeID - b.EmployeeID) })
	tx.BeforeCommit(func(ctx context.Context, tx *db.Tx) error { return notifications.NotifySchedule(ctx, tx, notice) })
	return done, nil
}

// Take gives a published shift that is open to the actor's crew to the actor, in the draft and for everybody to see, and notifies the
// supervisor. One of several who want it gets it. It is refused once the shift has begun, while its draft is another, and if the actor has
// another shift, has worked, or has leave in its time.
func (s *Service) Take(ctx context.Context, by auth.Actor, id int64) (taken Shift, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.LockRows(ctx, "planned_shifts", id); err != nil {
			return err
		}
		now, err := publishedByID(ctx, tx, by, id)
		if err != nil {
			return err
		}
		if err := tx.LockRows(ctx, "employees", by.EmployeeID, now.SupervisorID); err != nil {
			return err
		}
		x, err := s.takeable(ctx, tx, by, id)
		if err != nil {
			return err
		}
		old := x
		x.EmployeeID, x.SupervisorID = by.EmployeeID, 0
		if err := s.checkFree(ctx, tx, x.Plan); err != nil {
			return err
		}
		if err := save(ctx, tx, x, s.at()); err != nil {
			return err
		}
		if err := publish(ctx, tx, []int64{id}, s.at()); err != nil {
			return err
		}
		x.Version, x.Published = x.Version+1, new(x.Plan)
		taken = x
		tx.BeforeCommit(func(ctx context.Context, tx *db.Tx) error {
			return notifications.Notify(ctx, tx, notifications.Event{At: s.at(), By: by, Kind: notifications.ShiftTaken,
				Records: []notifications.Record{{ID: id, EmployeeID: by.EmployeeID}}, Data: notifications.Data{Start: x.Start, End: x.End}})
		})
		return s.record(ctx, tx, by, "taken", x, audit.Diff(old, x))
	})
	return taken, err
}

// mayTake reports whether the actor may take the open shifts of a crew that they belong to: not as a deputy of its supervisor, who can
// make them.
func mayTake(by auth.Actor, crew int64) bool { return !slices.Contains(by.StandsInFor, crew) }

// takeable returns a shift that is open to the actor's crew, as it is now.
func (s *Service) takeable(ctx context.Context, tx *db.Tx, by auth.Actor, id int64) (Shift, error) {
	crew, err := supervisorOf(ctx, tx, by.EmployeeID)
	if err != nil {
		return Shift{}, err
	}
	x, err := anyByID(ctx, tx, id)
	switch {
	case err != nil:
		return x, err
	case x.Published == nil || !x.Published.Open():
		return x, errs.Conflict("shift_taken", "Someone has already taken this shift.")
	case crew == 0 || x.Published.SupervisorID != crew:
		return x, errs.Forbidden("not_your_crew", "This shift is open to another team.")
	case !mayTake(by, crew):
		return x, errs.Forbidden("shift_of_deputy", "You’re planning this team as a delegate, so you can’t take its shifts.")
	case x.Change() != Unchanged:
		return x, errs.Conflict("shift_changing", "This shift is being changed. Try again once the schedule is published.")
	case x.Start <= s.at():
		return x, errs.Conflict("shift_begun", "This shift has already started.")
	}
	return x, nil
}

// checkFree returns an error if the employee of a plan cannot work at its time.
func (s *Service) checkFree(ctx context.Context, tx *db.Tx, p Plan) error {
	person, ok, err := employeeByID(ctx, tx, p.EmployeeID)
	if err != nil {
		return err
	}
	b, err := busyIn(ctx, tx, p)
	switch {
	case err != nil:
		return err
	case !ok || !person.Employed(p.Day):
		return errs.Conflict("not_employed", "This person isn’t employed on this day.")
	case b.Planned, b.Worked:
		return errs.Conflict("overlap", "The employee has another shift in this time.")
	case b.Away:
		return errs.Conflict("on_leave", "This person is on leave at this time.")
	}
	return nil
}
