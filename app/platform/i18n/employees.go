package i18n

// The pages of the team: the list, the tree, a profile and its forms.
var (
	Team        = Text{"Équipe", "Team"}
	TeamCount   = Count{Text{"%s personne", "%s person"}, Text{"%s personnes", "%s people"}}
	TeamViews   = Text{"Vues de l’équipe", "Team views"}
	TeamList    = Text{"Liste", "List"}
	TeamTree    = Text{"Organigramme", "Org chart"}
	TeamArchive = Text{"Archives", "Archive"}
	TeamSearch  = Text{"Nom ou numéro de paie", "Name or payroll number"}
	TeamFilter  = Text{"Filtrer par nom ou numéro de paie", "Filter by name or payroll number"}
	TeamNew     = Text{"Ajouter un employé", "Add an employee"}
	TeamUnder   = Text{"Relève de", "Reports to"}
	TeamCompany = Text{"Entreprise", "Company"}
	TeamAnyBoss = Text{"Tous les superviseurs", "All supervisors"}
	TeamAnyFirm = Text{"Toutes les entreprises", "All companies"}
	TeamFilters = Text{"Filtres", "Filters"}
	TeamName    = Text{"Nom", "Name"}
	TeamPayroll = Text{"Numéro de paie", "Payroll number"}
	TeamContact = Text{"Coordonnées", "Contact"}
	TeamGone    = Text{"Archivé", "Archived"}
	TeamLastDay = Text{"Dernier jour : %s", "Last day: %s"}
	TeamDeleted = Text{"Supprimé le %s", "Deleted on %s"}
	TeamLeftOn  = Text{"Départ le %s", "Left on %s"}
	TeamNobody  = Text{"Aucun résultat", "No results"}
	TeamNobodyT = Text{"Vérifiez l’orthographe, ou retirez les filtres.", "Check the spelling, or clear the filters."}
	TeamClear   = Text{"Tout afficher", "Show everyone"}
	TeamEmpty   = Text{"Personne pour l’instant", "No one yet"}
	TeamEmptyT  = Text{"Importez un fichier ou ajoutez un premier dossier.", "Import a file or add the first record."}
	TeamNoGone  = Text{"Les archives sont vides", "The archive is empty"}
	TeamNoGoneT = Text{"Les dossiers des personnes qui partent restent ici et peuvent être restaurés.",
		"Records of people who leave stay here and can be restored."}
	TeamNoRecord = Text{"Vous n’avez pas de dossier d’employé", "You don’t have an employee record"}
	TeamNoRecT   = Text{"Votre compte n’est lié à aucun dossier d’employé. La paie peut en créer un.",
		"Your account isn’t linked to an employee record. Payroll can create one."}
	TreeFound  = Count{Text{"%s personne trouvée", "%s person found"}, Text{"%s personnes trouvées", "%s people found"}}
	TreeNobody = Text{"Vérifiez l’orthographe du nom.", "Check the spelling of the name."}
	TreeAll    = Text{"Tout l’organigramme", "Full org chart"}
	TreeMore   = Count{Text{"Afficher %s personne", "Show %s person"}, Text{"Afficher %s personnes", "Show %s people"}}
	TreeCount  = Count{Text{"%s personne en tout", "%s person in all"}, Text{"%s personnes en tout", "%s people in all"}}
	TreeCut    = Text{"Seules les premières personnes sont affichées. La liste les montre toutes.",
		"Only the first people are shown. See the list for everyone."}
)

// A profile.
var (
	EmpOwn         = Text{"Votre dossier", "Your record"}
	EmpContact     = Text{"Coordonnées", "Contact"}
	EmpPayroll     = Text{"Paie", "Payroll"}
	EmpPlace       = Text{"Liens hiérarchiques", "Reporting lines"}
	EmpPeriod      = Text{"Période en cours", "Current period"}
	EmpHistoryPart = Text{"Les 50\u00a0derniers changements.", "Last 50 changes."}
	EmpChain       = Text{"Relève de", "Reports to"}
	EmpSupervises  = Text{"supervise %s", "supervises %s"}
	EmpNoBoss      = Text{"Aucun superviseur", "No supervisor"}
	EmpCrew        = Text{"Équipe directe", "Direct reports"}
	EmpMoreCrew    = Text{"Toute l’équipe", "Whole team"}
	EmpSheet       = Text{"Ouvrir la feuille", "Open timesheet"}
	EmpOwnTime     = Text{"Ouvrir mes heures", "Open my timesheet"}
	EmpNoSheetDo   = Text{"Saisir des heures", "Enter hours"}
	EmpNoSheet     = Text{"Pas encore de feuille", "No timesheet yet"}
	EmpNotEmployed = Text{"Ne travaillait pas pour l’entreprise pendant cette période.", "Not employed during this period."}
	EmpHours       = Text{"%s pour la période", "%s this period"}
	EmpArchived    = Text{"Ce dossier est archivé", "This record is archived"}
	EmpArchivedTxt = Text{"Cette personne ne peut plus se connecter. Ses heures passées sont conservées.",
		"This person can no longer sign in. Their past hours are kept."}
	EmpNone = Text{"–", "–"}

	EmpEdit     = Text{"Modifier", "Edit"}
	EmpEditOf   = Text{"Modifier le dossier : %s", "Edit %s’s record"}
	EmpSave     = Text{"Enregistrer", "Save"}
	EmpCreate   = Text{"Créer le dossier", "Create record"}
	EmpBoss     = Text{"Choisir le superviseur", "Choose supervisor"}
	EmpBossOf   = Text{"Superviseur : %s", "%s’s supervisor"}
	EmpBossHint = Text{"Recherchez un nom, puis choisissez. Les personnes qui relèvent déjà de cet employé ne sont pas proposées.",
		"Search by name, then choose. People who already report to this person aren’t listed."}
	EmpLeave     = Text{"Départ", "Departure"}
	EmpLeaveText = Text{"Le dossier sera archivé au dernier jour de travail, et l’équipe passera au superviseur du niveau supérieur.",
		"The record is archived on the last day of work, and the team moves to the next supervisor up."}
	EmpLeaveDo    = Text{"Enregistrer le départ", "Record departure"}
	EmpDelete     = Text{"Supprimer le dossier", "Delete record"}
	EmpDeleteText = Text{"Pour un dossier créé par erreur. Il reste dans les archives et peut être restauré.",
		"For a record created by mistake. It stays in the archive and can be restored."}
	EmpRestore = Text{"Restaurer", "Restore"}

	EmpFirstName = Text{"Prénom", "First name"}
	EmpLastName  = Text{"Nom de famille", "Last name"}
	EmpEmail     = Text{"Courriel", "Email"}
	EmpEmailHint = Text{"Le compte qui a ce courriel est lié au dossier. S’il n’existe pas, il est créé sans mot de passe.",
		"The account with this email is linked to the record. If there isn’t one, it’s created without a password."}
	EmpPhone     = Text{"Téléphone", "Phone"}
	EmpPhoneHint = Text{"10\u00a0chiffres, ou 11 avec l’indicatif 1.", "10 digits, or 11 with the country code 1."}
	EmpResidence = Text{"Adresse", "Address"}
	EmpFirstDay  = Text{"Premier jour de travail", "First day of work"}
	EmpLastDay   = Text{"Dernier jour de travail", "Last day of work"}
	EmpLastHint  = Text{"Aujourd’hui ou avant : le dossier est archivé tout de suite.",
		"Today or earlier: the record is archived right away."}
	EmpUser  = Text{"Identifiant du compte", "Account ID"}
	EmpSuper = Text{"Superviseur", "Supervisor"}

	EmpCreated     = Text{"Dossier créé.", "Record created."}
	EmpSaved       = Text{"Dossier enregistré.", "Record saved."}
	EmpBossSaved   = Text{"Superviseur enregistré.", "Supervisor saved."}
	EmpArchivedNow = Text{"Dossier archivé.", "Record archived."}
	EmpLeaveSaved  = Text{"Départ enregistré pour le %s.", "Departure recorded for %s."}
	EmpDeletedNow  = Text{"Dossier supprimé. Il reste dans les archives.", "Record deleted. It stays in the archive."}
	EmpRestored    = Text{"Dossier restauré.", "Record restored."}

	DidCreateRecord  = Text{"a créé le dossier", "created the record"}
	DidUpdateRecord  = Text{"a modifié le dossier", "changed the record"}
	DidArchiveRecord = Text{"a archivé le dossier", "archived the record"}
	DidRestoreRecord = Text{"a restauré le dossier", "restored the record"}
	TheProgram       = Text{"Le système", "The system"}
)

// Hints of the numbers in the form of an employee record.
var (
	EmpPayrollHint = Text{"Le numéro de la personne dans votre système de paie.", "The person’s number in your payroll system."}
	EmpCompanyHint = Text{"Le numéro de votre entreprise dans le système de paie, en chiffres. S’il n’y en a pas, laissez 1.",
		"Your company’s number in the payroll system, in digits. If there isn’t one, leave 1."}
)

// EmployeeFields are the names of the fields of an employee record, by their JSON names.
var EmployeeFields = map[string]Text{
	"user_id": EmpUser, "first_name": EmpFirstName, "last_name": EmpLastName, "email": EmpEmail, "phone_number": EmpPhone,
	"residence": EmpResidence, "external_payroll_id": TeamPayroll, "company_code": TeamCompany, "first_work_day": EmpFirstDay,
	"last_work_day": EmpLastDay, "supervisor_id": EmpSuper, "default_breaks": EmpBreaks,
}

// Texts of the list with how everybody stands today, and of the choices in the form of a record.
var (
	TeamHours    = Text{"Heures de la période", "Hours this period"}
	TeamAway     = Text{"En congé", "On leave"}
	TeamUnsent   = Text{"%s non soumise", "%s not submitted"}
	TeamReportsN = Count{Text{"supervise %s personne", "supervises %s person"}, Text{"supervise %s personnes", "supervises %s people"}}
	TeamTop      = Text{"Sans superviseur", "No supervisor"}

	EmpBreaks     = Text{"Pauses par défaut", "Default breaks"}
	EmpBreaksHint = Text{"Laissez vide pour suivre la règle de l’entreprise. Sinon, entrez une règle, par exemple «\u00a05\u00a0h\u00a0: 30\u00a0», ou «\u00a0aucune\u00a0».",
		"Leave blank to follow the company’s rule. Otherwise, enter a rule, for example “5\u00a0h: 30”, or “none”."}
	EmpNoBreaks   = Text{"aucune", "none"}
	EmpPerson     = Text{"Compte", "Account"}
	EmpPersonHint = Text{"La personne qui se connecte et à qui ce dossier appartient.", "The person who signs in and whose record this is."}
)
