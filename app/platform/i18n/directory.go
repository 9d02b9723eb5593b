package i18n

// Texts of the customer directory.
var (
	Dir            = Text{"Répertoire", "Directory"}
	DirLead        = Text{"Les clients, tels que le système des dossiers les connaît", "The customers, as the records system knows them"}
	DirSearch      = Text{"Nom, courriel, téléphone ou numéro de client", "Name, e-mail, phone or customer number"}
	DirSearchHint  = Text{"Accents, majuscules et petites fautes ne comptent pas.", "Accents, capitals and small slips do not matter."}
	DirFind        = Text{"Chercher", "Search"}
	DirFound       = Count{Text{"%s client trouvé", "%s customer found"}, Text{"%s clients trouvés", "%s customers found"}}
	DirFoundMost   = Text{"Les %d meilleurs résultats; un mot de plus les précise.", "The best %d matches; one more word narrows them."}
	DirNothing     = Text{"Personne de ce nom", "Nobody by that name"}
	DirNothingText = Text{"Essayez un autre mot, le début d’un courriel ou les derniers chiffres d’un téléphone.",
		"Try another word, the start of an e-mail address or the last digits of a phone number."}
	DirShort        = Text{"Tapez au moins deux caractères.", "Type at least two characters."}
	DirAsk          = Text{"Qui cherchez-vous ?", "Who are you looking for?"}
	DirAskText      = Text{"Les résultats viennent pendant que vous tapez.", "Results come as you type."}
	DirTable        = Text{"Clients trouvés, les meilleurs d’abord", "Customers found, best first"}
	DirCustomer     = Text{"Client", "Customer"}
	DirNumber       = Text{"Numéro", "Number"}
	DirContact      = Text{"Courriel et téléphone", "E-mail and phone"}
	DirCity         = Text{"Ville", "City"}
	DirType         = Text{"Genre", "Type"}
	DirMonthly      = Text{"Par mois", "A month"}
	DirState        = Text{"Compte", "Account"}
	DirActive       = Text{"Actif", "Active"}
	DirResiliated   = Text{"Résilié", "Resiliated"}
	DirIndividual   = Text{"Particulier", "Individual"}
	DirCompany      = Text{"Entreprise", "Company"}
	DirNoContact    = Text{"Aucun courriel", "No e-mail"}
	DirNoPlan       = Text{"Aucun abonnement actif", "No active subscription"}
	DirAccount      = Text{"Compte", "Account"}
	DirAccountName  = Text{"Nom au compte", "Account name"}
	DirMandatary    = Text{"Mandataire", "Mandatary"}
	DirLegacy       = Text{"Ancien contact", "Legacy contact"}
	DirEmails       = Text{"Courriels", "E-mail addresses"}
	DirPhones       = Text{"Téléphones", "Phone numbers"}
	DirLanguage     = Text{"Langue", "Language"}
	DirUnknown      = Text{"Inconnue", "Unknown"}
	DirPlans        = Text{"Abonnements", "Subscriptions"}
	DirPlanTotal    = Text{"%s par mois en abonnements actifs", "%s a month in active subscriptions"}
	DirPlanStatus   = Text{"État", "Status"}
	DirPlanPrice    = Text{"Prix mensuel", "Monthly price"}
	DirFresh        = Text{"Copie du répertoire", "Copy of the directory"}
	DirCustomers    = Count{Text{"%s client", "%s customer"}, Text{"%s clients", "%s customers"}}
	DirFreshAt      = Text{"À jour %s", "Up to date %s"}
	DirNever        = Text{"Pas encore synchronisé", "Not synced yet"}
	DirFrom         = Text{"Source : %s", "Source: %s"}
	DirEvery        = Text{"Toutes les %d min", "Every %d min"}
	DirSync         = Text{"Synchroniser", "Sync now"}
	DirSyncForce    = Text{"Accepter quand même", "Accept it anyway"}
	DirRefresh      = Text{"Actualiser", "Refresh"}
	DirRunning      = Text{"Synchronisation en cours", "Sync under way"}
	DirStarted      = Text{"La synchronisation a commencé.", "The sync has started."}
	DirReadOf       = Text{"%s sur %s lus", "%s of %s read"}
	DirRead         = Count{Text{"%s dossier lu", "%s record read"}, Text{"%s dossiers lus", "%s records read"}}
	DirHistory      = Text{"Synchronisations", "Syncs"}
	DirHistoryLead  = Text{"Ce que chaque lecture de la source a changé", "What each reading of the source has changed"}
	DirRuns         = Text{"Synchronisations, les plus récentes d’abord", "Syncs, newest first"}
	DirRunsNone     = Text{"Aucune synchronisation", "No syncs yet"}
	DirRunsNoneText = Text{"La première remplit le répertoire.", "The first one fills the directory."}
	DirRun          = Text{"Synchronisation du %s", "Sync of %s"}
	DirWhen         = Text{"Quand", "When"}
	DirOutcome      = Text{"Résultat", "Outcome"}
	DirReadCol      = Text{"Lus", "Read"}
	DirAdded        = Text{"Ajoutés", "Added"}
	DirChanged      = Text{"Modifiés", "Changed"}
	DirRemoved      = Text{"Retirés", "Removed"}
	DirRejected     = Text{"Rejetés", "Rejected"}
	DirDone         = Text{"Terminée", "Done"}
	DirUnchanged    = Text{"Rien de nouveau", "Nothing new"}
	DirFailed       = Text{"Échec", "Failed"}
	DirRunningState = Text{"En cours", "Under way"}
	DirRejects      = Text{"Dossiers rejetés", "Rejected records"}
	DirRejectsFirst = Text{"Les %d premiers. Corrigez-les à la source; la prochaine synchronisation les reprendra.",
		"The first %d. Correct them at the source; the next sync takes them up."}
	DirRejectedOf = Count{Text{"%s dossier rejeté", "%s record rejected"}, Text{"%s dossiers rejetés", "%s records rejected"}}
	DirPlace      = Text{"Endroit", "Place"}
	DirReason     = Text{"Raison", "Reason"}
	DirNone       = Text{"Aucune source de clients", "No source of customers"}
	DirNoneText   = Text{"L’administrateur du serveur indique d’où viennent les clients par le réglage DIRECTORY_URL : un " +
		"dossier de fichiers (files:/chemin), une adresse https:// ou ERPNext (frappe+https://).",
		"The server’s operator says where customers come from by the setting DIRECTORY_URL: a folder of files (files:/path), an " +
			"https:// address, or ERPNext (frappe+https://)."}
	DirBack         = Text{"Retour à la recherche", "Back to the search"}
	DirUnderASecond = Text{"moins de 1\u00a0s", "under 1\u00a0s"}
	DirSeconds      = Text{"%s\u00a0s", "%s\u00a0s"}
	DirDuration     = Text{"Durée", "Took"}
)

// DirProblems are why a sync fails, by code. What the code leaves open stands behind it.
var DirProblems = map[string]Text{
	"interrupted": {"Interrompue avant la fin; rien n’a changé.", "Interrupted before its end; nothing has changed."},
	"shrunk": {"La source a perdu la plupart de ses clients; l’ancienne copie est gardée.",
		"The source has lost most of its customers; the old copy is kept."},
	"unreachable": {"La source ne répond pas.", "The source does not answer."},
	"refused":     {"La source refuse la demande.", "The source refuses the request."},
	"redirected":  {"La source mène à un autre hôte, ce qui n’est pas permis.", "The source leads to another host, which is not allowed."},
	"not_json":    {"La source ne répond pas en JSON.", "The source does not answer in JSON."},
	"malformed":   {"La réponse de la source ne se lit pas.", "The source’s answer cannot be read."},
	"cut":         {"La réponse de la source s’est arrêtée au milieu.", "The source’s answer broke off in the middle."},
	"stalled":     {"La source s’est tue au milieu de sa réponse.", "The source fell silent in the middle of its answer."},
	"too_large":   {"La réponse de la source dépasse une limite.", "The source’s answer is over a limit."},
	"endless":     {"La liste de la source ne finit pas.", "The source’s list does not end."},
	"no_files":    {"Les fichiers de la source ne se lisent pas.", "The files of the source cannot be read."},
	"changing":    {"Les fichiers ont changé pendant la lecture.", "The files changed while they were read."},
	"storage":     {"La base de données n’était pas disponible.", "The database was not available."},
	"internal":    {"Erreur interne; le journal du serveur en dit plus.", "Internal error; the server’s log says more."},
}

// DirReasons are why a record is rejected, by code.
var DirReasons = map[string]Text{
	"required": {"obligatoire, mais vide", "needed, but empty"}, "too_long": {"trop long", "too long"},
	"too_many": {"trop de valeurs", "too many values"},
	"bad_text": {"texte mal encodé (UTF-8 attendu)", "badly encoded text (UTF-8 expected)"}, "bad_value": {"valeur inconnue", "unknown value"},
	"duplicate": {"déjà vu dans la même liste", "seen before in the same list"}, "unreadable": {"illisible", "cannot be read"},
}
