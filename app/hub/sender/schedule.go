package sender

import (
	"context"
	"errors"

	"presence/app/hub/suppressions"
)

// schedule is the scheduler of campaigns. Periodically, in each process that is a member, it does what is due beside sending: it begins scheduled campaigns, chooses subjects, resolves unconfirmed messages whose
// guests have answered, notifies staff, and corrects retries that lie too far in the future after the clock was set back. Each
// of these is done in transactions of its own, so that several processes may do them at the same time. None of them uses the
// network: what asks a provider is a task of its own (membership.reconcile).
func (m *membership) schedule(ctx context.Context) {
	for sleep(ctx, m.worker.intervals.Schedule) {
		m.scheduleOnce(ctx)
	}
}

func (m *membership) scheduleOnce(ctx context.Context) {
	w := m.worker
	w.scheduling.Report(ctx, errors.Join(w.sends.BeginDue(ctx), w.sends.ChooseDue(ctx), w.sends.ConfirmAllResponded(ctx),
		w.sends.NotifyPending(ctx), suppressions.NotifyStaff(ctx, w.db, w.now()), w.clampFutureRetries(ctx)))
}
