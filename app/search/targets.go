package search

import (
	"presence/app/accounts/auth"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/layout"
	"presence/views/ui"

	views "presence/views/search"
)

// target is a page, or an action that begins on one.
type target struct {
	may   bool // the user can open it
	icon  ui.Icon
	text  i18n.Text
	words i18n.Text // other words that people look for it with; those of both languages find it
	href  string
}

// actions returns the actions that the user can start from any page.
func (p pages) actions(by auth.Actor) []target {
	current, admin := p.periods.Current(), by.Role == auth.Admin
	return []target{
		{by.EmployeeID != 0, ui.IconPlus, i18n.ActEnterHours, i18n.WordsEnterHours, paths.Time()},
		{by.Approver(), ui.IconApproved, i18n.ActApproveReady, i18n.Text{}, paths.Period(current.Year, current.Number)},
		{by.EmployeeID != 0 || by.Approver(), ui.IconPalm, i18n.ActRequestLeave, i18n.WordsLeave, paths.AskLeave()},
		{by.SeesAll(), ui.IconUser, i18n.ActNewEmployee, i18n.WordsNewEmployee, paths.NewEmployee()},
		{by.SeesAll(), ui.IconInbox, i18n.ActImport, i18n.WordsImport, paths.Imports()},
		{by.RunsEvents(), ui.IconTicket, i18n.ActNewEvent, i18n.Text{}, paths.NewEvent()},
		{by.RunsEvents(), ui.IconInbox, i18n.ActUpload, i18n.WordsUpload, paths.DirectoryUploads()},
		{admin, ui.IconMail, i18n.ActInvite, i18n.WordsInvite, paths.EmployeesWithoutSignIn()},
		{admin, ui.IconDownload, i18n.ActExportCompany, i18n.WordsExportCompany, paths.CompanyExport()},
	}
}

// pages returns the pages that the user can open: the sections of the navigation, and those below them.
func (p pages) pages(by auth.Actor, f layout.Frame) (list []target) {
	for _, s := range f.Sections() {
		list = append(list, target{true, s.Icon, s.Text, i18n.Text{}, s.Href})
	}
	admin, events := by.Role == auth.Admin, by.RunsEvents()
	return append(list,
		target{by.Approver(), ui.IconHistory, i18n.HoursTitle, i18n.Text{}, paths.Hours(nil)},
		target{by.Approver(), ui.IconInbox, i18n.TeamArchive, i18n.WordsArchive, paths.Archive(nil)},
		target{by.SeesAll() || events, ui.IconUsers, i18n.Cust, i18n.Text{}, paths.Customers()},
		target{true, ui.IconInfo, i18n.HelpTitle, i18n.WordsHelp, paths.Help()},
		target{admin, ui.IconUsers, i18n.SettingsPeople, i18n.WordsPeople, paths.People()},
		target{admin, ui.IconSettings, i18n.FindCompany, i18n.WordsCompany, paths.CompanySettings()},
		target{admin, ui.IconLock, i18n.FindSignIn, i18n.WordsSignIn, paths.SignInSettings()},
		target{admin, ui.IconLock, i18n.FindFactorRoles, i18n.WordsFactors, paths.FactorRoles()},
		target{admin, ui.IconBook, i18n.FindCustomerSource, i18n.WordsCustomerSource, paths.CustomerSettings()},
		target{admin, ui.IconMail, i18n.FindMail, i18n.WordsMail, paths.MailSettings()},
		target{admin || events, ui.IconMail, i18n.SuppTab, i18n.WordsSuppressions, paths.Suppressions(nil)},
		target{events, ui.IconInbox, i18n.Outbox, i18n.WordsOutbox, paths.Outbox()},
		target{admin, ui.IconHistory, i18n.SettingsLog, i18n.WordsAudit, paths.AuditLog()},
		target{true, ui.IconUser, i18n.SettingsSessions, i18n.WordsSessions, paths.Sessions()},
		target{true, ui.IconLock, i18n.PersonPassword, i18n.WordsPassword, paths.OwnPassword()},
		target{true, ui.IconLock, i18n.Security, i18n.WordsFactors, paths.Security()},
		target{true, ui.IconBell, i18n.PrefTab, i18n.WordsPreferences, paths.NotificationPreferences()},
		target{true, ui.IconSettings, i18n.SettingsTokens, i18n.WordsTokens, paths.Tokens()})
}

// withWords returns the targets that the user can open and whose text or other words have the words of query; all of them if it is
// empty.
func withWords(l i18n.Lang, targets []target, query string) (list []views.Result) {
	for _, t := range targets {
		if t.may && hasWords(l.T(t.text)+" "+t.words.FR+" "+t.words.EN, query) {
			list = append(list, views.Result{Icon: t.icon, Text: l.T(t.text), Href: t.href})
		}
	}
	return list
}
