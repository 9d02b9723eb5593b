package search

import (
	"presence/app/accounts/auth"
	"presence/app/platform/contact"
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
	words string // other words, of both languages, that people look for it with; they are not shown
	href  string
}

// actions returns the actions that the user can start from any page.
func (p pages) actions(by auth.Actor) []target {
	current, admin := p.periods.Current(), by.Role == auth.Admin
	return []target{
		{by.EmployeeID != 0, ui.IconPlus, i18n.ActEnterHours,
			"feuille de temps quart punch dépense kilométrage timesheet shift expense mileage", paths.Time()},
		{by.Approver(), ui.IconApproved, i18n.ActApproveReady, "", paths.Period(current.Year, current.Number)},
		{by.EmployeeID != 0 || by.Approver(), ui.IconPalm, i18n.ActRequestLeave,
			"vacances absence maladie vacation sick time off holiday", paths.AskLeave()},
		{by.SeesAll(), ui.IconUser, i18n.ActNewEmployee, "embauche créer nouveau hire create new", paths.NewEmployee()},
		{by.SeesAll(), ui.IconInbox, i18n.ActImport,
			"fichier csv excel xlsx transfert téléverser file migrate upload", paths.Imports()},
		{by.RunsEvents(), ui.IconTicket, i18n.ActNewEvent, "", paths.NewEvent()},
		{by.RunsEvents(), ui.IconInbox, i18n.ActUpload,
			"importer csv excel xlsx liste import list", paths.DirectoryUploads()},
		{admin, ui.IconMail, i18n.ActInvite,
			"accès compte lien mot de passe access account link password", paths.EmployeesWithoutSignIn()},
		{admin, ui.IconDownload, i18n.ActExportCompany,
			"sauvegarde copie télécharger zip quitter backup copy download leave", paths.CompanyExport()},
	}
}

// sectionWords are other words for sections of the navigation, by their text.
var sectionWords = map[i18n.Text]string{
	i18n.Payroll:   "exporter exportation fichier périodes export file periods",
	i18n.MyAccount: "profil profile",
}

// pages returns the pages that the user can open: the sections of the navigation, and those below them.
func (p pages) pages(by auth.Actor, f layout.Frame) (list []target) {
	for _, s := range f.Sections() {
		list = append(list, target{true, s.Icon, s.Text, sectionWords[s.Text], s.Href})
	}
	admin, events := by.Role == auth.Admin, by.RunsEvents()
	return append(list,
		target{by.Approver(), ui.IconHistory, i18n.HoursTitle, "", paths.Hours(nil)},
		target{by.SeesAll(), ui.IconWallet, i18n.Codes, "banque facteur bank multiplier", paths.BankCodes()},
		target{by.SeesAll(), ui.IconWallet, i18n.Presets, "exporter paie fichier colonnes csv payroll file columns", paths.PayrollPresets()},
		target{by.Approver(), ui.IconInbox, i18n.TeamArchive,
			"supprimé effacé restaurer corbeille deleted removed restore trash bin", paths.Archive(nil)},
		target{by.SeesAll() || events, ui.IconUsers, i18n.Cust, "", paths.Customers()},
		target{true, ui.IconInfo, i18n.HelpTitle, "guide mode d’emploi manual how to", paths.Help()},
		target{admin, ui.IconUsers, i18n.SettingsPeople,
			"utilisateur compte inviter accès rôle administrateur ajouter désactiver " +
				"user account invite access role administrator add deactivate", paths.People()},
		target{admin, ui.IconSettings, i18n.FindCompany,
			"nom fuseau horaire langue période de paie calendrier heures supplémentaires rappels " +
				"name time zone language pay period calendar overtime reminders", paths.CompanySettings()},
		target{admin, ui.IconLock, i18n.FindSignIn,
			"authentification unique SSO OIDC Google Microsoft single sign-on", paths.SignInSettings()},
		target{admin, ui.IconLock, i18n.FindFactorRoles,
			"double authentification 2FA MFA clé code two-factor passkey", paths.FactorRoles()},
		target{admin, ui.IconBook, i18n.FindCustomerSource,
			"clients synchronisation Frappe ERP customers sync", paths.CustomerSettings()},
		target{admin, ui.IconMail, i18n.FindMail,
			"SMTP serveur expéditeur Mailjet Gmail Microsoft domaine DKIM SPF server sender domain", paths.MailSettings()},
		target{admin || events, ui.IconMail, i18n.SuppTab,
			"désabonné rebond plainte unsubscribed bounce complaint", paths.Suppressions(nil)},
		target{events, ui.IconInbox, i18n.Outbox, "messages envoyés courriels sent emails", paths.Outbox()},
		target{admin, ui.IconSystem, i18n.Kiosks, "tablette pointeuse pointage tablet clock punch", paths.Kiosks()},
		target{admin, ui.IconSend, i18n.WebhooksTab, "API intégration Zapier endpoint integration", paths.Webhooks()},
		target{admin, ui.IconUser, i18n.PersonalFind,
			"RGPD loi 25 vie privée effacer supprimer accès droit à l’oubli GDPR privacy erase delete access right to be forgotten",
			paths.PersonalData("")},
		target{admin, ui.IconHistory, i18n.SettingsLog, "historique qui a modifié history who changed", paths.AuditLog()},
		target{admin, ui.IconSettings, i18n.SystemTab,
			"état santé version base de données erreurs files d’attente diagnostic health status database errors queues", paths.System()},
		target{true, ui.IconUser, i18n.SettingsSessions,
			"appareils déconnecter langue devices sign out language", paths.Sessions()},
		target{by.EmployeeID != 0, ui.IconLock, i18n.PINOwn, "changer modifier change pointage clock", paths.OwnPIN()},
		target{true, ui.IconLock, i18n.PersonPassword, "changer modifier change", paths.OwnPassword()},
		target{true, ui.IconLock, i18n.Security,
			"double authentification 2FA MFA clé code two-factor passkey", paths.Security()},
		target{true, ui.IconBell, i18n.PrefTab,
			"notifications avis rappels alerts reminders", paths.NotificationPreferences()},
		target{true, ui.IconSettings, i18n.SettingsTokens, "API clé jeton key token", paths.Tokens()})
}

// withWords returns the targets that the user can open and whose text or other words have the words of query; all of them if it is
// empty.
func withWords(l i18n.Lang, targets []target, query string) (list []views.Result) {
	for _, t := range targets {
		if t.may && contact.HasWords(l.T(t.text)+" "+t.words, query) {
			list = append(list, views.Result{Icon: t.icon, Text: l.T(t.text), Href: t.href})
		}
	}
	return list
}
