package ui

import "presence/app/platform/i18n"

// AuditAction is how a history shows an entry of the audit log.
type AuditAction struct {
	Text i18n.Text // the action, after the name: "approved the timesheet"
	Icon Icon
}

// AuditActionOf returns how a history shows an action on a kind of record. For an action without a text of its own it
// returns a general text, and known is false.
func AuditActionOf(kind, action string) (a AuditAction, known bool) {
	if a, known = auditActions[kind+" "+action]; !known {
		a = AuditAction{i18n.DidUpdateRecord, IconHistory}
	}
	return a, known
}

// auditActions are the actions that have a text, by kind of record and action.
var auditActions = map[string]AuditAction{
	"timesheet created":              {i18n.DidCreateSheet, IconDraft},
	"timesheet updated":              {i18n.DidUpdateSheet, IconEdit},
	"timesheet archived":             {i18n.DidArchiveSheet, IconTrash},
	"timesheet restored":             {i18n.DidRestoreSheet, IconUndo},
	"timesheet submitted":            {i18n.DidSubmit, IconSend},
	"timesheet submission_withdrawn": {i18n.DidTakeBack, IconUndo},
	"timesheet approved":             {i18n.DidApprove, IconApproved},
	"timesheet approval_withdrawn":   {i18n.DidUnapprove, IconChanged},
	"timesheet returned":             {i18n.DidReturn, IconUndo},
	"timesheet return_undone":        {i18n.DidUndo, IconUndo},
	"timesheet commented":            {i18n.DidComment, IconNote},

	"shift created":            {i18n.DidAddShift, IconPlus},
	"shift updated":            {i18n.DidChangeShift, IconEdit},
	"shift archived":           {i18n.DidDeleteShift, IconTrash},
	"shift restored":           {i18n.DidRestoreShift, IconUndo},
	"shift approved":           {i18n.DidApproveShift, IconCheck},
	"shift approval_withdrawn": {i18n.DidReopenShift, IconUndo},

	"expense created":            {i18n.DidAddExpense, IconPlus},
	"expense updated":            {i18n.DidChangeExpense, IconEdit},
	"expense archived":           {i18n.DidDeleteExpense, IconTrash},
	"expense restored":           {i18n.DidRestoreExpense, IconUndo},
	"expense approved":           {i18n.DidApproveSpent, IconCheck},
	"expense approval_withdrawn": {i18n.DidReopenSpent, IconUndo},
	"expense decision_undone":    {i18n.DidUndo, IconUndo},
	"expense receipt_added":      {i18n.DidAddReceipt, IconReceipt},
	"expense receipt_removed":    {i18n.DidRemoveReceipt, IconTrash},

	"leave_request created":         {i18n.DidAskLeave, IconPalm},
	"leave_request updated":         {i18n.DidChangeLeave, IconEdit},
	"leave_request archived":        {i18n.DidDeleteLeave, IconTrash},
	"leave_request restored":        {i18n.DidRestoreLeave, IconUndo},
	"leave_request submitted":       {i18n.DidAskAgain, IconPalm},
	"leave_request approved":        {i18n.DidApproveLeave, IconApproved},
	"leave_request refused":         {i18n.DidRefuseLeave, IconRefused},
	"leave_request denied":          {i18n.DidRefuseLeave, IconRefused},
	"leave_request escalated":       {i18n.DidEscalateLeave, IconUp},
	"leave_request cancelled":       {i18n.DidCancelLeave, IconUndo},
	"leave_request decision_undone": {i18n.DidUndo, IconUndo},

	"employee created":  {i18n.DidCreateRecord, IconPlus},
	"employee updated":  {i18n.DidUpdateRecord, IconEdit},
	"employee archived": {i18n.DidArchiveRecord, IconLock},
	"employee restored": {i18n.DidRestoreRecord, IconUndo},
}
