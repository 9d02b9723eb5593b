package campaigns

import (
	"context"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/db"
)

// Timeline holds the history of a campaign's messages by intervals of time, and the number of recipients in each stage. All of it, and
// the campaign, are from one snapshot of the database.
type Timeline struct {
	Campaign  Campaign      // with the counts to which the other figures add up
	Width     time.Duration // of an interval; from a day on, intervals begin at midnight
	Intervals []Interval
	Scanned   int64 // recipients whose message a program looked at
	Stages    Stages
	Reminders []db.Instant // when reminders of it were started
	Closed    db.Instant   // when answers were closed, if that is past; 0: not yet

	zone *time.Location
}

// Interval is one of the equal intervals since the campaign began.
type Interval struct {
	From                              db.Instant
	Sent, Opened, Clicked, Registered int64
}

// Stages counts the recipients who got the message and have not registered, by the last stage that they reached, and those who have
// registered without it. With those, the opens and those who did not open add up to the messages sent, and so do the clicks.
type Stages struct {
	NotOpened, OpenedNotClicked, ClickedNotRegistered int64
	Complained                                        int64 // reported the message as spam, whatever else they did with it

	// Registered, though no open or no click of theirs was recorded: mail programs block pictures, and the page has other addresses.
	RepliedUnopened, RepliedUnclicked int64
}

// Total returns how many got the message, have not registered and may be reminded.
func (s Stages) Total() int64 { return s.NotOpened + s.OpenedNotClicked + s.ClickedNotRegistered }

const day = 24 * time.Hour

// intervalWidths are the possible widths of an interval: the smallest is used that needs no more than maxIntervals.
var intervalWidths = []time.Duration{time.Second, 5 * time.Second, 15 * time.Second, time.Minute, 5 * time.Minute, 15 * time.Minute,
	time.Hour, day, 7 * day, 30 * day, 365 * day}

const (
	maxIntervals       = 36
	countedBy          = 30 * time.Minute // the widest step in SQL: days are put together from it, since they are not all as long
	timelineAge        = 15 * time.Second // maximum age while the counts change: a timeline reads every row
	recipientsOfSecond = 20_000           // a smaller campaign is counted each time, one of twice as many is at most 2 s old
	maxCachedTimelines = 32
)

// begin returns the start of the interval that contains the instant at.
func (t Timeline) begin(at db.Instant) time.Time {
	local := at.Time().In(t.zone)
	if t.Width >= day {
		return db.DayOf(local).In(t.zone)
	}
	return local.Truncate(t.Width)
}

// position returns the position of an instant on the time axis, as a number of intervals since from: 2.5 is the middle of the
// third interval.
func (t Timeline) position(from time.Time, at db.Instant) float64 {
	local := at.Time().In(t.zone)
	if t.Width < day {
		return float64(local.Sub(from)) / float64(t.Width)
	}
	today := db.DayOf(local)
	within := float64(local.Sub(today.In(t.zone))) / float64(day)
	return (float64(today.Sub(db.DayOf(from))) + within) / float64(t.Width/day)
}

// interval returns when the nth interval begins.
func (t Timeline) interval(from time.Time, n int) time.Time {
	if t.Width < day {
		return from.Add(time.Duration(n) * t.Width)
	}
	return from.AddDate(0, 0, n*int(t.Width/day))
}

// timelineCache caches the timelines that were read last. Concurrent requests for the same missing one share one query.
type timelineCache struct {
	counting singleflight.Group

	mu   sync.Mutex
	kept map[int64]cachedTimeline
}

type cachedTimeline struct {
	at time.Time
	Timeline
}

func (k *timelineCache) get(c Campaign, now time.Time) (Timeline, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	t, ok := k.kept[c.ID]
	age, maxAge := now.Sub(t.at), min(timelineAge, time.Duration(c.Counts.Total/recipientsOfSecond)*time.Second)
	before := t.Campaign
	same := before.Version == c.Version && before.Counts.Registered == c.Counts.Registered
	return t.Timeline, ok && (same || before.State == c.State && age >= 0 && age < maxAge)
}

func (k *timelineCache) put(now time.Time, t Timeline) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.kept == nil || len(k.kept) >= maxCachedTimelines {
		k.kept = map[int64]cachedTimeline{}
	}
	k.kept[t.Campaign.ID] = cachedTimeline{now, t}
}

// Timeline returns sends, opens, clicks and registrations over time, by the days of a time zone. While the campaign's counts change, the
// result of a campaign of 20,000 recipients is up to a second old, of 300,000 up to 15 seconds; after a change of its state it is counted
// again.
func (s *Service) Timeline(ctx context.Context, c Campaign, zone *time.Location) (Timeline, error) {
	if t, ok := s.timelines.get(c, s.now()); ok {
		return t, nil
	}
	t, err, _ := s.timelines.counting.Do(strconv.FormatInt(c.ID, 10), func() (any, error) {
		var t Timeline
		err := s.db.Read(context.WithoutCancel(ctx), func(ctx context.Context, q db.Queryer) error { // others may wait for the result
			c, err := s.get(ctx, q, c.ID)
			if err == nil {
				t, err = s.countTimeline(ctx, q, c, zone)
			}
			return err
		})
		if err == nil {
			s.timelines.put(s.now(), t)
		}
		return t, err
	})
	return t.(Timeline), err
}

func (s *Service) countTimeline(ctx context.Context, q db.Queryer, c Campaign, zone *time.Location) (t Timeline, err error) {
	t.Campaign, t.zone = c, zone
	if c.StartedAt == 0 || c.LastID == 0 {
		return t, nil
	}
	var last db.Instant
	if last, t.Scanned, err = lastEventAt(ctx, q, c); err != nil {
		return t, err
	}
	if t.Stages, err = countStages(ctx, q, c); err != nil {
		return t, err
	}
	if t.Reminders, err = remindersOf(ctx, q, c); err != nil || last < c.StartedAt {
		return t, err
	}
	if t.Closed, err = s.closedAt(ctx, q, c.EventID); err != nil {
		return t, err
	}
	for _, at := range append(t.Reminders, t.Closed) {
		last = max(last, at)
	}
	for _, t.Width = range intervalWidths {
		if time.Duration(last-c.StartedAt)*time.Millisecond/t.Width < maxIntervals {
			break
		}
	}
	from := t.begin(c.StartedAt)
	step := min(t.Width, countedBy)
	list, err := countByInterval(ctx, q, c, db.InstantOf(from), step.Milliseconds())
	if err != nil {
		return t, err
	}
	t.Intervals = make([]Interval, int(t.position(from, last))+1)
	for i := range t.Intervals {
		t.Intervals[i].From = db.InstantOf(t.interval(from, i))
	}
	for _, x := range list {
		at := db.InstantOf(from.Add(time.Duration(x.n) * step))
		p := &t.Intervals[min(int(t.position(from, at)), len(t.Intervals)-1)]
		p.Sent, p.Opened, p.Clicked, p.Registered = p.Sent+x.Sent, p.Opened+x.Opened, p.Clicked+x.Clicked, p.Registered+x.Registered
	}
	return t, nil
}

// closedAt returns when the answers to an event were closed by its deadline; 0 when they were not, or the event is deleted.
func (s *Service) closedAt(ctx context.Context, q db.Queryer, eventID string) (db.Instant, error) {
	e, err := events.ByID(ctx, q, eventID)
	if errs.KindOf(err) == errs.KindNotFound || e.Deadline > s.at() {
		return 0, nil
	}
	return e.Deadline, err
}
