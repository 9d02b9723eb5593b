package i18n

// Settings: people and roles, the user's own tokens and sessions, the audit log.
var (
	Settings         = Text{"Réglages", "Settings"}
	SettingsViews    = Text{"Sections des réglages", "Settings sections"}
	SettingsPeople   = Text{"Comptes", "Accounts"}
	MyAccount        = Text{"Mon compte", "My account"}
	AccountViews     = Text{"Sections de mon compte", "Account sections"}
	SettingsTokens   = Text{"Jetons d’accès", "Access tokens"}
	SettingsSessions = Text{"Sessions", "Sessions"}
	SettingsApps     = Text{"Applications", "Applications"}
	SettingsLog      = Text{"Journal d’audit", "Audit log"}

	// What each page of the settings and of the account is for.
	ConfAbout       = Text{"Nom, calendrier de paie, normes, pauses, rappels", "Name, pay calendar, standards, breaks, reminders"}
	PeopleAbout     = Text{"Qui se connecte, rôles et invitations", "Who signs in, roles and invitations"}
	ChanAbout       = Text{"Expéditeurs et canaux d’envoi", "Senders and email channels"}
	SuppAbout       = Text{"Adresses exclues de tous les courriels", "Addresses excluded from all email"}
	KiosksAbout     = Text{"Tablettes pour pointer avec un NIP", "Tablets to clock in on with a PIN"}
	SignInAbout     = Text{"Fournisseur d’identité, second facteur", "Identity provider, second factor"}
	AppsAboutAll    = Text{"Programmes connectés aux comptes", "Programs connected to accounts"}
	CustomersAbout  = Text{"D’où viennent les clients, et quand", "Where customers come from, and when"}
	WebhooksAbout   = Text{"Systèmes avisés de ce qui se passe", "Systems notified of what happens"}
	LogAbout        = Text{"Qui a changé quoi, et quand", "Who changed what, and when"}
	SystemAbout     = Text{"État des serveurs et de la base de données", "Health of the servers and the database"}
	PasswordAbout   = Text{"Changer de mot de passe", "Change your password"}
	SessionsAbout   = Text{"Appareils où votre session est ouverte", "Devices you’re signed in on"}
	SecurityAbout   = Text{"Second facteur pour vous connecter", "Second factor for signing in"}
	PrefAbout       = Text{"Ce qui vous est signalé, et comment", "What you’re notified of, and how"}
	PINAbout        = Text{"Pour pointer à une borne", "For clocking in at a kiosk"}
	CalendarsAbout  = Text{"Presence dans le calendrier de votre téléphone", "Presence in your phone’s calendar"}
	TokensAbout     = Text{"Pour des scripts qui utilisent l’API", "For scripts that use the API"}
	AppsAbout       = Text{"Connectées à votre compte", "Connected to your account"}
	AreaGeneral     = Text{"Général", "General"}
	AreaAccess      = Text{"Accès", "Access"}
	AreaSending     = Text{"Invitations", "Invitations"}
	AreaTechnical   = Text{"Technique", "Technical"}
	AccountPrograms = Text{"Pour les programmes", "For programs"}

	ForwardedIgnored = Text{"Des requêtes portent l’en-tête X-Forwarded-For, mais viennent d’une adresse absente de " +
		"TRUSTED_PROXIES. L’en-tête est ignoré : chaque visiteur est identifié par l’adresse d’où vient la connexion. Si votre " +
		"serveur mandataire est sur une autre machine, ajoutez l’adresse de celle-ci à TRUSTED_PROXIES. Sinon, il n’y a rien à faire.",
		"Requests with an X-Forwarded-For header are arriving from an address that isn’t in TRUSTED_PROXIES. The header is " +
			"ignored, and visitors are identified by the address they connect from. If your reverse proxy runs on another machine, add " +
			"its address to TRUSTED_PROXIES. Otherwise, there’s nothing to do."}

	OutboxOnly = Text{"Presence est en mode d’essai (MAIL_OUTBOX_ONLY)\u00a0: les messages des campagnes restent dans la boîte d’envoi, aucun autre message ni webhook ne part, et ni la source des clients ni les messages retournés ne sont lus.",
		"Presence is in test mode (MAIL_OUTBOX_ONLY). Campaign messages stay in the outbox. No other messages or webhooks are sent, and the customer source and bounced messages aren’t read."}

	PeopleSearch   = Text{"Filtrer par nom ou courriel", "Filter by name or email"}
	PeopleCount    = Count{Text{"%s compte", "%s account"}, Text{"%s comptes", "%s accounts"}}
	PeopleAdd      = Text{"Ajouter un compte", "Add an account"}
	PeopleName     = Text{"Nom", "Name"}
	PeopleRole     = Text{"Rôle", "Role"}
	PeopleAnyRole  = Text{"Tous les rôles", "All roles"}
	PeopleState    = Text{"Accès", "Access"}
	PeopleSignIn   = Text{"Connexion", "Sign-in"}
	PeopleSince    = Text{"Compte créé", "Account created"}
	PeopleAll      = Text{"Tous les états", "All statuses"}
	PeopleActive   = Text{"Actif", "Active"}
	PeopleInvited  = Text{"Invité", "Invited"}
	PeopleDisabled = Text{"Désactivé", "Disabled"}
	PeopleCustomer = Text{"Client de la paie", "Payroll customer"}
	PeopleGone     = Text{"Archivé", "Archived"}
	PeoplePassword = Text{"Mot de passe", "Password"}
	PeopleNobody   = Text{"Aucun résultat", "No results"}

	PersonNew      = Text{"Ajouter un compte", "Add an account"}
	PersonAccount  = Text{"Compte", "Account"}
	PersonEmail    = Text{"Courriel de connexion", "Sign-in email"}
	PersonName     = Text{"Nom", "Name"}
	PersonNameHint = Text{"Si la personne a un dossier d’employé, c’est le nom du dossier qui s’affiche.",
		"If there’s an employee record, the name on the record is shown instead."}
	PersonLanguage   = Text{"Langue", "Language"}
	PersonPassword   = Text{"Mot de passe", "Password"}
	PersonNewPass    = Text{"Nouveau mot de passe", "New password"}
	PersonSetPass    = Text{"Changer le mot de passe", "Change password"}
	PersonAccess     = Text{"Accès", "Access"}
	PersonDisable    = Text{"Désactiver le compte", "Disable account"}
	PersonDisableTxt = Text{"Cette personne ne pourra plus se connecter. Ses sessions prendront fin et ses jetons seront révoqués immédiatement.",
		"This person won’t be able to sign in. Their sessions end and their tokens are revoked immediately."}
	PersonEnable    = Text{"Réactiver le compte", "Re-enable account"}
	PersonEnableTxt = Text{"Cette personne pourra se connecter de nouveau. Ses anciens jetons restent révoqués.",
		"This person can sign in again. Their old tokens stay revoked."}
	PasswordCurrent = Text{"Mot de passe actuel", "Current password"}
	PasswordEnds    = Text{"Vos autres sessions prendront fin et vos jetons seront révoqués.",
		"Your other sessions will end and your tokens will be revoked."}
	PasswordChanged = Text{"Mot de passe changé. Vos autres sessions ont pris fin et vos jetons sont révoqués.",
		"Password changed. Your other sessions have ended and your tokens are revoked."}
	PasswordNone     = Text{"Votre compte n’a pas de mot de passe", "Your account has no password"}
	PasswordNoneText = Text{"Vous vous connectez autrement, par exemple avec le compte de votre entreprise.",
		"You sign in another way, for example with your company account."}
	PersonLinkMake = Text{"Créer un lien", "Create link"}
	PersonLinkMade = Text{"Copiez le lien maintenant", "Copy the link now"}
	PersonLinkOnce = Text{"Vous ne pourrez plus le revoir. Remettez-le à cette personne seulement : il donne accès à son compte.",
		"You won’t be able to see it again. Give it to this person only: it gives access to their account."}
	PersonLinkCopy = Text{"Copier le lien", "Copy link"}
	PersonGoneTxt  = Text{"Le dossier d’employé est archivé. La personne pourra se connecter une fois le dossier restauré.",
		"The employee record is archived. The person can sign in once it’s restored."}
	PersonRecord = Text{"Dossier d’employé", "Employee record"}
	PersonAdded  = Text{"Personne ajoutée.", "Person added."}
	PersonSaved  = Text{"Compte enregistré.", "Account saved."}
	PersonOut    = Text{"Compte désactivé.", "Account disabled."}
	PersonIn     = Text{"Compte réactivé.", "Account re-enabled."}
)

// Tokens and sessions.
var (
	TokensIntro = Text{"Un jeton permet à un programme d’agir en votre nom, avec vos droits, jusqu’à son expiration.",
		"A token lets a program act on your behalf, with your permissions, until it expires."}
	TokenName     = Text{"À quoi sert-il?", "What is it for?"}
	TokenNameHint = Text{"Par exemple : exportation de la paie.", "For example: payroll export."}
	TokenDays     = Text{"Valide pendant", "Valid for"}
	TokenMake     = Text{"Créer le jeton", "Create token"}
	TokenNew      = Text{"Nouveau jeton", "New token"}
	TokenMade     = Text{"Copiez le jeton maintenant", "Copy the token now"}
	TokenMadeText = Text{"Vous ne pourrez plus le revoir. Envoyez-le dans l’en-tête « Authorization: Bearer ».",
		"You won’t be able to see it again. Send it in the “Authorization: Bearer” header."}
	TokenSecret   = Text{"Jeton « %s »", "Token “%s”"}
	TokenYours    = Text{"Vos jetons", "Your tokens"}
	TokenNone     = Text{"Aucun jeton", "No tokens"}
	TokenNoneText = Text{"Aucun programme ne peut agir en votre nom.", "No program can act on your behalf."}
	TokenColName  = Text{"Nom", "Name"}
	TokenCreated  = Text{"Créé", "Created"}
	TokenExpires  = Text{"Expiration", "Expires"}
	TokenUsed     = Text{"Dernière utilisation", "Last used"}
	TokenUnused   = Text{"Jamais utilisé", "Never used"}
	TokenUsedNow  = Text{"Il y a moins d’une heure", "Less than an hour ago"}
	TokenRevoke   = Text{"Révoquer", "Revoke"}
	TokenRevokeOf = Text{"Révoquer %s", "Revoke %s"}
	TokenRevoked  = Text{"Jeton révoqué. Il ne fonctionne plus.", "Token revoked. It no longer works."}

	SessionsIntro  = Text{"Les navigateurs où votre session est ouverte.", "The browsers where you’re signed in."}
	SessionDevice  = Text{"Appareil", "Device"}
	SessionAddress = Text{"Adresse", "Address"}
	SessionSince   = Text{"Ouverte le", "Signed in"}
	SessionSeen    = Text{"Dernière activité", "Last active"}
	SessionThis    = Text{"Cette session", "This session"}
	SessionEnd     = Text{"Terminer", "End"}
	SessionEndOf   = Text{"Terminer la session %s", "End session: %s"}
	SessionOthers  = Text{"Terminer toutes les autres", "End all other sessions"}
	SessionOthersT = Text{"Les programmes connectés avec votre mot de passe seront aussi déconnectés. Vos jetons restent valides.",
		"Programs signed in with your password are signed out too. Your tokens stay valid."}
	SessionEnded    = Text{"Session terminée.", "Session ended."}
	SessionsEnded   = Text{"Toutes les autres sessions sont terminées.", "All other sessions ended."}
	SessionNone     = Text{"Aucune session ouverte", "No active sessions"}
	SessionUnknown  = Text{"Appareil inconnu", "Unknown device"}
	SessionOn       = Text{"%s sur %s", "%s on %s"}
	SessionOnly     = Text{"Aucune autre session n’est ouverte.", "You’re only signed in here."}
	SessionNoDevice = Text{"Adresse inconnue", "Unknown address"}
)

// The audit log.
var (
	LogPerson     = Text{"Personne", "Person"}
	LogHint       = Text{"Nom ou courriel", "Name or email"}
	LogKind       = Text{"Type d’élément", "Record type"}
	LogAction     = Text{"Action", "Action"}
	LogFrom       = Text{"Du", "From"}
	LogTo         = Text{"Au", "To"}
	LogAnyKind    = Text{"Tous", "All"}
	LogAnyAction  = Text{"Toutes", "All"}
	LogNone       = Text{"Aucune entrée", "No entries"}
	LogNoneText   = Text{"Aucune entrée ne correspond à cette recherche.", "No entries match this search."}
	LogClear      = Text{"Tout afficher", "Show all"}
	LogOlder      = Text{"Afficher les entrées plus anciennes", "Show older entries"}
	LogNewest     = Text{"Afficher les plus récentes", "Show newest entries"}
	LogOnly       = Text{"Un seul élément\u00a0: %s", "One record: %s"}
	LogOfRecord   = Text{"Toutes les entrées de cet élément", "All entries of this record"}
	LogBreak      = Text{"pause\u00a0: %s", "break: %s"}
	LogMore       = Text{"Détails", "Details"}
	LogFieldsSet  = Count{Text{"%s champ", "%s field"}, Text{"%s champs", "%s fields"}}
	LogIn         = Text{"dans", "in"} // between "9 shifts" and the timesheet that has them
	LogAnd        = Text{" et ", " and "}
	LogNewPicture = Text{"une nouvelle image", "a new picture"}
	LogNoPicture  = Text{"aucune image", "no picture"}
	LogVia        = map[string]Text{"cookie": {"navigateur", "browser"}, "bearer": {"programme", "program"},
		"command": {"ligne de commande", "command line"}, "link": {"lien d’accueil", "check-in link"}, "kiosk": {"borne", "kiosk"},
		"anonymous":  {"anonyme", "anonymous"},
		"first_link": {"lien à usage unique", "one-time link"}, "password_link": {"lien à usage unique", "one-time link"},
		"forgotten_password": {"mot de passe oublié", "forgotten password"},
		"unsubscribe_link":   {"lien d’un courriel", "link in an email"}}
	LogProgram = Text{"Le système", "The system"}
)

// LogKinds are the names of the kinds of record in the log.
var LogKinds = map[string]Text{
	"clocking": {"Pointage", "Clock times"}, "clock_stamp": {"Pointage hors ligne", "Offline clock time"},
	"audience": {"Liste d’invités", "Audience"}, "campaign": {"Campagne", "Campaign"}, "rsvp": {"Inscription", "Registration"},
	"event_message": {"Message avant ou après un événement", "Message before or after an event"},
	"waiting_party": {"Groupe sur la liste d’attente", "Group on the waiting list"},
	"webhook":       {"Webhook", "Webhook"},
	"door_link":     {"Lien d’accueil", "Check-in link"},
	"kiosk":         {"Borne", "Kiosk"}, "badge": {"Carte et NIP", "Badge and PIN"},
	"personal_data": {"Renseignements personnels", "Personal data"},
	"suppression":   {"Adresse exclue", "Excluded address"}, "template": {"Modèle de courriel", "Email template"},
	"event_blocks":  {"Blocs d’une invitation", "Blocks of an invitation"},
	"send_settings": {"Réglages d’envoi", "Sending settings"}, "payroll_preset": {"Format d’exportation", "Export format"},
	"activity": {"Activité", "Activity"}, "hourly_cost": {"Coût horaire", "Hourly cost"},
	"usual_week": {"Semaine habituelle", "Usual week"}, "holiday_pay": {"Indemnité d’un jour férié", "Holiday pay"},
	"planned_shift": ScheduleShift, "schedule": Schedule,
	"deputy": {"Remplaçant", "Delegate"}, "leave_rule": {"Règle de congé", "Leave rule"}, "leave_entry": {"Opération sur un solde", "Leave balance entry"},
	"bank_code": {"Code de paie", "Pay code"}, "customer": {"Client de la paie", "Payroll customer"}, "directory": {"Répertoire", "Directory"},
	"employee": {"Dossier d’employé", "Employee record"}, "expense": {"Dépense", "Expense"}, "event": {"Événement", "Event"},
	"leave_request": {"Demande de congé", "Leave request"}, "leave_requests": {"Demandes de congé", "Leave requests"},
	"oauth_session": {"Application connectée", "Connected application"},
	"pay_period":    {"Période de paie", "Pay period"}, "payroll_export": {"Exportation de paie", "Payroll export"},
	"company": {"Données de l’entreprise", "Company data"}, "notification_preferences": {"Préférences de notification", "Notification preferences"},
	"person": {"Compte", "Account"}, "second_factor_roles": FactorRoles, "import": {"Importation", "Import"},
	"setting": {"Réglage", "Setting"}, "shift": {"Quart", "Shift"}, "timesheet": {"Feuille de temps", "Timesheet"}, "timesheets": {"Feuilles de temps", "Timesheets"},
}

// LogNoun is what a sentence of the audit log calls the records of a kind.
type LogNoun struct {
	Named Text  // one of them, with its name as %s; without %s: there is one
	Own   Text  // a record of the acting user's own; zero: as Named
	Many  Count // several, and one whose name is not known
	Of    bool  // the name is that of the owner, which follows "de" or "of"
}

// LogNouns are the nouns of the kinds of record in the log.
var LogNouns = map[string]LogNoun{
	"audience": {Of: true, Named: Text{"la liste d’invités %s", "the audience %s"},
		Many: Count{Text{"une liste d’invités", "an audience"}, Text{"%s listes d’invités", "%s audiences"}}},
	"activity": {Named: Text{"l’activité %s", "the activity %s"},
		Many: Count{Text{"une activité", "an activity"}, Text{"%s activités", "%s activities"}}},
	"hourly_cost": {Of: true, Named: Text{"le coût horaire %s", "the hourly cost %s"},
		Many: Count{Text{"un coût horaire", "an hourly cost"}, Text{"%s coûts horaires", "%s hourly costs"}}},
	"planned_shift": {Named: Text{"le quart planifié – %s", "the planned shift – %s"},
		Many: Count{Text{"un quart planifié", "a planned shift"}, Text{"%s\u00a0quarts planifiés", "%s planned shifts"}}},
	"schedule": {Of: true, Named: Text{"l’horaire de l’équipe %s", "the schedule %s’s team"},
		Many: Count{Text{"un horaire", "a schedule"}, Text{"%s\u00a0horaires", "%s schedules"}}},
	"usual_week": {Of: true, Named: Text{"la semaine habituelle %s", "the usual week %s"},
		Own:  Text{"sa semaine habituelle", "their usual week"},
		Many: Count{Text{"une semaine habituelle", "a usual week"}, Text{"%s\u00a0semaines habituelles", "%s usual weeks"}}},
	"holiday_pay": {Of: true, Named: Text{"l’indemnité de jour férié %s", "the holiday pay %s"},
		Many: Count{Text{"une indemnité de jour férié", "holiday pay"}, Text{"%s\u00a0indemnités de jour férié", "%s holiday pay records"}}},
	"leave_rule": {Named: Text{"la règle de congé «\u00a0%s\u00a0»", "the leave rule “%s”"},
		Many: Count{Text{"une règle de congé", "a leave rule"}, Text{"%s règles de congé", "%s leave rules"}}},
	"leave_entry": {Of: true, Named: Text{"l’opération sur un solde de congés %s", "the leave balance entry %s"},
		Many: Count{Text{"une opération sur un solde de congés", "a leave balance entry"},
			Text{"%s opérations sur un solde de congés", "%s leave balance entries"}}},
	"deputy": {Named: Text{"le remplacement assuré par %s", "the delegate %s"},
		Many: Count{Text{"un remplacement", "a delegate"}, Text{"%s remplacements", "%s delegates"}}},
	"bank_code": {Named: Text{"le code de paie %s", "the pay code %s"},
		Many: Count{Text{"un code de paie", "a pay code"}, Text{"%s codes de paie", "%s pay codes"}}},
	"campaign": {Named: Text{"la campagne %s", "the campaign %s"},
		Many: Count{Text{"une campagne", "a campaign"}, Text{"%s campagnes", "%s campaigns"}}},
	"company": {Named: Text{"les données de l’entreprise", "the company data"}},
	"customer": {Named: Text{"le client de la paie %s", "the payroll customer %s"},
		Many: Count{Text{"un client de la paie", "a payroll customer"}, Text{"%s clients de la paie", "%s payroll customers"}}},
	"directory": {Named: Text{"le répertoire", "the directory"}},
	"door_link": {Named: Text{"le lien d’accueil %s", "the check-in link %s"},
		Many: Count{Text{"un lien d’accueil", "a check-in link"}, Text{"%s liens d’accueil", "%s check-in links"}}},
	"employee": {Of: true, Named: Text{"le dossier d’employé %s", "the employee record %s"},
		Own:  Text{"son dossier d’employé", "their employee record"},
		Many: Count{Text{"un dossier d’employé", "an employee record"}, Text{"%s dossiers d’employé", "%s employee records"}}},
	"kiosk": {Named: Text{"la borne %s", "the kiosk %s"}, Many: Count{Text{"une borne", "a kiosk"}, Text{"%s bornes", "%s kiosks"}}},
	"badge": {Of: true, Named: Text{"la carte ou le NIP %s", "the badge or PIN %s"}, Own: Text{"son NIP", "their PIN"},
		Many: Count{Text{"une carte ou un NIP", "a badge or PIN"}, Text{"%s cartes ou NIP", "%s badges or PINs"}}},
	"event": {Named: Text{"l’événement %s", "the event %s"},
		Many: Count{Text{"un événement", "an event"}, Text{"%s événements", "%s events"}}},
	"event_blocks": {Named: Text{"les blocs de l’invitation %s", "the blocks of the invitation %s"},
		Many: Count{Text{"les blocs d’une invitation", "the blocks of an invitation"},
			Text{"les blocs de %s invitations", "the blocks of %s invitations"}}},
	"event_message": {Named: Text{"un message avant ou après l’événement %s", "a message before or after the event %s"},
		Many: Count{Text{"un message avant ou après un événement", "a message before or after an event"},
			Text{"%s messages avant ou après un événement", "%s messages before or after an event"}}},
	"expense": {Of: true, Named: Text{"la dépense %s", "the expense %s"}, Own: Text{"sa dépense", "their expense"},
		Many: Count{Text{"une dépense", "an expense"}, Text{"%s dépenses", "%s expenses"}}},
	"import": {Named: Text{"l’importation %s", "the import %s"},
		Many: Count{Text{"une importation", "an import"}, Text{"%s importations", "%s imports"}}},
	"leave_request": {Of: true, Named: Text{"la demande de congé %s", "the leave request %s"},
		Own:  Text{"sa demande de congé", "their leave request"},
		Many: Count{Text{"une demande de congé", "a leave request"}, Text{"%s demandes de congé", "%s leave requests"}}},
	"leave_requests": {Named: Text{"les demandes de congé d’avant le %s", "the leave requests from before %s"},
		Many: Count{Text{"les demandes de congé d’avant une date", "the leave requests from before a date"},
			Text{"les demandes de congé d’avant %s dates", "the leave requests from before %s dates"}}},
	"notification_preferences": {Of: true, Named: Text{"les préférences de notification %s", "the notification preferences %s"},
		Own: Text{"ses préférences de notification", "their notification preferences"},
		Many: Count{Text{"les préférences de notification d’une personne", "a person’s notification preferences"},
			Text{"les préférences de notification de %s personnes", "the notification preferences of %s people"}}},
	"oauth_session": {Named: Text{"l’application connectée %s", "the connected application %s"},
		Many: Count{Text{"une application connectée", "a connected application"},
			Text{"%s applications connectées", "%s connected applications"}}},
	"pay_period": {Named: Text{"la période de paie %s", "the pay period %s"},
		Many: Count{Text{"une période de paie", "a pay period"}, Text{"%s périodes de paie", "%s pay periods"}}},
	"payroll_export": {Named: Text{"l’exportation de paie %s", "the payroll export %s"},
		Many: Count{Text{"une exportation de paie", "a payroll export"}, Text{"%s exportations de paie", "%s payroll exports"}}},
	"payroll_preset": {Named: Text{"le format d’exportation %s", "the export format %s"},
		Many: Count{Text{"un format d’exportation", "an export format"}, Text{"%s formats d’exportation", "%s export formats"}}},
	"person": {Of: true, Named: Text{"le compte %s", "the account %s"}, Own: Text{"son compte", "their account"},
		Many: Count{Text{"un compte", "an account"}, Text{"%s comptes", "%s accounts"}}},
	"personal_data": {Named: Text{"des renseignements personnels", "personal data"}},
	"rsvp": {Of: true, Named: Text{"l’inscription %s", "the registration %s"},
		Many: Count{Text{"une inscription", "a registration"}, Text{"%s inscriptions", "%s registrations"}}},
	"second_factor_roles": {Named: Text{"les rôles qui exigent la double authentification", "the roles that require two-factor authentication"}},
	"send_settings":       {Named: Text{"les réglages d’envoi", "the sending settings"}},
	"setting": {Named: Text{"le réglage «\u00a0%s\u00a0»", "the setting “%s”"},
		Many: Count{Text{"un réglage", "a setting"}, Text{"%s réglages", "%s settings"}}},
	"clocking": {Of: true, Named: Text{"le pointage %s", "the clock times %s"}, Own: Text{"son pointage", "their clock times"},
		Many: Count{Text{"un pointage", "clock times"}, Text{"%s pointages", "%s clock times"}}},
	"clock_stamp": {Of: true, Named: Text{"le pointage hors ligne %s", "the offline clock time %s"},
		Own:  Text{"son pointage hors ligne", "their offline clock time"},
		Many: Count{Text{"un pointage hors ligne", "an offline clock time"}, Text{"%s pointages hors ligne", "%s offline clock times"}}},
	"shift": {Of: true, Named: Text{"le quart %s", "the shift %s"}, Own: Text{"son quart", "their shift"},
		Many: Count{Text{"un quart", "a shift"}, Text{"%s quarts", "%s shifts"}}},
	"suppression": {Named: Text{"l’adresse exclue %s", "the excluded address %s"},
		Many: Count{Text{"une adresse exclue", "an excluded address"}, Text{"%s adresses exclues", "%s excluded addresses"}}},
	"template": {Named: Text{"le modèle de courriel %s", "the email template %s"},
		Many: Count{Text{"un modèle de courriel", "an email template"}, Text{"%s modèles de courriel", "%s email templates"}}},
	"timesheet": {Of: true, Named: Text{"la feuille de temps %s", "the timesheet %s"}, Own: Text{"sa feuille de temps", "their timesheet"},
		Many: Count{Text{"une feuille de temps", "a timesheet"}, Text{"%s feuilles de temps", "%s timesheets"}}},
	"timesheets": {Named: Text{"les feuilles de temps d’avant le %s", "the timesheets from before %s"},
		Many: Count{Text{"les feuilles de temps d’avant une date", "the timesheets from before a date"},
			Text{"les feuilles de temps d’avant %s dates", "the timesheets from before %s dates"}}},
	"waiting_party": {Named: Text{"le groupe sur la liste d’attente, %s", "the group on the waiting list, %s"},
		Many: Count{Text{"un groupe sur la liste d’attente", "a group on the waiting list"},
			Text{"%s groupes sur la liste d’attente", "%s groups on the waiting list"}}},
	"webhook": {Named: Text{"le webhook %s", "the webhook %s"},
		Many: Count{Text{"un webhook", "a webhook"}, Text{"%s webhooks", "%s webhooks"}}},
}

// LogNameWith is a name, with the days or the event of the record.
var LogNameWith = Text{"%s, %s", "%s, %s"}

// LogActions are the verbs of the audit log, by action: they follow the person's name and precede the record.
var LogActions = map[string]Text{
	"created": {"a créé", "created"}, "added": {"a ajouté", "added"}, "synced": {"a synchronisé", "synced"},
	"updated": {"a modifié", "changed"}, "archived": {"a archivé", "archived"}, "restored": {"a restauré", "restored"},
	"aged":     {"a archivé automatiquement", "automatically archived"},
	"approved": {"a approuvé", "approved"}, "approval_withdrawn": {"a retiré l’approbation", "removed the approval"},
	"submitted": {"a soumis", "submitted"}, "submission_withdrawn": {"a annulé la soumission", "recalled"},
	"returned": {"a renvoyé", "sent back"}, "refused": {"a refusé", "declined"}, "denied": {"a refusé", "declined"},
	"decision_undone": {"a annulé la décision", "undid the decision"}, "return_undone": {"a annulé le renvoi", "undid the return"},
	"cancelled": {"a annulé", "cancelled"}, "escalated": {"a transmis à la direction", "escalated"},
	"requested": {"a demandé", "requested"}, "commented": {"a ajouté une note", "added a note"},
	"reminded": {"a envoyé un rappel", "sent a reminder"}, "withdrawn": {"a annulé", "cancelled"},
	"deleted": {"a supprimé", "deleted"}, "published": {"a publié", "published"}, "taken": {"a pris", "took"},
	"uncovered":     {"a supprimé la version personnalisée", "deleted the custom version"},
	"entry_removed": {"a retiré une personne", "removed a person"}, "cleared": {"a vidé", "cleared"},
	"exported": {"a exporté", "exported"}, "imported": {"a importé", "imported"},
	"looked_up": {"a consulté", "looked up"},
	"erased":    {"a supprimé définitivement", "erased"},
	"admitted":  {"a de nouveau permis les invitations", "allowed invitations again"},
	"expired":   {"a supprimé définitivement des renseignements personnels, à l’échéance", "erased expired personal data"},
	"applied":   {"a enregistré", "saved"}, "undone": {"a défait", "undid"},
	"scheduled": {"a lancé", "started"}, "planned": {"a planifié", "scheduled"},
	"enrolled": {"a mis en service", "set up"}, "pin_locked": {"a bloqué, après cinq NIP erronés,", "blocked, after five wrong PINs,"}, "revoked": {"a révoqué", "revoked"},
	"clocked_in": {"a pointé l’arrivée", "clocked in"}, "clocked_out": {"a pointé le départ", "clocked out"},
	"break_started": {"a pris une pause", "started a break"}, "break_ended": {"a terminé une pause", "ended a break"},
	"task_changed": {"a changé de code de paie", "switched pay code"}, "settled": {"a réglé", "resolved"}, "discarded": {"a écarté", "discarded"},
	"paused": {"a suspendu", "paused"}, "resumed": {"a repris", "resumed"},
	"subject_chosen":       {"a choisi l’objet", "chose the subject"},
	"unconfirmed_resolved": {"a réglé le cas des messages sans confirmation", "resolved the unconfirmed messages"},
	"guests_told":          {"a averti les invités d’un changement", "notified guests of a change"},
	"receipt_added":        {"a ajouté un reçu", "added a receipt"}, "receipt_removed": {"a retiré un reçu", "removed a receipt"},
	"attached": {"a joint un fichier", "attached a file"}, "detached": {"a retiré un fichier", "removed a file"},
	"disabled": {"a désactivé", "disabled"}, "enabled": {"a réactivé", "enabled"},
	"password_link_made":      {"a créé un lien de mot de passe", "created a password link"},
	"invited":                 {"a invité", "invited"},
	"password_link_requested": {"a envoyé un lien de mot de passe", "sent a password link"},
	"password_changed":        {"a changé le mot de passe", "changed the password"},
	"secret_rotated":          {"a remplacé le secret", "replaced the secret"}, "tested": {"a envoyé un essai", "sent a test"},
	"replayed":      {"a refait un envoi", "resent a delivery"},
	"calendar_made": {"a créé l’adresse d’un calendrier", "created a calendar address"}, "calendar_revoked": {"a révoqué l’adresse d’un calendrier", "revoked a calendar address"},
	"device_added": {"a ajouté un appareil de notification", "added a notification device"}, "device_removed": {"a retiré un appareil de notification", "removed a notification device"},
	"token_made": {"a créé un jeton", "created a token"}, "token_revoked": {"a révoqué un jeton", "revoked a token"},
	"sessions_ended":        {"a terminé des sessions", "ended sessions"},
	"signed_out_everywhere": {"a terminé toutes ses sessions", "signed out everywhere"},
	"refresh_token_reused":  {"a réutilisé un jeton de renouvellement", "reused a refresh token"},
	"passkey_added":         {"a ajouté une clé d’accès", "added a passkey"},
	"passkey_renamed":       {"a renommé une clé d’accès", "renamed a passkey"},
	"passkey_removed":       {"a retiré une clé d’accès", "removed a passkey"},
	"code_app_added":        {"a configuré les codes à usage unique", "set up one-time codes"},
	"code_app_removed":      {"a retiré les codes à usage unique", "removed one-time codes"},
	"recovery_codes_made":   {"a créé des codes de secours", "created recovery codes"},
	"recovery_code_used":    {"a utilisé un code de secours", "used a recovery code"},
	"factors_reset":         {"a réinitialisé la double authentification", "reset two-factor authentication"},
	"identity_linked":       {"a lié le compte d’entreprise", "linked the company account"},
	"identity_unlinked":     {"a délié le compte d’entreprise", "unlinked the company account"},
}

// LogPrepositions stand between the verb of an action and its record: "removed the approval of the timesheet". Other verbs have none.
var LogPrepositions = map[string]Text{
	"approval_withdrawn": {"de", "from"}, "submission_withdrawn": {"de", ""}, "decision_undone": {"au sujet de", "on"},
	"return_undone": {"de", "of"}, "commented": {"à", "to"}, "reminded": {"pour", "for"}, "uncovered": {"de", "of"},
	"entry_removed": {"de", "from"}, "subject_chosen": {"de", "of"}, "unconfirmed_resolved": {"de", "of"}, "guests_told": {"à", "to"},
	"receipt_added": {"à", "to"}, "receipt_removed": {"de", "from"},
	"attached": {"à", "to"}, "detached": {"de", "from"}, "password_link_made": {"pour", "for"}, "password_link_requested": {"pour", "for"},
	"password_changed": {"de", "of"}, "secret_rotated": {"de", "of"}, "tested": {"à", "to"}, "replayed": {"à", "to"},
	"calendar_made": {"pour", "for"}, "calendar_revoked": {"de", "of"}, "device_added": {"à", "to"}, "device_removed": {"de", "from"},
	"token_made": {"pour", "for"}, "token_revoked": {"de", "of"}, "sessions_ended": {"de", "of"}, "refresh_token_reused": {"de", "of"},
	"passkey_added": {"à", "to"}, "passkey_renamed": {"de", "of"}, "passkey_removed": {"de", "from"}, "code_app_added": {"pour", "for"},
	"code_app_removed": {"de", "from"}, "recovery_codes_made": {"pour", "for"}, "recovery_code_used": {"de", "of"},
	"factors_reset": {"de", "of"}, "identity_linked": {"à", "to"}, "identity_unlinked": {"de", "from"},
}

// LogFields are the names of fields of records, by their JSON names, in addition to EmployeeFields.
var LogFields = map[string]Text{
	"rows": {"Lignes", "Rows"}, "paid": {"Payée", "Paid"}, "receipt": {"Reçu", "Receipt"},
	"url": {"Adresse", "Address"}, "kinds": {"Changements à signaler", "Changes to report"}, "enabled": {"Actif", "Active"}, "delivery": {"Envoi", "Delivery"},
	"revoked": {"Révoqué", "Revoked"}, "locked_until": {"Bloqué jusqu’au", "Blocked until"}, "enrolled": {"En service", "In use"}, "badge_number": BadgeNumber, "pin_set": PIN,
	"start_kiosk": {"Borne, au début", "Kiosk at the start"}, "end_kiosk": {"Borne, à la fin", "Kiosk at the end"},
	"name": {"Nom", "Name"}, "role": {"Rôle", "Role"}, "language": {"Langue", "Language"}, "token": {"Jeton", "Token"}, "device": {"Appareil", "Device"}, "calendar": {"Calendrier", "Calendar"},
	"passkey": {"Clé d’accès", "Passkey"}, "admin": RoleNames["admin"], "payroll": RoleNames["payroll"], "events": RoleNames["events"],
	"employee":    RoleNames["employee"],
	"break_start": {"Début de la pause", "Break started"}, "shift_id": {"Quart", "Shift"}, "refusal": {"Refus", "Refusal"},
	"handed_over_at": {"Envoyé", "Sent"}, "device_ahead_seconds": {"Avance de l’horloge de l’appareil (s)", "Device clock ahead (s)"},
	"act": {"Action", "Action"}, "stamped_at": {"Heure pointée", "Clocked at"}, "settled_at": {"Réglé", "Resolved"},
	"date": {"Date", "Date"}, "start_time": {"Début", "Start"},
	"end_time": {"Fin", "End"}, "breaks": {"Pauses", "Breaks"}, "activity_id": {"Activité", "Activity"},
	"code": ActivityCode, "name_fr": {"Nom en français", "Name in French"}, "name_en": {"Nom en anglais", "Name in English"}, "weeks": {"Semaines", "Weeks"}, "first_day": {"Première semaine", "First week"}, "usual_shifts": {"Quarts", "Shifts"},
	"rule_breaks": {"Pauses par défaut", "Default breaks"},
	"earns":       RuleEarns, "rate": RuleRate, "later_rate": RuleLaterRate, "later_years": RuleLaterYears, "minutes": {"Minutes", "Minutes"},
	"paid_minutes": {"Minutes payées", "Paid minutes"}, "paid_after_months": RulePaidAfter, "year_start": RuleYear,
	"carry_limit": {"Report, en minutes", "Carried over, in minutes"}, "carry_months": RuleMonths, "refuse_below_zero": {"Demandes au-delà du solde interdites", "Requests beyond the balance not allowed"},
	"shift_note": {"Note", "Note"}, "shifts_added": {"Nouveaux quarts", "New shifts"}, "shifts_changed": {"Quarts modifiés", "Changed shifts"},
	"shifts_cancelled": {"Quarts annulés", "Cancelled shifts"},
	"day":              {"Date", "Day"}, "note": BalanceWhy,
	"deputy_id": DeputyName, "from_day": DeputyFrom, "until_day": DeputyUntil,
	"bank_code_id": {"Code de paie", "Pay code"}, "timesheet_id": {"Feuille de temps", "Timesheet"},
	"employee_id": {"Employé", "Employee"}, "amount": {"Montant", "Amount"}, "gst": TaxGST, "qst": TaxQST,
	"description": {"Description", "Description"}, "is_approved": {"Approuvé", "Approved"},
	"supervisor_comment": {"Note", "Note"},
	"comment":            {"Note", "Note"}, "leave_type": {"Type de congé", "Leave type"},
	"approval_status": {"État",
		"Status"}, "start_date_time": {"Début", "Start"}, "end_date_time": {"Fin", "End"}, "type": {"Type",
		"Type"},
	"categorie": {"Usage", "Use"}, "modifier": {"Facteur", "Multiplier"}, "bank_code": {"Code", "Code"},
	"status": {"État", "Status"}, "starts_at": {"Début", "Start"}, "ends_at": {"Fin", "End"},
	"rsvp_deadline": {"Date limite de réponse", "RSVP deadline"}, "capacity": {"Capacité", "Capacity"}, "palette": {"Palette", "Palette"},
	"offer_hold_hours": EventHold, "offer_cutoff_hours": EventCutoff,
	"people_limit": EventLimit, "companions": EventCompanions, "questions": EventQuestions, "answers": EventQuestions,
	"position": WaitOrder, "state": WaitStatus, "attachment": {"Pièce jointe", "Attachment"},
	"arrived": {"Arrivées", "Arrived"}, "account_id": {"Compte", "Account"}, "unknown_as_empty": {"Valeurs inconnues laissées vides", "Unknown values left blank"},
	"customers": {"Clients", "Customers"}, "invitations": {"Invitations", "Invitations"}, "reminders": {"Rappels", "Reminders"},
	"decision": {"Décision", "Decision"}, "cause": {"Cause", "Cause"}, "diagnostic": {"Réponse du serveur", "Server response"},
	"recipient_id": {"Destinataire", "Recipient"}, "late": {"Après le début de l’événement", "After the event has started"}, "draft": {"Même si l’événement est un brouillon", "Although the event is a draft"}, "leave_requests": {"Demandes de congé", "Leave requests"},
	"created": {"Créés", "Created"}, "changed": {"Modifiés", "Changed"}, "skipped": {"Ignorés", "Skipped"}, "records": {"Dossiers", "Records"},
	"line": {"Ligne", "Line"}, "employees": {"Employés", "Employees"}, "timesheets_approved": {"Feuilles approuvées", "Timesheets approved"},
	"timesheets_withdrawn": {"Approbations retirées", "Approvals removed"}, "issuer": {"Fournisseur d’identité", "Identity provider"},
	"subject": {"Identifiant", "Identifier"}, "exported_at": {"Exportation", "Exported"}, "version": {"Version", "Version"},
	"value":  {"Valeur", "Value"},
	"blocks": {"Blocs", "Blocks"}, "picture": EventPicture, "picture.description_fr": EventPictureFR, "picture.description_en": EventPictureEN,
	"on": MsgOn, "days": {"Jours", "Days"}, "time": MsgTime, "content.fr.text": MsgTextFR, "content.en.text": MsgTextEN,
	"email_template": {"Modèle de courriel", "Email template"}, "content.fr.title": {"Titre (français)", "Title (French)"},
	"content.en.title": {"Titre (anglais)", "Title (English)"}, "content.fr.intro": {"Introduction (français)", "Introduction (French)"},
	"content.en.intro": {"Introduction (anglais)",
		"Introduction (English)"}, "content.fr.details": {"Détails (français)",
		"Details (French)"},
	"content.en.details": {"Détails (anglais)", "Details (English)"}, "content.fr.address": {"Adresse (français)", "Address (French)"},
	"content.en.address": {"Adresse (anglais)", "Address (English)"}, "content.fr.thank_you": {"Message de remerciement (français)",
		"Thank-you message (French)"},
	"content.en.thank_you": {"Message de remerciement (anglais)", "Thank-you message (English)"},
	"invoice_id":           {"Facture", "Invoice"}, "application": {"Application", "Application"}, "scopes": {"Autorisations",
		"Permissions"},
	"shifts": {"Quarts", "Shifts"}, "expenses": {"Dépenses", "Expenses"}, "timesheets": {"Feuilles de temps", "Timesheets"},
	"id": {"Numéro", "ID"}, "user_id": EmpPerson, "event_id": {"Événement", "Event"}, "total": {"Total", "Total"}, "pending": {"En attente", "Pending"},
	"entries": {"Adresses", "Addresses"}, "entry": {"Adresse", "Address"}, "source": {"Provenance", "Source"},
	"sources": {"Provenances", "Sources"}, "label": {"Choix", "Choice"}, "reason": {"Motif", "Reason"},
	"customer_id": {"Client", "Customer"}, "customer_number": {"Numéro de client", "Customer number"}, "phone": {"Téléphone", "Phone"},
	"people": {"Personnes", "People"}, "allergies": {"Allergies", "Allergies"}, "confidence": {"Correspondance", "Match"},
	"track_people": {"Suivi individuel", "Individual tracking"}, "submitted_at": {"Soumission", "Submitted"},
	"period": {"Période de paie", "Pay period"}, "lines": {"Lignes", "Lines"}, "sha256": {"Empreinte SHA-256", "SHA-256"},
	"kind": {"Type", "Type"}, "columns": {"Colonnes", "Columns"}, "company": {"Entreprise", "Company"}, "batch": {"Lot", "Batch"},
	"refresh_token_expiry": {"Expiration du jeton de renouvellement", "Refresh token expiry"},
	"access_token":         {"Jeton d’accès", "Access token"}, "access_token_expiry": {"Expiration du jeton d’accès", "Access token expiry"},
	"refresh_token": {"Jeton de renouvellement", "Refresh token"},
	"codes":         {"Codes de paie", "Pay codes"}, "content.fr.subject": {"Objet (français)", "Subject (French)"},
	"content.en.subject": {"Objet (anglais)", "Subject (English)"}, "content.fr.html": {"HTML (français)", "HTML (French)"},
	"content.en.html": {"HTML (anglais)", "HTML (English)"},
	"file":            {"Fichier", "File"}, "city": AudCity, "customer_type": AudType, "active_subscription": AudSubscribed,
	"min_monthly": AudMonthly, "active_customers": {"Clients actifs seulement", "Active customers only"},
	"include_resiliated": {"Anciens clients compris", "Former customers included"},
}

// LogValues are the names of the values that are codes, by the JSON name of their field.
var LogValues = map[string]map[string]Text{
	"role": RoleNames, "reason": SuppReasons, "palette": Palettes, "type": KindNames, "leave_type": LeaveNames,
	"language": {"fr": {"Français", "French"}, "en": {"Anglais", "English"}},
	"status": {"draft": EventDraft, "open": EventOpen, "closed": EventClosed, "scheduled": CampScheduled, "sending": CampSending,
		"paused": CampPaused, "interrupted": CampInterrupted, "completed": CampCompleted, "cancelled": CampCancelled},
	"state": {"waiting": WaitIsWaiting, "offered": WaitIsOffered, "taken": WaitIsTaken, "expired": WaitIsExpired,
		"left": WaitIsLeft},
	"source": {"filters": AudFromFilters, "manual": AudFromHand, "csv": AudFromCSV},
	"approval_status": {"True": LeaveApproved, "False": LeaveRefused, "Denied": LeaveRefused, "Pending": StatePending,
		"Cancelled": LeaveCancelled, "Escalated": LeaveEscalated},
	"customer_type": {"residential": AudTypeHome, "commercial": AudTypeBusiness},
	"categorie":     {"shift": CodeForShift, "expense": CodeForExpense, "leave": CodeForLeave},
}
