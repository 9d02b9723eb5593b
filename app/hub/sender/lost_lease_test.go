package sender_test

import (
	"context"
	"sync"
	"testing"

	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/platform/mail"
	"presence/db"
	"presence/db/dbtest"
)

// beforeMark is a channel that calls once before the first message is marked.
type beforeMark struct {
	mail.Channel
	once *sync.Once
	call func()
}

type beforeMarkSession struct {
	mail.Session
	channel beforeMark
}

func (c beforeMark) Open(ctx context.Context) (mail.Session, error) {
	s, err := c.Channel.Open(ctx)
	return beforeMarkSession{s, c}, err
}

func (s beforeMarkSession) Send(ctx context.Context, m, next *mail.Message, mark func() error) error {
	return s.Session.Send(ctx, m, next, func() error {
		s.channel.once.Do(s.channel.call)
		return mark()
	})
}

// A worker that has lost the lease of its recipients does not send to them, and continues with other recipients.
func TestWorker_goes_on_without_the_recipients_it_has_lost(t *testing.T) {
	w := sends.New(t, dbtest.Open(t, db.Postgres), sink.Options{}) // on SQLite one process sends
	w.Options.Connections = 1
	w.Options.Channels[campaigns.Bulk] = beforeMark{w.Options.Channels[campaigns.Bulk], &sync.Once{}, func() {
		w.Exec("INSERT INTO campaign_workers (name, started_at) VALUES ('sender-gone', 1)") // dead: its recipients are released
		w.Exec("UPDATE campaign_recipients SET lease = (SELECT MAX(id) FROM campaign_workers) WHERE phase = " + campaigns.PhaseClaimed.SQL())
	}}
	w.S = w.NewService(w.DB)
	w.Invite(3)
	w.Work(w.S)
	w.Until(w.Send().ID, campaigns.Completed)
	w.DeliveredAll(3)
}
