package sender

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"presence/app/hub/campaigns"
	"presence/app/platform/mail"
	"presence/db"
)

// A connection that learns that the run is over ends it for all: nothing else may wake those that wait for work.
func TestConnection_ends_the_run(t *testing.T) {
	claim := func(c *connection) { c.claim() }
	for _, x := range []struct {
		name   string
		answer commitResult
		act    func(c *connection)
		ends   bool
	}{
		{"when the campaign was stopped", commitResult{stopped: true}, claim, true},
		{"when it pauses the campaign", commitResult{stopped: true}, func(c *connection) { c.pauseCampaign(campaigns.RelayDown, "421") }, true},
		{"when it is not known whether a commit succeeded", commitResult{err: &db.UnavailableError{CommitUnknown: true}}, claim, true},
		{"not when a commit failed, and nothing was saved", commitResult{err: &db.UnavailableError{Cause: errors.New("the disk is full")}},
			func(c *connection) { c.requestCommit(commitRequest{}) }, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := &campaignRun{committer: &committer{requests: make(chan *commitRequest)}}
			r.life.claiming, r.end = context.WithCancel(t.Context())
			defer r.end()
			go func() { (<-r.committer.requests).result <- x.answer }()
			x.act(&connection{run: r, result: make(chan commitResult, 1)})
			if ended := r.life.claiming.Err() != nil; ended != x.ends {
				t.Errorf("the run has ended: %t", ended)
			}
		})
	}
}

// A connection whose claimed recipients were all excluded claims again at once, over the same session: nothing would wake it before the
// next look for what is due.
func TestConnection_claims_again_after_exclusions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &campaignRun{committer: &committer{requests: make(chan *commitRequest)}}
		r.life.claiming, r.end = context.WithCancel(t.Context())
		defer r.end()
		c := &connection{run: r, session: openSession{}, result: make(chan commitResult, 1)}
		done := make(chan struct{})
		go func() { defer close(done); c.work() }()
		for range 3 {
			(<-r.committer.requests).result <- commitResult{more: true}
		}
		synctest.Wait()
		if c.session == nil {
			t.Error("it has closed its session")
		}
		(<-r.committer.requests).result <- commitResult{stopped: true}
		<-done
	})
}

// openSession is a session that sends nothing.
type openSession struct{ mail.Session }

func (openSession) Close() error { return nil }

func TestChannelFailures(t *testing.T) {
	var f channelFailures
	fails := func(t *testing.T, want int64, first bool) <-chan struct{} {
		t.Helper()
		n, resting := f.recordFailure()
		if n != want || first != (resting == nil) {
			t.Errorf("failure %d, want %d; it is the first to notice it: %t", n, want, resting == nil)
		}
		return resting
	}
	t.Run("connections that fail at the same time count once, and rest until the first has rested", func(t *testing.T) {
		fails(t, 1, true)
		others := []<-chan struct{}{fails(t, 1, false), fails(t, 1, false), fails(t, 1, false)}
		f.endRest()
		for _, resting := range others {
			<-resting
		}
	})
	t.Run("a failure after the rest counts again", func(t *testing.T) {
		fails(t, 2, true)
		fails(t, 2, false)
	})
	t.Run("a message that goes through ends the failures in a row, also during a rest", func(t *testing.T) {
		f.recordSuccess()
		fails(t, 1, false)
		f.endRest()
		fails(t, 1, true)
	})
}
