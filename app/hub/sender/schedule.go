package sender

import (
	"context"
	"errors"
)

// schedule is the scheduler of campaigns. Periodically, in each process that is a member, it does what is due for sending: it begins
// scheduled campaigns, resolves unconfirmed messages whose guests have answered, and corrects retries that lie too far in the future
// after the clock was set back. Each of these is done in transactions of its own, so that several processes may do them at the same
// time. None of them uses the network: what asks a provider is a task of its own (membership.reconcile). What is due of a campaign beside
// sending, and needs no member, is a job of package app.
func (m *membership) schedule(ctx context.Context) {
	for sleep(ctx, m.worker.intervals.Schedule) {
		m.scheduleOnce(ctx)
	}
}

func (m *membership) scheduleOnce(ctx context.Context) {
	w := m.worker
	w.scheduling.Report(ctx, errors.Join(w.sends().BeginDue(ctx), w.sends().ConfirmAllResponded(ctx), w.clampFutureRetries(ctx)))
}
