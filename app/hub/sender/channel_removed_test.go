package sender_test

import (
	"strings"
	"testing"
	"time"

	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/hub/sender"
	"presence/app/platform/errs"
	"presence/app/platform/mail"
	"presence/db"
)

// onlyOutbox returns the options of a process that has no channel but the outbox, and the outbox.
func onlyOutbox(w *sends.World) (campaigns.Options, *mail.Outbox) {
	w.Helper()
	box, err := mail.OpenOutbox(w.TempDir())
	if err != nil {
		w.Fatal(err)
	}
	w.Cleanup(func() { _ = box.Close() })
	o := w.Options
	o.Channels, o.Outbox = map[string]mail.Channel{campaigns.Bulk: box, campaigns.Mailbox: box}, box
	return o, box
}

// inOutbox returns the number of messages in an outbox, up to 1000.
func inOutbox(w *sends.World, box *mail.Outbox) int {
	w.Helper()
	list, _, err := box.List("", 1000)
	if err != nil {
		w.Fatal(err)
	}
	return len(list)
}

// TestWorker_settings_taken_away takes away in the middle of a send what the campaign needs: it pauses, nobody fails or counts as sent
// without a message, it cannot be resumed, and when the setting is back it goes on to the others.
func TestWorker_settings_taken_away(t *testing.T) {
	const guests = 300
	changed := func(w *sends.World, worker *sender.Worker) *sender.Worker { worker.Use(w.S); return worker }
	restarted := func(w *sends.World, _ *sender.Worker) *sender.Worker { return w.Worker(w.S) }
	for _, x := range []struct {
		name   string
		take   func(w *sends.World) *mail.Outbox
		next   func(w *sends.World, before *sender.Worker) *sender.Worker
		reason string
	}{
		{"the channel, by a change of the settings", func(w *sends.World) (box *mail.Outbox) {
			w.Options, box = onlyOutbox(w)
			return box
		}, changed, campaigns.ChannelRemoved},
		{"the channel, by a restart", func(w *sends.World) (box *mail.Outbox) {
			w.Options, box = onlyOutbox(w)
			return box
		}, restarted, campaigns.ChannelRemoved},
		{"the sender, by a change of the settings", func(w *sends.World) *mail.Outbox {
			w.Options.Senders = w.Options.Senders[1:]
			return nil
		}, changed, campaigns.SenderRemoved},
		{"the sender, by a restart", func(w *sends.World) *mail.Outbox {
			w.Options.Senders = w.Options.Senders[1:]
			return nil
		}, restarted, campaigns.SenderRemoved},
	} {
		t.Run(x.name+", when staff are to decide about all that is left", func(t *testing.T) {
			sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
				worker, id := w.Worker(w.S), w.Invite(3).Send().ID
				w.Exec("UPDATE campaign_recipients SET phase = 3")
				w.Exec("UPDATE campaigns SET unconfirmed = 3")
				x.take(w)
				w.S = w.NewService(w.DB)
				w.Run(x.next(w, worker))
				if c := w.Until(id, campaigns.Interrupted); c.Reason != campaigns.UnconfirmedLeft {
					t.Errorf("%q", c.Reason)
				}
			})
		})
		t.Run(x.name, func(t *testing.T) {
			sends.Each(t, sink.Options{Dot: time.Millisecond}, func(t *testing.T, w *sends.World) {
				worker := w.Worker(w.S)
				stop := w.Run(worker)
				id := w.Invite(guests).Send().ID
				w.Sink.Wait(guests/10, time.Minute)
				stop()
				before := w.Options
				box := x.take(w)
				w.S = w.NewService(w.DB)
				worker = x.next(w, worker)
				stop = w.Run(worker)
				c := w.Until(id, campaigns.Paused)
				if sent := int64(w.Sink.Len()); c.Reason != x.reason || c.Counts.Failed != 0 || c.Counts.Unconfirmed != 0 || c.Counts.Sent != sent ||
					c.Counts.Pending != guests-sent {
					t.Fatalf("%q %+v, %d messages were sent", c.Reason, c.Counts, sent)
				}
				if box != nil && inOutbox(w, box) != 0 {
					t.Error("messages are in the outbox")
				}
				w.UntilIt("was reported to staff", id, func(campaigns.Campaign) bool { return w.Count("SELECT COUNT(*) FROM campaigns WHERE told = 100") == 1 })
				if !strings.Contains(w.Log.String(), "level=WARN") {
					t.Error("the log has no warning")
				}
				if _, err := w.S.Resume(t.Context(), sends.Staff, id, campaigns.Resumption{}); !errs.HasCode(err, x.reason) {
					t.Errorf("resumed without it: %v", err)
				}
				stop()
				w.Options = before
				w.S = w.NewService(w.DB)
				w.Run(x.next(w, worker))
				if _, err := w.S.Resume(t.Context(), sends.Staff, id, campaigns.Resumption{}); err != nil {
					t.Fatal(err)
				}
				w.Until(id, campaigns.Completed)
				w.DeliveredAll(guests)
			})
		})
	}
}

// TestWorker_channel_of_another_replica shows that a replica which has only the outbox leaves campaigns to those that have their channel,
// warns of it once for each, and pauses them when no replica has it any more.
func TestWorker_channel_of_another_replica(t *testing.T) {
	w, _, _, url := replicas(t, sink.Options{})
	g := &gate{Channel: w.Options.Channels[campaigns.Bulk], to: "g0@example.org", past: true, reached: make(chan struct{}),
		open: make(chan struct{})}
	w.Options.Channels, w.Options.Connections = map[string]mail.Channel{campaigns.Bulk: g}, 2
	connected := w.NewService(sends.OpenAt(t, url))
	stop := w.Work(connected)
	comes(w, "workers with the channel", 1, newerThan, 0)
	o, box := onlyOutbox(w)
	w.Options = o
	without := w.NewService(sends.OpenAt(t, url))
	w.Work(without)
	comes(w, "workers", 2, newerThan, 0)

	w.Invite(20)
	c, err := connected.Send(t.Context(), sends.Staff, campaigns.New{EventID: "gala"})
	if err != nil {
		t.Fatal(err)
	}
	<-g.reached
	w.UntilIt("is left to the other replica", c.ID, func(campaigns.Campaign) bool { return strings.Contains(w.Log.String(), leaves) })
	for range 2 { // the replica without the channel has looked again, and again
		beats := w.Count("SELECT MAX(beat) FROM campaign_workers")
		w.UntilIt("was looked at again", c.ID, func(campaigns.Campaign) bool { return w.Count("SELECT MIN(beat) FROM campaign_workers") > beats })
	}
	close(g.open)
	w.Until(c.ID, campaigns.Completed)
	w.DeliveredAll(20)
	if n := strings.Count(w.Log.String(), leaves); n != 1 || inOutbox(w, box) != 0 {
		t.Errorf("%d warnings, %d messages in the outbox", n, inOutbox(w, box))
	}

	later, err := connected.Send(t.Context(), sends.Staff, campaigns.New{EventID: "gala", Schedule: campaigns.Schedule{StartsAt: db.InstantOf(w.Clock.Now().
		Add(time.Hour))}})
	if err != nil {
		t.Fatal(err)
	}
	w.Clock.Advance(time.Hour)
	if err := without.BeginDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.Until(later.ID, campaigns.Completed)
	stop()
	w.Exec("UPDATE campaigns SET status = 'sending', sent = 19, pending = 1 WHERE id = $1", c.ID)
	w.Exec("UPDATE campaign_recipients SET status = 0 WHERE id = (SELECT MAX(id) FROM campaign_recipients WHERE campaign_id = $1)", c.ID)
	if got := w.Until(c.ID, campaigns.Paused); got.Reason != campaigns.ChannelRemoved {
		t.Errorf("without any replica that has the channel: %q", got.Reason)
	}
}

const leaves = "leaves it to the others"

// TestWorker_outbox_campaign shows that a campaign that began for the outbox goes on to the outbox when a channel is configured meanwhile.
func TestWorker_outbox_campaign(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		options := w.Options
		o, box := onlyOutbox(w)
		w.Options = o
		w.S = w.NewService(w.DB)
		id := w.Invite(10).Send().ID
		w.Options = options
		w.Options.Outbox = box
		w.S = w.NewService(w.DB)
		w.Work(w.S)
		if c := w.Until(id, campaigns.Completed); !c.OutboxOnly || inOutbox(w, box) != 10 || w.Sink.Len() != 0 {
			t.Errorf("kept %v, %d messages in the outbox, %d sent", c.OutboxOnly, inOutbox(w, box), w.Sink.Len())
		}
	})
}
