package sender

import (
	"context"
	"errors"

	"presence/app/hub/suppressions"
)

// schedule is the scheduler of campaigns. At each heartbeat, in each process that is a member, it looks for campaigns to send and does what is
// due beside sending: it begins scheduled campaigns, chooses subjects, resolves unconfirmed messages whose guests have answered or that the
// provider knows, notifies staff, and corrects retries that lie too far in the future after the clock was set back. Each of these is done in
// transactions of its own, so that several processes may do them at the same time.
func (m *membership) schedule(ctx context.Context) {
	for sleep(ctx, m.worker.Heartbeat) {
		notify(m.wake)
		m.scheduleOnce(ctx)
	}
}

func (m *membership) scheduleOnce(ctx context.Context) {
	m.worker.scheduling.Report(ctx, errors.Join(m.worker.sends.BeginDue(ctx), m.worker.sends.ChooseDue(ctx), m.worker.sends.ConfirmAllResponded(ctx), m.worker.reconcile(ctx),
		m.worker.sends.NotifyPending(ctx), suppressions.NotifyStaff(ctx, m.worker.db, m.worker.now()), m.worker.clampFutureRetries(ctx)))
}
