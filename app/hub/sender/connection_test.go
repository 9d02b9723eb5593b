package sender

import (
	"testing"

	"presence/app/hub/campaigns"
)

// A connection that has nothing more to do wakes those that wait for work: after a failed commit nothing else may ever do so.
func TestConnection_wakes_the_others(t *testing.T) {
	for _, x := range []struct {
		name      string
		uncertain bool
		answer    commitResult
		act       func(c *connection)
	}{
		{"when the campaign was stopped", false, commitResult{stopped: true}, func(c *connection) { c.claim() }},
		{"when a commit has failed that may be on disk", true, commitResult{}, func(c *connection) { c.claim() }},
		{"when it pauses the campaign", false, commitResult{}, func(c *connection) { c.pauseCampaign(campaigns.RelayDown, "421") }},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := &campaignRun{committer: &committer{requests: make(chan *commitRequest)}, stop: t.Context().Done(), moreWork: make(chan struct{})}
			r.committer.uncertain.Store(x.uncertain)
			go func() { (<-r.committer.requests).result <- x.answer }()
			waiting := r.workAvailable()
			x.act(&connection{run: r, result: make(chan commitResult, 1)})
			select {
			case <-waiting:
			default:
				t.Error("they still wait")
			}
		})
	}
}
