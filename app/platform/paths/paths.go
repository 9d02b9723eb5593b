// Package paths builds every URL in pages and e-mails, so that each is defined in one place.
package paths

import (
	"net/url"
	"strconv"
	"strings"

	"presence/static"
)

// prefix is the path of PUBLIC_URL, "" or "/presence".
//
// It is a package variable and no argument, because it is a constant of the process: app.New sets it once from the configuration, before
// the first request, and nothing changes it afterwards. As an argument it would go unchanged through every template, presenter and
// e-mail that prints one of the addresses below, and each of them could forget it. The price is that two apps of one process share it,
// which only tests have; those that set a prefix reset it and do not run in parallel.
var prefix string

// Mount sets the path under which clients reach the product: the path of PUBLIC_URL. A reverse proxy removes it, so that routes
// do not contain it. It must be called before serving, and not again with another path.
func Mount(path string) {
	// Parallel tests make apps with the same path: to write it again would be a data race.
	if path = strings.TrimRight(path, "/"); path != prefix {
		prefix = path
	}
}

// To returns a local path, such as the value of next in a form, with the prefix.
func To(local string) string { return prefix + local }

// Local returns an address of this package, or the path and query of a request, as a local path: without the prefix, if it has it.
func Local(address string) string {
	if local, ok := strings.CutPrefix(address, prefix); ok && strings.HasPrefix(local, "/") {
		return local
	}
	return address
}

// Static returns the address of an asset by its plain name ("app.css"), with its content hash.
func Static(name string) string { return prefix + static.Path(name) }

// Home returns the address of the root, which needs no sign-in.
func Home() string { return prefix + "/" }

// Login returns the address of the sign-in page, and of its form (POST).
func Login() string { return prefix + "/auth/v1/login" }

// Logout returns where the session is ended (POST).
func Logout() string { return prefix + "/auth/v1/logout" }

// Demo returns where one signs in as a person of the demo (POST, demo only).
func Demo() string { return prefix + "/auth/v1/demo" }

// SignOn returns the address that redirects to the identity provider; next is the local path to continue with.
func SignOn(next string) string { return prefix + "/auth/v1/sso?next=" + url.QueryEscape(next) }

// SecondFactor returns the address of the step after the password, and of its form (POST: code, next); next is the local path to
// continue with.
func SecondFactor(next string) string {
	if next == "" {
		return prefix + "/auth/v1/factor"
	}
	return prefix + "/auth/v1/factor?next=" + url.QueryEscape(next)
}

// PasskeySignIn returns where one signs in with a passkey (POST: passkey, next).
func PasskeySignIn() string { return prefix + "/auth/v1/passkey" }

// Preferences returns where language and theme are saved (POST: lang, theme, next).
func Preferences() string { return prefix + "/staff/preferences" }

// Docs returns the address of the API's documentation.
func Docs() string { return prefix + "/docs" }

// DocsOf returns the address of one group of operations in the documentation.
func DocsOf(group string) string { return Docs() + "?group=" + url.QueryEscape(group) }

// Bootstrap returns the address of the one-time page that creates the first administrator.
func Bootstrap(token string) string { return prefix + "/auth/first/" + url.PathEscape(token) }

// Forgotten returns the address of the form for a forgotten password (POST: email).
func Forgotten() string { return prefix + "/auth/forgotten" }

// PasswordLink returns the address of the one-time page on which a person chooses a password (POST: password).
func PasswordLink(token string) string { return prefix + "/auth/password/" + url.PathEscape(token) }

// LoginThen returns the address of the sign-in page that continues with a local path.
func LoginThen(next string) string { return Login() + "?next=" + url.QueryEscape(next) }

// Today returns the address of the first page after signing in.
func Today() string { return prefix + "/staff/" }

// Search returns the address of the search over everything (query: q).
func Search() string { return prefix + "/staff/search" }

// Help returns the address of the list of guides (query: q).
func Help() string { return prefix + "/staff/help" }

// IsHelp reports whether a local path is of the guides.
func IsHelp(page string) bool {
	page, _, _ = strings.Cut(page, "?")
	return page == "/staff/help" || strings.HasPrefix(page, "/staff/help/")
}

// HelpAbout returns the address that leads to the task which a page is about; the page is a local path, whose query is left out.
func HelpAbout(page string) string {
	page, _, _ = strings.Cut(page, "?")
	return Help() + "?page=" + url.QueryEscape(page)
}

// HelpGuide returns the address of a guide.
func HelpGuide(name string) string { return Help() + "/" + name }

// HelpTask returns the address of a task in a guide.
func HelpTask(guide, id string) string { return HelpGuide(guide) + "#" + id }

// HelpPicture returns the address of a picture; another content has another hash.
func HelpPicture(name, hash string) string { return Help() + "/pictures/" + name + "?v=" + hash }

// Time returns the address of the user's own time in the current period.
func Time() string { return prefix + "/staff/time" }

// TimeIn returns the address of the user's own time in a period.
func TimeIn(year, number int) string { return Time() + "/" + period(year, number) }

// SubmitTime is the reader's own time of a period, with the question whether to submit it.
func SubmitTime(year, number int) string { return TimeIn(year, number) + "?ask=submit" }

// TimeOn is a day of the reader's own time, such as 2026-11-20; with enter, the form for a new shift is open in it.
func TimeOn(year, number int, day string, enter bool) string {
	query := "?day=" + day
	if enter {
		query += "&open=shift"
	}
	return TimeIn(year, number) + query + "#d-" + day
}

// Periods returns the address of the overview of the current period.
func Periods() string { return prefix + "/staff/periods" }

// Period returns the address of the overview of one period.
func Period(year, number int) string {
	return Periods() + "/" + strconv.Itoa(year) + "/" + strconv.Itoa(number)
}

// PeriodStandards returns the address of the report of a period about the labour standards, or of its file.
func PeriodStandards(year, number int, query url.Values) string {
	return withQuery(Period(year, number)+"/standards", query)
}

// PeriodApprove returns where sheets of a period are approved (POST: which, sheets, view).
func PeriodApprove(year, number int) string { return Period(year, number) + "/approve" }

// PeriodWithdraw returns where the approval of sheets is withdrawn (POST: sheets, view).
func PeriodWithdraw(year, number int) string { return Period(year, number) + "/withdraw" }

// PeriodUndo returns where the approvals of one click are undone (POST: sheets with their versions, view).
func PeriodUndo(year, number int) string { return Period(year, number) + "/undo" }

// PeriodRemind returns the address that reminds people to submit their time for a period (POST: employees, view).
func PeriodRemind(year, number int) string { return Period(year, number) + "/remind" }

// PeriodPerson returns the address of the page of an employee without a sheet in a period, and of its form that creates one
// (POST).
func PeriodPerson(year, number int, employee int64) string {
	return Period(year, number) + "/people/" + strconv.FormatInt(employee, 10)
}

// Timesheet returns the address of one sheet with its history.
func Timesheet(id int64) string { return prefix + "/staff/timesheets/" + strconv.FormatInt(id, 10) }

// HolidayPay is where payroll decides whether a statutory holiday is paid (POST).
func HolidayPay(id int64) string { return prefix + "/staff/holiday-pay/" + strconv.FormatInt(id, 10) }

// Grid is the address of a page with two weeks of one person, TimeIn or Timesheet. Its methods return the addresses of the
// page's forms.
type Grid string

// Shifts returns where a shift is added (POST).
func (g Grid) Shifts() string { return string(g) + "/shifts" }

// Shift returns where one shift is changed (POST).
func (g Grid) Shift(id int64) string { return g.Shifts() + "/" + strconv.FormatInt(id, 10) }

// MoveShift returns where one shift gets other times (POST: start, end, version).
func (g Grid) MoveShift(id int64) string { return g.Shift(id) + "/move" }

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

// RemoveReceipt returns where a receipt of an expense is removed (POST).
func (g Grid) RemoveReceipt(expense, receipt int64) string {
	return g.Expense(expense) + "/receipts/" + strconv.FormatInt(receipt, 10) + "/delete"
}

// RestoreExpense returns where the deletion of an expense is undone (POST).
func (g Grid) RestoreExpense() string { return g.Expenses() + "/restore" }

// Copy returns where a day or a week is copied from the one before (POST).
func (g Grid) Copy() string { return string(g) + "/copy" }

// FillUsual returns where the empty days are filled with the usual week (POST).
func (g Grid) FillUsual() string { return string(g) + "/usual" }

// TakeBack returns where shifts that were added at once are deleted again (POST: made).
func (g Grid) TakeBack() string { return string(g) + "/take-back" }

// Submit returns where the sheet is submitted (POST).
func (g Grid) Submit() string { return string(g) + "/submit" }

// Withdraw returns where the submission is withdrawn (POST).
func (g Grid) Withdraw() string { return string(g) + "/withdraw" }

// TimesheetApprove returns where a sheet is approved (POST: supervisor_comment).
func TimesheetApprove(id int64) string { return Timesheet(id) + "/approve" }

// TimesheetLines returns where single lines of a sheet are approved, or their approvals withdrawn (POST: items, decision).
func TimesheetLines(id int64) string { return Timesheet(id) + "/lines" }

// TimesheetUnapprove returns where the approval of a sheet is withdrawn (POST).
func TimesheetUnapprove(id int64) string { return Timesheet(id) + "/unapprove" }

// TimesheetReturn returns where a sheet is sent back to its owner, with the reason (POST: supervisor_comment, version).
func TimesheetReturn(id int64) string { return Timesheet(id) + "/return" }

// TimesheetComment returns where the supervisor's comment on a sheet is saved (POST).
func TimesheetComment(id int64) string { return Timesheet(id) + "/comment" }

// Leave returns the address of the leave page, and of its form for a new request (POST).
func Leave() string { return prefix + "/staff/leave" }

// AskLeave returns the address of the leave page with the form of a new request open.
func AskLeave() string { return Leave() + "?ask=1" }

// AskLeaveFor returns the address of the leave page with the form open for an employee.
func AskLeaveFor(employeeID int64) string {
	return AskLeave() + "&employee_id=" + strconv.FormatInt(employeeID, 10)
}

// LeaveFrom returns the address of the leave page with the calendar from the week of a day: "2026-11-26".
func LeaveFrom(day string) string { return Leave() + "?from=" + day }

// LeaveRequest returns where the status of one request is changed (POST: approval_status, version).
func LeaveRequest(id int64) string { return Leave() + "/" + strconv.FormatInt(id, 10) }

// Balances returns the address of the page of the balances of leave. query, which may be empty, contains the day and filters.
func Balances(query url.Values) string { return withQuery(prefix+"/staff/leave-balances", query) }

// LeaveLedger returns the address of the ledger of leave of an employee, and of its form for a new entry (POST).
func LeaveLedger(employeeID int64) string { return Employee(employeeID) + "/leave-ledger" }

// LeaveRules returns the address of the page of the rules of leave, and where one is saved (POST).
func LeaveRules() string { return prefix + "/staff/leave-rules" }

// LeaveRuleForm returns the address of that page with the form of the rule of a kind of leave.
func LeaveRuleForm(leaveType string) string { return LeaveRules() + "?open=" + leaveType }

// LeaveRulePreset returns the address of that page with the form filled with a preset.
func LeaveRulePreset(leaveType string) string { return LeaveRuleForm(leaveType) + "&preset=quebec" }

// Approvals returns the address of the queue of the user's open decisions.
func Approvals() string { return prefix + "/staff/approvals" }

// ApprovalsMany returns where several items are approved (POST: items, view).
func ApprovalsMany() string { return Approvals() + "/many" }

// ApprovalsUndo returns where decisions are undone (POST: items, view).
func ApprovalsUndo() string { return Approvals() + "/undo" }

// Approval returns the address of the queue with one item open, such as "leave-7".
func Approval(item string) string { return Approvals() + "?item=" + item }

// ApprovalsOf returns the address of the queue with the items of one kind, such as "leave".
func ApprovalsOf(kind string) string { return Approvals() + "?kind=" + kind }

// Export returns the address of the payroll file of a period; format is "csv" or "xlsx".
func Export(year, number int, format string) string {
	return prefix + "/exports/csv?period=" + period(year, number) + "&format=" + format
}

// Hours returns the address of the page of hours over time. query, which may be empty, contains dates, filters and grouping.
func Hours(query url.Values) string { return withQuery(prefix+"/staff/hours", query) }

// HoursShifts returns the address of the file of the shifts that the page of hours over time adds up.
func HoursShifts(query url.Values) string { return withQuery(prefix+"/staff/hours/shifts", query) }

// Deputies returns the address of the page of deputies, and of its form for a new one (POST).
func Deputies() string { return prefix + "/staff/deputies" }

// DeputyForm returns the address of that page with the form of one: its id, or "new".
func DeputyForm(open string) string { return Deputies() + "?open=" + open }

// SaveDeputy returns where the days of a deputy are changed (POST).
func SaveDeputy(id int64) string { return Deputies() + "/" + strconv.FormatInt(id, 10) }

// WithdrawDeputy returns where a deputy is withdrawn (POST).
func WithdrawDeputy(id int64) string { return SaveDeputy(id) + "/delete" }

// Activities is the page of the activities.
func Activities() string { return prefix + "/staff/activities" }

// Activity is that page with the form of an activity open: its id, or "new".
func Activity(open string) string { return Activities() + "?open=" + open }

// ActivityReport is the report by customer and activity.
func ActivityReport() string { return Activities() + "/report" }

// EmployeeCost is the page with the hourly costs of an employee, and where one is set (POST).
func EmployeeCost(id int64) string { return Employee(id) + "/cost" }

// UsualWeek is the page of an employee's usual week, and where it is saved (POST).
func UsualWeek(id int64) string { return Employee(id) + "/usual-week" }

// SaveActivity saves an activity.
func SaveActivity(id int64) string { return Activities() + "/" + strconv.FormatInt(id, 10) }

// DeleteActivity archives an activity.
func DeleteActivity(id int64) string { return SaveActivity(id) + "/delete" }

// BankCodes returns the address of the list of bank codes, and of its form for a new one (POST).
func BankCodes() string { return prefix + "/staff/bank-codes" }

// BankCode returns the address of the list with the form of one code: its id, or "new".
func BankCode(open string) string { return BankCodes() + "?open=" + open }

// SaveBankCode returns where a code is changed (POST).
func SaveBankCode(id int64) string { return BankCodes() + "/" + strconv.FormatInt(id, 10) }

// DeleteBankCode returns where a code is archived (POST).
func DeleteBankCode(id int64) string { return SaveBankCode(id) + "/delete" }

// Payroll returns the address of the page with the payroll exports.
func Payroll() string { return prefix + "/staff/payroll" }

// PayrollAsk returns the address of the confirmation before a period is exported.
func PayrollAsk(year, number int) string { return Payroll() + "?export=" + period(year, number) }

// PayrollBefore returns the address of the exports with lower numbers.
func PayrollBefore(number int64) string {
	return Payroll() + "?before=" + strconv.FormatInt(number, 10)
}

// PayrollPresets returns the address of the list of presets, and of its form for a new one (POST).
func PayrollPresets() string { return Payroll() + "/presets" }

// PayrollPreset returns the address of the list with the form of one preset: its id, or the kind of a new one.
func PayrollPreset(open string) string { return PayrollPresets() + "?open=" + open }

// SavePayrollPreset returns where a layout is changed (POST).
func SavePayrollPreset(id int64) string { return PayrollPresets() + "/" + strconv.FormatInt(id, 10) }

// DeletePayrollPreset returns where a layout is archived (POST).
func DeletePayrollPreset(id int64) string { return SavePayrollPreset(id) + "/delete" }

// PayrollExports returns where a period is exported (POST: period, preset, format).
func PayrollExports() string { return Payroll() + "/exports" }

// PayrollExport returns the address of an export with its manifest.
func PayrollExport(id int64) string { return PayrollExports() + "/" + strconv.FormatInt(id, 10) }

// PayrollFile returns the address of the file of an export.
func PayrollFile(id int64) string { return PayrollExport(id) + "?as=file" }

// PayrollReceipts returns the address of the receipts of an export.
func PayrollReceipts(id int64) string { return PayrollExport(id) + "?as=receipts" }

// PayrollWithdraw returns where an export is withdrawn (POST).
func PayrollWithdraw(id int64) string { return PayrollExport(id) + "/withdraw" }

// Notifications returns the address of the list of notifications.
func Notifications() string { return prefix + "/staff/notifications" }

// NotificationsBefore returns the address of the notifications with ids below id.
func NotificationsBefore(id int64) string {
	return Notifications() + "?before=" + strconv.FormatInt(id, 10)
}

// NotificationsOpen returns the address that marks the user's notifications with these ids as read and leads to what they are about.
func NotificationsOpen(ids ...int64) string {
	q := make(url.Values, 1)
	for _, id := range ids {
		q.Add("id", strconv.FormatInt(id, 10))
	}
	return Notifications() + "/open?" + q.Encode()
}

// NotificationsRead returns where notifications are marked as read (POST: id, or up_to).
func NotificationsRead() string { return Notifications() + "/read" }

// NotificationPreferences returns the address of the form in which the user chooses what comes by e-mail and to their devices.
func NotificationPreferences() string { return Settings() + "/notifications" }

// Devices returns where a browser is added on which the user receives notices (POST: endpoint, p256dh, auth).
func Devices() string { return Settings() + "/devices" }

// DeviceRemove returns where such a browser is removed (POST: device).
func DeviceRemove() string { return Devices() + "/remove" }

// NotificationsUnsubscribe returns the address that a message contains to stop such messages.
func NotificationsUnsubscribe(token string) string {
	return prefix + "/u/notifications/" + token
}

// NotificationsStream returns the address of the stream of server-sent events.
func NotificationsStream() string { return prefix + "/notifications/stream" }

func period(year, number int) string {
	s := strconv.Itoa(year) + "-"
	if number < 10 {
		s += "0"
	}
	return s + strconv.Itoa(number)
}

// Employees returns the address of the list of employees.
func Employees() string { return prefix + "/staff/employees" }

// EmployeesOf returns the address of a list of employees. query, which may be empty, contains the filters and the page.
func EmployeesOf(query url.Values) string { return withQuery(Employees(), query) }

// EmployeesWithoutSignIn returns the address of the employees who cannot sign in yet, with the button that invites them.
func EmployeesWithoutSignIn() string { return Employees() + "?sign_in=none" }

// EmployeesTree returns the address of the tree of employees below root (0: the whole tree).
func EmployeesTree(root int64) string {
	if root == 0 {
		return Employees() + "?view=tree"
	}
	return Employees() + "?view=tree&root=" + strconv.FormatInt(root, 10)
}

// EmployeesArchive returns the address of the list of archived employees.
func EmployeesArchive() string { return Employees() + "?view=archive" }

// Archive returns the address of the archived records. query, which may be empty, contains the kind and filters.
func Archive(query url.Values) string { return withQuery(prefix+"/staff/archive", query) }

// ArchivedRecord returns the address of one archived record.
func ArchivedRecord(kind string, id int64) string {
	return Archive(nil) + "/" + kind + "/" + strconv.FormatInt(id, 10)
}

// RestoreArchived returns where an archived record is restored (POST: version).
func RestoreArchived(kind string, id int64) string { return ArchivedRecord(kind, id) + "/restore" }

// ArchiveAgain returns where a restored record is deleted again (POST: version).
func ArchiveAgain(kind string, id int64) string { return ArchivedRecord(kind, id) + "/delete" }

// NewEmployee returns the address of the form for a new employee.
func NewEmployee() string { return Employees() + "/new" }

// InviteEmployees returns where all employees who cannot sign in yet are invited (POST).
func InviteEmployees() string { return Employees() + "/invitations" }

// EmployeePasswordLinks is where links for all employees who cannot sign in yet are made.
func EmployeePasswordLinks() string { return Employees() + "/password-links" }

// EmployeeInvitation returns where an employee is invited to choose a password (POST).
func EmployeeInvitation(id int64) string { return Employee(id) + "/invitation" }

// EmployeePasswordLink returns where a link is made with which an employee chooses a password (POST).
func EmployeePasswordLink(id int64) string { return Employee(id) + "/password-link" }

// Employee returns the address of an employee's profile, and of its form (POST).
func Employee(id int64) string { return Employees() + "/" + strconv.FormatInt(id, 10) }

// EditEmployee returns the address of the form of an employee.
func EditEmployee(id int64) string { return Employee(id) + "/edit" }

// EmployeeSupervisor returns the address of the page to choose an employee's supervisor, and of its form (POST: supervisor_id).
func EmployeeSupervisor(id int64) string { return Employee(id) + "/supervisor" }

// LeaveEmployee returns where the last work day is set (POST).
func LeaveEmployee(id int64) string { return Employee(id) + "/leave" }

// DeleteEmployee returns where a record is archived (POST).
func DeleteEmployee(id int64) string { return Employee(id) + "/delete" }

// RestoreEmployee returns where a record is restored from the archive (POST).
func RestoreEmployee(id int64) string { return Employee(id) + "/restore" }

// Customers returns the address of the list of the payroll customers, and of the form for a new one (POST).
func Customers() string { return prefix + "/staff/customers" }

// NewCustomer returns the address of the form for a new payroll customer.
func NewCustomer() string { return Customers() + "/new" }

// Customer returns the address of the form of a payroll customer (also POST).
func Customer(id int64) string { return Customers() + "/" + strconv.FormatInt(id, 10) }

// DeleteCustomer returns where a payroll customer is archived (POST).
func DeleteCustomer(id int64) string { return Customer(id) + "/delete" }

// RestoreCustomer returns where a payroll customer is restored (POST: version).
func RestoreCustomer(id int64) string { return Customer(id) + "/restore" }

// Schedule is the page of the schedule: of a team for those who plan it, else the user's own. query, which may be empty, contains the first
// day, the number of weeks and the team.
func Schedule(query url.Values) string { return withQuery(prefix+"/staff/schedule", query) }

// PlannedShift is the page of a planned shift, or with "new" that of a new one; an existing one is saved there (POST).
func PlannedShift(id string, query url.Values) string {
	return withQuery(prefix+"/staff/schedule/shifts/"+id, query)
}

// PlannedShifts is where a new planned shift is saved (POST).
func PlannedShifts() string { return prefix + "/staff/schedule/shifts" }

// PlannedShiftDo is where something is done with a planned shift (POST): "delete", "restore" or "take".
func PlannedShiftDo(id int64, what string) string {
	return PlannedShift(strconv.FormatInt(id, 10), nil) + "/" + what
}

// ScheduleDo is where something is done with the schedule of a team (POST): "fill", "take-back" or "publish".
func ScheduleDo(what string) string { return prefix + "/staff/schedule/" + what }
