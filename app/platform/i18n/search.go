package i18n

// Texts of the search over everything, and of the keys that lead to the sections.
var (
	FindAll        = Text{"Rechercher partout", "Search everything"}
	FindTitle      = Text{"Rechercher", "Search"}
	FindHint       = Text{"Page, action ou aide…", "Page, action or help…"} // an employee
	FindHintPeople = Text{"Personne, période, page…", "Person, period, page…"}
	FindHintEvents = Text{"Événement, invité, client…", "Event, guest, customer…"}
	FindHintAll    = Text{"Personne, événement, client…", "Person, event, customer…"}
	FindKeys       = Text{"Flèches pour choisir, Entrée pour ouvrir, Échap pour fermer", "Arrows to choose, Enter to open, Esc to close"}
	FindNone       = Text{"Aucun résultat pour « %s »", "No results for “%s”"}
	FindInHelp     = Text{"Rechercher dans l’aide", "Search help"}
	FindResult     = Count{Text{"%s résultat", "%s result"}, Text{"%s résultats", "%s results"}}

	FindActions       = Text{"Actions", "Actions"}
	FindPages         = Text{"Pages", "Pages"}
	FindTimesheets    = Text{"Feuilles de temps, période %s", "Timesheets, period %s"}
	FindPeople        = Text{"Employés", "Employees"}
	FindEvents        = Text{"Événements", "Events"}
	FindRegistrations = Text{"Inscriptions", "Registrations"}
	FindCustomers     = Text{"Clients", "Customers"}

	ActEnterHours   = Text{"Saisir mes heures", "Enter my hours"}
	ActApproveReady = Text{"Approuver les feuilles prêtes", "Approve ready timesheets"}
	ActRequestLeave = Text{"Demander un congé", "Request leave"}
	ActNewEmployee  = Text{"Ajouter un employé", "Add an employee"}
	ActNewEvent     = Text{"Créer un événement", "Create an event"}

	ActImport        = Text{"Importer des employés, des quarts ou des congés", "Import employees, shifts or leave"}
	ActUpload        = Text{"Téléverser le fichier des clients", "Upload the customer file"}
	ActInvite        = Text{"Inviter les employés qui ne peuvent pas se connecter", "Invite employees who can’t sign in"}
	ActExportCompany = Text{"Exporter les données de l’entreprise", "Export company data"}

	FindCompany        = Text{"Réglages de l’entreprise", "Company settings"}
	FindSignIn         = Text{"Réglages de la connexion", "Sign-in settings"}
	FindFactorRoles    = Text{"Rôles soumis à la double authentification", "Roles that require a second factor"}
	FindCustomerSource = Text{"Source du répertoire", "Directory source"}
	FindMail           = Text{"Réglages du courriel", "Email settings"}

	KeyCtrl  = Text{"Ctrl ", "Ctrl "}
	KeyCtrlK = Text{"Ctrl K", "Ctrl K"}
	KeyFind  = Text{"Rechercher partout", "Search everything"}
	KeyGo    = Text{"Aller à : %s", "Go to: %s"}
	KeyThen  = Text{"puis", "then"}
)
