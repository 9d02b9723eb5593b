package i18n

// The company's settings.
var (
	ConfTab          = Text{"Entreprise", "Company"}
	ConfCompanyTitle = Text{"Entreprise", "Company"}
	ConfCompany      = Text{"Nom de l’entreprise", "Company name"}
	ConfCompanyHint  = Text{"Affiché sur la page de connexion.", "Shown on the sign-in page."}
	ConfZone         = Text{"Fuseau horaire", "Time zone"}
	ConfZoneHint     = Text{"Les jours et les heures de toute l’entreprise suivent ce fuseau.", "All days and times of the company follow this zone."}
	ConfPayTitle     = Text{"Paie", "Pay"}
	ConfAnchor       = Text{"Premier jour d’une période 1", "First day of a period 1"}
	ConfAnchorHint   = Text{"Le dimanche où commence la première période d’une année de paie. Une période dure deux semaines.",
		"The Sunday on which the first period of a pay year begins. A period lasts two weeks."}
	ConfAnchorNow    = Text{"Période en cours : %s, %s.", "Current period: %s, %s."}
	ConfOvertime     = Text{"Heures par semaine avant les heures supplémentaires", "Weekly hours before overtime"}
	ConfOvertimeHint = Text{"Au Québec : 40 heures pour la plupart des gens.", "In Quebec: 40 hours for most people."}
	ConfArchive      = Text{"Archiver après (périodes fermées)", "Archive after (closed periods)"}
	ConfArchiveHint  = Text{"Les feuilles approuvées et les congés décidés sont ensuite archivés. 26 périodes font un an.",
		"Approved timesheets and decided leave then move to the archive. 26 periods are one year."}
	FirstStepsTitle = Text{"Premiers pas", "First steps"}
	FirstStepsIntro = Text{"Quelques choix suffisent pour commencer. Tout se change plus tard dans Réglages.",
		"A few choices are enough to begin. Everything can be changed later in Settings."}
	FirstPeriod       = Text{"Période de paie en cours", "Current pay period"}
	FirstPeriodHint   = Text{"Une période dure deux semaines, du dimanche au samedi.", "A period lasts two weeks, Sunday to Saturday."}
	FirstPeriodOption = Text{"Du %s au %s", "%s to %s"}
	FirstCodes        = Text{"Codes pour commencer", "Codes to begin with"}
	FirstCodesHint    = Text{"Renommez-les ensuite comme dans votre système de paie.", "Rename them afterwards to match your payroll system."}
	FirstCodesQuebec  = Text{"Québec – heures, congés et dépenses usuels, noms en français (REG, SUP, FER)", "Quebec – usual hours, leave and expenses, French names (REG, SUP, FER)"}
	FirstCodesCanada  = Text{"Canada – les mêmes, noms en anglais (REG, OT, STAT)", "Canada – the same, English names (REG, OT, STAT)"}
	FirstCodesNone    = Text{"Aucun pour l’instant", "None for now"}
	FirstContinue     = Text{"Continuer", "Continue"}
	FirstSkip         = Text{"Plus tard", "Later"}
	FirstSaved        = Text{"Choix enregistrés. La liste ci-dessous dit quoi faire ensuite.", "Saved. The list below tells what comes next."}
	ConfLocked        = Text{"Fixé par %s dans l’environnement du service.", "Set by %s in the service’s environment."}
	ConfKept          = Text{"Laissez vide pour garder la valeur enregistrée.", "Leave empty to keep the stored value."}
	ConfTestAndSave   = Text{"Vérifier et enregistrer", "Test and save"}
	ConfTestFailed    = Text{"La vérification a échoué. Rien n’est enregistré.", "The test failed. Nothing was saved."}
	ConfTooSlow       = Text{"Aucune réponse après 15 secondes.", "No response within 15 seconds."}
	ConfAnyway        = Text{"Enregistrer quand même", "Save anyway"}

	ConfSignInTab   = Text{"Connexion", "Sign-in"}
	ConfSignInTitle = Text{"Authentification unique", "Single sign-on"}
	ConfSignInNote  = Text{"Les gens se connectent avec le compte de l’entreprise (Microsoft, Google ou un autre fournisseur OpenID Connect). Un mot de passe reste possible.",
		"People sign in with the company’s account (Microsoft, Google or another OpenID Connect provider). Passwords stay possible."}
	ConfRedirect   = Text{"Adresse de redirection à déclarer chez le fournisseur", "Redirect address to register with the provider"}
	ConfCopy       = Text{"Copier l’adresse", "Copy the address"}
	ConfIssuer     = Text{"Adresse du fournisseur (issuer)", "Provider’s address (issuer)"}
	ConfIssuerHint = Text{"Exactement comme dans ses jetons, par exemple https://accounts.google.com. Sans adresse, aucun fournisseur n’est utilisé.",
		"Exactly as in its tokens, such as https://accounts.google.com. Without an address, no provider is used."}
	ConfClient     = Text{"Identifiant client", "Client ID"}
	ConfSecret     = Text{"Secret client", "Client secret"}
	ConfSecretHint = Text{"Vide pour un client public.", "Empty for a public client."}

	ConfCustomersTab   = Text{"Répertoire", "Directory"}
	ConfCustomersTitle = Text{"Source des clients", "Customer source"}
	ConfCustomersNote  = Text{"Les clients à inviter sont lus ici et tenus à jour. Avant l’enregistrement, les premiers sont lus.",
		"The customers to invite are read from here and kept up to date. The first ones are read before it is saved."}
	ConfSource        = Text{"Source", "Source"}
	ConfSourceNone    = Text{"Aucune", "None"}
	ConfSourceFolder  = Text{"Dossier du serveur (CSV, NDJSON)", "Folder on the server (CSV, NDJSON)"}
	ConfSourceFeed    = Text{"Adresse web (JSON)", "Web address (JSON)"}
	ConfSourceERPNext = Text{"ERPNext", "ERPNext"}
	ConfSourceAddress = Text{"Adresse ou dossier", "Address or folder"}
	ConfSourceHint    = Text{"Par exemple https://erp.exemple.ca ou /srv/clients.", "Such as https://erp.example.com or /srv/customers."}
	ConfSourceUser    = Text{"Utilisateur ou clé API", "User or API key"}
	ConfSourceSecret  = Text{"Mot de passe ou secret API", "Password or API secret"}
	ConfEvery         = Text{"Mise à jour", "Update"}
	ConfEvery5m       = Text{"Toutes les 5 minutes", "Every 5 minutes"}
	ConfEvery15m      = Text{"Toutes les 15 minutes", "Every 15 minutes"}
	ConfEvery1h       = Text{"Toutes les heures", "Every hour"}
	ConfEvery24h      = Text{"Une fois par jour", "Once a day"}
	ConfSaved         = Text{"Réglages enregistrés. Ils s’appliquent dans quelques secondes.", "Settings saved. They take effect within seconds."}
)
