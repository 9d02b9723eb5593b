package campaigns

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/hub/templates"
	"presence/app/platform/audit"
	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
	"presence/db"
)

// tracks reports whether the messages of a send carry open pixels and click links: its channel must be tracked, and staff
// must not have turned that off.
func (s *Service) tracks(ctx context.Context, q db.Queryer, p Params) (bool, error) {
	channel := s.o.Channels[p.Channel]
	if p.Channel != Bulk || channel == nil || !channel.Tracked() {
		return false, nil
	}
	return TracksPeople(ctx, q)
}

// Tracking reports whether opens and clicks are kept of each person.
func (s *Service) Tracking(ctx context.Context) (bool, error) { return TracksPeople(ctx, s.db) }

// SetTracking turns that on or off. Off, new messages carry no pixel and no click links, and those that went out before
// tell nothing any more; what is known already stays.
func (s *Service) SetTracking(ctx context.Context, by auth.Actor, on bool) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		was, err := TracksPeople(ctx, tx)
		if err != nil || was == on {
			return err
		}
		if err := saveTracksPeople(ctx, tx, on); err != nil {
			return err
		}
		return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: "updated", Kind: "send_settings", RecordID: "1",
			Changes: audit.Changes{"track_people": {was, on}}})
	})
}

// SendPreview is what there is to know before a send.
type SendPreview struct {
	Event         events.Event
	Params        Params // completed
	Audience      Audience
	LastTests     map[string]db.Instant // the latest tests, by language
	Last          Campaign              // the send of the event that is active, else the last that handed anything over; zero for none
	Active        bool                  // which keeps another one from starting
	Tracked       bool
	Channel       string                 // what the channel is called: "smtp", "outbox" …
	Sizes         map[string]MessageSize // of a message, by language
	TemplateError error                  // why no message can be written; nil: they can
}

// MessageSize is how large a message is.
type MessageSize struct {
	Subject     string
	Bytes       int64 // all of it, as it is handed over
	Attachments int64 // of that, the files
	Files       int
}

// PreviewSend gathers what there is to know before a send of an event, or before a reminder of one of its sends (source not 0).
func (s *Service) PreviewSend(ctx context.Context, eventID string, p Params, source int64) (d SendPreview, err error) {
	if d.Event, err = events.ByID(ctx, s.db, eventID); err != nil {
		return d, err
	}
	if source != 0 {
		of, err := s.reminded(ctx, eventID, source)
		if err != nil {
			return d, err
		}
		p = s.inheritParams(p, of.Params)
	}
	if err := s.completeParams(&p); err != nil {
		return d, err
	}
	d.Params, d.Channel = p, s.o.Channels[p.Channel].Name()
	if source == 0 {
		d.Audience, err = audienceOf(ctx, s.db, eventID)
	} else {
		d.Audience, err = remindedOf(ctx, s.db, source, eventID)
	}
	if err != nil {
		return d, err
	}
	if d.LastTests, err = lastTestSends(ctx, s.db, eventID); err != nil {
		return d, err
	}
	if d.Last, err = lastSend(ctx, s.db, eventID); err != nil {
		return d, err
	}
	d.Active = d.Last.Status.Active()
	if d.Tracked, err = s.tracks(ctx, s.db, p); err != nil {
		return d, err
	}
	return d, s.estimateSizes(ctx, &d, source != 0)
}

// inheritParams fills in what is left out as the send was made that is reminded of, but for what the settings allow no longer.
func (s *Service) inheritParams(p, of Params) Params {
	if s.o.Channels[of.Channel] == nil {
		of.Channel = ""
	}
	if s.AllowedSender(of.From).Email == "" {
		of.From = ""
	}
	for _, f := range []struct{ to, from *string }{{&p.Channel, &of.Channel}, {&p.From, &of.From}, {&p.Subject, &of.Subject},
		{&p.Template, &of.Template}} {
		if *f.to == "" {
			*f.to = *f.from
		}
	}
	return p
}

// estimateSizes writes one message in each language and sees how large it is (R21).
func (s *Service) estimateSizes(ctx context.Context, d *SendPreview, reminder bool) error {
	d.Sizes = map[string]MessageSize{}
	for _, lang := range []string{"fr", "en"} {
		look, err := s.compileTemplate(ctx, s.db, d.Event, messageOptions{Params: d.Params, Lang: lang, Reminder: reminder, Linked: true})
		if e, ok := errs.Of(err); ok && e.Kind != errs.KindUnavailable {
			d.TemplateError = err
			return nil
		}
		if err != nil {
			return err
		}
		page := s.o.Origin + paths.Rsvp(d.Event.ID, lang, strings.Repeat("x", 22))
		w := MessageSize{Files: len(look.Attachments())}
		for _, f := range look.Attachments() {
			w.Attachments += int64(len(f.Data))
		}
		m := &mail.Message{ID: strings.Repeat("x", 40) + "@" + d.Params.From, Date: s.now(), From: s.AllowedSender(d.Params.From),
			To:   mail.Address{Name: "Élise Côté", Email: "elise.cote@example.com"},
			Lang: lang, Unsubscribe: page, Parts: mail.Encode(look.Attachments()), Calendar: look.Calendar()}
		m.Subject, m.HTML, m.Text = look.Message(templates.Guest{FirstName: "Élise", LastName: "Côté"},
			templates.Links{RSVP: page, Button: page, Unsubscribe: page, Calendar: page, Pixel: page})
		w.Subject, w.Bytes = m.Subject, m.Size()
		d.Sizes[lang] = w
	}
	return nil
}

// Newest are campaigns, the latest first: those before an id when it is not 0, of one event when it is not empty.
func (s *Service) Newest(ctx context.Context, eventID string, before, limit int64) ([]Campaign, error) {
	list, err := newest(ctx, s.db, eventID, before, false, limit)
	if err != nil {
		return nil, err
	}
	return list, addRegistered(ctx, s.db, list)
}

// UnderWay are the campaigns that are not at their end, the latest first.
func (s *Service) UnderWay(ctx context.Context, limit int64) ([]Campaign, error) {
	return newest(ctx, s.db, "", 0, true, limit)
}

// Summary is a campaign without the count of registrations: cheap enough to be polled.
func (s *Service) Summary(ctx context.Context, id int64) (Campaign, error) {
	return ByID(ctx, s.db, id)
}

var errEnough = errors.New("campaigns: enough")

// SearchRecipients gives up to Rows recipients behind After, in a state and with a text in their names or address, whatever its case
// and accents. It reads no further than it must.
func (s *Service) SearchRecipients(ctx context.Context, c Campaign, p RecipientFilter, text string) (list []Recipient, err error) {
	words, rows := strings.Fields(contact.Fold(text)), p.Rows
	if len(words) > 0 {
		p.Rows = c.Counts.Total + 1
	}
	err = selectRecipients(ctx, s.db, c, p, func(r Recipient) error {
		if !matches(r, words) {
			return nil
		}
		if list = append(list, r); int64(len(list)) == rows {
			return errEnough
		}
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) || len(list) == 0 {
		return nil, err
	}
	at, err := registeredAt(ctx, s.db, c, list[0].ID, list[len(list)-1].ID)
	for i := range list {
		list[i].RegisteredAt = at[list[i].ID]
	}
	return list, err
}

// matches reports whether each of the words occurs in the recipient's name, address or customer number.
func matches(r Recipient, words []string) bool {
	if len(words) == 0 {
		return true
	}
	all := contact.Fold(r.FirstName + " " + r.LastName + " " + r.Email + " " + r.CustomerID)
	for _, w := range words {
		if !strings.Contains(all, w) {
			return false
		}
	}
	return true
}

// Timeline is what happened in a campaign over time.
type Timeline struct {
	Width     time.Duration // of a stretch
	Intervals []Interval
	Scanned   int64 // recipients at whose message a program looked
}

// Interval is one of equal parts of the time since a campaign began.
type Interval struct {
	From                  db.Instant
	Sent, Opened, Clicked int64
}

// intervalWidths are what a stretch may last: the first with which no more than parts of them are needed is taken.
var intervalWidths = []time.Duration{time.Second, 5 * time.Second, 15 * time.Second, time.Minute, 5 * time.Minute, 15 * time.Minute,
	time.Hour, 3 * time.Hour, 6 * time.Hour, 12 * time.Hour,
	24 * time.Hour, 3 * 24 * time.Hour, 7 * 24 * time.Hour, 30 * 24 * time.Hour, 365 * 24 * time.Hour}

const (
	maxIntervals       = 16
	timelineAge        = 15 * time.Second // how old a timeline may be while messages go out: it reads every row
	maxCachedTimelines = 32               // how many are kept
)

// timelineCache caches the timelines that were read last. Requests that miss at the same time share one query.
type timelineCache struct {
	counting singleflight.Group

	mu   sync.Mutex
	kept map[int64]cachedTimeline
}

type cachedTimeline struct {
	version int64 // of the campaign
	at      time.Time
	Timeline
}

func (k *timelineCache) get(c Campaign, now time.Time) (Timeline, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	t, ok := k.kept[c.ID]
	age := now.Sub(t.at)
	return t.Timeline, ok && (t.version == c.Version || age >= 0 && age < timelineAge)
}

func (k *timelineCache) put(c Campaign, now time.Time, t Timeline) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.kept == nil || len(k.kept) >= maxCachedTimelines {
		k.kept = map[int64]cachedTimeline{}
	}
	k.kept[c.ID] = cachedTimeline{c.Version, now, t}
}

// Timeline counts sends, opens and clicks over time. While a campaign changes it is up to 15 seconds old.
func (s *Service) Timeline(ctx context.Context, c Campaign) (Timeline, error) {
	if t, ok := s.timelines.get(c, s.now()); ok {
		return t, nil
	}
	t, err, _ := s.timelines.counting.Do(strconv.FormatInt(c.ID, 10), func() (any, error) {
		t, err := s.countTimeline(context.WithoutCancel(ctx), c) // others may wait for it
		if err == nil {
			s.timelines.put(c, s.now(), t)
		}
		return t, err
	})
	return t.(Timeline), err
}

func (s *Service) countTimeline(ctx context.Context, c Campaign) (t Timeline, err error) {
	if c.StartedAt == 0 || c.LastID == 0 {
		return t, nil
	}
	var last db.Instant
	if last, t.Scanned, err = lastEventAt(ctx, s.db, c); err != nil || last < c.StartedAt {
		return t, err
	}
	for _, t.Width = range intervalWidths {
		if time.Duration(last-c.StartedAt)*time.Millisecond/t.Width < maxIntervals {
			break
		}
	}
	list, err := countByInterval(ctx, s.db, c, t.Width.Milliseconds())
	if err != nil || len(list) == 0 {
		return t, err
	}
	t.Intervals = make([]Interval, list[len(list)-1].n+1)
	for i := range t.Intervals {
		t.Intervals[i].From = c.StartedAt + db.Instant(int64(i)*t.Width.Milliseconds())
	}
	for _, x := range list {
		p := &t.Intervals[x.n]
		p.Sent, p.Opened, p.Clicked = x.Sent, x.Opened, x.Clicked
	}
	return t, nil
}

// CreatorName is the name of the person who made a campaign; empty when the person is unknown.
func (s *Service) CreatorName(ctx context.Context, c Campaign) (string, error) {
	return nameOfPerson(ctx, s.db, c.CreatedBy)
}

// Suppressions are addresses that nothing is sent to, in their order, behind one and with a text in them.
func (s *Service) Suppressions(ctx context.Context, text, after string, limit int64) ([]Suppression, error) {
	return suppressions(ctx, s.db, strings.ToLower(strings.TrimSpace(text)), after, limit)
}

// SuppressedTotal is how many there are.
func (s *Service) SuppressedTotal(ctx context.Context) (int64, error) {
	return countSuppressions(ctx, s.db)
}

// Suppress keeps an address from being written to because staff say so. It fails with bad_email, or listed when it is there already.
func (s *Service) Suppress(ctx context.Context, by auth.Actor, email string) (key string, err error) {
	if key, err = contact.EmailKey(email); err != nil {
		return "", errs.Fields{{Field: "email", Code: "bad_email", Detail: "This is no e-mail address."}}.Err()
	}
	return key, s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		added, err := suppressByHand(ctx, tx, key, s.at())
		if err != nil {
			return err
		}
		if !added {
			return errs.Fields{{Field: "email", Code: "listed", Detail: "It is on the list already."}}.Err()
		}
		return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: "created", Kind: "suppression", RecordID: key,
			Changes: audit.Changes{"reason": {nil, Unsubscribed}}})
	})
}

// Unsuppress allows sending to an address again. It fails with NotFound.
func (s *Service) Unsuppress(ctx context.Context, by auth.Actor, email string) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		reason, err := unsuppress(ctx, tx, email)
		if err != nil {
			return err
		}
		return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: "deleted", Kind: "suppression", RecordID: email,
			Changes: audit.Changes{"reason": {reason, nil}}})
	})
}

// DeleteTestSends drops what is known of an event's tests; events calls it when one is deleted.
func (s *Service) DeleteTestSends(ctx context.Context, tx *db.Tx, eventID string) error {
	return deleteTestSends(ctx, tx, eventID)
}
