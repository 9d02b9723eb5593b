package i18n

// Texts of the customer directory.
var (
	Dir     = Text{"Répertoire", "Directory"}
	DirLead = Text{"Vos clients, tels qu’ils figurent dans votre système de gestion ou dans votre fichier",
		"Your customers, as they appear in your customer system or file"}
	DirSearch     = Text{"Nom, courriel, téléphone ou numéro de client", "Name, email, phone or customer number"}
	DirSearchHint = Text{"Les accents, les majuscules et les fautes de frappe ne comptent pas.",
		"Accents, capitals and typos don’t matter."}
	DirFind        = Text{"Rechercher", "Search"}
	DirFound       = Count{Text{"%s client trouvé", "%s customer found"}, Text{"%s clients trouvés", "%s customers found"}}
	DirFoundMost   = Text{"Les %d\u00a0meilleurs résultats. Ajoutez un mot pour préciser.", "Top %d results. Add a word to narrow them down."}
	DirNothing     = Text{"Aucun résultat", "No results"}
	DirNothingText = Text{"Essayez un autre mot, le début d’un courriel ou les derniers chiffres d’un numéro de téléphone.",
		"Try another word, the start of an email address or the last digits of a phone number."}
	DirShort        = Text{"Tapez au moins deux caractères.", "Type at least two characters."}
	DirAsk          = Text{"Qui cherchez-vous?", "Who are you looking for?"}
	DirAskText      = Text{"Les résultats s’affichent à mesure que vous tapez.", "Results appear as you type."}
	DirSegments     = Text{"Parcourir les clients", "Browse customers"}
	DirByCity       = Text{"Par ville", "By city"}
	DirIndividuals  = Text{"Particuliers", "Individuals"}
	DirCompanies    = Text{"Entreprises", "Companies"}
	DirSubscribed   = Text{"Abonnement actif", "Active subscription"}
	DirLeft         = Text{"Comptes résiliés", "Cancelled accounts"}
	DirRecent       = Text{"Ajoutés ou modifiés récemment", "Recently added or changed"}
	DirAll          = Text{"Tous les clients", "All customers"}
	DirSegmentNone  = Text{"Aucun client n’est dans cette liste.", "No customers are in this list."}
	DirTable        = Text{"Clients trouvés, du plus au moins pertinent", "Customers found, best match first"}
	DirCustomer     = Text{"Client", "Customer"}
	DirNumber       = Text{"Numéro", "Number"}
	DirContact      = Text{"Courriel et téléphone", "Email and phone"}
	DirCity         = Text{"Ville", "City"}
	DirType         = Text{"Type", "Type"}
	DirMonthly      = Text{"Total mensuel", "Monthly total"}
	DirState        = Text{"Compte", "Account"}
	DirActive       = Text{"Actif", "Active"}
	DirHasLeft      = Text{"Résilié", "Cancelled"}
	DirIndividual   = Text{"Particulier", "Individual"}
	DirCompany      = Text{"Entreprise", "Company"}
	DirNoContact    = Text{"Aucun courriel", "No email"}
	DirNoPlan       = Text{"Aucun abonnement actif", "No active subscription"}
	DirAccount      = Text{"Compte", "Account"}
	DirAccountName  = Text{"Nom au compte", "Account name"}
	DirMandatary    = Text{"Mandataire", "Authorized contact"}
	DirLegacy       = Text{"Ancien contact", "Former contact"}
	DirEmails       = Text{"Adresses de courriel", "Email addresses"}
	DirPhones       = Text{"Numéros de téléphone", "Phone numbers"}
	DirLanguage     = Text{"Langue", "Language"}
	DirUnknown      = Text{"Inconnue", "Unknown"}
	DirPlans        = Text{"Abonnements", "Subscriptions"}
	DirPlanTotal    = Text{"%s par mois en abonnements actifs", "%s per month in active subscriptions"}
	DirPlanStatus   = Text{"État", "Status"}
	DirPlanPrice    = Text{"Prix mensuel", "Monthly price"}
	DirFresh        = Text{"État de la synchronisation", "Sync status"}
	DirCustomers    = Count{Text{"%s client", "%s customer"}, Text{"%s clients", "%s customers"}}
	DirFreshAt      = Text{"Mis à jour %s", "Updated %s"}
	DirNever        = Text{"Pas encore synchronisé", "Not synced yet"}
	DirFrom         = Text{"Source : %s", "Source: %s"}
	DirFromFolder   = Text{"Dossier %s", "From folder %s"}
	DirFromFeed     = Text{"Depuis %s", "From %s"}
	DirFromERPNext  = Text{"Depuis ERPNext (%s)", "From ERPNext (%s)"}
	DirEveryDays    = Count{Text{"tous les jours", "every day"}, Text{"tous les %s\u00a0jours", "every %s\u00a0days"}}
	DirEveryHours   = Count{Text{"toutes les heures", "every hour"}, Text{"toutes les %s\u00a0heures", "every %s\u00a0hours"}}
	DirEveryMinutes = Count{Text{"toutes les minutes", "every minute"}, Text{"toutes les %s\u00a0minutes", "every %s\u00a0minutes"}}
	DirEverySeconds = Count{Text{"toutes les secondes", "every second"}, Text{"toutes les %s\u00a0secondes", "every %s\u00a0seconds"}}
	DirSync         = Text{"Synchroniser", "Sync now"}
	DirSyncForce    = Text{"Accepter quand même", "Accept anyway"}
	DirRefresh      = Text{"Actualiser", "Refresh"}
	DirRunning      = Text{"Synchronisation en cours", "Sync in progress"}
	DirStarted      = Text{"La synchronisation a commencé.", "The sync has started."}
	DirReadOf       = Text{"Lus\u00a0: %s sur %s", "%s of %s read"}
	DirRead         = Count{Text{"%s dossier lu", "%s record read"}, Text{"%s dossiers lus", "%s records read"}}
	DirHistory      = Text{"Historique des synchronisations", "Sync history"}
	DirHistoryLead  = Text{"Ce que chaque synchronisation a changé", "What each sync changed"}
	DirRuns         = Text{"Synchronisations, les plus récentes d’abord", "Syncs, newest first"}
	DirRunsNone     = Text{"Aucune synchronisation", "No syncs yet"}
	DirRunsNoneText = Text{"La première synchronisation remplira le répertoire.", "The first sync will fill the directory."}
	DirRun          = Text{"Synchronisation du %s", "Sync on %s"}
	DirWhen         = Text{"Quand", "When"}
	DirOutcome      = Text{"Résultat", "Result"}
	DirReadCol      = Text{"Lus", "Read"}
	DirAdded        = Text{"Ajoutés", "Added"}
	DirChanged      = Text{"Modifiés", "Changed"}
	DirRemoved      = Text{"Retirés", "Removed"}
	DirRejected     = Text{"Rejetés", "Rejected"}
	DirDone         = Text{"Terminée", "Done"}
	DirUnchanged    = Text{"Aucun changement", "No changes"}
	DirFailed       = Text{"Échec", "Failed"}
	DirRunningState = Text{"En cours", "In progress"}
	DirRejects      = Text{"Dossiers rejetés", "Rejected records"}
	DirRejectsFirst = Text{"Les %d\u00a0premiers. Corrigez-les à la source : la prochaine synchronisation les reprendra.",
		"First %d. Fix them at the source and the next sync will pick them up."}
	DirRejectedOf = Count{Text{"%s dossier rejeté", "%s record rejected"}, Text{"%s dossiers rejetés", "%s records rejected"}}
	DirPlace      = Text{"Emplacement", "Location"}
	DirReason     = Text{"Raison", "Reason"}
	DirNone       = Text{"Aucune source de clients", "No customer source"}
	DirNoneText   = Text{"La personne qui administre Presence choisit la source dans Réglages, sous Répertoire : ERPNext, une adresse web ou un dossier de fichiers. Si vous n’avez pas de système de gestion, téléversez un fichier.",
		"A Presence administrator chooses the source in Settings, under Directory: ERPNext, a web address or a folder of files. If you don’t have a customer system, upload a file."}
	DirNoneAdmin = Text{"Choisissez une source\u00a0: ERPNext, une adresse web ou un dossier de fichiers. Si vous n’avez pas de système de gestion, téléversez un fichier.",
		"Choose a source: ERPNext, a web address or a folder of files. If you don’t have a customer system, upload a file."}
	DirChoose       = Text{"Choisir la source", "Choose the source"}
	DirUnderASecond = Text{"moins de 1\u00a0s", "under 1\u00a0s"}
	DirSeconds      = Text{"%s\u00a0s", "%s\u00a0s"}
	DirUploads      = Text{"Téléverser un fichier", "Upload a file"}
	DirUploadsLead  = Text{"Le contenu du fichier devient votre répertoire de clients au complet. Rien n’est publié avant votre confirmation.",
		"The file becomes your entire customer directory. Nothing is published until you confirm."}
	DirFileHint = Text{"CSV ou XLSX, 100\u00a0Mo au plus. La première ligne contient le nom des colonnes.",
		"CSV or XLSX, 100 MB at most. The first row contains the column names."}
	DirSampleNote = Text{"Le numéro de client et le nom suffisent. Le prénom et le nom de famille peuvent être dans deux colonnes. S’il y a plusieurs adresses, séparez-les par une barre verticale.",
		"The customer number and name are enough. First and last names can be in two columns. If there are several addresses, separate them with a vertical bar."}
	DirUploaded     = Text{"Fichiers récents", "Recent files"}
	DirUploadedNone = Text{"Aucun fichier", "No files yet"}
	DirPublishing   = Text{"Publication en cours", "Publishing"}
	DirPublish      = Count{Text{"Publier %s client", "Publish %s customer"}, Text{"Publier %s clients", "Publish %s customers"}}
	DirPublishForce = Text{"Publier quand même", "Publish anyway"}
	DirPublishText  = Text{"Les clients qui ne sont pas dans le fichier seront retirés du répertoire. Vous pourrez défaire la publication pendant 24\u00a0heures.",
		"Customers who aren’t in the file will be removed from the directory. You’ll have 24 hours to undo the publication."}
	DirPublished    = Text{"Répertoire publié. Ajouts : %s. Modifications : %s. Retraits : %s.", "Published: %s added, %s changed, %s removed."}
	DirUndo         = Text{"Défaire la publication", "Undo publication"}
	DirUndoText     = Text{"Vous pouvez revenir au répertoire précédent jusqu’au %s.", "You can go back to the previous directory until %s."}
	DirUploadUndone = Text{"Publication annulée. Le répertoire précédent est rétabli.", "Publication undone. The previous directory has been restored."}
	DirDiscarded    = Text{"Fichier retiré. Rien n’a été publié.", "File discarded. Nothing was published."}
	DirColumnsText  = Text{"Indiquez ce que contient chaque colonne.", "Choose what each column contains."}
	DirNumberAdvice = Text{"Si vos clients n’ont pas de numéro, ajoutez au fichier une colonne «\u00a0Numéro de client\u00a0» avec un numéro différent pour chacun. Gardez les mêmes numéros dans vos prochains fichiers\u00a0: ils servent à reconnaître chaque client.",
		"If your customers don’t have numbers, add a “Customer number” column to the file with a different number for each one. Keep the same numbers in your next files: they identify each customer."}
	DirFindings     = Text{"Ce que la vérification a trouvé", "What the check found"}
	DirFindingsNote = Text{"Lignes qui seront rejetées\u00a0: %s sur %s. Corrigez-les dans le fichier, ou choisissez «\u00a0Ne pas importer\u00a0» pour la colonne ci-dessus.",
		"%s of %s rows will be rejected. Fix them in the file, or choose “Don’t import” for the column above."}
	DirFindingRecords = Text{"Dossiers", "Records"}
	DirFirstPlaces    = Text{"Premiers emplacements", "First locations"}
	DirValueIgnored   = Text{"Valeur ignorée", "Value ignored"}
	DirKeepUnknown    = Count{Text{"Garder ce client sans la valeur inconnue", "Keep this customer without the unknown value"},
		Text{"Garder ces %s clients sans la valeur inconnue", "Keep these %s customers without the unknown value"}}
	DirKeepUnknownText = Text{"Le client est alors noté comme particulier et son compte comme actif, comme pour une cellule vide.",
		"The customer is then recorded as an individual with an active account, as for a blank cell."}
	DirRejectUnknown = Text{"Rejeter plutôt les lignes dont la valeur est inconnue", "Reject rows with an unknown value instead"}
	DirAcceptedWords = Text{"Valeurs acceptées : %s.", "Accepted values: %s."}
	DirFirstLines    = Text{"Premières lignes", "First rows"}
	DirUnreadable    = Text{"Rejetée", "Rejected"}
	DirReadable      = Text{"Lisible", "Readable"}
	DirCustomerNo    = Text{"Numéro de client", "Customer number"}
	DirNameCol       = Text{"Nom complet", "Full name"}
	DirAccountNo     = Text{"Numéro de compte", "Account number"}
	DirDuration      = Text{"Durée", "Duration"}
)

// DirProblems are the reasons why a sync fails, by code. The detail is shown after the text.
var DirProblems = map[string]Text{
	"interrupted": {"Interrompue avant la fin. Rien n’a changé.", "Interrupted before it finished. Nothing changed."},
	"shrunk": {"La source a perdu la plupart de ses clients. L’ancienne copie est conservée.",
		"The source has lost most of its customers. The previous copy was kept."},
	"unreachable": {"La source ne répond pas. Vérifiez son adresse et sa clé dans Réglages, sous Répertoire.",
		"The source isn’t responding. Check its address and key in Settings, under Directory."},
	"refused": {"La source refuse la requête. Vérifiez son adresse et sa clé dans Réglages, sous Répertoire.",
		"The source rejected the request. Check its address and key in Settings, under Directory."},
	"redirected": {"La source redirige vers un autre hôte, ce qui n’est pas permis.",
		"The source redirects to another host, which isn’t allowed."},
	"not_json": {"La réponse de la source n’est pas en JSON. Vérifiez son adresse dans Réglages, sous Répertoire.",
		"The source’s response isn’t JSON. Check its address in Settings, under Directory."},
	"malformed": {"La réponse de la source est illisible.", "The source’s response can’t be read."},
	"cut":       {"La réponse de la source a été coupée.", "The source’s response was cut off."},
	"stalled":   {"La source a cessé de répondre en cours de route.", "The source stopped responding partway through."},
	"too_large": {"La réponse de la source dépasse une limite.", "The source’s response exceeds a limit."},
	"endless":   {"La liste de la source est sans fin.", "The source’s list never ends."},
	"no_files":  {"Les fichiers de la source sont illisibles.", "The source files can’t be read."},
	"empty": {"Aucun client lisible au début de la source. Vérifiez le format des données.",
		"No customers could be read at the beginning of the source. Check the format of the data."},
	"changing": {"Les fichiers ont changé pendant la lecture.", "The files changed while they were being read."},
	"storage":  {"La base de données n’était pas disponible.", "The database wasn’t available."},
	"internal": {"Erreur interne. Consultez le journal du serveur.", "Internal error. See the server log."},
}

// DirAccepted are the most usual of the accepted values of a field.
var DirAccepted = map[string]Text{
	"type": {"Particulier, Individu, Résidentiel; Entreprise, Compagnie, Commercial",
		"Individual, Person, Residential; Company, Business, Commercial"},
	"account_status": {"Actif, Ouvert; Résilié, Inactif, Fermé", "Active, Open; Cancelled, Inactive, Closed"},
	"language":       {"Français, F, fr; Anglais, A, en", "French, F, fr; English, E, en"},
	"subscriptions":  {"active:49,95", "active:49.95"},
}

// DirReasons are the reasons why a record is rejected, by code.
var DirReasons = map[string]Text{
	"required": {"obligatoire, mais vide", "required but empty"}, "too_long": {"trop long", "too long"},
	"too_many": {"trop de valeurs", "too many values"},
	"bad_text": {"texte mal encodé (UTF-8 attendu)",
		"invalid text encoding (UTF-8 expected)"}, "bad_value": {"valeur inconnue", "unknown value"},
	"erased":    {"renseignements supprimés à la demande de la personne", "erased at the person’s request"},
	"duplicate": {"en double dans la liste", "duplicate in the list"}, "unreadable": {"illisible", "unreadable"},
}
