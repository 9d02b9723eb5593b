// Package paths builds every URL that a page or an e-mail prints, so that each is written in one place.
package paths

import (
	"net/url"
	"strconv"
	"strings"

	"presence/static"
)

// prefix is the path of PUBLIC_URL, "" or "/presence". It is one for the whole process: Mount sets it before the first request.
var prefix string

// Mount sets the path under which the outside world reaches the product: the path part of PUBLIC_URL. A reverse proxy
// strips it again, so routes never carry it. Call it once, before serving.
func Mount(path string) { prefix = strings.TrimRight(path, "/") }

// To returns a local path, such as the next of a form, as the outside world reaches it.
func To(local string) string { return prefix + local }

// Static is the address of an asset by its plain name ("app.css"), with its content hash.
func Static(name string) string { return prefix + static.Path(name) }

// Home returns the root, which answers anyone.
func Home() string { return prefix + "/" }

// Login is the sign-in page, and where its form goes.
func Login() string { return prefix + "/auth/v1/login" }

// Logout returns where the session is ended (POST).
func Logout() string { return prefix + "/auth/v1/logout" }

// Demo returns where one signs in as a person of the demo (POST, demo only).
func Demo() string { return prefix + "/auth/v1/demo" }

// SignOn returns the redirect to the sign-in provider; next is the local path to go on to.
func SignOn(next string) string { return prefix + "/auth/v1/sso?next=" + url.QueryEscape(next) }

// Preferences returns where language and theme are saved (POST: lang, theme, next).
func Preferences() string { return prefix + "/staff/preferences" }

// Docs is the reader of the API's description.
func Docs() string { return prefix + "/docs" }

// DocsOf is one group of operations in it.
func DocsOf(group string) string { return Docs() + "?group=" + url.QueryEscape(group) }

// Bootstrap is the one-time page that makes the first administrator.
func Bootstrap(token string) string { return prefix + "/auth/first/" + url.PathEscape(token) }

// LoginThen is the sign-in page that goes on to a local path.
func LoginThen(next string) string { return Login() + "?next=" + url.QueryEscape(next) }

// Today is the first page after signing in.
func Today() string { return prefix + "/staff/" }

// Time is the caller's own two weeks, now.
func Time() string { return prefix + "/staff/time" }

// TimeIn is the caller's own two weeks of a period.
func TimeIn(year, number int) string { return Time() + "/" + period(year, number) }

// Periods is the overview of the period under way.
func Periods() string { return prefix + "/staff/periods" }

// Period is the overview of one period.
func Period(year, number int) string {
	return Periods() + "/" + strconv.Itoa(year) + "/" + strconv.Itoa(number)
}

// PeriodApprove returns where sheets of a period are approved (POST: which, sheets, view).
func PeriodApprove(year, number int) string { return Period(year, number) + "/approve" }

// PeriodWithdraw returns where the approval of sheets is withdrawn (POST: sheets, view).
func PeriodWithdraw(year, number int) string { return Period(year, number) + "/withdraw" }

// PeriodUndo returns where the approvals of one moment are undone (POST: at, view).
func PeriodUndo(year, number int) string { return Period(year, number) + "/undo" }

// PeriodPerson is somebody's time of a period who has no sheet for it yet, and where one is made (POST).
func PeriodPerson(year, number int, employee int64) string {
	return Period(year, number) + "/people/" + strconv.FormatInt(employee, 10)
}

// Timesheet is one sheet with its history.
func Timesheet(id int64) string { return prefix + "/staff/timesheets/" + strconv.FormatInt(id, 10) }

// Grid is a page that shows two weeks of one person – TimeIn or Timesheet – and what is posted to it.
type Grid string

// Shifts returns where a shift is added (POST).
func (g Grid) Shifts() string { return string(g) + "/shifts" }

// Shift returns where one shift is changed (POST).
func (g Grid) Shift(id int64) string { return g.Shifts() + "/" + strconv.FormatInt(id, 10) }

// DeleteShift returns where one shift is deleted (POST).
func (g Grid) DeleteShift(id int64) string { return g.Shift(id) + "/delete" }

// RestoreShift returns where the deletion of a shift is undone (POST).
func (g Grid) RestoreShift() string { return g.Shifts() + "/restore" }

// Expenses returns where an expense is added (POST).
func (g Grid) Expenses() string { return string(g) + "/expenses" }

// Expense returns where one expense is changed (POST).
func (g Grid) Expense(id int64) string { return g.Expenses() + "/" + strconv.FormatInt(id, 10) }

// DeleteExpense returns where one expense is deleted (POST).
func (g Grid) DeleteExpense(id int64) string { return g.Expense(id) + "/delete" }

// RestoreExpense returns where the deletion of an expense is undone (POST).
func (g Grid) RestoreExpense() string { return g.Expenses() + "/restore" }

// Copy returns where a day or a week is copied from the one before (POST).
func (g Grid) Copy() string { return string(g) + "/copy" }

// Submit returns where the sheet is submitted (POST).
func (g Grid) Submit() string { return string(g) + "/submit" }

// Withdraw returns where the submission is withdrawn (POST).
func (g Grid) Withdraw() string { return string(g) + "/withdraw" }

// TimesheetApprove returns where a sheet is approved (POST: supervisor_comment).
func TimesheetApprove(id int64) string { return Timesheet(id) + "/approve" }

// TimesheetUnapprove returns where the approval of a sheet is withdrawn (POST).
func TimesheetUnapprove(id int64) string { return Timesheet(id) + "/unapprove" }

// TimesheetComment returns where the supervisor's comment on a sheet is saved (POST).
func TimesheetComment(id int64) string { return Timesheet(id) + "/comment" }

// Leave is the calendar of leave with the own requests, and where a new one goes (POST).
func Leave() string { return prefix + "/staff/leave" }

// LeaveIn is the calendar of a month: "2026-11".
func LeaveIn(month string) string { return Leave() + "?month=" + month }

// LeaveRequest returns where the status of one request is changed (POST: approval_status, version).
func LeaveRequest(id int64) string { return Leave() + "/" + strconv.FormatInt(id, 10) }

// Approvals is the queue of what waits for the caller's decision.
func Approvals() string { return prefix + "/staff/approvals" }

// ApprovalsMany returns where several items are approved (POST: items, view).
func ApprovalsMany() string { return Approvals() + "/many" }

// ApprovalsUndo returns where decisions are undone (POST: items, view).
func ApprovalsUndo() string { return Approvals() + "/undo" }

// Approval is one item of the queue: "leave-7".
func Approval(item string) string { return Approvals() + "?item=" + item }

// Export is the payroll file of a period; format is "csv" or "xlsx".
func Export(year, number int, format string) string {
	return prefix + "/exports/csv?period=" + period(year, number) + "&format=" + format
}

// BankCodes is the list of bank codes, and where a new one is posted.
func BankCodes() string { return prefix + "/staff/bank-codes" }

// BankCode is the list with the form of one of them: its id, or "new".
func BankCode(open string) string { return BankCodes() + "?open=" + open }

// SaveBankCode returns where a code is changed (POST).
func SaveBankCode(id int64) string { return BankCodes() + "/" + strconv.FormatInt(id, 10) }

// DeleteBankCode returns where a code is archived (POST).
func DeleteBankCode(id int64) string { return SaveBankCode(id) + "/delete" }

// Payroll returns the page of the exports to the pay system.
func Payroll() string { return prefix + "/staff/payroll" }

// PayrollAsk is the page that asks before a period is exported.
func PayrollAsk(year, number int) string { return Payroll() + "?export=" + period(year, number) }

// PayrollBefore is Payroll with the exports before a number.
func PayrollBefore(number int64) string {
	return Payroll() + "?before=" + strconv.FormatInt(number, 10)
}

// PayrollPresets is the list of the files' layouts, and where a new one is posted.
func PayrollPresets() string { return Payroll() + "/presets" }

// PayrollPreset is the list with the form of one of them: its id, or the kind of a new one.
func PayrollPreset(open string) string { return PayrollPresets() + "?open=" + open }

// SavePayrollPreset returns where a layout is changed (POST).
func SavePayrollPreset(id int64) string { return PayrollPresets() + "/" + strconv.FormatInt(id, 10) }

// DeletePayrollPreset returns where a layout is archived (POST).
func DeletePayrollPreset(id int64) string { return SavePayrollPreset(id) + "/delete" }

// PayrollExports returns where a period is exported (POST: period, preset, format).
func PayrollExports() string { return Payroll() + "/exports" }

// PayrollExport is an export with its manifest.
func PayrollExport(id int64) string { return PayrollExports() + "/" + strconv.FormatInt(id, 10) }

// PayrollFile is the file of an export.
func PayrollFile(id int64) string { return PayrollExport(id) + "?as=file" }

// PayrollWithdraw returns where an export is withdrawn (POST).
func PayrollWithdraw(id int64) string { return PayrollExport(id) + "/withdraw" }

// Notifications is the page behind the bell.
func Notifications() string { return prefix + "/staff/notifications" }

// NotificationsBefore is the page of those older than an id.
func NotificationsBefore(id int64) string {
	return Notifications() + "?before=" + strconv.FormatInt(id, 10)
}

// NotificationsRead returns where notifications are marked as read (POST: id, or up_to).
func NotificationsRead() string { return Notifications() + "/read" }

// NotificationsStream returns the stream of server-sent events.
func NotificationsStream() string { return prefix + "/notifications/stream" }

func period(year, number int) string {
	s := strconv.Itoa(year) + "-"
	if number < 10 {
		s += "0"
	}
	return s + strconv.Itoa(number)
}

// Employees is the team: the list of it.
func Employees() string { return prefix + "/staff/employees" }

// EmployeesTree is the team by who supervises whom, below one employee (0: everyone).
func EmployeesTree(root int64) string {
	if root == 0 {
		return Employees() + "?view=tree"
	}
	return Employees() + "?view=tree&root=" + strconv.FormatInt(root, 10)
}

// NewEmployee is the form of a new record.
func NewEmployee() string { return Employees() + "/new" }

// Employee is a person's profile, and where its form goes.
func Employee(id int64) string { return Employees() + "/" + strconv.FormatInt(id, 10) }

// EditEmployee is the form of a record.
func EditEmployee(id int64) string { return Employee(id) + "/edit" }

// EmployeeSupervisor returns the page on which a supervisor is searched, and where one is chosen (POST: supervisor_id).
func EmployeeSupervisor(id int64) string { return Employee(id) + "/supervisor" }

// LeaveEmployee returns where the last work day is set (POST).
func LeaveEmployee(id int64) string { return Employee(id) + "/leave" }

// DeleteEmployee returns where a record is archived (POST).
func DeleteEmployee(id int64) string { return Employee(id) + "/delete" }

// RestoreEmployee returns where a record is restored from the archive (POST).
func RestoreEmployee(id int64) string { return Employee(id) + "/restore" }

// Settings returns the redirect to the first settings page that the caller may open.
func Settings() string { return prefix + "/staff/settings" }

// People are those who can sign in, with their roles.
func People() string { return Settings() + "/people" }

// NewPerson is the form of a new one.
func NewPerson() string { return People() + "/new" }

// Person is one of them, and where the form goes.
func Person(id string) string { return People() + "/" + url.PathEscape(id) }

// PersonPassword returns where the password of a person is set (POST: password).
func PersonPassword(id string) string { return Person(id) + "/password" }

// PersonDisable returns where a person is disabled (POST).
func PersonDisable(id string) string { return Person(id) + "/disable" }

// PersonEnable returns where a person is enabled again (POST).
func PersonEnable(id string) string { return Person(id) + "/enable" }

// Tokens are the caller's own, and where a new one is made (POST: name, days).
func Tokens() string { return Settings() + "/tokens" }

// TokenRevoke returns where a token is revoked (POST: token).
func TokenRevoke() string { return Tokens() + "/revoke" }

// Sessions are the caller's own.
func Sessions() string { return Settings() + "/sessions" }

// SessionEnd returns where one session is ended (POST: session).
func SessionEnd() string { return Sessions() + "/end" }

// SessionsEndOthers returns where all of the caller's other sessions are ended (POST).
func SessionsEndOthers() string { return Sessions() + "/others" }

// AuditLog is who changed what.
func AuditLog() string { return Settings() + "/audit" }
