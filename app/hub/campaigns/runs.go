package campaigns

import (
	"context"

	"presence/app/platform/errs"
)

// startRuns takes up every campaign that is to be sent and that this worker is not at.
func (r *membership) startRuns(ctx, hard context.Context) {
	ids, err := idsToSend(ctx, r.s.db)
	if err != nil {
		if ctx.Err() == nil {
			r.log.Error("campaigns: looking for work", "error", err)
		}
		return
	}
	for _, id := range ids {
		changed, fresh := r.registerRun(id)
		if !fresh {
			continue
		}
		r.all.Go(func() {
			err := r.runCampaign(hard, ctx.Done(), changed, id)
			if err != nil && errs.KindOf(err) != errs.KindNotFound {
				r.log.Error("campaigns: sending", "campaign", id, "error", err)
				sleep(ctx, storageRest)
			}
			r.mu.Lock()
			delete(r.runs, id)
			r.mu.Unlock()
			notify(r.wake) // it may have been resumed meanwhile
		})
	}
}

// registerRun notes that a campaign is being sent; false: it is already.
func (r *membership) registerRun(id int64) (changed chan struct{}, fresh bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.runs[id] != nil {
		return nil, false
	}
	r.runs[id] = make(chan struct{}, 1)
	return r.runs[id], true
}

// wakeAll wakes the worker and its runs.
func (r *membership) wakeAll() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, run := range r.runs {
		notify(run)
	}
	notify(r.wake)
}

func notify(ear chan struct{}) {
	select {
	case ear <- struct{}{}:
	default: // it has one to hear already
	}
}
