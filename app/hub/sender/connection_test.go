package sender

import (
	"context"
	"errors"
	"testing"

	"presence/app/hub/campaigns"
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
			func(c *connection) { c.commit(commitRequest{}) }, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := &campaignRun{committer: &committer{requests: make(chan *commitRequest)}}
			r.ctx, r.end = context.WithCancel(t.Context())
			defer r.end()
			go func() { (<-r.committer.requests).result <- x.answer }()
			x.act(&connection{run: r, result: make(chan commitResult, 1)})
			if ended := r.ctx.Err() != nil; ended != x.ends {
				t.Errorf("the run has ended: %t", ended)
			}
		})
	}
}
