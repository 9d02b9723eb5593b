package approvals

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/timesheets"
)

// Verb is the kind of a decision.
type Verb string

// The verbs. The service of the record rejects a verb that the record's state does not allow.
const (
	Approve  Verb = "approve"
	Refuse   Verb = "refuse"   // return a sheet to its owner, or refuse leave or an expense; needs a note
	Withdraw Verb = "withdraw" // withdraw an approval; approved leave is cancelled
	Escalate Verb = "escalate" // leave only: let a supervisor further up decide
)

// Decision is a verb applied to an item at the version that was shown.
type Decision struct {
	Ref
	Expect *int64 // the item's version; nil: any
	Verb   Verb
	Note   string // shown to the owner of the record
}

// tick returns the item with its version, as the checkbox of its row has it: sheet-12-3.
func (d Decision) tick() string { return d.Ref.String() + "-" + strconv.FormatInt(*d.Expect, 10) }

// Decide passes a decision to the service of its record. ApproveMany uses it for each item. It returns the item's new version,
// which Undo needs. Validation errors of the note have the field name "note".
func (s *Service) Decide(ctx context.Context, by auth.Actor, d Decision) (version int64, err error) {
	d.Note = strings.TrimSpace(d.Note)
	if !slices.Contains([]Verb{Approve, Refuse, Withdraw, Escalate}, d.Verb) || d.Verb == Escalate && d.Kind != Leave {
		return 0, errs.InvalidField("decision", "not_allowed", "Expected approve, refuse, withdraw or, of leave, escalate.")
	}
	if d.Verb == Refuse && d.Note == "" {
		return 0, errs.InvalidField("note", "required", "Say why, so that the person knows what to do.")
	}
	decide := map[Kind]func(context.Context, auth.Actor, Decision) (int64, error){Sheet: s.decideSheet, Leave: s.decideLeave,
		Expense: s.decideExpense}[d.Kind]
	if decide == nil {
		return 0, errs.NotFound("item")
	}
	version, err = decide(ctx, by, d)
	return version, renameToNote(err)
}

func (s *Service) decideSheet(ctx context.Context, by auth.Actor, d Decision) (int64, error) {
	if d.Verb == Refuse {
		t, err := s.Sheets.Return(ctx, by, d.ID, d.Expect, d.Note)
		return t.Version, err
	}
	t, err := s.Sheets.Approve(ctx, by, d.ID, d.Expect, timesheets.Decision{Approved: d.Verb == Approve, Comment: d.comment()})
	return t.Version, err
}

func (s *Service) decideExpense(ctx context.Context, by auth.Actor, d Decision) (int64, error) {
	e, err := s.Expenses.Approve(ctx, by, d.ID, d.Expect, timesheets.Decision{Approved: d.Verb == Approve, Comment: d.comment()})
	return e.Version, err
}

var leaveStatus = map[Verb]string{Approve: leaverequests.Approved, Refuse: leaverequests.Refused, Withdraw: leaverequests.Cancelled,
	Escalate: leaverequests.Escalated}

// decideLeave adds the note below the requester's comment, with the name of its writer.
func (s *Service) decideLeave(ctx context.Context, by auth.Actor, d Decision) (int64, error) {
	r, err := s.Leave.DecideWithNote(ctx, by, d.ID, d.Expect, leaveStatus[d.Verb], d.Note)
	return r.Version, err
}

// comment returns the note; nil when it is empty, so that the stored comment stays.
func (d Decision) comment() *string {
	if d.Note == "" {
		return nil
	}
	return &d.Note
}

// renameToNote changes the field name in a service's validation errors to "note".
func renameToNote(err error) error {
	e, ok := errs.Of(err)
	if !ok {
		return err
	}
	for i, f := range e.Fields {
		if f.Field == "supervisor_comment" || f.Field == "comment" {
			e.Fields[i].Field = "note"
		}
	}
	return e
}

// findItem returns the item to decide about; NotFound when the actor may not decide about it.
func (s *Service) findItem(ctx context.Context, by auth.Actor, r Ref) (Item, error) {
	return findOne(ctx, s.db, by, anyTab, r)
}

// ToCheck returns the sheets among the items that need a review before they are approved, in their order. An item that is not the
// actor's to decide is left out.
func (s *Service) ToCheck(ctx context.Context, by auth.Actor, list []Decision) ([]Item, error) {
	var ids []int64
	for _, d := range list {
		if d.Kind == Sheet {
			ids = append(ids, d.ID)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	sheets, err := find(ctx, s.db, by, anyTab, Sheet, ids)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(sheets, func(a, b Item) int { return cmp.Compare(slices.Index(ids, a.ID), slices.Index(ids, b.ID)) })
	if err = s.addRows(ctx, by, sheets); err == nil {
		err = s.addLabour(ctx, sheets)
	}
	return slices.DeleteFunc(sheets, func(i Item) bool { return i.part() != toCheck }), err
}

// Skip is an item that was not changed by a decision about many, with the reason.
type Skip struct {
	Ref
	Code, Detail string
}

// ApproveMany approves each of the items by Decide. It returns the approved ones with their new versions, and as skipped those
// that changed since they were shown or cannot be approved.
func (s *Service) ApproveMany(ctx context.Context, by auth.Actor, list []Decision) (approved []Decision, skipped []Skip, err error) {
	for _, d := range list {
		d.Verb, d.Note = Approve, ""
		var version int64
		done, skip, err := s.attempt(d.Ref, func() (err error) {
			version, err = s.Decide(ctx, by, d)
			return err
		})
		if err != nil {
			return approved, skipped, err
		}
		if done > 0 {
			approved = append(approved, Decision{Ref: d.Ref, Expect: &version, Verb: Approve})
		}
		skipped = append(skipped, skip...)
	}
	return approved, skipped, nil
}

// attempt runs do for one of many items. A rejection is returned as skipped; any other error ends the whole operation.
func (s *Service) attempt(r Ref, do func() error) (done int, skipped []Skip, err error) {
	err = do()
	e, known := errs.Of(err)
	switch {
	case err == nil:
		return 1, nil, nil
	case known && !errs.IsServerError(err):
		return 0, []Skip{{r, e.Code, e.Detail}}, nil
	}
	return 0, nil, err
}
