package sender

import (
	"context"
	"errors"
)

// schedule is the scheduler of campaigns. Periodically, in each process that is a member, it does what is due for sending: it begins
// scheduled campaigns, resolves unconfirmed messages whose guests have answered, and corrects retries that lie too far in the future
// after the clock was set back. Each of these is done in transactions of its own, so that several processes may do them at the same
// time. None of them uses the network: what asks a provider is a task of its own (membership.reconcile).
//
// Campaigns begin only when the worker has joined: with AUTO_RESUME=false, its first join interrupts those that are being sent
// (interruptFound), and one that had begun just before would be among them. What is due of a campaign beside sending needs no member,
// and must not wait for one: it is a job of package app (App.FollowCampaigns).
func (m *membership) schedule(ctx context.Context) {
	for sleep(ctx, m.worker.intervals.Schedule) {
		m.scheduleOnce(ctx)
	}
}

func (m *membership) scheduleOnce(ctx context.Context) {
	w := m.worker
	w.scheduling.Report(ctx, errors.Join(w.service().BeginDue(ctx), w.service().ConfirmAllResponded(ctx), w.clampFutureRetries(ctx)))
}
