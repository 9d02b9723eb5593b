package approvals

import (
	"cmp"
	"context"
	"strconv"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/workforce/expenses"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/mytime"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// Parts are the services that make the decisions.
type Parts struct {
	Time     *mytime.Service // shows the days and weeks of a sheet
	Sheets   *timesheets.Service
	Expenses *expenses.Service
	Leave    *leaverequests.Service
}

// Service reads the queue and passes decisions on.
type Service struct {
	Parts
	db   *db.DB
	zone *time.Location
	now  func() time.Time
}

// NewService wires the service; zone is the company's.
func NewService(d *db.DB, zone *time.Location, now func() time.Time, p Parts) *Service {
	return &Service{p, d, zone, now}
}

// View selects the part of the queue to show.
type View struct {
	Tab  Tab
	Kind Kind
	From *key // the last item of the part before; nil: from the start
	Open Ref  // zero: the first
}

// pageItems is how many items a part of the queue shows, and at most so many are approved at once.
const pageItems = 50

// QueuePage is the queue as one person has it before them.
type QueuePage struct {
	Counts map[Tab]int  // of the kind looked at
	Kinds  map[Kind]int // in the tab looked at
	Items  []Item       // at most pageItems
	More   bool         // there are others behind them
	Open   *Context     // nil when there is nothing to look at
}

// QueuePage reads a view. An item that is not there for the actor, or is no longer, gives way to the first of the part.
func (s *Service) QueuePage(ctx context.Context, by auth.Actor, v View) (b QueuePage, err error) {
	b.Counts, b.Kinds = map[Tab]int{}, map[Kind]int{}
	since := db.InstantOf(s.now().Add(-decidedFor))
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		for _, t := range Tabs {
			if b.Counts[t], err = count(ctx, q, by, t, v.Kind, since); err != nil {
				return err
			}
		}
		for _, k := range Kinds {
			if b.Kinds[k], err = count(ctx, q, by, v.Tab, k, since); err != nil {
				return err
			}
		}
		b.Items, err = list(ctx, q, by, v, since, pageItems+1)
		return err
	})
	if err != nil {
		return b, err
	}
	if b.More = len(b.Items) > pageItems; b.More {
		b.Items = b.Items[:pageItems]
	}
	b.Open, err = s.loadOpen(ctx, by, v.Open, b.Items)
	return b, err
}

// loadOpen is the item asked for, else the first of the list.
func (s *Service) loadOpen(ctx context.Context, by auth.Actor, r Ref, list []Item) (*Context, error) {
	item, err := find(ctx, s.db, by, r)
	if errs.KindOf(err) == errs.KindNotFound && len(list) > 0 {
		item, err = list[0], nil
	}
	if errs.KindOf(err) == errs.KindNotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return s.loadContext(ctx, by, item)
}

const (
	trailLength = 8
	awayShown   = 5
)

var auditKinds = map[Kind]string{Sheet: "timesheet", Leave: "leave_request", Expense: "expense"}

// loadContext reads what is needed to decide about an item.
func (s *Service) loadContext(ctx context.Context, by auth.Actor, i Item) (*Context, error) {
	c := &Context{Item: i}
	var err error
	if c.Trail, err = audit.History(ctx, s.db, auditKinds[i.Kind], strconv.FormatInt(i.ID, 10), trailLength); err != nil {
		return c, err
	}
	if i.Kind == Leave {
		leaverequests.Days(i.Start, i.End, s.zone, db.DayOf(i.Start.Time().In(s.zone)), db.DayOf(i.End.Time().In(s.zone)),
			func(_ db.Day, minutes int64) { c.LeaveMinutes += minutes })
		var all int
		c.Away, all, err = away(ctx, s.db, by, i, awayShown)
		c.AwayMore = all - len(c.Away)
		return c, err
	}
	return c, s.loadWeeks(ctx, by, c)
}

// loadWeeks reads the pay period of the item's sheet.
func (s *Service) loadWeeks(ctx context.Context, by auth.Actor, c *Context) error {
	t, err := s.Time.Sheet(ctx, by, cmp.Or(c.SheetID, c.ID))
	if err != nil {
		return err
	}
	period, err := s.Time.PeriodOf(ctx, t)
	if err != nil {
		return err
	}
	if c.Fortnight, err = s.Time.PeriodView(ctx, by, t.EmployeeID, period); err != nil {
		return err
	}
	c.Sheet = t
	for _, x := range c.Fortnight.Sheets {
		if x.ID == t.ID {
			c.Sheet = x
		}
	}
	return nil
}

// Counts is what waits for a person's decision.
type Counts struct {
	Sheets   int // submitted, or changed since an approval that was withdrawn
	Changed  int // the latter among them
	Leave    int // asked for or escalated
	Expenses int // on the sheets, not yet decided one by one
	Shifts   int // likewise
}

// Total is how many decisions are open. A sheet's approval covers what is on it, so its expenses and shifts do not count
// a second time.
func (c Counts) Total() int { return c.Sheets + c.Leave }

// OpenCounts counts what waits for the actor's decision. The navigation, the tabs, the start page and the notification summary
// all use these counts.
func (s *Service) OpenCounts(ctx context.Context, by auth.Actor) (c Counts, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		for _, x := range []struct {
			to   *int
			tab  Tab
			kind Kind
		}{{&c.Sheets, Waiting, Sheet}, {&c.Changed, Changed, Sheet}, {&c.Leave, Waiting, Leave}, {&c.Expenses, Waiting, Expense}} {
			if *x.to, err = count(ctx, q, by, x.tab, x.kind, 0); err != nil {
				return err
			}
		}
		c.Shifts, err = countShifts(ctx, q, by)
		return err
	})
	return c, err
}

// WaitingCount is the Total of Open alone, as every page shows it.
func (s *Service) WaitingCount(ctx context.Context, by auth.Actor) (int, error) {
	return count(ctx, s.db, by, Waiting, Main, 0)
}
