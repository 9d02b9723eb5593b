package i18n

// The pages of the team: the list, the tree, a profile and its forms.
var (
	Team         = Text{"Équipe", "Team"}
	TeamCount    = Count{Text{"%s personne", "%s person"}, Text{"%s personnes", "%s people"}}
	TeamViews    = Text{"Vues de l’équipe", "Views of the team"}
	TeamList     = Text{"Liste", "List"}
	TeamTree     = Text{"Organigramme", "Org chart"}
	TeamArchive  = Text{"Archives", "Archive"}
	TeamSearch   = Text{"Nom ou numéro de paie", "Name or payroll number"}
	TeamNew      = Text{"Ajouter une personne", "Add a person"}
	TeamUnder    = Text{"Relève de", "Reports to"}
	TeamCompany  = Text{"Compagnie", "Company"}
	TeamAnyBoss  = Text{"Tous les superviseurs", "Every supervisor"}
	TeamAnyFirm  = Text{"Toutes les compagnies", "Every company"}
	TeamFilters  = Text{"Filtres", "Filters"}
	TeamName     = Text{"Nom", "Name"}
	TeamPayroll  = Text{"Numéro de paie", "Payroll number"}
	TeamContact  = Text{"Joindre", "Contact"}
	TeamReports  = Text{"Équipe", "Crew"}
	TeamGone     = Text{"Archivé", "Archived"}
	TeamLastDay  = Text{"Dernier jour : %s", "Last day: %s"}
	TeamDeleted  = Text{"Supprimé le %s", "Deleted on %s"}
	TeamLeftOn   = Text{"Parti le %s", "Left on %s"}
	TeamPaged    = Text{"%s – %s de %s", "%s – %s of %s"}
	TeamNobody   = Text{"Personne ne correspond", "Nobody matches"}
	TeamNobodyT  = Text{"Vérifiez l’orthographe, ou retirez les filtres.", "Check the spelling, or clear the filters."}
	TeamClear    = Text{"Tout afficher", "Show everyone"}
	TeamEmpty    = Text{"Personne pour l’instant", "Nobody yet"}
	TeamEmptyT   = Text{"Les dossiers d’employés apparaîtront ici.", "Employee records will appear here."}
	TeamNoGone   = Text{"Les archives sont vides", "The archive is empty"}
	TeamNoGoneT  = Text{"Qui part reste consultable ici et peut revenir.", "Whoever leaves can still be looked up here, and can come back."}
	TeamNoRecord = Text{"Aucun dossier d’employé à votre nom", "No employee record in your name"}
	TeamNoRecT   = Text{"Votre compte n’est lié à aucun dossier d’employé. La paie peut en créer un.",
		"Your account belongs to no employee record. Payroll can make one."}
	TreeOf    = Text{"Équipe de %s", "Crew of %s"}
	TreeAll   = Text{"Tout l’organigramme", "The whole org chart"}
	TreeMore  = Count{Text{"Montrer %s personne", "Show %s person"}, Text{"Montrer %s personnes", "Show %s people"}}
	TreeCount = Count{Text{"%s personne en tout", "%s person in all"}, Text{"%s personnes en tout", "%s people in all"}}
	TreeCut   = Text{"Seules les premières personnes sont montrées. La liste les a toutes.",
		"Only the first people are shown. The list has everyone."}
)

// A profile.
var (
	EmpOwn         = Text{"Votre dossier", "Your record"}
	EmpContact     = Text{"Coordonnées", "Contact"}
	EmpPayroll     = Text{"Paie", "Payroll"}
	EmpPlace       = Text{"Place dans l’équipe", "Place in the team"}
	EmpPeriod      = Text{"Période en cours", "Current period"}
	EmpHistory     = Text{"Historique", "History"}
	EmpHistoryPart = Text{"Les 50 derniers changements.", "The latest 50 changes."}
	EmpHistoryNone = Text{"Rien n’a encore été inscrit.", "Nothing has been recorded yet."}
	EmpChain       = Text{"Relève de", "Reports to"}
	EmpNoBoss      = Text{"Personne", "Nobody"}
	EmpCrew        = Text{"Relèvent d’ici", "Direct reports"}
	EmpNoCrew      = Text{"Personne", "Nobody"}
	EmpMoreCrew    = Text{"Toute l’équipe", "The whole crew"}
	EmpSheet       = Text{"Ouvrir la feuille", "Open the sheet"}
	EmpOwnTime     = Text{"Ouvrir mes heures", "Open my time"}
	EmpNoSheet     = Text{"Pas encore de feuille", "No sheet yet"}
	EmpNotEmployed = Text{"N’était pas en poste dans cette période.", "Was not employed in this period."}
	EmpHours       = Text{"%s dans la période", "%s in the period"}
	EmpArchived    = Text{"Ce dossier est aux archives", "This record is in the archive"}
	EmpArchivedTxt = Text{"La personne ne peut plus se connecter. Ses heures passées restent.",
		"The person can no longer sign in. Past time stays."}
	EmpNone = Text{"—", "—"}

	EmpEdit     = Text{"Modifier", "Edit"}
	EmpEditOf   = Text{"Modifier le dossier de %s", "Edit the record of %s"}
	EmpSave     = Text{"Enregistrer", "Save"}
	EmpCreate   = Text{"Créer le dossier", "Create the record"}
	EmpBoss     = Text{"Choisir le superviseur", "Choose the supervisor"}
	EmpBossOf   = Text{"Superviseur de %s", "Supervisor of %s"}
	EmpBossHint = Text{"Cherchez par nom, puis choisissez. Les personnes qui relèvent déjà de ce dossier ne sont pas proposées.",
		"Search by name, then choose. People who already report to this record are not offered."}
	EmpBossNone   = Text{"Sans superviseur", "No supervisor"}
	EmpBossNow    = Text{"Actuel", "Current"}
	EmpBossChoose = Text{"Choisir", "Choose"}
	EmpBossPick   = Text{"Choisir %s", "Choose %s"}
	EmpBossMore   = Text{"Seules les 30 premières personnes sont montrées : précisez la recherche.",
		"Only the first 30 people are shown: narrow the search."}
	EmpLeave     = Text{"Départ", "Leaving"}
	EmpLeaveText = Text{"Le dossier va aux archives quand le dernier jour de travail arrive; l’équipe passe au superviseur d’au-dessus.",
		"The record goes to the archive when the last work day comes; the crew moves up to the supervisor above."}
	EmpLeaveDo    = Text{"Enregistrer le départ", "Record the leaving"}
	EmpDelete     = Text{"Supprimer le dossier", "Delete the record"}
	EmpDeleteText = Text{"Pour un dossier créé par erreur. Il reste consultable aux archives et peut être restauré.",
		"For a record made by mistake. It stays in the archive and can be restored."}
	EmpRestore = Text{"Restaurer", "Restore"}

	EmpFirstName = Text{"Prénom", "First name"}
	EmpLastName  = Text{"Nom de famille", "Last name"}
	EmpEmail     = Text{"Courriel", "E-mail"}
	EmpEmailHint = Text{"Le compte qui porte ce courriel est lié au dossier; s’il n’y en a pas, il est créé sans mot de passe.",
		"The account with this e-mail is linked to the record; without one, it is made without a password."}
	EmpPhone     = Text{"Téléphone", "Phone"}
	EmpPhoneHint = Text{"10 chiffres, ou 11 avec l’indicatif 1.", "10 digits, or 11 with the country code 1."}
	EmpResidence = Text{"Adresse", "Residence"}
	EmpFirstDay  = Text{"Premier jour de travail", "First work day"}
	EmpLastDay   = Text{"Dernier jour de travail", "Last work day"}
	EmpLastHint  = Text{"Aujourd’hui ou avant : le dossier va aux archives.", "Today or earlier: the record goes to the archive."}
	EmpUser      = Text{"Identifiant du compte", "Account identifier"}
	EmpUserHint  = Text{"UUID de la personne qui se connecte avec ce dossier.", "UUID of the person who signs in with this record."}
	EmpSuper     = Text{"Superviseur", "Supervisor"}

	EmpCreated     = Text{"Dossier créé.", "Record created."}
	EmpSaved       = Text{"Dossier enregistré.", "Record saved."}
	EmpBossSaved   = Text{"Superviseur enregistré.", "Supervisor saved."}
	EmpArchivedNow = Text{"Dossier archivé.", "Record archived."}
	EmpLeaveSaved  = Text{"Départ noté pour le %s.", "Leaving recorded for %s."}
	EmpDeletedNow  = Text{"Dossier supprimé. Il reste aux archives.", "Record deleted. It stays in the archive."}
	EmpRestored    = Text{"Dossier restauré.", "Record restored."}

	DidCreateEmp  = Text{"a créé le dossier", "created the record"}
	DidUpdateEmp  = Text{"a modifié le dossier", "changed the record"}
	DidArchiveEmp = Text{"a archivé le dossier", "archived the record"}
	DidRestoreEmp = Text{"a restauré le dossier", "restored the record"}
	TheProgram    = Text{"Le système", "The system"}
)

// EmployeeFields are the fields of an employee record in words, by their JSON names.
var EmployeeFields = map[string]Text{
	"user_id": EmpUser, "first_name": EmpFirstName, "last_name": EmpLastName, "email": EmpEmail, "phone_number": EmpPhone,
	"residence": EmpResidence, "external_payroll_id": TeamPayroll, "company_code": TeamCompany, "first_work_day": EmpFirstDay,
	"last_work_day": EmpLastDay, "supervisor_id": EmpSuper,
}
