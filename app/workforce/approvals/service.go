package approvals

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sync/errgroup"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/workforce/deputies"
	"presence/app/workforce/expenses"
	"presence/app/workforce/leavebalances"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/mytime"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// Options are what the service needs beside the database.
type Options struct {
	Zone *time.Location // of the company
	Now  func() time.Time

	// OverdueDays is the number of working days after which approvals of a supervisor are overdue; 0: never.
	OverdueDays int

	// The services of the records in the queue.
	Time     *mytime.Service // shows the days and weeks of a sheet
	Sheets   *timesheets.Service
	Expenses *expenses.Service
	Leave    *leaverequests.Service
	Balances *leavebalances.Service // nil: no balances are shown
	Deputies *deputies.Service
}

// Service reads the queue and passes decisions to the services of the records.
type Service struct {
	Options
	db *db.DB
}

// NewService makes the service.
func NewService(d *db.DB, o Options) *Service { return &Service{o, d} }

// View selects a page of the queue.
type View struct {
	Tab  Tab
	Kind Kind
	From int // the number of items before the page
	Open Ref // zero: the first
}

// inParts reports whether the list of the view has parts: what waits, except expenses.
func (v View) inParts() bool { return !v.Tab.isDecided() && v.Kind != Expense }

// pageItems is the number of items on a page of the queue, and the maximum that one request approves.
const pageItems = 50

// QueuePage is a page of the queue for one user.
type QueuePage struct {
	Counts map[Tab]int  // of the selected kind
	Kinds  map[Kind]int // in the selected tab
	Parts  map[part]int // of the selected kind in the selected tab, on all pages; nil for a list without parts
	Items  []Item       // at most pageItems
	Ready  []Item       // all that are ready, if they are on several pages and of one period; incomplete
	From   int          // the number of items before them
	More   bool         // there is another page
	Before *Item        // the last of the previous page; nil: not read, as for a list without parts
	After  *Item        // the first of the next page; nil: there is none
	Open   *Context     // nil when there is no item
}

// QueuePage returns a page. If the open item does not exist for the actor (any more), it opens the first item of the page. A list with
// parts is read as a whole, as the parts depend on the hours; a page that it does not reach is its last.
func (s *Service) QueuePage(ctx context.Context, by auth.Actor, v View) (b QueuePage, err error) {
	b.From = v.From
	since := db.InstantOf(s.Now().Add(-decidedFor))
	if v.inParts() {
		var reads errgroup.Group // at the same time, as each takes a while in a large company
		reads.Go(func() error {
			return s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error { return countItems(ctx, q, by, v, since, &b) })
		})
		reads.Go(func() error { return s.readParts(ctx, by, v, &b) })
		err = reads.Wait()
	} else {
		err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
			if err := countItems(ctx, q, by, v, since, &b); err != nil {
				return err
			}
			b.Items, err = list(ctx, q, by, v, since, pageItems+1)
			return err
		})
		if b.More = len(b.Items) > pageItems; b.More {
			b.Items, b.After = b.Items[:pageItems], &b.Items[pageItems]
		}
	}
	if err != nil {
		return b, err
	}
	b.Open, err = s.loadOpen(ctx, by, v.Open, b.Items)
	return b, err
}

// countItems counts the items of the tabs, and of the kinds in the tab of the view.
func countItems(ctx context.Context, q db.Queryer, by auth.Actor, v View, since db.Instant, b *QueuePage) (err error) {
	b.Counts, b.Kinds = map[Tab]int{}, map[Kind]int{}
	c := counter{q, by, since, map[counted]int{}}
	for _, t := range Tabs {
		if b.Counts[t], err = c.count(ctx, t, v.Kind); err != nil {
			return err
		}
	}
	for _, k := range Kinds {
		if b.Kinds[k], err = c.count(ctx, v.Tab, k); err != nil {
			return err
		}
	}
	return nil
}

// readParts reads the page of a list with parts, and their counts.
func (s *Service) readParts(ctx context.Context, by auth.Actor, v View, b *QueuePage) error {
	all, err := s.waiting(ctx, by, v)
	if err != nil {
		return err
	}
	b.Parts = countParts(all)
	b.From = min(v.From, max(len(all)-1, 0)/pageItems*pageItems)
	to := min(b.From+pageItems, len(all))
	if err := complete(ctx, s.db, by, all[max(b.From-1, 0):min(to+1, len(all))]); err != nil {
		return err
	}
	if b.Items = all[b.From:to]; b.From > 0 {
		b.Before = &all[b.From-1]
	}
	if b.More = to < len(all); b.More {
		b.After = &all[to]
	}
	if n := b.Parts[ready]; n > countParts(b.Items)[ready] {
		b.Ready = ofOnePeriod(all[len(all)-n:]) // they are last
	}
	return s.addLabour(ctx, b.Items)
}

func countParts(list []Item) map[part]int {
	counts := map[part]int{}
	for _, i := range list {
		counts[i.part()]++
	}
	return counts
}

// ofOnePeriod returns sheets if they are all of one period; nil otherwise.
func ofOnePeriod(sheets []Item) []Item {
	if slices.ContainsFunc(sheets, func(i Item) bool { return i.Day != sheets[0].Day }) {
		return nil
	}
	return sheets
}

// waiting returns all items of a view with parts, in the order of the page; those that are shown must be completed. The number
// of queries does not depend on the number of items.
func (s *Service) waiting(ctx context.Context, by auth.Actor, v View) ([]Item, error) {
	items, err := listKeys(ctx, s.db, by, v)
	if err == nil {
		err = s.addRows(ctx, by, items)
	}
	order := make([]*Item, len(items)) // items are large: sorting them takes longer
	for i := range items {
		order[i] = &items[i]
	}
	slices.SortFunc(order, compareWaiting)
	sorted := make([]Item, len(items))
	for i, x := range order {
		sorted[i] = *x
	}
	return sorted, err
}

// rowPeriods is the maximum number of periods whose rows are read, those with the sheets that wait longest. Sheets of other periods are
// listed without warnings.
const rowPeriods = 6

// addRows adds to waiting sheets the rows of their owners. The number of queries depends on the number of periods alone.
func (s *Service) addRows(ctx context.Context, by auth.Actor, items []Item) error {
	owners, since := map[db.Day][]int64{}, map[db.Day]db.Instant{}
	for _, i := range items {
		if i.Kind == Sheet && !i.Day.IsZero() {
			if first, known := since[i.Day]; !known || i.At < first {
				since[i.Day] = i.At
			}
			owners[i.Day] = append(owners[i.Day], i.EmployeeID)
		}
	}
	days := slices.SortedFunc(maps.Keys(owners), func(a, b db.Day) int { return cmp.Or(cmp.Compare(since[a], since[b]), a.Compare(b)) })
	for _, day := range days[min(rowPeriods, len(days)):] {
		delete(owners, day)
	}
	rowsOf := map[db.Day]*[]payperiods.Row{}
	var reads errgroup.Group // a few at the same time, as each takes a while in a large company
	reads.SetLimit(4)
	for start, ids := range owners {
		rows := new([]payperiods.Row)
		rowsOf[start] = rows
		reads.Go(func() (err error) {
			*rows, err = s.Time.Periods.RowsOf(ctx, by, s.Time.Periods.Calendar().At(start), ids)
			return err
		})
	}
	if err := reads.Wait(); err != nil {
		return err
	}
	for start, rows := range rowsOf {
		byOwner := map[int64]int{}
		ordered := payperiods.InOrder(*rows)
		for rank, r := range ordered {
			byOwner[r.Employee.ID] = rank
		}
		for i := range items {
			x := &items[i]
			if rank, known := byOwner[x.EmployeeID]; known && x.Kind == Sheet && x.Day == start {
				x.Row, x.rank = ordered[rank], rank
			}
		}
	}
	return nil
}

// addLabour adds to sheets with a row the warnings of the labour standards.
func (s *Service) addLabour(ctx context.Context, items []Item) error {
	rows := map[db.Day][]*payperiods.Row{}
	for _, i := range items {
		if i.Row != nil {
			rows[i.Day] = append(rows[i.Day], i.Row)
		}
	}
	for start, list := range rows {
		labour, err := s.Time.Periods.LabourWarnings(ctx, s.Time.Periods.Calendar().At(start), list)
		if err != nil {
			return err
		}
		for i := range items {
			if x := &items[i]; x.Row != nil && x.Day == start {
				x.Labour = labour[x.EmployeeID]
			}
		}
	}
	return nil
}

// loadOpen returns the item r, else the first of the list.
func (s *Service) loadOpen(ctx context.Context, by auth.Actor, r Ref, list []Item) (*Context, error) {
	item, err := s.findItem(ctx, by, r)
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
	historyLength = 8
	awayShown     = 5
)

var auditKinds = map[Kind]string{Sheet: "timesheet", Leave: "leave_request", Expense: "expense"}

// loadContext reads the data that the approver of an item needs.
func (s *Service) loadContext(ctx context.Context, by auth.Actor, i Item) (*Context, error) {
	c := &Context{Item: i}
	var err error
	if c.History, err = audit.History(ctx, s.db, auditKinds[i.Kind], strconv.FormatInt(i.ID, 10), historyLength); err != nil {
		return c, err
	}
	if i.Kind == Leave {
		if c.Takes, err = s.Leave.Taken(ctx, by, i.ID, s.Zone); err != nil {
			return c, err
		}
		if s.Balances != nil {
			first, _ := leaverequests.LeaveRequest{Start: i.Start, End: i.End}.Days(s.Zone)
			if c.Balance, c.Balanced, err = s.Balances.Before(ctx, by, i.EmployeeID, i.LeaveType, first, i.ID); err != nil {
				return c, err
			}
		}
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
	if c.Previous, err = s.Time.WorkedBefore(ctx, by, t.EmployeeID, period); err != nil {
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

// Counts are the numbers of open decisions of a person.
type Counts struct {
	Sheets   int // submitted, or changed since an approval that was withdrawn
	Changed  int // of these, those that changed since an approval
	Leave    int // requested or escalated
	Expenses int // on these sheets, not decided one by one
	Shifts   int // on these sheets, not approved one by one
}

// Total returns the number of open decisions. Expenses and shifts do not count, because the approval of their sheet covers
// them.
func (c Counts) Total() int { return c.Sheets + c.Leave }

// OpenCounts counts the open decisions of the actor, with the lines that they cover. The navigation, the tabs, the start page and the
// notification summary all use these counts.
func (s *Service) OpenCounts(ctx context.Context, by auth.Actor) (c Counts, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if c, err = countDecisions(ctx, q, by); err != nil {
			return err
		}
		if c.Expenses, err = count(ctx, q, by, Waiting, Expense, 0); err != nil {
			return err
		}
		c.Shifts, err = countShifts(ctx, q, by)
		return err
	})
	return c, err
}

// OpenDecisions returns OpenCounts without the lines, which takes a fraction of the time.
func (s *Service) OpenDecisions(ctx context.Context, by auth.Actor) (c Counts, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		c, err = countDecisions(ctx, q, by)
		return err
	})
	return c, err
}

func countDecisions(ctx context.Context, q db.Queryer, by auth.Actor) (c Counts, err error) {
	for _, x := range []struct {
		to   *int
		tab  Tab
		kind Kind
	}{{&c.Sheets, Waiting, Sheet}, {&c.Changed, Changed, Sheet}, {&c.Leave, Waiting, Leave}} {
		if *x.to, err = count(ctx, q, by, x.tab, x.kind, 0); err != nil {
			return c, err
		}
	}
	return c, nil
}

// WaitingCount returns OpenDecisions(…).Total(), which every page shows, with fewer queries.
func (s *Service) WaitingCount(ctx context.Context, by auth.Actor) (int, error) {
	return count(ctx, s.db, by, Waiting, Main, 0)
}

// OpenLeave returns the leave that waits for the actor's decision, the longest waiting first, at most n requests.
func (s *Service) OpenLeave(ctx context.Context, by auth.Actor, n int) ([]Item, error) {
	return list(ctx, s.db, by, View{Tab: Waiting, Kind: Leave}, 0, n)
}
