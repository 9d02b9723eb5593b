package i18n

// Texts of the search over everything, and of the keys that lead to the sections.
var (
	FindTitle  = Text{"Rechercher", "Search"}
	FindHint   = Text{"Personne, événement, client, page…", "Person, event, customer, page…"}
	FindKeys   = Text{"Flèches pour choisir, Entrée pour ouvrir, Échap pour fermer", "Arrows to choose, Enter to open, Esc to close"}
	FindNone   = Text{"Aucun résultat pour « %s »", "No results for “%s”"}
	FindResult = Count{Text{"%s résultat", "%s result"}, Text{"%s résultats", "%s results"}}

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
	ActInvite        = Text{"Inviter les employés qui ne peuvent pas se connecter", "Invite employees who cannot sign in"}
	ActExportCompany = Text{"Exporter les données de l’entreprise", "Export company data"}

	FindCompany        = Text{"Réglages de l’entreprise", "Company settings"}
	FindSignIn         = Text{"Réglages de la connexion", "Sign-in settings"}
	FindFactorRoles    = Text{"Rôles qui exigent une double authentification", "Roles that require a second factor"}
	FindCustomerSource = Text{"Source du répertoire", "Directory source"}
	FindMail           = Text{"Réglages du courriel", "Email settings"}

	KeyCtrl  = Text{"Ctrl ", "Ctrl "}
	KeyCtrlK = Text{"Ctrl K", "Ctrl K"}
	KeyFind  = Text{"Rechercher partout", "Search everything"}
	KeyGo    = Text{"Aller à : %s", "Go to: %s"}
	KeyThen  = Text{"puis", "then"}
)

// Words with which people look for a page or an action, beside its name.
var (
	WordsEnterHours    = Text{"feuille de temps quart punch dépense kilométrage", "timesheet shift punch expense mileage"}
	WordsLeave         = Text{"vacances absence maladie", "vacation absence sick time off holiday"}
	WordsNewEmployee   = Text{"embauche créer nouveau", "hire create new"}
	WordsImport        = Text{"fichier csv excel xlsx transfert téléverser", "file csv excel xlsx migrate upload"}
	WordsUpload        = Text{"importer csv excel xlsx liste", "import csv excel xlsx list"}
	WordsInvite        = Text{"accès compte lien mot de passe", "access account link password"}
	WordsExportCompany = Text{"sauvegarde copie télécharger zip quitter", "backup copy download zip leave"}
	WordsArchive       = Text{"supprimé effacé restaurer corbeille", "deleted removed restore trash bin"}
	WordsHelp          = Text{"guide mode d’emploi", "guide manual how to"}
	WordsPeople        = Text{"utilisateur compte inviter accès rôle administrateur ajouter désactiver", "user account invite access role administrator add deactivate"}
	WordsCompany       = Text{"nom fuseau horaire langue période de paie calendrier heures supplémentaires rappels",
		"name time zone language pay period calendar overtime reminders"}
	WordsSignIn         = Text{"authentification unique SSO OIDC Google Microsoft", "single sign-on SSO OIDC Google Microsoft"}
	WordsFactors        = Text{"double authentification 2FA MFA clé code", "two-factor 2FA MFA passkey code"}
	WordsCustomerSource = Text{"clients synchronisation Frappe ERP", "customers sync Frappe ERP"}
	WordsMail           = Text{"SMTP serveur expéditeur Mailjet Gmail Microsoft domaine DKIM SPF", "SMTP server sender Mailjet Gmail Microsoft domain DKIM SPF"}
	WordsSuppressions   = Text{"désabonné rebond plainte", "unsubscribed bounce complaint"}
	WordsOutbox         = Text{"messages envoyés courriels", "sent messages emails"}
	WordsAudit          = Text{"historique qui a modifié", "history who changed"}
	WordsSessions       = Text{"appareils déconnecter langue", "devices sign out language"}
	WordsPassword       = Text{"changer modifier", "change"}
	WordsPreferences    = Text{"notifications avis rappels", "notifications alerts reminders"}
	WordsTokens         = Text{"API clé jeton", "API key token"}
)
