package directory

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
)

// syncJSON is a reading of the source, or of an uploaded file, in the JSON API.
type syncJSON struct {
	ID         int64   `json:"id" doc:"Grows with every one" example:"12"`
	Source     string  `json:"source" doc:"What was read, without secrets" example:"feed https://crm.example.com/customers"`
	StartedAt  string  `json:"started_at" format:"date-time" doc:"When it began" example:"2026-11-20T13:00:00Z"`
	FinishedAt *string `json:"finished_at" format:"date-time" doc:"When it ended; null while it is running" example:"2026-11-20T13:00:05Z"`
	Status     string  `json:"status" enum:"running,done,unchanged,failed" doc:"unchanged: the source reported no change since the one before"`
	Read       int64   `json:"read" doc:"Records read so far" example:"20000"`
	Total      *int64  `json:"total" doc:"Records of the source; null if it does not say" example:"48210"`
	Added      int64   `json:"added" doc:"New customers" example:"19950"`
	Changed    int64   `json:"changed" doc:"Changed customers" example:"40"`
	Removed    int64   `json:"removed" doc:"Customers who are no longer in the source" example:"3"`
	Rejected   int64   `json:"rejected" doc:"Records that could not be read" example:"10"`
	Problem    string  `json:"problem" doc:"Why it failed; empty: it did not" example:"shrunk: 20 of 48210"`

	Rejects []rejectJSON `json:"rejects" doc:"The first records that could not be read; empty in a list"`
}

// Tag returns the id; a sync has no versions.
func (f syncJSON) Tag() (id, version int64) { return f.ID, 0 }

// rejectJSON is a record that could not be read.
type rejectJSON struct {
	Place      string `json:"place" doc:"Where it is in the source" example:"line 17"`
	CustomerID string `json:"customer_id" doc:"The number that customers know; empty if there is none" example:"C-000123"`
	Field      string `json:"field" doc:"The field that the reason is about; empty: the whole record" example:"customer_id"`
	Reason     string `json:"reason" doc:"Why, for programs" example:"required"`
}

func toSyncJSON(r Run, rejects []Rejected) syncJSON {
	out := syncJSON{ID: r.ID, Source: r.Source, StartedAt: r.StartedAt.String(), Status: r.State, Read: r.Read, Total: r.Total,
		Added: r.Added, Changed: r.Changed, Removed: r.Removed, Rejected: r.Rejected, Problem: r.Problem,
		Rejects: make([]rejectJSON, len(rejects))}
	if r.FinishedAt != nil {
		out.FinishedAt = new(r.FinishedAt.String())
	}
	for i, x := range rejects {
		out.Rejects[i] = rejectJSON{x.Place, x.CustomerID, x.Field, x.Reason}
	}
	return out
}

type syncOutput struct{ Body syncJSON }

// syncs lists the syncs, the newest first.
func (a api) syncs(ctx context.Context, in *httpx.Page, each func(syncJSON) error) error {
	list, err := a.s.Runs(ctx, in.After, in.LimitPlusOne())
	for i := 0; err == nil && i < len(list); i++ {
		err = each(toSyncJSON(list[i], nil))
	}
	return err
}

func (a api) getSync(ctx context.Context, in *httpx.ByID) (*syncOutput, error) {
	r, rejects, err := a.s.Run(ctx, in.ID)
	return &syncOutput{toSyncJSON(r, rejects)}, err
}

// startSyncBody is the body of POST /directory/syncs.
type startSyncBody struct {
	Force httpx.Opt[bool] `json:"force,omitzero" nullable:"false" doc:"Also if the source has lost most of its customers, or reports no change" example:"false"`
}

// Parse returns the options of the sync.
func (b startSyncBody) Parse(context.Context) (o SyncOptions, faults errs.Fields) {
	b.Force.Ptr(&faults, "force")
	return SyncOptions{Force: b.Force.Value}, faults
}

type startSyncInput struct {
	Body *httpx.Body[startSyncBody, SyncOptions]
}

func (a api) startSync(ctx context.Context, in *startSyncInput) (*syncOutput, error) {
	r, err := a.s.Start(ctx, auth.From(ctx), in.Body.ValueOr(SyncOptions{}))
	return &syncOutput{toSyncJSON(r, nil)}, err
}
