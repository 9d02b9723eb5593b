package i18n

// Settings: people and roles, the own tokens and sessions, the audit log.
var (
	Settings         = Text{"Réglages", "Settings"}
	SettingsViews    = Text{"Parties des réglages", "Parts of the settings"}
	SettingsPeople   = Text{"Personnes et rôles", "People and roles"}
	SettingsTokens   = Text{"Jetons", "Tokens"}
	SettingsSessions = Text{"Sessions", "Sessions"}
	SettingsLog      = Text{"Journal", "Audit log"}

	ForwardedIgnored = Text{"Des requêtes portent l’en-tête X-Forwarded-For, mais viennent d’une adresse absente de " +
		"TRUSTED_PROXIES. L’en-tête est ignoré : chaque visiteur est identifié par l’adresse d’où vient la connexion. Si votre " +
		"serveur mandataire est sur une autre machine, ajoutez l’adresse de celle-ci à TRUSTED_PROXIES. Sinon, il n’y a rien à faire.",
		"Requests with an X-Forwarded-For header are arriving from an address that is not in TRUSTED_PROXIES. The header is " +
			"ignored, and visitors are identified by the address they connect from. If your reverse proxy runs on another machine, " +
			"add its address to TRUSTED_PROXIES. Otherwise, there is nothing to do."}

	PeopleSearch   = Text{"Nom ou courriel", "Name or e-mail"}
	PeopleCount    = Count{Text{"%s compte", "%s account"}, Text{"%s comptes", "%s accounts"}}
	PeopleAdd      = Text{"Ajouter une personne", "Add a person"}
	PeopleName     = Text{"Nom", "Name"}
	PeopleRole     = Text{"Rôle", "Role"}
	PeopleAnyRole  = Text{"Tous les rôles", "Every role"}
	PeopleState    = Text{"Accès", "Access"}
	PeopleSignIn   = Text{"Connexion", "Sign-in"}
	PeopleSince    = Text{"Compte créé", "Account made"}
	PeopleOut      = Text{"Sans accès", "Without access"}
	PeopleAll      = Text{"Tous", "All"}
	PeopleActive   = Text{"Actif", "Active"}
	PeopleDisabled = Text{"Désactivé", "Disabled"}
	PeopleGone     = Text{"Aux archives", "Archived"}
	PeoplePassword = Text{"Mot de passe", "Password"}
	PeopleNoPass   = Text{"Sans mot de passe", "No password"}
	PeopleNobody   = Text{"Personne ne correspond", "Nobody matches"}

	PersonNew      = Text{"Ajouter une personne", "Add a person"}
	PersonAccount  = Text{"Compte", "Account"}
	PersonEmail    = Text{"Courriel de connexion", "Sign-in e-mail"}
	PersonName     = Text{"Nom", "Name"}
	PersonNameHint = Text{"Le nom du dossier d’employé, s’il y en a un, est affiché à la place.",
		"The name of the employee record, where there is one, is shown instead."}
	PersonLanguage = Text{"Langue", "Language"}
	PersonPassword = Text{"Mot de passe", "Password"}
	PersonPassHint = Text{"Au moins 10 caractères. Vide : la personne se connecte autrement.",
		"At least 10 characters. Empty: the person signs in another way."}
	PersonNewPass    = Text{"Nouveau mot de passe", "New password"}
	PersonNewPassTxt = Text{"Toutes les sessions et tous les jetons de la personne prennent fin.",
		"Every session and token of the person ends."}
	PersonSetPass    = Text{"Changer le mot de passe", "Set the password"}
	PersonAccess     = Text{"Accès", "Access"}
	PersonDisable    = Text{"Désactiver le compte", "Disable the account"}
	PersonDisableTxt = Text{"La personne ne peut plus se connecter; ses sessions et ses jetons prennent fin tout de suite.",
		"The person can no longer sign in; sessions and tokens end at once."}
	PersonEnable    = Text{"Réactiver le compte", "Enable the account"}
	PersonEnableTxt = Text{"La personne pourra se connecter de nouveau. Ses anciens jetons restent sans effet.",
		"The person can sign in again. Old tokens stay void."}
	PersonGoneTxt = Text{"Le dossier d’employé est aux archives : la personne ne peut pas se connecter tant qu’il y est.",
		"The employee record is in the archive: the person cannot sign in while it is."}
	PersonRecord  = Text{"Dossier d’employé", "Employee record"}
	PersonAdded   = Text{"Personne ajoutée.", "Person added."}
	PersonSaved   = Text{"Compte enregistré.", "Account saved."}
	PersonPassSet = Text{"Mot de passe changé.", "Password set."}
	PersonOut     = Text{"Compte désactivé.", "Account disabled."}
	PersonIn      = Text{"Compte réactivé.", "Account enabled."}
)

// Tokens and sessions.
var (
	TokensIntro = Text{"Un jeton laisse un programme agir en votre nom, avec vos droits, jusqu’à son échéance.",
		"A token lets a program act in your name, with your rights, until it expires."}
	TokenName     = Text{"À quoi sert-il ?", "What is it for?"}
	TokenNameHint = Text{"Par exemple : export de la paie.", "For example: payroll export."}
	TokenDays     = Text{"Valable", "Good for"}
	TokenMake     = Text{"Créer le jeton", "Make the token"}
	TokenNew      = Text{"Nouveau jeton", "New token"}
	TokenMade     = Text{"Copiez le jeton maintenant", "Copy the token now"}
	TokenMadeText = Text{"Il ne sera plus jamais montré. Envoyez-le dans l’en-tête « Authorization: Bearer ».",
		"It is never shown again. Send it in the header “Authorization: Bearer”."}
	TokenSecret    = Text{"Jeton « %s »", "Token “%s”"}
	TokenYours     = Text{"Vos jetons", "Your tokens"}
	TokenNone      = Text{"Aucun jeton", "No tokens"}
	TokenNoneText  = Text{"Vos programmes n’ont pas d’accès en votre nom.", "None of your programs has access in your name."}
	TokenColName   = Text{"Nom", "Name"}
	TokenCreated   = Text{"Créé", "Made"}
	TokenExpires   = Text{"Échéance", "Expires"}
	TokenUsed      = Text{"Dernière utilisation", "Last used"}
	TokenUnused    = Text{"Jamais utilisé", "Never used"}
	TokenUsedNow   = Text{"il y a moins d’une heure", "less than an hour ago"}
	TokenRevoke    = Text{"Révoquer", "Revoke"}
	TokenRevokeOf  = Text{"Révoquer %s", "Revoke %s"}
	TokenRevoked   = Text{"Jeton révoqué : il est sans effet.", "Token revoked: it is void."}
	TokenDaysCount = Count{Text{"%s jour", "%s day"}, Text{"%s jours", "%s days"}}

	SessionsIntro  = Text{"Les navigateurs où vous êtes connecté.", "The browsers you are signed in with."}
	SessionDevice  = Text{"Appareil", "Device"}
	SessionAddress = Text{"Adresse", "Address"}
	SessionSince   = Text{"Ouverte", "Opened"}
	SessionSeen    = Text{"Dernière activité", "Last active"}
	SessionThis    = Text{"Cette session", "This session"}
	SessionEnd     = Text{"Terminer", "End"}
	SessionEndOf   = Text{"Terminer la session %s", "End the session %s"}
	SessionOthers  = Text{"Terminer toutes les autres", "End all others"}
	SessionOthersT = Text{"Les accès des programmes connectés avec votre mot de passe prennent fin aussi. Vos jetons restent valides.",
		"Programs signed in with your password lose access too. Your tokens stay valid."}
	SessionEnded    = Text{"Session terminée.", "Session ended."}
	SessionsEnded   = Text{"Les autres sessions sont terminées.", "Other sessions ended."}
	SessionNone     = Text{"Aucune session ouverte", "No open session"}
	SessionUnknown  = Text{"Appareil inconnu", "Unknown device"}
	SessionOn       = Text{"%s sur %s", "%s on %s"}
	SessionOnly     = Text{"Vous n’êtes connecté qu’ici.", "You are signed in only here."}
	SessionNoDevice = Text{"Adresse inconnue", "Unknown address"}
)

// The audit log.
var (
	LogPerson    = Text{"Personne", "Person"}
	LogHint      = Text{"Nom ou courriel", "Name or e-mail"}
	LogKind      = Text{"Dossier", "Record"}
	LogRecord    = Text{"Numéro", "Number"}
	LogAction    = Text{"Action", "Action"}
	LogFrom      = Text{"Du", "From"}
	LogTo        = Text{"Au", "To"}
	LogAnyKind   = Text{"Tous", "All"}
	LogAnyAction = Text{"Toutes", "All"}
	LogWhen      = Text{"Quand", "When"}
	LogWho       = Text{"Qui", "Who"}
	LogWhat      = Text{"Quoi", "What"}
	LogChanges   = Text{"Avant → après", "Before → after"}
	LogNone      = Text{"Rien dans le journal", "Nothing in the log"}
	LogNoneText  = Text{"Aucune entrée ne correspond à cette recherche.", "No entry fits this search."}
	LogClear     = Text{"Tout afficher", "Show everything"}
	LogOlder     = Text{"Plus anciennes", "Older"}
	LogNewest    = Text{"Les plus récentes", "Newest"}
	LogMore      = Count{Text{"%s autre champ", "%s more field"}, Text{"%s autres champs", "%s more fields"}}
	LogVia       = map[string]Text{"cookie": {"navigateur", "browser"}, "bearer": {"programme", "program"},
		"command": {"ligne de commande", "command line"}, "anonymous": {"anonyme", "anonymous"}}
	LogProgram = Text{"Le système", "The system"}
)

// LogKinds are the kinds of record that the log speaks of.
var LogKinds = map[string]Text{
	"bank_code": {"Code de paie", "Pay code"}, "customer": {"Client", "Customer"}, "directory": {"Répertoire", "Directory"},
	"employee": {"Employé", "Employee"}, "expense": {"Dépense", "Expense"}, "event": {"Événement", "Event"},
	"leave_request": {"Congé", "Leave request"}, "leave_requests": {"Congés", "Leave requests"},
	"oauth_session": {"Accès externe", "OAuth session"},
	"pay_period":    {"Période de paie", "Pay period"}, "payroll_export": {"Export de paie", "Payroll export"},
	"person": {"Compte", "Account"},
	"shift":  {"Quart", "Shift"}, "timesheet": {"Feuille de temps", "Timesheet"}, "timesheets": {"Feuilles de temps", "Timesheets"},
}

// LogActions are what can have been done to one.
var LogActions = map[string]Text{
	"created": {"créé", "created"}, "synced": {"synchronisé", "synced"}, "updated": {"modifié", "changed"},
	"archived": {"archivé", "archived"}, "restored": {"restauré", "restored"}, "aged": {"archivé avec sa période", "archived with its period"},
	"approved": {"approuvé", "approved"}, "approval_withdrawn": {"approbation retirée", "approval withdrawn"},
	"submitted": {"soumis", "submitted"}, "submission_withdrawn": {"repris", "taken back"},
	"returned": {"renvoyé", "sent back"}, "refused": {"refusé", "refused"}, "denied": {"refusé", "denied"},
	"cancelled": {"annulé", "cancelled"}, "escalated": {"transmis", "escalated"}, "requested": {"demandé", "requested"},
	"commented": {"commenté", "commented"},
	"deleted":   {"supprimé", "deleted"}, "uncovered": {"version supprimée", "version deleted"}, "attached": {"pièce jointe", "file attached"},
	"detached": {"pièce retirée", "file removed"},
	"disabled": {"désactivé", "disabled"}, "enabled": {"réactivé", "enabled"}, "password_changed": {"mot de passe changé", "password changed"},
	"token_made": {"jeton créé", "token made"}, "token_revoked": {"jeton révoqué", "token revoked"},
	"sessions_ended":        {"sessions terminées", "sessions ended"},
	"signed_out_everywhere": {"déconnecté partout", "signed out everywhere"},
	"refresh_token_reused":  {"jeton de renouvellement réutilisé", "refresh token reused"},
	"identity_linked":       {"compte de l’entreprise lié", "company account linked"},
	"identity_unlinked":     {"compte de l’entreprise délié", "company account unlinked"},
}

// LogFields are fields of records in words, by their JSON names, beyond those of an employee.
var LogFields = map[string]Text{
	"name": {"Nom", "Name"}, "role": {"Rôle", "Role"}, "language": {"Langue", "Language"}, "token": {"Jeton", "Token"},
	"date": {"Date", "Date"}, "start_time": {"Début", "Start"},
	"end_time": {"Fin", "End"}, "bank_code_id": {"Code de paie", "Pay code"}, "timesheet_id": {"Feuille de temps", "Timesheet"},
	"employee_id": {"Employé", "Employee"}, "amount": {"Montant", "Amount"},
	"description": {"Description", "Description"}, "is_approved": {"Approuvé", "Approved"}, "supervisor_comment": {"Commentaire", "Comment"},
	"comment": {"Commentaire", "Comment"}, "leave_type": {"Genre de congé", "Kind of leave"},
	"approval_status": {"État", "State"}, "start_date_time": {"Début", "Start"}, "end_date_time": {"Fin", "End"}, "type": {"Genre", "Type"},
	"categorie": {"Catégorie", "Category"}, "modifier": {"Taux", "Modifier"}, "bank_code": {"Code", "Code"},
	"status": {"État", "State"}, "starts_at": {"Début", "Start"}, "ends_at": {"Fin", "End"},
	"rsvp_deadline": {"Réponses jusqu’à", "Answers until"}, "capacity": {"Places", "Places"}, "palette": {"Palette", "Palette"},
	"attachment":     {"Pièce jointe", "Attachment"},
	"email_template": {"Modèle de courriel", "E-mail template"}, "content.fr.title": {"Titre français", "French title"},
	"content.en.title": {"Titre anglais", "English title"}, "content.fr.intro": {"Mot d’invitation français", "French invitation"},
	"content.en.intro": {"Mot d’invitation anglais", "English invitation"}, "content.fr.details": {"Détails français", "French details"},
	"content.en.details": {"Détails anglais", "English details"}, "content.fr.address": {"Adresse française", "French address"},
	"content.en.address": {"Adresse anglaise", "English address"}, "content.fr.thank_you": {"Remerciement français", "French thanks"},
	"content.en.thank_you": {"Remerciement anglais", "English thanks"},
	"invoice_id":           {"Facture", "Invoice"}, "application": {"Application", "Application"}, "scopes": {"Portées", "Scopes"},
	"shifts": {"Quarts", "Shifts"}, "expenses": {"Dépenses", "Expenses"},
}
