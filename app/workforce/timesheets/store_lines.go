package timesheets

import "presence/db"

// Where is the condition of the lines that the filter asks for, in a statement where the lines are called line and their
// sheets t.
func (f LineFilter) Where(line string) *db.Where {
	w := &db.Where{}
	w.And(line + ".archived_at IS NULL")
	if !f.Aged {
		w.And(line + ".aged_at IS NULL")
	}
	if f.After != 0 {
		w.And(line+".id > ?", f.After)
	}
	if f.Since != 0 {
		w.And("("+line+".updated_at >= ? OR t.updated_at >= ?)", f.Since, f.Since)
	}
	if f.EmployeeID != 0 {
		w.And(line+".employee_id = ?", f.EmployeeID)
	}
	if f.TimesheetID != 0 {
		w.And(line+".timesheet_id = ?", f.TimesheetID)
	}
	if f.BankCodeID != 0 {
		w.And(line+".bank_code_id = ?", f.BankCodeID)
	}
	if f.Approved != nil {
		w.And("("+line+".is_approved OR t.is_approved) = ?", *f.Approved)
	}
	if !f.From.IsZero() {
		w.And(line+".day >= ?", f.From)
	}
	if !f.To.IsZero() {
		w.And(line+".day <= ?", f.To)
	}
	return w
}
