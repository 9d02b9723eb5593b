package timesheets

import (
	"context"
	"strconv"
	"time"

	"presence/app/accounts/auth"
	"presence/app/accounts/notifications"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// UndoDecision undoes the actor's last decision about a sheet, an approval or a return, with its comment. expect is the version
// after the decision; if the sheet has changed since, the version is stale. It fails with 409 nothing_to_undo if the last
// change was not a decision of the actor.
func (s *Service) UndoDecision(ctx context.Context, by auth.Actor, id, expect int64) (t Timesheet, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if t, err = loadVersion(ctx, tx, by, id, &expect); err != nil {
			return err
		}
		if !MayApprove(by, t.EmployeeID) { // before looking for something to undo
			return ErrOwnApproval()
		}
		t, err = s.undo(ctx, tx, by, t)
		return err
	})
	return t, err
}

// undo reads the decision and the state before it from the audit trail, in which every later change of the state would have an
// entry. A comment that came with an approval has an entry of its own, with the same time.
func (s *Service) undo(ctx context.Context, tx *db.Tx, by auth.Actor, t Timesheet) (Timesheet, error) {
	last, err := audit.History(ctx, tx, "timesheet", strconv.FormatInt(t.ID, 10), 2)
	if err != nil {
		return t, err
	}
	switch {
	case len(last) == 0 || last[0].Who.PersonID != by.PersonID:
	case last[0].Action == "approved":
		d := Decision{}
		if len(last) == 2 && last[1].Action == "commented" && last[1].At == last[0].At && last[1].Who.PersonID == by.PersonID {
			d.Comment = previousText(last[1], "supervisor_comment")
		}
		return decide(ctx, tx, by, t, d, s.at())
	case last[0].Action == "returned":
		return s.undoReturn(ctx, tx, by, t, last[0])
	}
	return t, errs.Conflict("nothing_to_undo", "Your decision is no longer the latest change, so there’s nothing to undo.")
}

func (s *Service) undoReturn(ctx context.Context, tx *db.Tx, by auth.Actor, t Timesheet, returned audit.Entry) (Timesheet, error) {
	submitted := s.at()
	if text := previousText(returned, "submitted_at"); text != nil {
		if at, err := time.Parse(time.RFC3339, *text); err == nil {
			submitted = db.InstantOf(at)
		}
	}
	comment := t.Comment
	if text := previousText(returned, "supervisor_comment"); text != nil {
		comment = *text
	}
	after, err := t.UndoReturn(by, submitted, comment)
	if err != nil {
		return t, err
	}
	if after, err = saveAudited(ctx, tx, stamp{by, s.at()}, "return_undone", t, after); err != nil {
		return t, err
	}
	return after, notify(ctx, tx, stamp{by, s.at()}, notifications.SheetChanged, notifications.ReturnUndone, t.ID)
}

// previousText returns the value of a text field before a change; nil if the change did not include it.
func previousText(e audit.Entry, field string) *string {
	change, ok := e.Changes[field]
	if !ok {
		return nil
	}
	text, _ := change[0].(string) // null: there was none
	return &text
}
